// What is drawn over the map: the chosen outlines, their handles, what a drag reads out, and where it snaps.
import { map, toScreen } from "./map.js";
import { chosen, goingAlong, isDraft, isLocked, mayEdit, state } from "./terrain-pieces.js";
import { boxOf, curve, isMeasured, linesOf, middleOfEdge, pointsOf, turnedPoint } from "./terrain-shape.js";
import { element } from "./map-handle.js";

const ROOMY = 64;
const EDGE = 40;
const ARM = 34;
const OUT = 20;
const RIM = 16;
const SIDE = 62;
const BUTTONS = 160;
// How near a finger has to be to a handle, by kind.
export const REACH = { turn: 24, size: 22, corner: 22, middle: 18 };

let extra = { marks: [], tag: null, sketch: null };

export const px = ([x, y]) => {
  const at = toScreen(x, y);
  return [at.x, at.y];
};
export const scaleNow = () => toScreen(0, 0).scale;
const path = (points, isOpen = false) =>
  `${points.map((point, index) => `${index ? "L" : "M"}${px(point).map((each) => each.toFixed(1)).join(" ")}`).join("")}${isOpen ? "" : "Z"}`;
const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

// ---- handles

function outside(pieces) {
  const { west, south, east, north } = boxOf(pieces.flatMap(pointsOf));
  const [[left, low], [right, high]] = [px([west, south]), px([east, north])];
  return { left, right, top: high, bottom: low };
}

// Above the piece, or below where there is no room; beside the buttons on the map, not under them.
function turnHandle(box) {
  const isAbove = box.top - ARM >= RIM;
  const from = isAbove ? box.top : Math.min(box.bottom, map().clientHeight - RIM - ARM);
  const y = from + (isAbove ? -ARM : ARM);
  const aside = y < BUTTONS ? SIDE : RIM;
  const x = clamp((box.left + box.right) / 2, aside, map().clientWidth - aside);
  return { kind: "turn", at: [x, y], from: [x, from] };
}

function sizeHandle(piece, box) {
  const { clientWidth, clientHeight } = map();
  const inside = (x, y) => ({ kind: "size", at: [clamp(x, RIM, clientWidth - RIM), clamp(y, RIM, clientHeight - RIM)] });
  if (!isMeasured(piece)) return inside(box.right + OUT * 0.8, box.bottom + OUT * 0.8);
  const deep = piece.form === "regular" ? piece.width : piece.depth;
  const [x, y] = px(turnedPoint([piece.at[0] + piece.width / 2, piece.at[1] - deep / 2], piece.turn ?? 0, piece.at));
  const [cx, cy] = px(piece.at);
  const far = Math.hypot(x - cx, y - cy) || 1;
  return inside(x + ((x - cx) / far) * OUT, y + ((y - cy) / far) * OUT);
}

function cornerHandles(piece) {
  if (["ellipse", "rule", "parts", "point"].includes(piece.form)) return [];
  const isOpen = piece.form === "strip";
  return linesOf(piece).flatMap((corners, ring) => {
    const found = corners.map((corner, index) => ({ kind: "corner", at: px(corner), ring, index }));
    const middles = corners.slice(0, isOpen ? -1 : undefined).map((corner, index) => {
      const [a, b] = [px(corner), px(corners[(index + 1) % corners.length])];
      if (Math.hypot(a[0] - b[0], a[1] - b[1]) < EDGE) return null;
      const place = middleOfEdge(corners, index, piece.curved, isOpen);
      return { kind: "middle", at: px(place), ring, index, place };
    });
    return [...middles.filter(Boolean), ...found];
  });
}

// The handles of what is chosen; of something small on the screen only those that do not cover it.
export function handles() {
  const pieces = chosen();
  if (!mayEdit() || !pieces.length || isLocked() || extra.sketch) return [];
  if (pieces.every(({ form }) => form === "point" || form === "rule")) return [];
  const box = outside(pieces);
  if (box.right < 0 || box.bottom < 0 || box.left > map().clientWidth || box.top > map().clientHeight) return [];
  const found = [turnHandle(box)];
  if (pieces.length > 1) return found;
  const [piece] = pieces;
  if (Math.max(box.right - box.left, box.bottom - box.top) >= ROOMY) found.unshift(...cornerHandles(piece));
  if (piece.form !== "strip") found.push(sizeHandle(piece, box));
  return found;
}

function drawnHandle({ kind, at: [x, y], from, ring, index }) {
  const isOn = state.corner?.[0] === ring && state.corner?.[1] === index && kind === "corner";
  const circle = (name, r) => element("circle", { class: name, cx: x, cy: y, r });
  switch (kind) {
    case "corner":
      return isOn ? [circle("hnd-ring", 20), circle("hnd-on", 8)] : [circle("hnd", 7)];
    case "middle":
      return [circle("hnd-mid", 4)];
    case "turn": {
      const line = `M${from[0]} ${from[1]}L${x} ${y}`;
      return [
        element("path", { class: "leader-case", d: line }), element("path", { class: "leader", d: line }), circle("hnd hnd-turn", 11),
        element("path", { class: "hnd-sign", transform: `translate(${x - 7.4} ${y - 7.2}) scale(.62)`, d: "M19 5v6h-6M19 11a8 8 0 1 0-2 6" }),
      ];
    }
    default:
      return [
        circle("hnd hnd-size", 11),
        element("path", { class: "hnd-sign", transform: `translate(${x - 7} ${y - 7}) scale(.58)`, d: "M6 6l12 12M6 12V6h6M18 12v6h-6" }),
      ];
  }
}

// ---- drawing

function drawnPiece(piece) {
  if (piece.form === "point") {
    const [x, y] = px(piece.at);
    return [element("circle", { class: "sel-case", cx: x, cy: y, r: 13 }), element("circle", { class: "sel", cx: x, cy: y, r: 13 })];
  }
  const found = [];
  const whole = piece.isSketch ? "" : piece.rings.flat().map((ring) => path(ring)).join("");
  const line = piece.form === "strip" && piece.points ? path(piece.curved ? curve(piece.points, true) : piece.points, true) : "";
  if (piece.isSketch) found.push(element("path", { class: `sel-strip ${piece.look}`, d: line, "stroke-width": piece.width * scaleNow() }));
  else if (isDraft(piece.id)) found.push(element("path", { class: `sel-fill ${piece.look}`, d: whole, "fill-rule": "evenodd" }));
  const lines = piece.isSketch ? line : whole;
  found.push(element("path", { class: "sel-case", d: lines }), element("path", { class: "sel", d: lines }));
  if (line && !piece.isSketch) found.push(element("path", { class: "sel-middle", d: line }));
  return found;
}

function drawnTag({ text, at: [x, y] }) {
  const width = text.length * 7.1 + 14;
  const left = clamp(x + 26, 4, map().clientWidth - width - 4);
  const top = clamp(y - 52, 4, map().clientHeight - 24);
  return [
    element("rect", { class: "tag-bg", x: left, y: top, width, height: 20, rx: 4 }),
    element("text", { class: "tag-v", x: left + width / 2, y: top + 14.2 }, text),
  ];
}

function drawnMark({ point, line }) {
  if (line) return [element("path", { class: "snap-case", d: path(line, true) }), element("path", { class: "snap-line", d: path(line, true) })];
  const [x, y] = px(point);
  return [element("circle", { class: "snap-case", cx: x, cy: y, r: 10 }), element("circle", { class: "snap-line", cx: x, cy: y, r: 10 })];
}

function drawnSketch({ points, isOpen, isCurved, width, look }) {
  if (!points.length) return [];
  const line = isCurved && points.length > 2 ? curve(points, isOpen) : points;
  const shape = path(line, isOpen || points.length < 3);
  return [
    ...(width ? [element("path", { class: `sel-strip ${look}`, d: path(line, true), "stroke-width": width * scaleNow() })]
      : [element("path", { class: `sel-fill ${look}`, d: shape })]),
    element("path", { class: "sel-case", d: shape }), element("path", { class: "sel", d: shape }),
    ...points.flatMap((point, index) => {
      const [x, y] = px(point);
      return [element("circle", { class: index ? "hnd" : "hnd-on", cx: x, cy: y, r: 7 })];
    }),
  ];
}

export function draw() {
  const over = document.getElementById("over");
  if (!over || !map()) return;
  const scene = over.querySelector("#scene") ?? over.appendChild(element("g", { id: "scene" }));
  const { marks, tag, sketch } = extra;
  scene.replaceChildren(
    ...[...goingAlong(), ...chosen()].flatMap(drawnPiece), ...(sketch ? drawnSketch(sketch) : []), ...marks.flatMap(drawnMark),
    ...handles().flatMap(drawnHandle), ...(tag ? drawnTag(tag) : []),
  );
}

// What is to be seen beside the chosen pieces, until something else is said.
export function say(next) {
  extra = { ...extra, ...next };
}
