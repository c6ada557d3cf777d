// The preview of a map follows its fields: a changed scale, kind or height is shown at once, nothing is stored.
import { live, show } from "./live.js";

document.addEventListener("change", (event) => {
  const form = event.target.closest?.("#preview");
  if (!form || !live()) return;
  const parameters = new URLSearchParams(new FormData(form));
  for (const name of ["version", "change_id"]) parameters.delete(name);
  show(`${form.dataset.here}?${parameters}`);
});
