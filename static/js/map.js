// The map under a finger: pan, pinch, wheel, buttons, taps. The section that is seen is `view`: its middle in inches and
// pixels per inch, or null for the whole table. While it moves, what is drawn is shown larger or smaller; after a pause
// the server draws it anew, with letters of the right size.
import { addParameters, address, follow, live, onShown, show } from "./live.js";
import { word } from "./notice.js";

const TAP = 22;
const SAME = 8;
const SLOP = 7;
const HOLD = 450;
const PAUSE = 180;
const CLOSEST = 140;

let view = null;
let pause = 0;
let base = null;
const fingers = new Map();
let gesture = null;
let moved = false;
let hold = 0;
const claims = [];
const drawers = [];
let shownUnit = null;
let onHold = () => {};
let onTap = null;
let isForPlaces = false;
let lifted = null;
let lastAsked = "";
let lastLand = "";

export const map = () => document.getElementById("map");
const board = () => map()?.querySelector("svg.board");
// Others may take a finger for themselves, or draw over the map.
export const claim = (taker) => claims.push(taker);
export const onDraw = (drawer) => drawers.push(drawer);
// A finger that somebody had taken belongs to the map again, because a second one has come down.
export function giveBack(id, x, y) {
  fingers.set(id, { x, y });
  moved = true;
}

const number = (text) => Number.parseFloat(text);
const size = () => ({ width: map().clientWidth, height: map().clientHeight });

// What the server drew: pixels per inch, where the origin lies, and how large the picture is.
function picture(svg = board()) {
  const [, , width, height] = (svg.dataset.box ??= svg.getAttribute("viewBox")).split(" ").map(number);
  return {
    scale: number(svg.dataset.scale), x0: number(svg.dataset.x0), y0: number(svg.dataset.y0), width, height,
    table: { width: number(svg.dataset.width), depth: number(svg.dataset.depth) },
  };
}

function margins() {
  const { side, top, bottom } = map().dataset;
  return { side: number(side), top: number(top), bottom: number(bottom) };
}

// The section of the table that fills the map.
function frame() {
  const { width, height } = size();
  const { side, top, bottom } = margins();
  const { table } = picture();
  const fit = Math.min((width - 2 * side) / table.width, (height - top - bottom) / table.depth);
  const scale = Math.max(view?.scale ?? fit, fit);
  if (view && scale <= fit * 1.001) view = null;
  const wide = (width - 2 * side) / scale;
  const deep = (height - top - bottom) / scale;
  const middle = view ? clamp(view, wide, deep, table) : { x: table.width / 2, y: table.depth / 2 };
  return {
    scale, fit, west: middle.x - wide / 2, east: middle.x + wide / 2, south: middle.y - deep / 2, north: middle.y + deep / 2,
  };
}

function clamp(wanted, wide, deep, table) {
  const within = (value, span, whole) =>
    span >= whole ? whole / 2 : Math.min(Math.max(value, span / 2), whole - span / 2);
  wanted.x = within(wanted.x, wide, table.width);
  wanted.y = within(wanted.y, deep, table.depth);
  return wanted;
}

// Inches to pixels of the map element, and back.
export function toScreen(x, y) {
  const { scale, west, north } = frame();
  const { side, top } = margins();
  return { x: side + (x - west) * scale, y: top + (north - y) * scale, scale };
}

export function toTable(clientX, clientY) {
  const { left, top: above } = map().getBoundingClientRect();
  const { scale, west, north } = frame();
  const { side, top } = margins();
  return { x: west + (clientX - left - side) / scale, y: north - (clientY - above - top) / scale, scale };
}

export const tableSize = () => picture().table;

function draw() {
  if (!map() || size().height < 60) return;
  const shown = frame();
  const { width, height } = size();
  const { side, top } = margins();
  const place = (svg, from) => {
    const ratio = from.scale / shown.scale;
    const x = from.scale * shown.west + from.x0 - side * ratio;
    const y = from.y0 - from.scale * shown.north - top * ratio;
    svg.setAttribute("viewBox", `${x.toFixed(2)} ${y.toFixed(2)} ${(width * ratio).toFixed(2)} ${(height * ratio).toFixed(2)}`);
  };
  const from = picture();
  place(board(), from);
  const extra = document.getElementById("extra");
  if (extra) place(extra, from);
  const under = document.getElementById("under");
  if (base && under) place(under, base);
  document.getElementById("over").setAttribute("viewBox", `0 0 ${width} ${height}`);
  for (const drawer of drawers) drawer();
}

// A copy of the whole table lies under the map, so that nothing is empty while the rest is being drawn.
function keepBase() {
  const land = board().querySelector("g[hx-morph-skip]");
  const under = document.getElementById("under");
  if (view || !land?.firstElementChild || !under || under.dataset.land === land.id) return;
  under.dataset.land = land.id;
  const copy = land.cloneNode(true);
  copy.removeAttribute("id");
  for (const each of copy.querySelectorAll("[id]")) each.id = `under-${each.id}`;
  for (const each of copy.querySelectorAll("[fill^='url(#'], [clip-path^='url(#']")) {
    for (const name of ["fill", "clip-path"]) {
      const value = each.getAttribute(name);
      if (value?.startsWith("url(#")) each.setAttribute(name, value.replace("url(#", "url(#under-"));
    }
  }
  under.replaceChildren(copy);
  base = picture();
}

// ---- what is asked of the server

const rounded = (value) => String(Math.round(value * 100) / 100);

addParameters((parameters) => {
  if (!map() || size().height < 60) return;
  lastAsked = wanted();
  parameters.set("frame", lastAsked);
  parameters.delete("view");
  parameters.set("land", live().dataset.land);
});

function isSharp() {
  const shown = frame();
  const drawn = picture();
  const near = (a, b, by) => Math.abs(a - b) <= by;
  const { width, height } = size();
  return near(drawn.scale / shown.scale, 1, 0.035) && near(drawn.width, width, 14) && near(drawn.height, height, 14)
    && near(drawn.x0 + drawn.scale * shown.west, margins().side, 3);
}

const wanted = () => {
  const { west, south, east, north } = frame();
  return [west, south, east, north, size().width].map(rounded).join(",");
};

function redrawSoon(wait = PAUSE) {
  clearTimeout(pause);
  pause = setTimeout(() => {
    if (!map() || size().height < 60 || fingers.size) return;
    // What was asked for and drawn is sharp enough, even if it came out a little different.
    if (isSharp() || (wanted() === lastAsked && live().dataset.land === lastLand)) map().classList.remove("is-moving");
    else show(address());
  }, wait);
}

// ---- what the page is about: the chosen unit, or the place where it is tried out

function subject() {
  const [x, y] = (map().dataset.about ?? "").split(",").map(number);
  return Number.isFinite(y) ? { x, y } : null;
}

function isSeen({ x, y }) {
  const { west, east, south, north } = frame();
  return x >= west && x <= east && y >= south && y <= north;
}

// Whoever has just been chosen is brought into the section; afterwards it may be left again.
function bringIn() {
  const unit = live()?.dataset.unit ?? "";
  const isNew = unit !== shownUnit;
  shownUnit = unit;
  const about = isNew && view ? subject() : null;
  if (about && !isSeen(about)) moveView({ ...view, ...about });
  else if (isNew) keepView();
}

// For tests: is something still to be drawn?
window.astrikeBusy = () => fingers.size > 0 || Boolean(map()?.classList.contains("is-moving"));

// Whoever comes back from a card, or goes on to the tape, sees the same section.
const KEPT = `astrike-view ${location.pathname.split("/").slice(0, 3).join("/")}`;

function keepView() {
  if (view?.isFirst) return;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(view && { ...view, unit: shownUnit }));
  } catch {
    // A browser that keeps nothing begins with the whole table.
  }
}

function keptView() {
  try {
    const { unit, ...found } = JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
    shownUnit = unit ?? null;
    return [found.x, found.y, found.scale].every(Number.isFinite) ? found : null;
  } catch {
    return null;
  }
}

// The view that holds an area of the table, as large as it gets; null for the whole table.
function viewOf({ west, south, east, north }) {
  const { width, height } = size();
  const { side, top, bottom } = margins();
  const scale = Math.min((width - 2 * side) / (east - west), (height - top - bottom) / (north - south), CLOSEST);
  return scale <= frame().fit ? null : { x: (west + east) / 2, y: (south + north) / 2, scale };
}

function holds(area) {
  const shown = frame();
  return shown.west <= area.west && shown.east >= area.east && shown.south <= area.south && shown.north >= area.north;
}

// What was seen before, if it shows the whole area; else that area. That is not kept: whoever goes back to the table sees
// what he saw there.
function firstView(kept, area) {
  view = kept;
  if (kept && holds(area)) return kept;
  const found = viewOf(area);
  return found && { ...found, isFirst: true };
}

// Brings an area into the section, moving what is seen as little as possible.
export function bringArea(area) {
  if (holds(area)) return;
  const { west, east, south, north, scale } = frame();
  if (east - west < area.east - area.west || north - south < area.north - area.south) {
    const found = viewOf(area);
    moveView(found && { ...found, isFirst: true });
    return;
  }
  const off = (low, high, from, to) => Math.min(low - from, 0) + Math.max(high - to, 0);
  moveView({
    x: (west + east) / 2 + off(area.west, area.east, west, east),
    y: (south + north) / 2 + off(area.south, area.north, south, north), scale, isFirst: true,
  });
}

// The section that the address names, for who shares it.
function askedView() {
  const edges = (new URLSearchParams(location.search).get("view") ?? "").split(",").map(number);
  if (edges.length !== 4 || edges.some(Number.isNaN)) return null;
  const [west, south, east, north] = edges;
  return { x: (west + east) / 2, y: (south + north) / 2, scale: (size().width - 2 * margins().side) / (east - west) };
}

// Brings a place into the middle, close enough to see what is the matter there.
export function lookAt(x, y, least = 0) {
  moveView({ x, y, scale: Math.min(Math.max(frame().scale, least), CLOSEST) });
}

function moveView(next) {
  view = next;
  keepView();
  map().classList.add("is-moving");
  draw();
  redrawSoon();
}

function zoomAt(factor, clientX, clientY) {
  const at = toTable(clientX, clientY);
  const shown = frame();
  const scale = Math.min(Math.max(shown.scale * factor, shown.fit), CLOSEST);
  const middle = { x: (shown.west + shown.east) / 2, y: (shown.south + shown.north) / 2 };
  const share = shown.scale / scale;
  moveView({ x: at.x + (middle.x - at.x) * share, y: at.y + (middle.y - at.y) * share, scale });
}

// A button looks closer at what the page is about, where that is in sight; else at the middle.
function zoomBy(factor) {
  const about = factor > 1 ? subject() : null;
  if (about && isSeen(about)) {
    moveView({ ...about, scale: Math.min(frame().scale * factor, CLOSEST) });
    return;
  }
  const { left, top, width, height } = map().getBoundingClientRect();
  zoomAt(factor, left + width / 2, top + height / 2);
}

// The height that the map would like to have: the whole table across the screen, at most half of it high.
function wish() {
  const drawn = board() && picture();
  if (!drawn) return;
  const { side, top, bottom } = margins();
  const natural = top + bottom + ((document.documentElement.clientWidth - 2 * side) / drawn.table.width) * drawn.table.depth;
  const height = Math.round(Math.max(Math.min(natural, innerHeight * 0.5), Math.min(natural, 180)));
  document.documentElement.style.setProperty("--map-height", `${height}px`);
}

// ---- fingers

function pinch() {
  const [a, b] = [...fingers.values()];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
}

function begin() {
  const shown = frame();
  gesture = {
    middle: { x: (shown.west + shown.east) / 2, y: (shown.south + shown.north) / 2 }, scale: shown.scale,
    start: fingers.size > 1 ? pinch() : { ...[...fingers.values()][0], apart: 0 },
  };
}

function down(event) {
  if (!event.target.closest?.("#map") || event.target.closest(".zoom, .pick") || event.button) return;
  close();
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  clearTimeout(hold);
  if (fingers.size === 1) {
    moved = false;
    const taken = claims.some((taker) => taker(event));
    gesture = null;
    if (taken) {
      fingers.delete(event.pointerId);
      return;
    }
    hold = setTimeout(() => {
      const found = near(event.clientX, event.clientY)[0];
      if (!found || moved || fingers.size !== 1) return;
      moved = true;
      fingers.clear();
      onHold(found.unit, event);
    }, HOLD);
  } else {
    moved = true;
  }
  begin();
}

function move(event) {
  const finger = fingers.get(event.pointerId);
  if (!finger || !gesture) return;
  finger.x = event.clientX;
  finger.y = event.clientY;
  if (!moved && Math.hypot(finger.x - gesture.start.x, finger.y - gesture.start.y) < SLOP) return;
  if (!moved) map().setPointerCapture(event.pointerId);
  moved = true;
  clearTimeout(hold);
  map().classList.add("is-panning");
  const now = fingers.size > 1 ? pinch() : { ...finger, apart: 0 };
  const shown = frame();
  const scale = gesture.start.apart
    ? Math.min(Math.max((gesture.scale * now.apart) / gesture.start.apart, shown.fit), CLOSEST) : gesture.scale;
  // The place that was under the fingers stays under them.
  const { left, top } = map().getBoundingClientRect();
  const { width, height } = size();
  const { side, top: above, bottom } = margins();
  const centre = { x: left + side + (width - 2 * side) / 2, y: top + above + (height - above - bottom) / 2 };
  const held = {
    x: gesture.middle.x + (gesture.start.x - centre.x) / gesture.scale, y: gesture.middle.y - (gesture.start.y - centre.y) / gesture.scale,
  };
  moveView({ x: held.x - (now.x - centre.x) / scale, y: held.y + (now.y - centre.y) / scale, scale });
}

function up(event) {
  lifted = event;
  if (!fingers.delete(event.pointerId)) return;
  clearTimeout(hold);
  map()?.classList.remove("is-panning");
  if (fingers.size) begin();
  else gesture = null;
  redrawSoon();
}

// ---- taps

function near(clientX, clientY) {
  const { left, top } = map().getBoundingClientRect();
  const drawn = picture();
  return [...board().querySelectorAll("a.unit")]
    .map((link) => {
      const at = toScreen(number(link.dataset.x), number(link.dataset.y));
      const reach = (number(link.dataset.r) / drawn.scale) * at.scale;
      const distance = Math.hypot(at.x - (clientX - left), at.y - (clientY - top));
      return { link, unit: link.dataset.unit, distance, isOn: distance <= reach, isNear: distance <= Math.max(TAP, reach + 4) };
    })
    .filter((found) => found.isNear)
    .sort((a, b) => a.distance - b.distance);
}

function tap(event) {
  const target = event.target.closest?.("#map") && !event.target.closest(".zoom, .pick") ? event.target : null;
  if (!target) return;
  event.preventDefault();
  if (moved) {
    moved = false;
    return;
  }
  // From the keyboard there is no place, only the link.
  const link = target.closest("a[href]");
  const tagged = target.closest("a.tag");
  if (link && (event.detail === 0 || tagged)) {
    choose(link, event);
    return;
  }
  const found = isForPlaces ? [] : near(event.clientX, event.clientY);
  const close = found.filter((each) => each.distance - found[0].distance < SAME);
  if (close.length > 1 && !found[0].isOn) offer(close.map((each) => each.link), event);
  else if (found.length) choose(found[0].link, event);
  else {
    // A browser moves a tap onto a link that is near; where the finger was is what counts.
    const { clientX, clientY } = lifted ?? event;
    onTap?.(null, toTable(clientX, clientY));
  }
}

function choose(link, event) {
  const unit = link.dataset.unit ?? link.dataset.for;
  if (onTap?.(unit, toTable(event.clientX, event.clientY))) return;
  follow(link.getAttribute("href"));
}

// Several units are meant: ask which.
function offer(links, event) {
  const pick = document.getElementById("pick");
  const rows = links.map((link) => {
    const row = document.createElement("a");
    row.href = link.getAttribute("href");
    const mark = document.createElement("span");
    mark.className = `u ${[...link.classList].find((each) => each.startsWith("side-")).replace("side-", "u-")}`;
    mark.classList.toggle("u-two", link.dataset.letter.length > 1);
    mark.textContent = link.dataset.letter;
    mark.ariaHidden = "true";
    row.append(mark, link.dataset.name);
    row.setAttribute("aria-label", link.getAttribute("aria-label"));
    row.addEventListener("click", (pressed) => {
      pressed.preventDefault();
      pressed.stopPropagation();
      close();
      choose(link, event);
    });
    return row;
  });
  const none = document.createElement("button");
  none.type = "button";
  none.textContent = word("close");
  none.addEventListener("click", close);
  pick.replaceChildren(...rows, none);
  pick.setAttribute("role", "group");
  pick.setAttribute("aria-label", word("which"));
  pick.hidden = false;
  rows[0].focus();
}

function close() {
  const pick = document.getElementById("pick");
  if (!pick || pick.hidden) return;
  pick.hidden = true;
  pick.replaceChildren();
}

// ---- start

// `around` gives what is seen first where nothing else was asked for: the edges of an area, in inches.
// `places`: a tap means a place, whatever unit is near.
export function startBoard({ held = () => {}, tapped = null, around = null, places = false } = {}) {
  onHold = held;
  onTap = tapped;
  isForPlaces = places;
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", up);
  document.addEventListener("click", tap, true);
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest?.("#map")) event.preventDefault();
  });
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest?.("#map")) event.preventDefault();
  });
  document.addEventListener("wheel", (event) => {
    if (!event.target.closest?.("#map")) return;
    event.preventDefault();
    zoomAt(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), event.clientX, event.clientY);
  }, { passive: false });
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-zoom]");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    if (button.dataset.zoom === "fit") moveView(null);
    else zoomBy(button.dataset.zoom === "in" ? 1.6 : 1 / 1.6);
    nameZoom();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  addEventListener("resize", resized);
  onShown((isPart) => {
    // To ask for the map anew now could push aside what a finger has just asked for.
    if (isPart) return;
    lastLand = live().dataset.land;
    map().classList.toggle("is-moving", fingers.size > 0 || !isSharp());
    keepBase();
    draw();
    nameZoom();
    bringIn();
    redrawSoon();
  });
  wish();
  keepBase();
  const kept = keptView();
  view = askedView() ?? (around ? firstView(kept, around()) : kept);
  draw();
  nameZoom();
  bringIn();
  map().classList.toggle("is-moving", !isSharp());
  redrawSoon(0);
}

function nameZoom() {
  for (const button of map()?.querySelectorAll("[data-zoom]") ?? []) {
    if (button.dataset.zoom !== "in") button.toggleAttribute("aria-disabled", !view);
    if (!view && button.dataset.zoom !== "in") button.setAttribute("aria-disabled", "true");
  }
}

export function resized() {
  wish();
  draw();
  redrawSoon();
}
