// A button that has just come under a thumb is not meant by it: the second tap of two quick ones never presses another
// button than the first. Undo and Redo, and the steps of the editor, may be pressed as fast as one likes; and so may a
// button that was under the thumb already before the page changed, as when the other phone has changed the table.
import { notice, tell, word } from "./notice.js";

const QUICK = 350;
const WHILE = 3000; // how long after a tap a page that it led to may come
const NEAR = 44;
const KEPT = "astrike-tap";
const STAMPS = ["version", "change_id", "next"];

let shownAt = Date.now();
let stood = new Map(); // where buttons were before the page changed last

function lastTap() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

function keepTap(tap) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(tap));
  } catch {
    // A browser that keeps nothing does without.
  }
}

// What a button does, and to what; whatever the version it is made from, and whatever it has made of the fields so far.
function meaning(button) {
  const { form } = button;
  const fields = [...form.querySelectorAll('input[type="hidden"]')].filter(({ name }) => !STAMPS.includes(name)).map(({ name, value }) => [name, value]);
  const action = button.getAttribute("formaction") ?? form.getAttribute("action") ?? "";
  return `${action} ${button.name}=${button.value} ${new URLSearchParams(fields)}`;
}

const writes = (button) =>
  button?.type === "submit" && button.form && (button.getAttribute("formmethod") ?? button.form.method) === "post";

const spot = (button) => button.getBoundingClientRect();

function keepPlaces() {
  stood = new Map([...document.querySelectorAll("button")].filter(writes).map((button) => [meaning(button), spot(button)]));
}

// Was this very button under this point before the page changed?
function wasThere(what, { clientX: x, clientY: y }) {
  const place = stood.get(what);
  return Boolean(place) && x >= place.left && x <= place.right && y >= place.top && y <= place.bottom;
}

function tapped(event) {
  const button = event.target.closest?.("button, a[href]");
  if (button?.dataset.why && notice()) { // it cannot be pressed now, and says why
    event.preventDefault();
    event.stopImmediatePropagation();
    tell("warn", { lead: button.dataset.why });
    return;
  }
  if (!button || !event.detail) return; // keys press what has the focus, not what lies under a thumb
  const isWriting = writes(button);
  const what = isWriting ? meaning(button) : "";
  const before = lastTap();
  const now = Date.now();
  const isNear = before && Math.hypot(event.clientX - before.x, event.clientY - before.y) <= NEAR;
  const isNew = before && now - before.time < WHILE && now - shownAt < QUICK && !wasThere(what, event);
  const isQuick = before && (now - before.time < QUICK || isNew);
  const isAgain = isWriting && button.form.matches("[data-repeats], [data-edit]") && before?.what === what;
  if (isWriting && isNear && isQuick && !isAgain) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (now - before.time >= QUICK && notice()) tell("warn", { lead: word("moved") });
    document.dispatchEvent(new CustomEvent("astrike:tap-ignored", { bubbles: true }));
    return;
  }
  keepTap({ x: event.clientX, y: event.clientY, time: now, what });
}

export function watchTaps() {
  addEventListener("click", tapped, true);
  addEventListener("pageshow", () => { shownAt = Date.now(); });
  document.addEventListener("htmx:before:swap", keepPlaces);
  document.addEventListener("htmx:after:swap", () => { shownAt = Date.now(); });
}
