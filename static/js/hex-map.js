// Dragging over the map with a tool that paints paints every hex on the way in one request; a tap stays a link.
import "./desk.js";
import { onShown, show } from "./live.js";

let stroke = null; // the hexes of this drag, in order

const board = () => document.querySelector(".hex-board.is-painting");
const hexAt = (x, y) => document.elementFromPoint(x, y)?.closest?.(".hex-tap");

function add(tap) {
  if (!tap || stroke.has(tap.dataset.hex)) return;
  stroke.set(tap.dataset.hex, tap);
  if (stroke.size < 2) return;
  for (const each of stroke.values()) each.classList.add("is-stroked");
}

function forget() {
  for (const each of stroke?.values() ?? []) each.classList.remove("is-stroked");
  stroke = null;
}

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary || event.button || !board()?.contains(event.target)) return;
  const tap = event.target.closest(".hex-tap");
  if (!tap) return;
  stroke = new Map();
  add(tap);
});

// The way between two events of a fast thumb is walked in short steps, so that no hex is left out.
let last = null;
document.addEventListener("pointermove", (event) => {
  if (!stroke || !event.isPrimary) return;
  const from = last ?? { x: event.clientX, y: event.clientY };
  const steps = Math.ceil(Math.hypot(event.clientX - from.x, event.clientY - from.y) / 8) || 1;
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps;
    add(hexAt(from.x + (event.clientX - from.x) * share, from.y + (event.clientY - from.y) * share));
  }
  last = { x: event.clientX, y: event.clientY };
});

document.addEventListener("pointerup", (event) => {
  last = null;
  if (!stroke || !event.isPrimary) return;
  const names = [...stroke.keys()];
  const address = board()?.dataset.stroke;
  forget();
  if (names.length < 2 || !address) return;
  show(address.replace(/-$/, names.join(".")), { push: true });
});

document.addEventListener("pointercancel", () => { last = null; forget(); });
document.addEventListener("dragstart", (event) => { if (board()?.contains(event.target)) event.preventDefault(); });

// A tool for the map brings the map back into sight, wherever the page was scrolled to.
let isForMap = false;
document.addEventListener("click", (event) => {
  const tool = event.target.closest?.(".hex-tools a, .hex-thumb .thumb a");
  isForMap = Boolean(tool) && tool.id !== "swap";
}, { capture: true });
onShown(() => {
  const map = document.querySelector(".hex-board")?.getBoundingClientRect();
  if (isForMap && map && map.bottom < innerHeight / 2) scrollTo(0, 0);
  isForMap = false;
});
