// The strip of an event on the pages of its tables: it hears what the page hears, or, where nobody asks for news, asks itself.
import { startClocks } from "./events-clock.js";
import { fresh, send } from "./connection.js";
import { notice, showProblem } from "./notice.js";

const EVERY = 5000;
const strip = document.getElementById("hall");

function showHall(event) {
  if (!strip) return;
  strip.hidden = !event;
  if (!event) return;
  strip.dataset.state = event.state;
  const left = strip.querySelector(".hall-left");
  left.dataset.going = event.state === "going" ? "1" : "0";
  left.dataset.left = String(event.left ?? 0);
  const round = strip.dataset.round.replace("{round}", event.round).replace("{rounds}", event.rounds);
  setText(".hall-round", round);
  setText(".hall-said span", event.said);
  showJudge(event.judge);
  say();
}

function showJudge({ state, words }) {
  strip.dataset.judge = state;
  setText(".hall-judge span", words);
}

// One tap calls a judge or takes the call back, without leaving what is looked at. A tap without an answer keeps its id, so
// that tapping again calls only once.
const unanswered = new WeakMap();
async function sendCall(event) {
  event.preventDefault();
  const form = event.target;
  const fields = new FormData(form);
  const id = unanswered.get(form) ?? fresh();
  unanswered.set(form, id);
  fields.set("change_id", id);
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const answer = await send(form.action, { method: "POST", body: fields, redirect: "manual" });
    if (!answer) return;
    unanswered.delete(form);
    notice()?.querySelector(".problem")?.remove();
    if (answer.type !== "opaqueredirect") await showRefusal(answer);
    await hearAnew();
  } finally {
    button.disabled = false;
  }
}

async function showRefusal(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const problem = page.querySelector(".problem");
  if (!notice()) strip.after(Object.assign(document.createElement("div"), { id: "notice" }));
  if (problem) showProblem(document.adoptNode(problem));
}

// What was read once is out of the way, on this phone and until something else is said.
const READ = "astrike-read";
const said = () => strip.querySelector(".hall-said span").textContent;

function say() {
  strip.querySelector(".hall-said").hidden = !said() || said() === wasRead();
}

function wasRead() {
  try {
    return sessionStorage.getItem(READ);
  } catch {
    return null; // a browser that keeps nothing shows it again
  }
}

function read() {
  try {
    sessionStorage.setItem(READ, said());
  } catch {
    // The next page shows it again.
  }
  strip.querySelector(".hall-said").hidden = true;
}

// What is read aloud is written only when it is news.
function setText(where, text) {
  const found = strip.querySelector(where);
  if (found.textContent !== text) found.textContent = text;
}

let tag = "";
let isVoid = false; // the code opens nothing any more; asking on would count as guessing
async function hear() {
  if (!strip.dataset.at || isVoid || document.hidden) return;
  try {
    const answer = await fetch(strip.dataset.at, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
    isVoid = answer.status === 404;
    if (answer.status !== 200) return;
    tag = answer.headers.get("ETag") ?? "";
    showHall((await answer.json()).event);
  } catch {
    // Without an answer the clock goes on as it went.
  }
}

async function ask() {
  await hear();
  if (!isVoid) setTimeout(ask, EVERY);
}

function hearAnew() {
  tag = "";
  return hear();
}

if (strip) {
  const button = strip.querySelector(".hall-said button");
  button.hidden = false;
  button.addEventListener("click", read);
  say();
  for (const form of strip.querySelectorAll("form")) form.addEventListener("submit", sendCall);
  startClocks(hearAnew);
  document.addEventListener("astrike:news", ({ detail }) => showHall(detail.event));
  if (strip.dataset.at && !document.querySelector("[data-news]")) setTimeout(ask, EVERY);
}
