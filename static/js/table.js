// The table page: map, list, a place tried out.
import { resized, startBoard } from "./board.js";
import { isDragging, pickUp, startGhost } from "./ghost.js";
import { address, onShown, show } from "./live.js";
import { poll } from "./poll.js";
import { sendAgain } from "./send.js";
import { nameSheet, onHeight, startSheet } from "./sheet.js";

document.documentElement.classList.add("has-js");
let shownUnit = null;

startSheet();
onHeight(resized);
startBoard({ held: pickUp });
startGhost();
poll({
  news: () => (isDragging() ? undefined : show(address())),
  back: sendAgain,
});
onShown(() => {
  nameSheet();
  const unit = document.getElementById("live").dataset.unit;
  if (unit !== shownUnit) document.getElementById("scroll").scrollTop = 0;
  shownUnit = unit;
});
