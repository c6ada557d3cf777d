// One request for what a finger or a button has changed. They go one after another, each from the newest version that
// this page has shown, so that two quick ones are not taken for two people. What got no answer is refused in words, and
// what waited behind it with it: the piece is where it was.
import { refusals } from "./connection.js";
import { asked, live } from "./live.js";
import { addressOf, draft } from "./terrain-pieces.js";
import { send } from "./send.js";

let queue = Promise.resolve();
let waiting = 0;
const listeners = [];

export const onAnswer = (listener) => listeners.push(listener);
export const isSending = () => waiting > 0;

async function post(fields, next, before) {
  if (refusals() !== before) {
    waiting -= 1;
    if (!waiting) draft([]);
    return false;
  }
  const { change } = live().dataset;
  fields.delete("change_id");
  fields.set("next", next);
  fields.set("screen", new URL(asked(location.pathname), location.href).search.slice(1));
  // The line that says so when an answer takes long; the answer itself takes the class away.
  live().classList.add("htmx-request");
  try {
    fields.set("version", live().dataset.version);
    return await send(change, fields, null);
  } finally {
    live()?.classList.remove("htmx-request");
    waiting -= 1;
    if (!waiting) draft([]);
    for (const listener of listeners) listener();
  }
}

// `fields` is the form as it is sent; `more` are parts of the address that the page keeps.
export function sendForm(fields, more = {}) {
  waiting += 1;
  const next = addressOf({ more });
  const before = refusals();
  queue = queue.then(() => (live() ? post(fields, next, before) : false));
  return queue;
}

export function change(action, ids, values, more = {}) {
  const fields = new FormData();
  fields.set("action", action);
  fields.set("ids", JSON.stringify(ids));
  for (const [name, value] of Object.entries(values)) fields.set(name, typeof value === "string" ? value : JSON.stringify(value));
  return sendForm(fields, more);
}
