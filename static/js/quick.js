// The quick check answers as it is tapped: every change asks with the whole form, and only what changed is drawn anew.
import { address, live, onShown, show } from "./live.js";

const form = live;
let wanted = null;

// Answers come later than fingers: what was tapped meanwhile is newer than what an answer says.
const said = () => new FormData(form());

function asked() {
  const query = new URLSearchParams();
  for (const [name, value] of said()) if (value) query.append(name, value);
  return `${location.pathname}?${query}`;
}

function repeat() {
  if (!wanted) return;
  for (const field of form().elements) {
    if (!field.name || field.type === "hidden") continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = wanted.getAll(field.name).includes(field.value);
    else if (wanted.has(field.name)) field.value = wanted.get(field.name);
  }
}

document.addEventListener("change", (event) => {
  if (event.target.form !== form() || !event.target.name) return;
  wanted = said();
  close();
  show(asked());
});

document.addEventListener("submit", async (event) => {
  if (event.target !== form()) return;
  event.preventDefault();
  wanted = null;
  const roll = event.submitter?.getAttribute("formaction");
  if (!roll) {
    wanted = said();
    show(asked());
    return;
  }
  // The server rolls, and says with its address what fell.
  const answer = await fetch(roll, { method: "POST", body: said() }).catch(() => null);
  if (!answer?.redirected) return;
  await show(answer.url);
  document.getElementById("landing")?.scrollIntoView({ block: "nearest" });
});

onShown(repeat);

// ---- what drops down: one at a time, and a tap elsewhere closes it

const drops = () => document.querySelectorAll("details.drop[open]");

function close(except) {
  for (const each of drops()) if (each !== except) each.open = false;
}

document.addEventListener("click", (event) => {
  close(event.target.closest?.("details.drop"));
  const jump = event.target.closest?.('#live a[href^="#"]');
  if (jump) {
    event.preventDefault();
    document.querySelector(jump.getAttribute("href")).scrollIntoView();
    return;
  }
  // Whoever follows a link wants what stands there.
  if (event.target.closest?.("#live a[href]")) wanted = null;
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = drops()[0];
  close();
  open?.querySelector("summary").focus();
});

addEventListener("popstate", () => { wanted = null; });

// ---- sending: where the phone may, with its own sheet; else the address is shown, and copied where that is allowed

document.addEventListener("click", async (event) => {
  const summary = event.target.closest?.("#share > summary");
  if (!summary) return;
  const url = new URL(address(), location.href).href;
  if (navigator.share) {
    event.preventDefault();
    await navigator.share({ title: document.title, url }).catch(() => {});
    return;
  }
  const field = document.getElementById("share-address");
  field.value = url;
  if (summary.parentElement.open) return;
  const told = document.getElementById("share-said");
  const copied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
  told.textContent = copied ? told.dataset.copied : "";
  field.focus();
  field.select();
});
