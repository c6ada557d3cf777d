// Measuring with a tape: a tap on the map says what is measured from, a choice is shown at once, and everything typed
// stands in the address.
import { resized, startBoard } from "./map.js";
import { onShown, show } from "./live.js";

document.documentElement.classList.add("has-js");

const NEAR = 30;
let active = null;

const form = () => document.getElementById("measure");
const field = (name) => form()?.elements.namedItem(name);

// What a corner that nobody began is measured from needs not be said, nor that of a third distance.
function isTyped(name) {
  const distances = name.endsWith("-3") ? [name.replace("r", "d")] : [1, 2, 3].map((k) => name.replace(/^r(\d+)-\d$/, `d$1-${k}`));
  return distances.some((each) => field(each).value.trim());
}

function typed() {
  const parameters = new URLSearchParams();
  for (const [name, value] of new FormData(form())) {
    if (name === "version" || !String(value).trim()) continue;
    if (/^r\d/.test(name) && !isTyped(name)) continue;
    parameters.set(name, value);
  }
  return `${location.pathname}?${parameters}`;
}

const ask = () => show(typed(), { push: true });

// The first distance that is still missing.
const open = () => [...(form()?.querySelectorAll('input[name^="d"]') ?? [])].find((each) => !each.value.trim() && !each.closest("details:not([open])"));

// What lies under a finger: a corner, else the nearest edge.
function known(at) {
  const svg = document.querySelector("#map .board");
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width * Number(svg.dataset.scale);
  const [wide, deep] = [Number(svg.dataset.width), Number(svg.dataset.depth)];
  const far = (mark) => Math.hypot(mark.dataset.x - at.x, mark.dataset.y - at.y) * scale;
  const corners = [...document.querySelectorAll("[data-known]")].filter((mark) => !["west", "south", "east", "north"].includes(mark.dataset.known));
  const nearest = corners.sort((one, other) => far(one) - far(other))[0];
  if (nearest && far(nearest) < NEAR) return nearest.dataset.known;
  const edges = { west: at.x, south: at.y, east: wide - at.x, north: deep - at.y };
  const edge = Object.keys(edges).sort((one, other) => edges[one] - edges[other])[0];
  return edges[edge] * scale < NEAR ? edge : "";
}

function tapped(unit, at) {
  const key = known(at);
  const input = active?.isConnected ? active : open();
  if (!key || !input) return true;
  const select = field(input.name.replace("d", "r"));
  const has = (each) => [...each.options].find((option) => option.value === key);
  if (key === `row:${input.name.match(/\d+/)[0]}`) return true;
  if (!has(select)) {
    const same = [...form().querySelectorAll("select")].map(has).find(Boolean);
    if (!same) return true;
    select.add(new Option(same.textContent, key));
  }
  select.value = key;
  input.focus();
  return true;
}

document.addEventListener("focusin", (event) => {
  if (/^d\d/.test(event.target.name ?? "")) active = event.target;
  else if (/^r\d/.test(event.target.name ?? "")) active = field(event.target.name.replace("r", "d"));
});
document.addEventListener("change", (event) => {
  if (event.target.form !== form()) return;
  if (event.target.matches('input[type="radio"], select[name="kind"], select[name="form"]')) ask();
});
// Enter leads to the next distance that is missing, and from the last one to the next corner.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !/^d\d/.test(event.target.name ?? "")) return;
  const second = /-1$/.test(event.target.name) ? field(event.target.name.replace("-1", "-2")) : null;
  if (!second || second.value.trim()) return;
  event.preventDefault();
  second.focus();
});
document.addEventListener("submit", (event) => {
  if (event.target !== form() || event.submitter?.id === "add") return;
  event.preventDefault();
  ask();
});
onShown(() => {
  active = null;
  const wrong = form()?.querySelector('[aria-invalid="true"]');
  const next = wrong ?? open();
  next?.focus({ preventScroll: true });
  next?.closest("fieldset")?.scrollIntoView({ block: "start" });
});

startBoard({ tapped });
addEventListener("load", resized);
