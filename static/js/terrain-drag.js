// A finger on a handle or on a chosen piece: everything happens here, picture by picture, and one request ends it.
import { claim, giveBack, map, toTable } from "./map.js";
import { flushNumbers } from "./terrain-fields.js";
import { change } from "./terrain-send.js";
import { chosen, draft, isLocked, look, addressOf, mayEdit, state, withGroups } from "./terrain-pieces.js";
import { REACH, draw, handles, px, say, scaleNow } from "./terrain-overlay.js";
import { away, boxOf, isMeasured, linesOf, middleOf, moved, pointsOf, reshaped, resized, sizeOf, tidy3, turned, turnedPoint } from "./terrain-shape.js";
import { beginSnap, holdsOf, snapLength, snapMove, snapPoint, snapTurn } from "./terrain-snap.js";
import { tidy } from "./map-handle.js";
import { live } from "./live.js";

const SLOP = 7;
const NEAR = 9;
const THUMB = 24;
let drag = null;
let isSpent = false;
let frame = 0;
const listeners = [];

// Who shows numbers is told what they would be.
export const onDrag = (listener) => listeners.push(listener);
export const isDragging = () => drag !== null;
// The tap that ends a drag is none.
export function takeSpent() {
  const found = isSpent;
  isSpent = false;
  return found;
}

const local = (event) => {
  const { left, top } = map().getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
};
const tablePoint = (event) => {
  const { x, y } = toTable(event.clientX, event.clientY);
  return [x, y];
};
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// ---- the finger comes down

function handleAt(finger) {
  const [found] = handles()
    .map((each) => ({ each, distance: far(finger, each.at) }))
    .filter(({ each, distance }) => distance <= REACH[each.kind])
    .sort((a, b) => a.distance / REACH[a.each.kind] - b.distance / REACH[b.each.kind]);
  return found?.each;
}

function isOnChosen(event) {
  const [point, reach] = [tablePoint(event), NEAR / scaleNow()];
  return chosen().some((each) => away(point, each) <= reach || far(local(event), px(each.at ?? middleOf([each]))) <= (isTiny(each) ? THUMB : 0));
}

function isTiny(piece) {
  const { west, east, south, north } = boxOf(pointsOf(piece));
  return Math.max(east - west, north - south) * scaleNow() < 2 * THUMB;
}

function grab(event) {
  isSpent = false;
  if (drag) {
    // A second finger means the map: both of them hold it now.
    const { id, last } = drag;
    cancel();
    giveBack(id, ...last);
    return false;
  }
  if (!mayEdit() || !chosen().length || isLocked() || live().dataset.tool) return false;
  const handle = handleAt(local(event));
  if (!handle && !isOnChosen(event)) return false;
  flushNumbers();
  const pieces = ["move", "turn"].includes(handle?.kind ?? "move") ? withGroups(chosen()) : chosen();
  drag = {
    id: event.pointerId, x: event.clientX, y: event.clientY, last: [event.clientX, event.clientY],
    from: tablePoint(event), isHeld: true, pieces,
    kind: handle?.kind ?? "move", handle, middle: middleOf(pieces), holds: holdsOf(pieces), corner: state.corner,
  };
  beginSnap(pieces.map(({ id }) => id));
  if (event.target.isConnected) map().setPointerCapture(event.pointerId);
  return true;
}

// ---- what it makes of the pieces: drafts, numbers to read, and what is sent in the end

const STEPS = {
  move(at) {
    const { pieces, from, holds } = drag;
    const { by, marks } = snapMove(pieces, holds, [at[0] - from[0], at[1] - from[1]], scaleNow());
    const next = pieces.map((each) => moved(each, ...by));
    const place = next.length === 1 && next[0].at ? next[0].at : middleOf(next);
    return { next, marks, text: place.map(tidy).join(", "), send: ["move", { dx: tidy3(by[0]), dy: tidy3(by[1]) }] };
  },
  turn(at) {
    const { pieces, middle, from } = drag;
    const about = pieces.length === 1 && pieces[0].at ? pieces[0].at : middle;
    const angle = ([x, y]) => (Math.atan2(x - about[0], y - about[1]) * 180) / Math.PI;
    const before = pieces.length === 1 ? pieces[0].turn ?? 0 : 0;
    const after = snapTurn(before + angle(at) - angle(from));
    const by = after - before;
    const shown = ((after % 360) + 360) % 360;
    return {
      next: pieces.map((each) => turned(each, by, about)), marks: [], text: `${tidy(shown)}°`,
      send: ["turn", { by: tidy3(by), px: tidy3(about[0]), py: tidy3(about[1]) }],
    };
  },
  size(at) {
    const [piece] = drag.pieces;
    const turn = isMeasured(piece) ? piece.turn ?? 0 : 0;
    const { width, depth } = sizeOf(piece);
    const box = boxOf(pointsOf(piece));
    const anchor = isMeasured(piece)
      ? turnedPoint([piece.at[0] - width / 2, piece.at[1] + depth / 2], turn, piece.at) : [box.west, box.north];
    const [a, b] = [turnedPoint(drag.from, -turn, anchor), turnedPoint(at, -turn, anchor)];
    const wide = snapLength(width + b[0] - a[0]);
    const deep = piece.form === "regular" ? wide : snapLength(depth - (b[1] - a[1]));
    return {
      next: [resized(piece, wide, deep, anchor)], marks: [], text: piece.form === "regular" ? `${tidy(wide)}″` : `${tidy(wide)} × ${tidy(deep)}″`,
      send: ["resize", { width: tidy3(wide), depth: tidy3(deep), x: tidy3(anchor[0]), y: tidy3(anchor[1]) }],
    };
  },
  corner(at) {
    const [piece] = drag.pieces;
    const { ring, index, place } = drag.handle;
    const isNew = drag.handle.kind === "middle";
    const line = [...linesOf(piece)[ring]];
    if (isNew) line.splice(index + 1, 0, place);
    const which = isNew ? index + 1 : index;
    const start = line[which];
    const there = snapPoint([start[0] + at[0] - drag.from[0], start[1] + at[1] - drag.from[1]], scaleNow());
    line[which] = there.at;
    state.corner = [ring, which];
    return { next: [reshaped(piece, ring, line)], marks: there.marks, text: there.at.map(tidy).join(", "), send: shapeOf(piece, ring, line) };
  },
};

export function shapeOf(piece, ring, line) {
  const corners = line.map((corner) => corner.map(tidy3));
  const list = piece.form === "strip" ? { points: corners } : { corners };
  return ["reshape", { ring: String(ring), curved: piece.curved ? "1" : "", ...list }];
}

function step() {
  frame = 0;
  if (!drag || drag.isHeld) return;
  const found = STEPS[drag.kind === "middle" ? "corner" : drag.kind](drag.at);
  draft(found.next);
  drag.send = found.send;
  say({ marks: found.marks, tag: { text: found.text, at: drag.finger } });
  draw();
  for (const listener of listeners) listener(found.next);
}

function dragTo(event) {
  if (event.pointerId !== drag?.id) return;
  drag.last = [event.clientX, event.clientY];
  if (drag.isHeld && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLOP) return;
  if (drag.isHeld) document.documentElement.classList.add("is-dragging");
  drag.isHeld = false;
  isSpent = true;
  drag.at = tablePoint(event);
  drag.finger = local(event);
  frame ||= requestAnimationFrame(step);
}

// ---- the finger goes up

function stop() {
  cancelAnimationFrame(frame);
  frame = 0;
  drag = null;
  document.documentElement.classList.remove("is-dragging");
  say({ marks: [], tag: null });
}

// Nothing was sent, so nothing may be seen of it.
function cancel() {
  const { pieces, corner } = drag;
  stop();
  state.corner = corner;
  draft([]);
  draw();
  for (const listener of listeners) listener(pieces);
}

function drop(event) {
  if (event.pointerId !== drag?.id) return;
  if (event.type === "pointercancel") {
    cancel();
    return;
  }
  if (frame) {
    cancelAnimationFrame(frame);
    step();
  }
  const { send, handle, isHeld } = drag;
  stop();
  if (send) {
    const [action, values] = send;
    change(action, state.ids, values);
  } else if (isHeld && handle) {
    tapHandle(handle);
  }
  draw();
}

// A tap on a corner chooses it, on the middle of an edge makes a corner there.
function tapHandle({ kind, ring, index, place }) {
  isSpent = true;
  if (kind === "corner") {
    const isOn = state.corner?.[0] === ring && state.corner?.[1] === index;
    state.corner = isOn ? null : [ring, index];
    look(addressOf());
  } else if (kind === "middle") {
    state.corner = [ring, index + 1];
    const [piece] = chosen();
    const line = [...linesOf(piece)[ring]];
    line.splice(index + 1, 0, place);
    const [action, values] = shapeOf(piece, ring, line);
    draft([reshaped(piece, ring, line)]);
    change(action, state.ids, values);
  }
}

function escape(event) {
  if (event.key === "Escape" && drag) cancel();
}

export function startDrag() {
  claim(grab);
  document.addEventListener("pointermove", dragTo);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
  document.addEventListener("keydown", escape);
}
