// The table page: map, list, a place tried out. What a chosen unit looks like, and what drags it, comes with the
// first finger.
import "./kinds.js";
import { resized, startBoard } from "./map.js";
import { keepTable } from "./last-table.js";
import { address, onShown, show } from "./live.js";
import { poll } from "./poll.js";
import "./send.js";
import { nameSheet, onHeight, startSheet } from "./sheet.js";

document.documentElement.classList.add("has-js");
let shownUnit = null;
let hadFocus = false;
let trial = null; // the script of a place tried out, once it is there
let coming = null;

// Called again and again, since a finger may come while nothing can be loaded.
function bringStyle() {
  if (document.querySelector('link[href$="/chosen.css"]')) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("../css/chosen.css", import.meta.url);
  link.addEventListener("error", () => link.remove());
  document.head.append(link);
}

function bringTrial() {
  coming ??= import("./table-trial.js").then(
    (found) => {
      trial = found;
      trial.startGhost();
    },
    () => { coming = null; }, // the next finger asks again
  );
  return coming;
}

// A finger that was lifted before the script came has put the unit down where it stands.
async function pickUp(unit, event) {
  const lifted = new AbortController();
  for (const end of ["pointerup", "pointercancel"]) {
    document.addEventListener(end, ({ pointerId }) => pointerId === event.pointerId && lifted.abort(), { signal: lifted.signal });
  }
  await bringTrial();
  trial?.pickUp(unit, event, { isHeld: !lifted.signal.aborted });
  lifted.abort();
}

keepTable();
startSheet();
onHeight(resized);
startBoard({ held: pickUp });
document.addEventListener("pointerdown", () => {
  bringStyle();
  bringTrial();
});
document.addEventListener("htmx:before:request", bringStyle); // by key, by going back, or because another phone changed something
if (document.getElementById("place")) bringTrial();
poll({ news: () => (trial?.isDragging() ? undefined : show(address())) });
// Whoever comes by keyboard goes on where the page has changed, when what was pressed is gone.
document.addEventListener("htmx:before:swap", () => {
  hadFocus = document.getElementById("live").contains(document.activeElement);
});
onShown(() => {
  if (document.getElementById("place")) bringTrial();
  if (hadFocus && document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
  nameSheet();
  const unit = document.getElementById("live").dataset.unit;
  if (unit !== shownUnit) document.getElementById("scroll").scrollTop = 0;
  shownUnit = unit;
});
