// A piece of the library comes onto the table: the tile that is marked is put where the map is tapped, or a tile is
// dragged there.
import { map, toTable } from "./map.js";
import { draw, say, scaleNow } from "./terrain-overlay.js";
import { sendForm } from "./terrain-send.js";
import { tidy3 } from "./terrain-shape.js";
import { beginSnap, snapPoint } from "./terrain-snap.js";
import { tidy } from "./map-handle.js";
import { live } from "./live.js";

const SLOP = 9;
let drag = null;
let shownTool = "";
// The tile that was used last of each tool is marked when the tool is taken up again.
const used = new Map();

const form = () => document.getElementById("add");
const marked = () => form()?.querySelector("input[name=piece]:checked");
export const isAdding = () => Boolean(marked());

export function tilesShown() {
  const { tool } = live().dataset;
  if (form() && tool !== shownTool && used.has(tool)) {
    const tile = form().querySelector(`input[value="${CSS.escape(used.get(tool))}"]`);
    if (tile) tile.checked = true;
  }
  shownTool = form() ? tool : "";
  // A finger that moves on a tile means the map, unless the tiles have to be scrolled.
  const scroll = document.getElementById("scroll");
  form()?.classList.toggle("is-still", scroll.scrollHeight <= scroll.clientHeight + 1);
}

export function addAt({ x, y }) {
  const { at } = snapPoint([x, y], scaleNow());
  const fields = new FormData(form());
  used.set(live().dataset.tool, marked().value);
  fields.set("x", String(tidy3(at[0])));
  fields.set("y", String(tidy3(at[1])));
  // Where it will be, until it is there.
  say({ marks: [{ point: at }] });
  draw();
  return sendForm(fields).then(() => {
    say({ marks: [] });
    draw();
  });
}

function down(event) {
  const tile = event.target.closest?.("#add .tile");
  if (!tile || event.button) return;
  drag = { id: event.pointerId, x: event.clientX, y: event.clientY, tile, isHeld: true };
}

const isOverMap = ({ clientX, clientY }) => {
  const { left, top, right, bottom } = map().getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
};

function dragTo(event) {
  if (event.pointerId !== drag?.id) return;
  if (drag.isHeld && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLOP) return;
  if (drag.isHeld) {
    drag.isHeld = false;
    drag.tile.querySelector("input").checked = true;
    beginSnap([]);
    drag.tile.setPointerCapture(event.pointerId);
  }
  const place = isOverMap(event) ? toTable(event.clientX, event.clientY) : null;
  const found = place ? snapPoint([place.x, place.y], scaleNow()) : { marks: [] };
  const { left, top } = map().getBoundingClientRect();
  say({
    marks: found.at ? [...found.marks, { point: found.at }] : [],
    tag: found.at ? { text: found.at.map(tidy).join(", "), at: [event.clientX - left, event.clientY - top] } : null,
  });
  requestAnimationFrame(draw);
}

function drop(event) {
  if (event.pointerId !== drag?.id) return;
  const { isHeld } = drag;
  drag = null;
  if (isHeld) return;
  say({ marks: [], tag: null });
  draw();
  if (event.type === "pointerup" && isOverMap(event)) addAt(toTable(event.clientX, event.clientY));
}

export function startAdd() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", dragTo);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
}
