// An area effect: a tap on the map or on a unit puts the template there.
import { resized, startBoard } from "./map.js";
import { address, show } from "./live.js";
import { poll } from "./poll.js";

document.documentElement.classList.add("has-js");

// What was said of the place and of the miss there does not go along to another place.
const OF_HERE = ["at", "z", "dice", "margin", "by", "series", "written"];
const tidy = (value) => String(Math.round(value * 100) / 100);

function tapped(unit, at) {
  const shown = new URLSearchParams(new URL(address(), location.href).search);
  const parameters = new URLSearchParams({ at: unit ?? `${tidy(at.x)}, ${tidy(at.y)}` });
  for (const [name, value] of shown) if (!OF_HERE.includes(name)) parameters.append(name, value);
  const weapon = document.getElementById("f-weapon")?.value;
  if (weapon && !parameters.has("weapon")) parameters.set("weapon", weapon);
  show(`${location.pathname}?${parameters}`, { push: true });
  return true;
}

startBoard({ tapped });
addEventListener("load", resized);
poll({ news: () => show(address()) });
const send = (form) => show(`${location.pathname}?${new URLSearchParams(new FormData(form))}`, { push: true });
document.addEventListener("submit", (event) => {
  if (event.target.id !== "area") return;
  event.preventDefault();
  send(event.target);
});
document.addEventListener("change", (event) => {
  if (event.target.id === "f-weapon") send(event.target.form);
});
