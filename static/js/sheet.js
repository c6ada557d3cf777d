// The sheet under the map has three heights: peek, half and full. Tap or pull its handle.
const HEIGHTS = ["peek", "half", "full"];
const KEPT = "astrike-sheet";
const listeners = [];

export const onHeight = (listener) => listeners.push(listener);
const current = () => HEIGHTS.find((height) => document.documentElement.classList.contains(`sheet-${height}`)) ?? "half";

function set(height) {
  for (const each of HEIGHTS) document.documentElement.classList.toggle(`sheet-${each}`, each === height);
  try {
    sessionStorage.setItem(KEPT, height);
  } catch {
    // A browser that keeps nothing forgets this too.
  }
  name();
  for (const listener of listeners) listener();
}

function name() {
  const grab = document.getElementById("grab");
  if (!grab) return;
  const { larger, away, back } = grab.dataset;
  grab.setAttribute("aria-label", { peek: back, half: larger, full: away }[current()]);
}

export function startSheet() {
  let kept = null;
  try {
    kept = sessionStorage.getItem(KEPT);
  } catch {
    kept = null;
  }
  const wished = new URLSearchParams(location.search).get("sheet");
  set(HEIGHTS.includes(wished) ? wished : HEIGHTS.includes(kept) ? kept : "half");
  let pulled = null;
  document.addEventListener("pointerdown", (event) => {
    const grab = event.target.closest?.("#grab");
    if (!grab) return;
    pulled = { y: event.clientY, moved: false };
    grab.setPointerCapture(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    if (pulled && Math.abs(event.clientY - pulled.y) > 24) pulled.moved = true;
  });
  document.addEventListener("pointerup", (event) => {
    if (!pulled?.moved) return;
    const up = event.clientY < pulled.y;
    const place = HEIGHTS.indexOf(current()) + (up ? 1 : -1);
    set(HEIGHTS[Math.min(Math.max(place, 0), HEIGHTS.length - 1)]);
    setTimeout(() => (pulled = null), 0);
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#grab")) return;
    event.preventDefault();
    if (!pulled?.moved) set({ peek: "half", half: "full", full: "half" }[current()]);
    pulled = null;
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === " " && event.target.id === "grab") {
      event.preventDefault();
      event.target.click();
    }
  });
}

export { name as nameSheet };
