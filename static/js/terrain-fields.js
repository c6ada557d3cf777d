// The numbers under the map: they follow the finger, − and + change them at once, and what was typed is sent when the
// field is left. Several presses make one request.
import { draft, isDraft, piece, state, stored } from "./terrain-pieces.js";
import { draw } from "./terrain-overlay.js";
import { sendForm } from "./terrain-send.js";
import { boxOf, isMeasured, linesOf, middleOf, moved, pointsOf, reshaped, resized, sizeOf, turned } from "./terrain-shape.js";
import { tableSize } from "./map.js";
import { number, tidy } from "./map-handle.js";

const PAUSE = 500;
let timer = 0;
// What is still to be sent, as it stood when it was pressed or typed.
let pending = null;
let typed = null;

const form = () => document.getElementById("numbers");
const field = (name) => form()?.elements.namedItem(name);
const write = (name, value) => {
  if (field(name)) field(name).value = value;
};

// Where a piece is, as the fields say it: from which edge each coordinate is measured.
function placeOf(found) {
  const { west, south, east, north } = boxOf(pointsOf(found));
  const { width, depth } = tableSize();
  const [x, y] = found.at ?? middleOf([found]);
  const across = { centre: x, west, east: width - east };
  const along = { centre: y, south, north: depth - north };
  return { x: across[field("from_x")?.value ?? "centre"], y: along[field("from_y")?.value ?? "centre"] };
}

// The fields show what a finger makes of the piece.
export function fillNumbers([found]) {
  if (!form() || state.ids.length !== 1) return;
  const { x, y } = placeOf(found);
  write("x", tidy(x));
  write("y", tidy(y));
  const corner = state.corner && linesOf(found)[state.corner[0]]?.[state.corner[1]];
  if (corner) {
    write("cx", tidy(corner[0]));
    write("cy", tidy(corner[1]));
  }
  if (found.turn !== null && found.turn !== undefined) write("turn", tidy(found.turn));
  const { width, depth } = sizeOf(found);
  if (isMeasured(found) || found.form === "free") {
    write("wide", tidy(width));
    write("deep", tidy(depth));
  }
}

function cornerMoved(found, dx, dy) {
  const [ring, index] = state.corner;
  const line = linesOf(found)[ring].map(([x, y], place) => (place === index ? [x + dx, y + dy] : [x, y]));
  return reshaped(found, ring, line);
}

// A step of a number is seen at once.
function preview(name, by) {
  const found = piece(state.ids[0]);
  if (!found?.rings || state.ids.length !== 1) return;
  const back = (side) => (field(side)?.value === "east" || field(side)?.value === "north" ? -1 : 1);
  const at = found.at ?? middleOf([found]);
  const { width, depth } = sizeOf(found);
  if (name[0] === "c" && !state.corner) return;
  const changed = {
    x: () => moved(found, by * back("from_x"), 0),
    y: () => moved(found, 0, by * back("from_y")),
    turn: () => turned(found, by, at),
    wide: () => resized(found, Math.max(width + by, 0.1), depth, at),
    deep: () => resized(found, width, Math.max(depth + by, 0.1), at),
    cx: () => cornerMoved(found, by, 0),
    cy: () => cornerMoved(found, 0, by),
  }[name]?.();
  if (!changed || found.form === "strip") return;
  draft([changed]);
  draw();
}

function sendSoon(wait) {
  clearTimeout(timer);
  pending = { fields: new FormData(form()), more: froms() };
  timer = setTimeout(flushNumbers, wait);
}

export const isWaiting = () => pending !== null;

// Whoever goes on to something else first sends what waits.
export function flushNumbers() {
  clearTimeout(timer);
  if (!pending) return undefined;
  const { fields, more } = pending;
  pending = null;
  return sendForm(fields, more);
}

function froms() {
  const found = {};
  for (const [name, usual] of [["from_x", "centre"], ["from_y", "centre"]]) {
    const value = field(name)?.value;
    if (value && value !== usual) found[name] = value;
  }
  return found;
}

function press(button) {
  const [, name, usual, by] = button.value.match(/^([a-z_]+)(?:=([0-9.]+))?([+-][0-9.]+)$/);
  const input = field(name);
  const before = number(input.value || usual || "0");
  const least = input.dataset.least === undefined ? -Infinity : number(input.dataset.least);
  let after = Math.max((Number.isNaN(before) ? 0 : before) + number(by), least);
  if (name === "turn") after = ((after % 360) + 360) % 360;
  input.value = tidy(after);
  preview(name, after - before);
  sendSoon(PAUSE);
}

function changed(event) {
  const { target } = event;
  if (target.form !== form() || !form()) return;
  if (target.name === "from_x" || target.name === "from_y") {
    // Measured from elsewhere the same place has another number; nothing is changed.
    const found = piece(state.ids[0]);
    const { x, y } = placeOf(found);
    if (target.name === "from_x") write("x", tidy(x));
    else write("y", tidy(y));
    return;
  }
  sendSoon(0);
}

// While somebody types, an answer must not take the words away.
function keepTyped() {
  const active = document.activeElement;
  typed = active?.form === form() && form() && active.matches("input") && active.value !== active.defaultValue
    ? { name: active.name, value: active.value } : null;
}

export function numbersShown() {
  // An answer to what was pressed before does not take back what was pressed since.
  const isSame = pending && form()?.elements.namedItem("id")?.value === pending.fields.get("id");
  if (isSame) for (const [name, value] of pending.fields) if (!["version", "change_id"].includes(name)) write(name, value);
  if (typed && field(typed.name)) field(typed.name).value = typed.value;
  typed = null;
  if (state.ids.length === 1 && isDraft(state.ids[0])) fillNumbers([piece(state.ids[0]) ?? stored(state.ids[0])]);
}

export function startNumbers() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("#numbers button[name=step]");
    if (!button) return;
    event.preventDefault();
    press(button);
  });
  document.addEventListener("change", changed);
  document.addEventListener("submit", (event) => {
    // Not by its id: a field of that name hides it.
    if (event.target !== form()) return;
    event.preventDefault();
    sendSoon(0);
  });
  document.addEventListener("htmx:before:swap", keepTyped);
}
