// Sends a form that changes the table without leaving the page. A form that gets no answer keeps its id and waits here:
// sent again it is written once.
import { fresh } from "./fresh.js";
import { live, show, showText } from "./live.js";
import { hush, showProblem, within, word } from "./notice.js";
import { offline } from "./poll.js";

let waiting = null;

// `next` is where it goes on; null where only the answer knows: then the answer is followed and shown.
export async function send(action, fields, next) {
  if (!fields.get("change_id")) fields.set("change_id", fresh());
  let answer;
  try {
    answer = await fetch(action, {
      method: "POST", body: fields, redirect: next === null ? "follow" : "manual", signal: within(15000),
    });
  } catch {
    waiting = { action, fields, next };
    offline(word("waiting"));
    return false;
  }
  waiting = null;
  hush();
  if (answer.type === "opaqueredirect") {
    // Where it goes on is another page.
    if (new URL(next, location.href).pathname !== location.pathname) {
      location.assign(next);
      return true;
    }
    // News that come before the answer is shown must not ask for what was there before.
    if (live()) live().dataset.address = next;
    await show(next);
    return true;
  }
  const text = await answer.text();
  if (answer.redirected && answer.ok) {
    await showText(text);
    return true;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const problem = page.querySelector(".problem");
  if (page.getElementById("live")) await showText(text);
  else if (problem) showProblem(document.adoptNode(problem));
  return false;
}

export const isStuck = () => waiting !== null;

// When the server answers again, what waited is sent again under the same id.
export async function sendAgain() {
  if (waiting) await send(waiting.action, waiting.fields, waiting.next);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!live() || !(form.matches("[data-send]") || button?.matches("[data-send]"))) return;
  event.preventDefault();
  const fields = new FormData(form, button);
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
  const next = fields.get("next") ?? button?.dataset.next ?? live().dataset.address;
  fields.set("change_id", fresh());
  fields.set("next", next);
  send(action, fields, next).then((isDone) => isDone && form.matches("[data-empties]") && form.reset());
});
