// Does the laptop answer? What is tapped while it does not is refused in words on the spot: the page stays as it is with
// all that was typed, nothing waits and nothing is sent later.
import { within } from "./notice.js";

const SOON = 4000; // an answer that takes longer may have met a laptop that does not answer at all
const PATIENCE = 4000;
const POST_PATIENCE = 15000;

const place = () => document.getElementById("refused");
let refusedAt = 0;
let refused = 0;
let actedAt = 0;

// Asks for the smallest thing that the laptop has. The browser's own word is no help: it knows of networks only.
export async function isAnswered() {
  try {
    await fetch(document.querySelector('link[rel="icon"]').href, { method: "HEAD", cache: "no-store", signal: within(PATIENCE) });
    return true;
  } catch {
    return false;
  }
}

// How often something was refused: who lets taps wait for each other drops those that waited.
export const refusals = () => refused;

// `why` names the words: `unsure` when it was sent, and nobody knows what became of it.
export function refuse(why = "unsent") {
  refusedAt = performance.now();
  refused += 1;
  const strip = place();
  if (!strip) return;
  strip.querySelector("span").textContent = strip.dataset[why];
  const bar = document.querySelector(".bar");
  if (bar) strip.style.top = `${Math.max(0, bar.getBoundingClientRect().bottom)}px`;
  strip.hidden = false;
}

export function accept() {
  if (place()) place().hidden = true;
}

// What was tapped is on its way: a line runs at the top of the screen when that takes long.
let busy = 0;
let left = 0;

function begin() {
  busy += 1;
  document.documentElement.setAttribute("aria-busy", "true");
}

function end() {
  busy -= 1;
  if (busy <= 0) document.documentElement.removeAttribute("aria-busy");
}

// Another page is on its way, or a file that leaves this one where it is.
export function leave() {
  begin();
  clearTimeout(left);
  left = setTimeout(stay, PATIENCE);
}

function stay() {
  busy = 0;
  document.documentElement.removeAttribute("aria-busy");
}

// Sends what a form says, once it is known that somebody listens. Null when it was refused.
export async function send(url, options) {
  begin();
  try {
    return await sent(url, options);
  } finally {
    end();
  }
}

async function sent(url, options) {
  if (!(await isAnswered())) {
    refuse();
    return null;
  }
  const stop = new AbortController();
  let isDone = false;
  const give = () => isDone || stop.abort();
  const timers = [setTimeout(async () => (await isAnswered()) || give(), SOON), setTimeout(give, POST_PATIENCE)];
  try {
    const answer = await fetch(url, { ...options, signal: stop.signal });
    accept();
    return answer;
  } catch {
    refuse("unsure");
    return null;
  } finally {
    isDone = true;
    timers.forEach(clearTimeout);
  }
}

// An id for each form that is sent, so that what is sent twice is written once. A page that is shown again, from the
// browser's memory or its own store, would send ids that are spent.
export const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function renewIds() {
  for (const field of document.querySelectorAll('[name="change_id"]')) field.value = fresh();
}

// ---- parts of pages, which htmx asks for: what a finger has asked for is refused, what the page asks for by itself is not

const acts = (event) => { if (event.isTrusted) actedAt = performance.now(); };
// What a finger began, each once: a tap that has been answered begins no later request.
let answeredAt = 0;
const begun = new WeakMap();
const asked = new WeakMap();

function watchParts() {
  for (const name of ["pointerdown", "keydown", "change"]) addEventListener(name, acts, { capture: true, passive: true });
  document.addEventListener("htmx:config:request", (event) => {
    asked.set(event.detail.ctx, performance.now());
    begun.set(event.detail.ctx, actedAt > answeredAt ? actedAt : 0);
  });
  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    // What waited behind a request that was refused is not sent after it.
    if ((asked.get(ctx) ?? Infinity) < refusedAt) {
      event.preventDefault();
      return;
    }
    const timer = setTimeout(async () => {
      if (!(await isAnswered())) ctx.request.abort("timeout");
    }, SOON);
    ctx.fetch ??= window.fetch.bind(window);
    const ask = ctx.fetch;
    ctx.fetch = (...wishes) => ask(...wishes).finally(() => clearTimeout(timer));
  });
  // A busy server has not looked at it: the page stays as it is.
  document.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail;
    if (ctx.response.status !== 429 || ctx.response.headers.get("HX-Reswap") !== "none") return;
    event.preventDefault();
    if (begun.get(ctx)) refuse("busy");
  });
  document.addEventListener("htmx:error", (event) => {
    if (event.detail.ctx && begun.get(event.detail.ctx)) refuse();
  });
  // A refusal stays until it is read or until a later tap is answered: news that come by themselves are no answer to it.
  document.addEventListener("htmx:after:swap", (event) => {
    const tap = begun.get(event.detail?.ctx) ?? 0;
    answeredAt = Math.max(answeredAt, tap);
    if (tap > refusedAt) accept();
  });
}

// ---- links and forms that lead to another page

const passed = new WeakSet();
let latest = null;
let posted = null;

export const isPassed = (form) => passed.has(form);

// Lets a form go as the browser sends it, without asking again whether somebody listens.
export function pass(form, submitter) {
  passed.add(form);
  form.requestSubmit(submitter);
}

async function afterAnswer(go) {
  const mine = {};
  latest = mine;
  begin();
  const isThere = await isAnswered();
  end();
  if (latest !== mine) return;
  if (isThere) {
    accept();
    leave();
    go();
  } else {
    posted = null;
    refuse();
  }
}

function followed(event) {
  const link = event.target.closest?.("a[href]");
  if (event.defaultPrevented || !link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (passed.delete(link)) return;
  const to = new URL(link.getAttribute("href"), location.href);
  const isHere = to.pathname === location.pathname && to.search === location.search;
  if (to.origin !== location.origin || (isHere && to.hash)) return;
  event.preventDefault();
  const isPlain = !link.hasAttribute("download") && !link.getAttribute("target");
  afterAnswer(() => {
    if (isPlain) return location.assign(to);
    passed.add(link);
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });
}

function submitted(event) {
  const { target: form, submitter } = event;
  if (passed.delete(form) || event.defaultPrevented) return;
  event.preventDefault();
  const isPost = (submitter?.getAttribute("formmethod") ?? form.method) === "post";
  // A second tap while the first is on its way is the same tap.
  if (isPost && posted === form) return;
  posted = isPost ? form : null;
  afterAnswer(() => pass(form, submitter));
}

export function watchConnection() {
  watchParts();
  place()?.querySelector("button").addEventListener("click", accept);
  addEventListener("online", async () => (await isAnswered()) && accept());
  // On the window, after whoever sends a form or shows a link without leaving the page.
  addEventListener("click", followed);
  addEventListener("submit", submitted);
  addEventListener("pageshow", () => {
    renewIds();
    posted = null;
    latest = null;
    stay();
  });
}
