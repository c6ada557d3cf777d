// A unit tried out at another place. The fields of the form are the truth: dragging, buttons and keys write into them, and
// each change asks the server for the new numbers. Nothing is stored until Place is pressed.
import { claim, map, onDraw, tableSize, toScreen, toTable } from "./map.js";
import { EVERY, GRAB, HAND, WAYS, carriedTo, drawnHand, element, handAt, number, stepOfKey, tidy, turned } from "./map-handle.js";
import { live, onShown, show } from "./live.js";

let drag = null;
let values = null;
let asked = 0;
let timer = 0;
let isWaiting = false;

const form = () => document.getElementById("place");
const field = (name) => document.getElementById(`place-${name}`);

const isTrying = () => form() !== null;

function read() {
  return { x: number(field("x").value), y: number(field("y").value), facing: number(field("facing").value) };
}

function write(next) {
  values = { ...(values ?? read()), ...next };
  const { width, depth } = tableSize();
  values.x = Math.min(Math.max(values.x, 0), width);
  values.y = Math.min(Math.max(values.y, 0), depth);
  fill();
  drawGhost();
  ask();
}

function fill() {
  for (const name of ["x", "y", "facing"]) {
    if (form() && !Number.isNaN(values[name])) field(name).value = tidy(values[name]);
  }
}

function trialAddress() {
  const parameters = new URLSearchParams(new FormData(form()));
  for (const [name, value] of [...parameters]) if (!value && name !== "facing") parameters.delete(name);
  // Facing somebody is asked once; afterwards the unit can be turned again.
  field("face").value = "";
  return `${form().getAttribute("action")}?${parameters}`;
}

// At most one question in 150 ms while a finger moves; the last one is always asked, and asks for everything.
function ask() {
  clearTimeout(timer);
  const wait = Math.max(0, asked + EVERY - performance.now());
  isWaiting = true;
  timer = setTimeout(() => {
    isWaiting = false;
    if (!form()) return;
    asked = performance.now();
    show(trialAddress(), { quick: drag !== null });
  }, wait);
}

// ---- drawing

// The server's ghost in the pixels of its own picture, to be shown where the finger is.
function copyOfGhost() {
  const svg = map().querySelector("svg.board");
  const drawn = svg.querySelector("g.ghost:not(.tags g)");
  if (!drawn || !values?.from) return null;
  const copy = drawn.cloneNode(true);
  const turn = (values.facing || 0) - (values.from.facing || 0);
  copy.setAttribute("transform", carriedTo(toScreen(values.x, values.y), values.from, turn, svg));
  return copy;
}

function hand() {
  return Number.isNaN(values.facing) ? [] : drawnHand(toScreen(values.x, values.y), values.facing);
}

function drawGhost() {
  const over = document.getElementById("over");
  if (!over || !map()) return;
  const scene = over.querySelector("#scene") ?? over.appendChild(element("g", { id: "scene" }));
  if (!form() || !values) {
    scene.replaceChildren();
    return;
  }
  const at = toScreen(values.x, values.y);
  const copy = drag ? copyOfGhost() : null;
  scene.replaceChildren(
    ...(drag ? [element("circle", { class: "aim", cx: at.x, cy: at.y, r: GRAB })] : []), ...hand(), ...(copy ? [copy] : []),
  );
}

// ---- fingers

function grab(event) {
  if (!form()) return false;
  values ??= { ...read(), from: read() };
  const { left, top } = map().getBoundingClientRect();
  const finger = { x: event.clientX - left, y: event.clientY - top };
  const at = toScreen(values.x, values.y);
  const arm = handAt(at, values.facing || 0);
  const toHand = Number.isNaN(values.facing) ? Infinity : Math.hypot(finger.x - arm.x, finger.y - arm.y);
  const toBase = Math.hypot(finger.x - at.x, finger.y - at.y);
  if (toHand <= HAND + 9 && toHand < toBase) startDrag(event, "turn");
  else if (toBase <= GRAB) startDrag(event, "move");
  else return false;
  return true;
}

function startDrag(event, kind) {
  const at = toTable(event.clientX, event.clientY);
  drag = { id: event.pointerId, kind, by: { x: values.x - at.x, y: values.y - at.y } };
  document.documentElement.classList.toggle("is-dragging", true);
  if (event.target.isConnected) map().setPointerCapture(event.pointerId);
  drawGhost();
}

// A unit was held: it is tried out at once, and the same finger drags it.
export function pickUp(unit, event, { isHeld }) {
  const link = map()?.querySelector(`a.unit[data-unit="${CSS.escape(unit)}"]`);
  if (!link || isTrying()) return;
  const at = { x: number(link.dataset.x), y: number(link.dataset.y), facing: number(link.dataset.facing) };
  values = { ...at, from: at };
  if (isHeld) startDrag(event, "move");
  navigator.vibrate?.(15);
  const parameters = new URLSearchParams({ unit, x: at.x, y: at.y, facing: Number.isNaN(at.facing) ? "" : at.facing });
  show(`${location.pathname}?${parameters}`);
}

function dragTo(event) {
  if (event.pointerId !== drag?.id) return;
  const at = toTable(event.clientX, event.clientY);
  if (drag.kind === "move") {
    write({ x: Math.round((at.x + drag.by.x) * 20) / 20, y: Math.round((at.y + drag.by.y) * 20) / 20 });
    return;
  }
  write({ facing: turned(Math.round((Math.atan2(at.x - values.x, at.y - values.y) * 180) / Math.PI)) });
}

function drop(event) {
  if (event.pointerId !== drag?.id) return;
  drag = null;
  document.documentElement.classList.toggle("is-dragging", false);
  drawGhost();
  ask();
}

// ---- buttons and keys

function step(text) {
  values ??= { ...read(), from: read() };
  const [way, by] = [text[0], number(text.slice(1))];
  if (way in WAYS) {
    const [east, north] = WAYS[way];
    write({ x: values.x + east * by, y: values.y + north * by });
  } else {
    write({ facing: turned((values.facing || 0) + (way === "r" ? by : -by)) });
  }
}

function key(event) {
  if (!form() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    document.getElementById("leave")?.click();
    return;
  }
  if (event.target.matches?.("input, select, textarea")) return;
  const meant = stepOfKey(event);
  if (!meant) return;
  event.preventDefault();
  step(meant);
}

export function startGhost() {
  claim(grab);
  onDraw(drawGhost);
  document.addEventListener("pointermove", dragTo);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("keydown", key);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#place button[name=step]");
    if (!button) return;
    event.preventDefault();
    step(button.value);
  });
  document.addEventListener("change", (event) => {
    if (!event.target.closest?.("#place")) return;
    values = { ...read(), from: values?.from ?? read() };
    ask();
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "place") return;
    if (event.submitter?.matches("[data-send]")) {
      // It is stored as it is now; what was still to be asked is asked no more.
      clearTimeout(timer);
      isWaiting = false;
      return;
    }
    event.preventDefault();
    values = null;
    show(trialAddress());
  });
  onShown(() => {
    if (!form()) {
      values = drag ? values : null;
    } else if (drag || isWaiting) {
      // The finger was farther than the answer, and the next question must not begin where the answer is.
      values = { ...(values ?? read()), from: read() };
      fill();
    } else {
      values = { ...read(), from: read() };
    }
    drawGhost();
  });
  if (form()) values = { ...read(), from: read() };
  drawGhost();
}

// Is a finger down, so that the page should wait with what is not urgent?
export const isDragging = () => drag !== null && live() !== null;
