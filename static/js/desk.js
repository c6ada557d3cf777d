// A card of the classic desk: taps change it in place, and its link goes into the clipboard.
import { address, onShown, show } from "./live.js";

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

// A number that is typed counts as soon as its field is left, and what was scrolled to stays where it is.
function put(form) {
  const field = form.querySelector("input[data-low]");
  const value = Number(field.value.trim().replace("−", "-") || Number.NaN);
  const fits = Number.isInteger(value) && value >= Number(field.dataset.low) && value <= Number(field.dataset.high);
  field.setCustomValidity(fits ? "" : field.dataset.needs);
  if (!form.reportValidity()) return;
  field.value = String(value);
  show(`${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`, { push: true });
}

// Enter has left the field already.
document.addEventListener("submit", (event) => {
  if (event.target.closest?.(".desk-stepper")) event.preventDefault();
});

document.addEventListener("input", (event) => {
  if (event.target.closest?.(".desk-stepper")) event.target.setCustomValidity("");
});

document.addEventListener("change", (event) => {
  const form = event.target.closest?.(".desk-stepper");
  if (form) put(form);
});

// The patch of hexes that was painted last waits behind its card while a roll or a fall is looked up on another one.
const HEXES = "astrike-classic-hexes";

function rememberHexes() {
  const tab = document.querySelector(".desk-cards a:last-child");
  if (!tab) return;
  try {
    if (tab.getAttribute("aria-current")) sessionStorage.setItem(HEXES, address());
    else tab.href = sessionStorage.getItem(HEXES) ?? tab.href;
  } catch {
    // A browser that keeps nothing: the card begins with an empty patch.
  }
}

onShown(rememberHexes);
rememberHexes();
