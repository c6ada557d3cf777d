// A new outline, corner by corner: each tap on the map adds one, a finger moves them, a button takes the last one back.
import { claim, map, toTable } from "./map.js";
import { draw, px, say, scaleNow } from "./terrain-overlay.js";
import { tidy3 } from "./terrain-shape.js";
import { beginSnap, snapPoint } from "./terrain-snap.js";
import { tidy } from "./map-handle.js";

const REACH = 22;
let points = [];
let drag = null;
let isSpent = false;
let shownTool = "";

const form = () => document.getElementById("outline");
const list = () => form().elements.namedItem("corners");
export const isDrawing = () => form() !== null;

export function takeSpentCorner() {
  const found = isSpent;
  isSpent = false;
  return found;
}

function sketch() {
  const { form: kind, look } = form().dataset;
  const curved = form().elements.namedItem("curved");
  const width = kind === "strip" ? Number.parseFloat(form().elements.namedItem("width").value.replace(",", ".")) || 0 : 0;
  const chosen = form().querySelector("input[name=kind]:checked");
  return { points, isOpen: kind === "strip", isCurved: curved?.checked ?? false, width, look: chosen?.dataset.look ?? look };
}

function show(tag = null, marks = []) {
  say({ sketch: isDrawing() ? sketch() : null, tag, marks });
  if (isDrawing()) {
    list().value = points.map((point) => point.map(tidy3).join(",")).join(" ");
    const least = form().dataset.form === "strip" ? 2 : 3;
    form().querySelector("[data-done]").disabled = points.length < least;
    form().querySelector("[data-back]").disabled = !points.length;
    document.getElementById("corner-count").textContent = points.length;
  }
  draw();
}

const cornerAt = (finger) => points.findIndex((point) => Math.hypot(px(point)[0] - finger[0], px(point)[1] - finger[1]) <= REACH);
const local = (event) => {
  const { left, top } = map().getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
};

export function addCorner({ x, y }) {
  const { at } = snapPoint([x, y], scaleNow());
  const least = form().dataset.form === "strip" ? Infinity : 3;
  // Back at the first corner, the outline is complete.
  if (points.length >= least && cornerAt(px(at)) === 0) form().requestSubmit(form().querySelector("[data-done]"));
  else points.push(at);
  show();
}

function grab(event) {
  isSpent = false;
  if (!isDrawing() || drag) return false;
  const index = cornerAt(local(event));
  if (index < 0) return false;
  drag = { id: event.pointerId, index, x: event.clientX, y: event.clientY, isHeld: true };
  if (event.target.isConnected) map().setPointerCapture(event.pointerId);
  return true;
}

function dragTo(event) {
  if (event.pointerId !== drag?.id) return;
  if (drag.isHeld && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 7) return;
  drag.isHeld = false;
  isSpent = true;
  const place = toTable(event.clientX, event.clientY);
  const { at, marks } = snapPoint([place.x, place.y], scaleNow());
  points[drag.index] = at;
  requestAnimationFrame(() => show({ text: at.map(tidy).join(", "), at: local(event) }, marks));
}

function drop(event) {
  if (event.pointerId !== drag?.id) return;
  drag = null;
  requestAnimationFrame(() => show());
}

// Another tool begins anew; the same one goes on, whatever else on the page was shown again.
export function outlineShown() {
  const tool = isDrawing() ? form().dataset.tool : "";
  if (tool !== shownTool) points = [];
  shownTool = tool;
  if (tool) beginSnap([]);
  show();
}

export function startOutline() {
  claim(grab);
  document.addEventListener("pointermove", dragTo);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-back]") || !isDrawing()) return;
    event.preventDefault();
    points.pop();
    show();
  });
  document.addEventListener("input", (event) => {
    if (event.target.form === form() && isDrawing() && event.target.name !== "corners") show();
  });
  outlineShown();
}
