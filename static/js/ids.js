// An id for each form that is sent, so that what is sent twice is written once.
export const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// A page that is shown again, from the browser's memory or its own store, would send ids that are spent.
export function watchIds() {
  addEventListener("pageshow", () => {
    for (const field of document.querySelectorAll('input[name="change_id"], button[name="change_id"]')) field.value = fresh();
  });
}
