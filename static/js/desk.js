// A card of the classic desk: taps change it in place, and its link goes into the clipboard.
import "./live.js";

document.documentElement.classList.add("has-js");

// Plain http has no clipboard of its own, and not every browser gives leave to use it: then what is selected is copied.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("#copy-link");
  if (!button) return;
  const address = document.getElementById("share-address");
  address.select();
  const isCopied = document.execCommand("copy") || await written(address.value);
  if (isCopied) button.textContent = button.dataset.copied;
});

const written = async (text) => {
  try {
    await navigator.clipboard?.writeText(text);
    return Boolean(navigator.clipboard);
  } catch (error) {
    if (error.name === "NotAllowedError") return false;
    throw error;
  }
};
