// What a base under a finger has in common wherever it is dragged: the hand that turns it, how near a finger has to be,
// steps by buttons and keys, and shapes drawn over the map.
export const GRAB = 34;
export const HAND = 13;
// At most one question in so many milliseconds while a finger moves.
export const EVERY = 150;
export const WAYS = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] };

const ARM = 46;
// Pixels that the middle of a hand keeps from the edges of the map.
const INSIDE = HAND + 5;
const SVG = "http://www.w3.org/2000/svg";
const KEYS = { ArrowUp: "n", ArrowDown: "s", ArrowLeft: "w", ArrowRight: "e" };

export const number = (text) => Number.parseFloat(String(text).replace(",", "."));
export const tidy = (value) => String(Math.round(value * 100) / 100);
export const turned = (degrees) => ((degrees % 360) + 360) % 360;

export function element(name, attributes, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Where the hand of a base lies, in pixels of the map. With the size of the map it stays in sight: at an edge it slides
// aside, never so near to the base that it is under the same finger.
export function handAt(at, facing, size = null) {
  const angle = (facing * Math.PI) / 180;
  const wanted = { x: at.x + ARM * Math.sin(angle), y: at.y - ARM * Math.cos(angle) };
  if (!size) return wanted;
  const held = (value, most) => Math.min(Math.max(value, INSIDE), most - INSIDE);
  const found = { x: held(wanted.x, size.width), y: held(wanted.y, size.height) };
  if (Math.hypot(found.x - at.x, found.y - at.y) >= GRAB) return found;
  const isAbove = Math.abs(wanted.y - found.y) >= Math.abs(wanted.x - found.x);
  const away = (value, most, toward) => value + (value + ARM * toward > most - INSIDE || value + ARM * toward < INSIDE ? -toward : toward) * ARM;
  return isAbove
    ? { x: away(at.x, size.width, Math.sin(angle) < 0 ? -1 : 1), y: found.y }
    : { x: found.x, y: away(at.y, size.height, Math.cos(angle) > 0 ? -1 : 1) };
}

export function drawnHand(at, facing, size = null) {
  const { x, y } = handAt(at, facing, size);
  return [
    element("path", { class: "hand-arm", d: `M${at.x} ${at.y}L${x} ${y}` }),
    element("circle", { class: "hand", cx: x, cy: y, r: HAND }),
    element("path", { class: "hand-turn", transform: `translate(${x} ${y}) rotate(${facing})`, d: "M-5 2a5.5 5.5 0 0 1 10 0M5-2v4h-4" }),
  ];
}

// How something that the server drew at a place of the table, x and y in inches, is shown elsewhere on the map, and turned.
export function carriedTo(at, from, turn, svg) {
  const scale = number(svg.dataset.scale);
  const x = scale * from.x + number(svg.dataset.x0);
  const y = number(svg.dataset.y0) - scale * from.y;
  return `translate(${at.x} ${at.y}) scale(${at.scale / scale}) rotate(${turn}) translate(${-x} ${-y})`;
}

// The step that a key means, written as the buttons have it: n0.1, s1, l15; empty when it means none.
export function stepOfKey(event) {
  if (event.key in KEYS) return KEYS[event.key] + (event.shiftKey ? "1" : "0.1");
  return { ",": "l15", ".": "r15" }[event.key] ?? "";
}
