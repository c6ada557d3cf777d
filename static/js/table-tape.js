// The tape measure: tap two places or units on the map; a third tap begins anew.
import { resized, startBoard } from "./map.js";
import { address, show } from "./live.js";
import { poll } from "./poll.js";

document.documentElement.classList.add("has-js");

const tidy = (value) => String(Math.round(value * 100) / 100);

function tapped(unit, at) {
  const end = unit ?? `${tidy(at.x)}, ${tidy(at.y)}`;
  const shown = new URLSearchParams(new URL(address(), location.href).search);
  const parameters = new URLSearchParams();
  if (shown.get("from") && !shown.get("to")) {
    parameters.set("from", shown.get("from"));
    parameters.set("to", end);
  } else {
    parameters.set("from", end);
  }
  show(`${location.pathname}?${parameters}`, { push: true });
  return true;
}

startBoard({ tapped });
addEventListener("load", resized);
poll({ news: () => show(address()) });
document.addEventListener("submit", (event) => {
  if (event.target.id !== "tape") return;
  event.preventDefault();
  show(`${location.pathname}?${new URLSearchParams(new FormData(event.target))}`, { push: true });
});
