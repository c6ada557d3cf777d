// Sends a form that changes the table without leaving the page. Without an answer nothing waits: it is refused in words,
// and sent again only by another tap, then under the same id.
import { fresh, leave, send as post } from "./connection.js";
import { live, show, showText } from "./live.js";
import { hush, showProblem } from "./notice.js";

let unanswered = { what: "", id: "" };
let isSending = false;

// What a form says, whatever its id.
const said = (action, fields) => JSON.stringify([action, ...[...fields].filter(([name]) => name !== "change_id")]);

// `next` is where it goes on; null where only the answer knows: then the answer is followed and shown, or, where it
// `leaves` for another page, opened.
export async function send(action, fields, next, { leaves = false } = {}) {
  const what = said(action, fields);
  fields.set("change_id", what === unanswered.what ? unanswered.id : fresh());
  unanswered = { what, id: fields.get("change_id") };
  const answer = await post(action, { method: "POST", body: fields, redirect: next === null ? "follow" : "manual" });
  if (!answer) return false;
  unanswered = { what: "", id: "" };
  hush();
  if (answer.type === "opaqueredirect") {
    // Where it goes on is another page.
    if (new URL(next, location.href).pathname !== location.pathname) {
      leave();
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
    if (leaves) {
      leave();
      location.assign(answer.url);
    } else await showText(text);
    return true;
  }
  const page = new DOMParser().parseFromString(text, "text/html");
  const problem = page.querySelector(".problem");
  if (page.getElementById("live")) await showText(text);
  else if (problem) showProblem(document.adoptNode(problem));
  return false;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!live() || !(form.matches("[data-send]") || button?.matches("[data-send]"))) return;
  event.preventDefault();
  // A second tap while the first is on its way is the same tap.
  if (isSending) return;
  isSending = true;
  const fields = new FormData(form, button);
  const action = button?.getAttribute("formaction") ?? form.getAttribute("action");
  // Which unit is next in a turn only the server knows.
  const leaves = form.matches('[data-send="onward"]');
  const next = leaves ? null : (fields.get("next") ?? button?.dataset.next ?? live().dataset.address);
  if (next !== null) fields.set("next", next);
  try {
    if ((await send(action, fields, next, { leaves })) && form.matches("[data-empties]")) form.reset();
  } finally {
    isSending = false;
  }
});
