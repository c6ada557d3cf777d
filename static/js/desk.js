// A card of the classic desk: what was unfolded stays unfolded, and its link goes into the clipboard.
import { live } from "./live.js";

document.documentElement.classList.add("has-js");

const FOLDS = "details[id]:not(.drop, .desk-typed, .impact-type)";
let unfolded = [];
document.addEventListener("htmx:before:swap", () => {
  unfolded = [...live()?.querySelectorAll(FOLDS) ?? []].filter((each) => each.open).map((each) => each.id);
});
document.addEventListener("htmx:after:swap", () => {
  for (const fold of live()?.querySelectorAll(FOLDS) ?? []) if (unfolded.includes(fold.id)) fold.open = true;
});

// Plain http has no clipboard: the address is chosen instead, ready to be copied.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("#copy-link");
  if (!button) return;
  const address = document.getElementById("share-address");
  address.select();
  if (!navigator.clipboard) return;
  await navigator.clipboard.writeText(address.value);
  button.textContent = button.dataset.copied;
});
