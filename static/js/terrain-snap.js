// Where a finger meant to be: at half inches, at a corner or an edge of another piece, at the edge of the table.
import { tableSize } from "./map.js";
import { all } from "./terrain-pieces.js";
import { apart, boxOf, isMeasured, nearestOn, pointsOf } from "./terrain-shape.js";

const KEPT = "astrike-snap";
const REACH = 11;
const FARTHEST = 0.8;
const MOST_POINTS = 40;
const GRID = 2;
const FINE = 20;
let isOn = true;
let corners = [];
let edges = [];

export const isSnapping = () => isOn;

export function setSnapping(wanted) {
  isOn = wanted;
  try {
    localStorage.setItem(KEPT, wanted ? "1" : "0");
  } catch {
    // A browser that keeps nothing snaps again next time.
  }
}

export function readSnapping() {
  try {
    isOn = localStorage.getItem(KEPT) !== "0";
  } catch {
    isOn = true;
  }
}

const reachAt = (scale) => Math.min(REACH / scale, FARTHEST);
const rounded = (value) => (isOn ? Math.round(value * GRID) / GRID : Math.round(value * FINE) / FINE);
const closed = (ring) => ring.map((corner, index) => [corner, ring[(index + 1) % ring.length]]);

// What a drag may snap to: everything that is not dragged itself, gathered once when it begins.
export function beginSnap(without) {
  const others = all().filter(({ id, form }) => !without.includes(id) && form !== "point");
  corners = others.flatMap((each) => (each.curved || each.form === "ellipse" ? [] : each.rings.flat(2)));
  edges = others.flatMap((each) => each.rings.flatMap((rings) => rings.flatMap(closed)));
}

function nearestCorner(point, reach) {
  let best = null;
  for (const corner of corners) {
    const distance = apart(point, corner);
    if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { distance, to: corner };
  }
  return best && { ...best, marks: [{ point: best.to }] };
}

function nearestEdge(point, reach) {
  let best = null;
  for (const [a, b] of edges) {
    if (Math.min(a[0], b[0]) - reach > point[0] || Math.max(a[0], b[0]) + reach < point[0]
      || Math.min(a[1], b[1]) - reach > point[1] || Math.max(a[1], b[1]) + reach < point[1]) continue;
    const to = nearestOn(point, a, b);
    const distance = apart(point, to);
    if (distance <= reach && distance < (best?.distance ?? Infinity)) best = { distance, to, line: [a, b] };
  }
  return best && { ...best, marks: [{ line: best.line }] };
}

function border(axis, at) {
  const { width, depth } = tableSize();
  return { line: axis ? [[0, at], [width, at]] : [[at, 0], [at, depth]] };
}

// One coordinate: at the table's edge when it is near, else at half inches.
function alongAxis(value, axis, reach) {
  const { width, depth } = tableSize();
  const near = [0, axis ? depth : width].find((edge) => Math.abs(value - edge) <= reach);
  return near === undefined ? { value: rounded(value), marks: [] } : { value: near, marks: [border(axis, near)] };
}

// A single place: a corner that is dragged or drawn, or the middle of what is put down.
export function snapPoint(point, scale) {
  if (!isOn) return { at: point.map(rounded), marks: [] };
  const reach = reachAt(scale);
  const found = nearestCorner(point, reach) ?? nearestEdge(point, reach);
  if (found) return { at: found.to, marks: found.marks };
  const [x, y] = [0, 1].map((axis) => alongAxis(point[axis], axis, reach));
  return { at: [x.value, y.value], marks: [...x.marks, ...y.marks] };
}

// What of the dragged pieces may come to lie at something else: their corners, of a round one some places of its edge.
export function holdsOf(pieces) {
  const points = pieces.flatMap(pointsOf);
  const step = Math.ceil(points.length / MOST_POINTS);
  return points.filter((_, index) => index % step === 0);
}

// How far pieces are moved that a finger has moved so far.
export function snapMove(pieces, holds, [dx, dy], scale) {
  const box = boxOf(pieces.flatMap(pointsOf));
  const upright = pieces.length === 1 && isMeasured(pieces[0]) && !(pieces[0].turn % 90);
  const middle = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const from = upright ? [box.west, box.south] : pieces.length === 1 && pieces[0].at ? pieces[0].at : middle;
  const plain = [dx, dy].map((by, axis) => rounded(from[axis] + by) - from[axis]);
  if (!isOn) return { by: plain, marks: [] };
  const reach = reachAt(scale);
  let best = null;
  for (const find of [nearestCorner, nearestEdge]) {
    for (const hold of holds) {
      const there = [hold[0] + dx, hold[1] + dy];
      const found = find(there, reach);
      if (found && found.distance < (best?.distance ?? Infinity)) best = { ...found, from: there };
    }
    if (best) return { by: [dx + best.to[0] - best.from[0], dy + best.to[1] - best.from[1]], marks: best.marks };
  }
  const marks = [];
  const { width, depth } = tableSize();
  const by = [0, 1].map((axis) => {
    const moved = axis ? dy : dx;
    const sides = axis ? [[box.south, 0], [box.north, depth]] : [[box.west, 0], [box.east, width]];
    const near = sides.find(([side, edge]) => Math.abs(side + moved - edge) <= reach);
    if (!near) return plain[axis];
    marks.push(border(axis, near[1]));
    return near[1] - near[0];
  });
  return { by, marks };
}

// Degrees clockwise: to fifteens when they are near, else to whole ones.
export function snapTurn(degrees) {
  const near = Math.round(degrees / 15) * 15;
  return isOn && Math.abs(near - degrees) <= 4 ? near : Math.round(degrees);
}

export const snapLength = (inches) => Math.max(isOn ? 0.5 : 0.1, rounded(inches));
