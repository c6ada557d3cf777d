// A move declared on the map: taps add points, fingers move them, and each change asks for the new verdict. The address
// is the truth; while a finger is ahead of the answers, `wanted` is. Nothing is stored until a button says so.
import { bringArea, claim, lookAt, map, onDraw, resized, startBoard, tableSize, toScreen, toTable } from "./map.js";
import { EVERY, GRAB, HAND, WAYS, carriedTo, drawnHand, element, handAt, number, stepOfKey, tidy, turned } from "./map-handle.js";
import { keepTable } from "./last-table.js";
import { address, live, onShown, show } from "./live.js";
import { word } from "./notice.js";
import { poll } from "./poll.js";
import "./send.js";
import { nameSheet, onHeight, startSheet } from "./sheet.js";

const STOP = 24;
const SLOP = 7;
const PIN_SCALE = 18;
// So near to the middle of an enemy a tap means it, however small it is drawn.
const ENEMY = 14;

let wanted = null;
let drag = null;
let asked = 0;
let timer = 0;
let isWaiting = false;
let isSpent = false;
let hadFocus = false;
let isByFinger = false;
let shownEnd = "";
let shownMode = "";

const form = () => document.getElementById("route");
const parameters = () => wanted ?? new URLSearchParams(new URL(address(), location.href).search);
const start = () => {
  const [x, y] = live().dataset.start.split(",").map(number);
  return { x, y };
};
const area = (text) => {
  const [west, south, east, north] = text.split(",").map(number);
  return { west, south, east, north };
};
const around = () => area(live().dataset.around);
const mapSize = () => ({ width: map().clientWidth, height: map().clientHeight });
const points = () => parameters().getAll("via").map((via) => {
  const [x, y, z] = via.split(",");
  return { x: number(x), y: number(y), z };
});
// Points that nobody touches stay where they are to the last digit: a way may use all of the Move.
const exact = (value) => String(Math.round(value * 1e7) / 1e7);
const written = ({ x, y, z }) => [exact(x), exact(y), ...(z ? [z] : [])].join(",");
const ghost = () => map()?.querySelector(".path-over g.ghost[data-x]");
const mover = () => map()?.querySelector('a.unit[aria-current="true"]');
const facing = () => number(parameters().get("facing") ?? ghost()?.dataset.facing ?? mover()?.dataset.facing ?? "");
const end = () => points().at(-1) ?? start();

// ---- asking

function addressOf(found) {
  const text = String(found);
  return text ? `${location.pathname}?${text}` : location.pathname;
}

// At most one question in 150 ms while a finger moves; the last one is always asked, and asks for everything.
function ask({ push = false } = {}) {
  clearTimeout(timer);
  isWaiting = true;
  timer = setTimeout(() => {
    isWaiting = false;
    if (!live() || !wanted) return;
    asked = performance.now();
    show(addressOf(wanted), { quick: drag !== null, push });
  }, Math.max(0, asked + EVERY - performance.now()));
}

function change(changes, { push = false } = {}) {
  const next = new URLSearchParams(parameters());
  // What was said of the move before, or of an enemy out of reach, is over.
  for (const name of ["moved", "at", "contact"]) next.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const each of [value].flat()) if (each !== null && each !== "") next.append(name, each);
  }
  wanted = next;
  isByFinger = false;
  fill();
  draw();
  ask({ push });
}

function setPath(path, more = {}) {
  change({ via: path.map(written), point: null, ...more.changes }, more);
  isByFinger = true;
}

// Where a move ends that no finger has set, and whom it touches there, is brought into sight; so is all of the Move when
// another way of moving has been chosen.
function seeMore() {
  const { seen } = live().dataset;
  const mode = parameters().get("mode") ?? "";
  if (mode !== shownMode && !points().length) bringArea(around());
  else if (seen && seen !== shownEnd && !isByFinger && !drag) bringArea(area(seen));
  shownEnd = seen;
  shownMode = mode;
}

// The fields follow the finger.
function fill() {
  const at = drag?.kind === "move" ? points()[drag.point] : null;
  if (!form() || !at) return;
  document.getElementById("place-x").value = tidy(at.x);
  document.getElementById("place-y").value = tidy(at.y);
}

const within = ({ x, y }) => {
  const { width, depth } = tableSize();
  const fit = (value, most) => Math.min(Math.max(Math.round(value * 20) / 20, 0), most);
  return { x: fit(x, width), y: fit(y, depth) };
};

// ---- drawing what the finger does before the server has answered

// The server's ghost, or the unit itself, shown where the finger is.
function copyOfGhost(at) {
  const svg = map().querySelector("svg.board");
  const drawn = ghost() ?? mover();
  if (!drawn || drag?.point !== points().length - 1) return [];
  const from = { x: number(drawn.dataset.x), y: number(drawn.dataset.y) };
  const copy = element("g", { class: `ghost ${drawn.getAttribute("class")}` });
  for (const child of drawn.children) if (!child.matches(".hit, .halo, .halo-case")) copy.append(child.cloneNode(true));
  const turn = (facing() || 0) - (number(drawn.dataset.facing ?? "") || 0);
  copy.setAttribute("transform", carriedTo(at, from, turn, svg));
  return [copy];
}

function hand() {
  const degrees = facing();
  return Number.isNaN(degrees) || !points().length ? [] : drawnHand(toScreen(end().x, end().y), degrees, mapSize());
}

function draw() {
  const over = document.getElementById("over");
  if (!over || !map()) return;
  const scene = over.querySelector("#scene") ?? over.appendChild(element("g", { id: "scene" }));
  const found = [];
  // Until the answer is there: `wanted` is forgotten with it.
  if (wanted) {
    const path = [start(), ...points()].map(({ x, y }) => toScreen(x, y));
    found.push(element("path", { class: "way-live", d: path.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("") }));
    for (const { x, y } of path.slice(1)) found.push(element("circle", { class: "wp-live", cx: x, cy: y, r: 6 }));
  }
  if (drag?.kind === "move") {
    const at = points()[drag.point];
    const there = toScreen(at.x, at.y);
    found.push(element("circle", { class: "aim", cx: there.x, cy: there.y, r: GRAB }), ...copyOfGhost(there));
  }
  scene.replaceChildren(...found, ...hand());
}

// ---- fingers

function grab(event) {
  if (!live()) return false;
  isSpent = false;
  const { left, top } = map().getBoundingClientRect();
  const finger = { x: event.clientX - left, y: event.clientY - top };
  const away = ({ x, y }) => Math.hypot(finger.x - x, finger.y - y);
  const path = points();
  const degrees = facing();
  const toHand = Number.isNaN(degrees) || !path.length ? Infinity : away(handAt(toScreen(end().x, end().y), degrees, mapSize()));
  const reach = (index) => (index === path.length - 1 ? GRAB : STOP);
  const [near] = (path.length ? path : [start()])
    .map((point, index) => ({ point, index, distance: away(toScreen(point.x, point.y)) }))
    .filter(({ index, distance }) => distance <= reach(index) + (path.length ? 0 : GRAB - STOP))
    .sort((a, b) => a.distance - b.distance);
  if (toHand <= HAND + 9 && toHand < (near?.distance ?? Infinity)) begin(event, { kind: "turn" });
  else if (near) begin(event, { kind: "hold", point: near.index, isNew: !path.length, from: near.point });
  else return false;
  return true;
}

function begin(event, what) {
  const at = toTable(event.clientX, event.clientY);
  const from = what.from ?? at;
  drag = { ...what, id: event.pointerId, x: event.clientX, y: event.clientY, by: { x: from.x - at.x, y: from.y - at.y } };
  if (event.target.isConnected) map().setPointerCapture(event.pointerId);
}

function dragTo(event) {
  if (event.pointerId !== drag?.id) return;
  const at = toTable(event.clientX, event.clientY);
  if (drag.kind === "turn") {
    isSpent = true;
    change({ facing: tidy(turned(Math.round((Math.atan2(at.x - end().x, at.y - end().y) * 180) / Math.PI))) });
    return;
  }
  if (drag.kind === "hold") {
    // A finger that hardly moves means a tap.
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < SLOP) return;
    drag.kind = "move";
    isSpent = true;
    document.documentElement.classList.add("is-dragging");
  }
  const path = points();
  const before = drag.isNew && !path.length ? {} : path[drag.point];
  path[drag.point] = { ...before, ...within({ x: at.x + drag.by.x, y: at.y + drag.by.y }) };
  setPath(path);
}

function isOnUnit(clientX, clientY) {
  const unit = mover();
  if (!unit) return false;
  const { left, top } = map().getBoundingClientRect();
  const at = toScreen(number(unit.dataset.x), number(unit.dataset.y));
  const radius = (number(unit.dataset.r) / number(map().querySelector("svg.board").dataset.scale)) * at.scale;
  return Math.hypot(clientX - left - at.x, clientY - top - at.y) <= Math.max(radius, HAND);
}

function drop(event) {
  if (event.pointerId !== drag?.id) return;
  const { kind, point, isNew, x, y } = drag;
  drag = null;
  document.documentElement.classList.remove("is-dragging");
  draw();
  if (kind === "hold") {
    // A tap close to the unit is a short move; on the unit itself it is none.
    isSpent = !isNew || isOnUnit(x, y);
    if (!isNew && event.type === "pointerup") offer(point);
  } else {
    ask();
  }
}

// ---- taps

// Links of enemies ask for contact with them.
const contactOf = (link) => new URL(link.getAttribute("href"), location.href).searchParams.get("contact");

// A place where the two bases would lie over each other is no end of a move: whoever taps there means the enemy.
function enemyAt(at) {
  const finger = toScreen(at.x, at.y);
  const scale = number(map().querySelector("svg.board").dataset.scale);
  const mine = [...map().querySelectorAll("a.unit")].find((each) => each.dataset.unit === live().dataset.mover);
  const own = number(mine?.dataset.r ?? "0");
  const [near] = [...map().querySelectorAll('a.unit[href*="contact="]')]
    .map((link) => {
      const middle = toScreen(number(link.dataset.x), number(link.dataset.y));
      const reach = Math.max(((number(link.dataset.r) + own) / scale) * middle.scale, ENEMY);
      return { link, reach, distance: Math.hypot(finger.x - middle.x, finger.y - middle.y) };
    })
    .filter(({ distance, reach }) => distance <= reach)
    .sort((a, b) => a.distance - b.distance);
  return near ? contactOf(near.link) : null;
}

function tapped(unit, at) {
  // The finger that has dragged something does not tap as well.
  if (isSpent) {
    isSpent = false;
    return true;
  }
  if (unit) {
    // From the keyboard: the link of an enemy asks for contact, any other leads where it says.
    const link = [...map().querySelectorAll("a.unit")].find((each) => each.dataset.unit === unit);
    if (!link || !contactOf(link)) return false;
    change({ contact: contactOf(link) }, { push: true });
    return true;
  }
  const enemy = live().dataset.tap === "spot" ? null : enemyAt(at);
  if (enemy) {
    change({ contact: enemy, point: null }, { push: true });
    return true;
  }
  const place = within(at);
  switch (live().dataset.tap) {
    case "to":
      change({ to: `${place.x},${place.y}` }, { push: true });
      break;
    case "spot":
      change({ spot: `${place.x},${place.y}` }, { push: true });
      break;
    default:
      setPath([...points(), place], { push: true });
  }
  return true;
}

// A point that was tapped can be taken away, or set exactly.
function offer(point) {
  const row = document.querySelector(`#points [data-point="${point}"]`);
  const pick = document.getElementById("pick");
  // Of a long way only the last points are listed: one before them is chosen first.
  if (!row && point < points().length) change({ point: String(point) }, { push: true });
  if (!row || !pick) return;
  const [choose, remove] = row.querySelectorAll("a");
  // The tap that opens the list may lie on one of its entries: only a finger put down afterwards chooses.
  let isSameTap = true;
  document.addEventListener("pointerdown", () => { isSameTap = false; }, { once: true, capture: true });
  const entry = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", (event) => {
      event.stopPropagation();
      if (isSameTap && event.detail) return;
      pick.hidden = true;
      pick.replaceChildren();
      act();
    });
    return made;
  };
  pick.replaceChildren(
    entry(remove.getAttribute("aria-label"), () => follow(remove)),
    entry(document.querySelector("#exact summary").textContent.trim(), () => {
      document.getElementById("exact").open = true;
      follow(choose);
      document.getElementById("exact").scrollIntoView({ block: "start" });
    }),
    entry(word("keep"), () => {}),
  );
  pick.setAttribute("role", "group");
  pick.setAttribute("aria-label", row.textContent.trim());
  pick.hidden = false;
  pick.firstElementChild.focus();
}

function follow(link) {
  wanted = null;
  show(link.getAttribute("href"), { push: true });
}

// ---- buttons, fields and keys

function step(text) {
  const [way, by] = [text[0], number(text.slice(1))];
  if (!(way in WAYS)) {
    change({ facing: tidy(turned((facing() || 0) + (way === "r" ? by : -by))) });
    return;
  }
  const path = points();
  const index = number(parameters().get("point") ?? "");
  const point = Number.isNaN(index) ? path.length - 1 : Math.min(index, path.length - 1);
  const from = path[Math.max(point, 0)] ?? start();
  const [east, north] = WAYS[way];
  path[Math.max(point, 0)] = { z: from.z, ...within({ x: from.x + east * by, y: from.y + north * by }) };
  change({ via: path.map(written) });
}

// The form as it stands, fields that were typed into included; the server puts them where they belong.
function typedAddress(target) {
  const found = new URLSearchParams(new FormData(target));
  for (const [name, value] of [...found]) if (!value && name !== "z") found.delete(name, value);
  return addressOf(found);
}

function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    document.getElementById("modes")?.removeAttribute("open");
    const pick = document.getElementById("pick");
    if (pick && !pick.hidden) pick.hidden = true;
    return;
  }
  if (event.target.matches?.("input, select, textarea, summary, a, button")) return;
  const meant = stepOfKey(event);
  if (meant) {
    event.preventDefault();
    step(meant);
  } else if (event.key === "Backspace" || event.key === "Delete") {
    setPath(points().slice(0, -1), { push: true });
  }
}

function clicked(event) {
  const stepped = event.target.closest?.("#route button[name=step]");
  if (stepped) {
    event.preventDefault();
    step(stepped.value);
    return;
  }
  const pin = event.target.closest?.("[data-centre]");
  if (pin && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const [x, y] = pin.dataset.centre.split(",").map(number);
    lookAt(x, y, PIN_SCALE);
    return;
  }
  if (!event.target.closest?.("#modes summary")) document.getElementById("modes")?.removeAttribute("open");
  // Whoever follows a link or sends the form has stopped dragging; on the map a unit's link is but a place.
  if (event.target.closest?.("#live a[href]") && !event.target.closest("#map")) {
    wanted = null;
    isByFinger = false;
  }
}

// ---- start

document.documentElement.classList.add("has-js");
keepTable();
startSheet();
onHeight(resized);
claim(grab);
onDraw(draw);
startBoard({ tapped, places: true, around });
shownMode = parameters().get("mode") ?? "";
shownEnd = live().dataset.seen;
document.addEventListener("pointermove", dragTo);
document.addEventListener("pointerup", drop);
document.addEventListener("pointercancel", drop);
document.addEventListener("keydown", key);
document.addEventListener("click", clicked);
document.addEventListener("change", (event) => {
  // A field stands anywhere: the form that it belongs to is meant.
  const target = event.target.form;
  if (target?.id !== "route" && target?.id !== "whom") return;
  wanted = null;
  show(typedAddress(target));
});
document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-send]")) {
    // It is stored as it was judged; what was still to be asked is asked no more.
    clearTimeout(timer);
    isWaiting = false;
    wanted = null;
    return;
  }
  if (event.target.id !== "route" && event.target.id !== "whom") return;
  event.preventDefault();
  wanted = null;
  show(typedAddress(event.target));
});
poll({ news: () => (drag ? undefined : show(address())) });
document.addEventListener("htmx:before:swap", () => {
  hadFocus = live()?.contains(document.activeElement) ?? false;
});
onShown((isPart) => {
  if (isPart) return;
  if (!drag && !isWaiting) wanted = null;
  fill();
  draw();
  nameSheet();
  seeMore();
  if (hadFocus && document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
});
draw();
