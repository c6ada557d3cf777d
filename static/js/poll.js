// Asks whether there is a newer version, while the page can be seen. Cheap: the answer is mostly "304, nothing new".
import { hush, tell, within, word } from "./notice.js";

const EVERY = 700;
const LONGEST = 10000;
const PAUSE = 4; // a server that takes long is asked again only after so many times as long
const FAILURES = 2;
let timer = 0;
let failures = 0;
let lastSeen = new Date();
let rolls = null; // the number of the newest dice that this page knows of; nothing is said about older ones
let decided = null; // how much was agreed on, decided and taken back, as far as this page knows
let more = ""; // what the tag of the newest answer says beside the version: dice, agreements, and what others tell
let onNews = () => {};

const source = () => document.querySelector("[data-news]");

let isAsking = false;

// `news` is called with the server's word when the version differs from the page's.
export function poll({ news }) {
  onNews = news;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (!document.hidden) ask();
  });
  timer = setTimeout(ask, EVERY);
}

async function ask() {
  clearTimeout(timer);
  const page = source();
  if (!page || document.hidden || isAsking) return;
  isAsking = true;
  const begun = performance.now();
  let pause = EVERY;
  const { version, news } = page.dataset;
  const known = `"v${version}${more}"`;
  try {
    const answer = await fetch(news, { headers: { "If-None-Match": known }, cache: "no-store", signal: within(8000) });
    lastSeen = new Date();
    pause = Math.min(Math.max(EVERY, (performance.now() - begun) * PAUSE), LONGEST);
    if (failures) {
      if (failures >= FAILURES) hush("offline");
      failures = 0;
    }
    if (answer.status === 429) {
      pause = Number(answer.headers.get("Retry-After") ?? 1) * 1000 * (1 + Math.random() / 2); // not all phones at once
      tell("busy", { lead: word("busy"), text: word("slower") });
    } else {
      hush("busy");
    }
    // The table is gone, or this code opens it no more.
    if (answer.status === 404 || answer.status === 403) location.reload();
    if (answer.status === 304) {
      rolls ??= 0; // what is known is all there is: no dice have fallen yet
      decided ??= 0;
    }
    if (answer.status === 200) {
      const found = await answer.json();
      showDice(found); // before the table's own news: that a card is out of date matters more
      if (String(found.version) !== source()?.dataset.version) await onNews(found);
      showDecided(found);
      more = beside(found.version, answer.headers.get("ETag") ?? "");
      document.dispatchEvent(new CustomEvent("astrike:news", { detail: found }));
    }
  } catch {
    failures += 1;
    if (failures >= FAILURES) offline();
  } finally {
    isAsking = false;
    clearTimeout(timer);
    timer = setTimeout(ask, failures ? EVERY * 2 : pause);
  }
}

function beside(version, tag) {
  const start = `"v${version}`;
  return tag.startsWith(start) ? tag.slice(start.length, -1) : "";
}

// Dice that fell since: both players see them, whoever rolled.
function showDice(found) {
  const isNew = rolls !== null && found.rolls > rolls;
  rolls = found.rolls;
  if (isNew && found.roll) tell("dice", { lead: found.roll.says });
}

// A close call that was agreed on, decided or given up since, on whichever phone: a page that shows it is shown anew.
function showDecided(found) {
  const isNew = decided !== null && found.decided > decided;
  decided = found.decided;
  if (!isNew) return;
  const { what, question, show } = found.ruling;
  tell("good", { lead: what, text: question, button: show, act: () => location.reload() });
}

function offline() {
  const time = lastSeen.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  tell("offline", {
    lead: word("offline"), text: word("since", { time }), button: word("retry"), act: ask,
  });
}
