// The quick check answers as it is tapped: every change asks with the whole form, and only what changed is drawn anew.
import { send } from "./connection.js";
import { address, onShown, show } from "./live.js";

const form = () => document.getElementById("check");
const fields = () => [...form().elements].filter((each) => each.name && each.type !== "hidden");

// Answers come later than fingers: what was tapped meanwhile is newer than what an answer says.
let wanted = null;
const said = () => ({ data: new FormData(form()), names: new Set(fields().map((each) => each.name)) });

const asked = () => `${location.pathname}?${new URLSearchParams(new FormData(form()))}`;

// Buttons that are morphed into others forget whether they are chosen; fields of the finger keep what it chose.
function settle() {
  const all = fields();
  const isOffered = (name, value) => all.some((each) => each.name === name && [each, ...(each.options ?? [])].some((one) => one.value === value));
  for (const field of all) {
    const isOne = field.type === "radio" || field.options;
    const isKept = wanted?.names.has(field.name) && (!isOne || isOffered(field.name, wanted.data.get(field.name)));
    if (field.type === "radio" || field.type === "checkbox") {
      field.checked = isKept ? wanted.data.getAll(field.name).includes(field.value) : field.defaultChecked;
    } else if (isKept) {
      field.value = wanted.data.get(field.name);
    } else if (field.options) {
      for (const option of field.options) option.selected = option.defaultSelected;
    } else {
      field.value = field.defaultValue;
    }
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
  const answer = await send(roll, { method: "POST", body: new FormData(form()) });
  if (!answer?.redirected) return;
  await show(answer.url);
  document.getElementById("landing")?.scrollIntoView({ block: "nearest" });
});

onShown(settle);

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
