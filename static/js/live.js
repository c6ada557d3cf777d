// Shows another state of the page without leaving it: asks the server for the part "live" and lets htmx morph it in.
// Everything that asks adds what the server has to know about this screen; whoever draws is told afterwards.
import { dropProblem } from "./notice.js";

const adders = [];
const listeners = [];

export const live = () => document.getElementById("live");
export const address = () => live()?.dataset.address ?? location.pathname + location.search;

export const addParameters = (add) => adders.push(add);
export const onShown = (listener) => listeners.push(listener);

// An address of this page as the part that is shown, with what the server has to know about this screen.
export function asked(url, { quick = false } = {}) {
  const found = new URL(url, location.href);
  found.searchParams.set("part", "live");
  if (quick) found.searchParams.set("quick", "1");
  for (const add of adders) add(found.searchParams);
  return found.pathname + found.search;
}

// Asks for an address of this page. Requests wait for each other and only the newest waits, so answers come in order.
export function show(url, { push = false, quick = false } = {}) {
  const target = live();
  if (!target) {
    location.assign(url);
    return Promise.resolve();
  }
  return htmx.ajax("GET", asked(url, { quick }), {
    source: target, target, swap: "outerMorph", push: push ? plain(url) : undefined,
  });
}

// The answer to a form as the server sent it: the page again, with what is wrong.
export function showText(text) {
  const target = live();
  return htmx.swap({ text, sourceElement: target, target, swap: "outerMorph", select: "#live" });
}

const plain = (url) => {
  const found = new URL(url, location.href);
  return found.pathname + found.search;
};

const isHere = (url) => new URL(url, location.href).pathname === location.pathname;

export function follow(url) {
  if (live() && isHere(url)) show(url, { push: true });
  else location.assign(url);
}

// Listeners hear whether it was only a part that came later by itself: it answers nothing that was asked.
document.addEventListener("htmx:after:swap", (event) => {
  const shown = live();
  if (!shown) return;
  document.title = shown.dataset.title;
  const found = shown.dataset.address;
  if (found && found !== location.pathname + location.search) history.replaceState(history.state, "", found);
  const isPart = event.detail?.ctx?.sourceElement?.getAttribute?.("hx-trigger") === "load";
  for (const listener of listeners) listener(isPart);
});

// Going back shows what was there, as it is now.
document.addEventListener("htmx:before:history:restore", (event) => {
  if (!live()) return;
  event.preventDefault();
  show(event.detail.path);
});

// Links to another state of this page.
document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest?.("#live a[href]");
  const href = link?.getAttribute("href");
  if (!href || href.startsWith("#") || link.hasAttribute("download") || !isHere(href)) return;
  event.preventDefault();
  dropProblem(); // a form that was refused is discarded, by its own link or by going elsewhere
  show(href, { push: true });
});
