// One strip for what the page has to say beside its content: stale, offline, dice that fell.

// Words come from the server, in the reader's language.
export const word = (name, values = {}) =>
  Object.entries(values).reduce(
    (text, [key, value]) => text.replace(`{${key}}`, value),
    document.getElementById("words")?.dataset[name] ?? "",
  );

// A request that takes longer counts as not answered.
export function within(milliseconds) {
  if (AbortSignal.timeout) return AbortSignal.timeout(milliseconds);
  const stop = new AbortController();
  setTimeout(() => stop.abort(), milliseconds);
  return stop.signal;
}

export const notice = () => document.getElementById("notice");

export function tell(kind, { lead, text = "", button = "", act = null }) {
  const place = notice();
  if (!place) return;
  const strip = document.createElement("p");
  strip.className = `strip strip-${kind}`;
  strip.dataset.kind = kind;
  strip.setAttribute("role", "status");
  const words = document.createElement("span");
  const bold = document.createElement("b");
  bold.textContent = lead;
  words.append(bold, text ? ` ${text}` : "");
  const icon = document.getElementById("words")?.content.querySelector(`[data-icon="${kind}"] svg`);
  strip.append(...(icon ? [icon.cloneNode(true)] : []), words);
  if (button) {
    const press = document.createElement("button");
    press.type = "button";
    press.className = "btn";
    press.textContent = button;
    press.addEventListener("click", act);
    strip.append(press);
  }
  place.replaceChildren(strip);
}

export function hush(kind) {
  const place = notice();
  if (place && (!kind || place.firstElementChild?.dataset.kind === kind)) place.replaceChildren();
}

export function showProblem(section) {
  const place = notice();
  place.replaceChildren(section);
  section.tabIndex = -1;
  section.focus();
}

export const dropProblem = () => notice()?.querySelector(".problem")?.remove();
