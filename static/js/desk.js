// A card of the classic desk: taps change it in place, and its link goes into the clipboard.
import "./live.js";

document.documentElement.classList.add("has-js");

// Without a clipboard, or without leave to use it, the address is chosen instead, ready to be copied.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("#copy-link");
  if (!button) return;
  const address = document.getElementById("share-address");
  address.select();
  if (!navigator.clipboard) return;
  try { await navigator.clipboard.writeText(address.value); } catch (error) {
    if (error.name === "NotAllowedError") return;
    throw error;
  }
  button.textContent = button.dataset.copied;
});
