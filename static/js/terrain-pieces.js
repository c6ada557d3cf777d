// The pieces of the table as the server told them, those that a finger is just changing, and which of them are chosen.
// The address says what is chosen; while an answer is on its way, what was chosen here last counts.
import { addParameters, live, onShown, show } from "./live.js";
import { away } from "./terrain-shape.js";

const PATIENCE = 3000;
let version = null;
let pieces = [];
let byId = new Map();
let asking = 0;
let askedAt = 0;
let newest = { version: 0, address: "" };
const listeners = [];
const firsts = [];
const drafts = new Map();

export const state = { ids: [], corner: null, isSeveral: false };
export const onChosen = (listener) => listeners.push(listener);
// What has to be done before something else is shown.
export const beforeLook = (first) => firsts.push(first);
export const mayEdit = () => live()?.dataset.may === "1";
export const all = () => pieces;
export const stored = (id) => byId.get(id);
export const piece = (id) => drafts.get(id) ?? byId.get(id);
export const chosen = () => state.ids.map(piece).filter(Boolean);
// Who is moved or turned when these are: what is grouped with them goes along.
export function withGroups(found) {
  const groups = new Set(found.map(({ group }) => group).filter(Boolean));
  return [...found, ...pieces.filter(({ id, group }) => groups.has(group) && !found.some((each) => each.id === id)).map(({ id }) => piece(id))];
}
export const goingAlong = () => [...drafts.values()].filter(({ id }) => !state.ids.includes(id));
export const isLocked = () => state.ids.some((id) => byId.get(id)?.locked);

export function draft(changed) {
  drafts.clear();
  for (const each of changed) drafts.set(each.id, each);
}
export const isDraft = (id) => drafts.has(id);

// The list is long, so it comes only when the table has changed.
addParameters((parameters) => {
  parameters.delete("pieces");
  if (version !== null) parameters.set("pieces", version);
});

export function readPieces() {
  const source = document.getElementById("pieces");
  const text = source?.textContent.trim();
  if (text && source.dataset.version !== version) {
    version = source.dataset.version;
    pieces = JSON.parse(text);
    byId = new Map(pieces.map((each) => [each.id, each]));
  }
}

// What was asked for and then overtaken by a later question may never be answered.
const isAsking = () => asking > 0 && performance.now() - askedAt < PATIENCE;

function readChosen() {
  if (isAsking()) return;
  const { selected, corner, several } = live().dataset;
  state.ids = JSON.parse(selected);
  state.corner = corner ? corner.split(".").map(Number) : null;
  state.isSeveral = several === "1";
}

// ---- choosing

// What the page shows when this is chosen; `more` are other parts of its address.
export function addressOf({ ids = state.ids, corner = state.corner, more = {} } = {}) {
  const parameters = new URLSearchParams();
  for (const id of ids) parameters.append("piece", id);
  if (corner && ids.length === 1) parameters.set("corner", corner.join("."));
  if (state.isSeveral) parameters.set("several", "1");
  for (const [name, value] of Object.entries(more)) parameters.set(name, value);
  const text = String(parameters);
  return text ? `${location.pathname}?${text}` : location.pathname;
}

export async function look(address, wishes = { push: true }) {
  asking += 1;
  askedAt = performance.now();
  // Who asks in between, because there is news or the map has to be drawn anew, asks for this as well.
  live().dataset.address = newest.address = address;
  for (const listener of listeners) listener();
  try {
    for (const first of firsts) await first();
    await show(address, wishes);
  } finally {
    asking -= 1;
    if (!asking && live()) readChosen();
    for (const listener of listeners) listener();
  }
}

export function choose(ids, { corner = null } = {}) {
  const isSame = String(ids) === String(state.ids) && String(corner) === String(state.corner);
  state.ids = ids;
  state.corner = corner;
  return isSame && !live().dataset.tool ? undefined : look(addressOf());
}

// What lies under a place, the topmost first; a group counts as one, and its pieces one by one after everything else.
function picksAt(point, reach) {
  const found = pieces
    .map((each, order) => ({ each, order, distance: away(point, each) }))
    .filter(({ distance }) => distance <= reach)
    .sort((a, b) => (a.distance > 0) - (b.distance > 0) || b.each.rank - a.each.rank || b.order - a.order)
    .map(({ each }) => each);
  const groups = new Set();
  const picks = [];
  for (const each of found) {
    if (!each.group) picks.push([each.id]);
    else if (!groups.has(each.group)) picks.push(pieces.filter(({ group }) => group === each.group).map(({ id }) => id));
    groups.add(each.group);
  }
  return [...picks, ...found.filter(({ group }) => group).map(({ id }) => [id])];
}

export function chooseAt(point, reach) {
  const picks = picksAt(point, reach);
  if (state.isSeveral) {
    const first = picks[0] ?? [];
    if (!first.length) return;
    const isOn = first.every((id) => state.ids.includes(id));
    choose(isOn ? state.ids.filter((id) => !first.includes(id)) : [...new Set([...state.ids, ...first])]);
    return;
  }
  const now = String(state.ids);
  const place = picks.findIndex((ids) => String(ids) === now);
  if (picks.length || state.ids.length || live().dataset.tool) choose(picks.length ? picks[(place + 1) % picks.length] : []);
}

// An answer that was asked for before a change and comes after it shows what is no more.
function isOvertaken() {
  const shown = { version: Number(live().dataset.version), address: live().dataset.address };
  if (shown.version < newest.version) {
    live().dataset.address = newest.address;
    show(newest.address);
    return true;
  }
  newest = isAsking() ? { ...newest, version: shown.version } : shown;
  return false;
}

export function startPieces() {
  readPieces();
  readChosen();
  newest = { version: Number(live().dataset.version), address: live().dataset.address };
  onShown(() => {
    readPieces();
    if (!isOvertaken()) readChosen();
    for (const listener of listeners) listener();
  });
}
