// The table page: map, list, a place tried out.
import "./kinds.js";
import { resized, startBoard } from "./map.js";
import { isDragging, pickUp, startGhost } from "./table-trial.js";
import { keepTable } from "./last-table.js";
import { address, onShown, show } from "./live.js";
import { poll } from "./poll.js";
import "./send.js";
import { nameSheet, onHeight, startSheet } from "./sheet.js";

document.documentElement.classList.add("has-js");
let shownUnit = null;
let hadFocus = false;

keepTable();
startSheet();
onHeight(resized);
startBoard({ held: pickUp });
startGhost();
poll({ news: () => (isDragging() ? undefined : show(address())) });
// Whoever comes by keyboard goes on where the page has changed, when what was pressed is gone.
document.addEventListener("htmx:before:swap", () => {
  hadFocus = document.getElementById("live").contains(document.activeElement);
});
onShown(() => {
  if (hadFocus && document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
  nameSheet();
  const unit = document.getElementById("live").dataset.unit;
  if (unit !== shownUnit) document.getElementById("scroll").scrollTop = 0;
  shownUnit = unit;
});
