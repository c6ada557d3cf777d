// What was typed into a form and could not be sent is there again when its page is gone back to. Kept in this tab, until
// another page of ours shows that the form has arrived.
const KEPT = "astrike-typed";
const SENT = "astrike-sent";
const TYPES = ["hidden", "file", "submit", "button", "password"];

const nameOf = (form, number) =>
  `${location.pathname}${location.search} ${form.getAttribute("id") ?? form.getAttribute("action") ?? number}`;

function read(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

function write(key, value) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing, or a form that is too large for it: what was typed stays on this page only.
  }
}

// Parts that are drawn anew all the time have what was typed in their address, or ask for it again.
const forms = () => [...document.forms].filter((form) => !form.closest("#live"));

const fieldsOf = (form) => [...form.elements].filter((each) => each.name && !each.disabled && !TYPES.includes(each.type));

const isTicked = (field) => field.type === "checkbox" || field.type === "radio";

function isChanged(field) {
  if (isTicked(field)) return field.checked !== field.defaultChecked;
  if (field.options) return [...field.options].some((each) => each.selected !== each.defaultSelected && each.selected);
  return field.value !== field.defaultValue;
}

// Fields by name and by which of that name they are; only those that differ from what the server wrote.
function typedIn(form) {
  const seen = new Map();
  const found = [];
  for (const field of fieldsOf(form)) {
    const number = seen.get(field.name) ?? 0;
    seen.set(field.name, number + 1);
    if (isChanged(field)) found.push([field.name, number, isTicked(field) ? field.checked : field.value]);
  }
  return found;
}

function fill(form, typed) {
  for (const [name, number, value] of typed) {
    const field = fieldsOf(form).filter((each) => each.name === name)[number];
    if (!field) continue;
    if (isTicked(field)) field.checked = value;
    else field.value = value;
    for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

function keep() {
  const all = read(KEPT);
  forms().forEach((form, number) => {
    const typed = typedIn(form);
    if (typed.length) all[nameOf(form, number)] = { typed, isLost: false };
    else delete all[nameOf(form, number)];
  });
  write(KEPT, all);
}

function bringBack(which) {
  const all = read(KEPT);
  forms().forEach((form, number) => {
    const kept = all[nameOf(form, number)];
    if (kept && which(kept)) fill(form, kept.typed);
  });
}

// What came of the form that was sent last: a page that it led to says that it has arrived, or shows its values itself.
// Where somebody came from an error of the browser, by going back or by typing an address, it has not.
function settleSent(hasArrived) {
  const { name } = read(SENT);
  if (!name) return;
  const all = read(KEPT);
  if (hasArrived) delete all[name];
  else if (all[name]) all[name].isLost = true;
  write(KEPT, all);
  sessionStorage.removeItem(SENT);
}

export function watchDrafts() {
  const isGoneBackTo = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  const isRefused = document.getElementById("unsent") !== null;
  settleSent(!isGoneBackTo && !isRefused && document.referrer.startsWith(location.origin));
  bringBack(({ isLost }) => isLost || isGoneBackTo);
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => document.hidden && keep());
  addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    keep();
    write(SENT, { name: nameOf(event.target, forms().indexOf(event.target)) });
  });
}
