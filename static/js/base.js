// What every page gains with script: a fresh id for every form that is sent, so that sending twice writes once.
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// A form that was refused begins where the first thing is wrong.
const wrong = document.querySelector('main [aria-invalid="true"]');
wrong?.scrollIntoView({ block: "center" });
wrong?.focus({ preventScroll: true });

// A page that comes back from the browser's memory would send its old id again.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const field of document.querySelectorAll('input[name="change_id"]')) field.value = fresh();
});
