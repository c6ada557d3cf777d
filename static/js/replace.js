// A roll, and what is written into the table, takes the place of the page it was made on: going back leads to the page
// before, never to a roll that could be made or written a second time.
import { isPassed, leave, pass, send } from "./connection.js";

let isSending = false;

async function replaced(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || isPassed(form) || !(submitter ?? form).closest("[data-replaces]")) return;
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  const fields = new FormData(form, submitter);
  const action = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
  const { replaces } = (submitter ?? form).closest("[data-replaces]").dataset;
  const answer = await send(action, { method: "POST", body: fields });
  isSending = false;
  if (!answer) return;
  // Refused: nothing was written, and the browser shows why when it sends the form itself, under the same id.
  if (!answer.redirected) {
    pass(form, submitter);
    return;
  }
  const to = new URL(answer.url);
  const isHere = to.pathname === location.pathname && to.search === location.search;
  to.hash = replaces;
  leave();
  if (!isHere) location.replace(to);
  else {
    location.hash = replaces;
    location.reload();
  }
}

export function watchReplacing() {
  document.addEventListener("submit", replaced);
}
