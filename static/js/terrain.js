// The terrain editor: what a finger does on the map, which tool it has, and what is sent.
import { map, onDraw, resized, startBoard } from "./map.js";
import { addAt, isAdding, startAdd, tilesShown } from "./terrain-add.js";
import { isDragging, onDrag, startDrag, takeSpent } from "./terrain-drag.js";
import { fillNumbers, flushNumbers, isWaiting, numbersShown, startNumbers } from "./terrain-fields.js";
import { addCorner, isDrawing, outlineShown, startOutline, takeSpentCorner } from "./terrain-outline.js";
import { draw, scaleNow } from "./terrain-overlay.js";
import { addressOf, beforeLook, chooseAt, look, mayEdit, onChosen, startPieces, state } from "./terrain-pieces.js";
import { change, isSending, onAnswer, sendForm } from "./terrain-send.js";
import { isSnapping, readSnapping, setSnapping } from "./terrain-snap.js";
import { stepOfKey, WAYS, number } from "./map-handle.js";
import { address, live, onShown, show } from "./live.js";
import { poll } from "./poll.js";
import { nameSheet, onHeight, startSheet } from "./sheet.js";

const REACH = 12;
let shown = "";
let hadFocus = false;

function tapped(_unit, at) {
  // The finger that has dragged something does not tap as well.
  if ([takeSpent(), takeSpentCorner()].some(Boolean)) return true;
  if (isDrawing()) addCorner(at);
  else if (isAdding()) addAt(at);
  else chooseAt([at.x, at.y], REACH / scaleNow());
  return true;
}

// ---- switches on the map

function nameSwitches() {
  const snap = document.getElementById("snap");
  snap?.setAttribute("aria-pressed", isSnapping());
  document.getElementById("several")?.setAttribute("aria-pressed", state.isSeveral);
}

function pressed(event) {
  const button = event.target.closest?.("#snap, #several");
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  if (button.id === "snap") setSnapping(!isSnapping());
  else {
    state.isSeveral = !state.isSeveral;
    look(addressOf(), {});
  }
  nameSwitches();
}

// ---- forms and keys

function submitted(event) {
  const form = event.target;
  if (!form.matches("[data-edit]") || !live()) return;
  event.preventDefault();
  const fields = new FormData(form, event.submitter);
  const { keep } = form.dataset;
  sendForm(fields, keep ? { tool: keep } : {});
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, select, textarea")) return;
  if (event.key === "Escape" && state.ids.length && !isDragging()) {
    state.ids = [];
    look(addressOf());
  }
  const meant = stepOfKey(event);
  if (!meant || !state.ids.length || !mayEdit()) return;
  event.preventDefault();
  const by = number(meant.slice(1));
  if (meant[0] in WAYS) {
    const [east, north] = WAYS[meant[0]];
    const inches = by === 1 ? 1 : 0.5;
    change("move", state.ids, { dx: east * inches, dy: north * inches });
  } else {
    change("turn", state.ids, { by: meant[0] === "r" ? by : -by });
  }
}

// ---- start

document.documentElement.classList.add("has-js");
readSnapping();
startPieces();
startSheet();
onHeight(resized);
startOutline();
startDrag();
startAdd();
startNumbers();
beforeLook(flushNumbers);
onDrag(fillNumbers);
onDraw(draw);
onChosen(() => {
  draw();
  nameSwitches();
});
onAnswer(draw);
startBoard({ tapped, places: true });
document.addEventListener("click", pressed, true);
document.addEventListener("submit", submitted);
document.addEventListener("keydown", key);
poll({
  news: () => (isDragging() || isWaiting() || isSending() ? undefined : show(address())),
});
document.addEventListener("htmx:before:swap", () => {
  hadFocus = live()?.contains(document.activeElement) ?? false;
});
onShown(() => {
  if (hadFocus && document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
  nameSheet();
  numbersShown();
  outlineShown();
  tilesShown();
  nameSwitches();
  const { selected, tool } = live().dataset;
  if (selected + tool !== shown) document.getElementById("scroll").scrollTop = 0;
  shown = selected + tool;
  draw();
});
nameSwitches();
map().classList.add("is-edited");
tilesShown();
draw();
