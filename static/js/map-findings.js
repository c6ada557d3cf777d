// The check of a whole table: a finding that is tapped comes into the middle of the map.
import { lookAt, resized, startBoard } from "./map.js";
import { address, show } from "./live.js";
import { poll } from "./poll.js";

const SCALE = 22;

document.documentElement.classList.add("has-js");
startBoard();
addEventListener("load", resized);
poll({ news: () => show(address()) });
document.addEventListener("click", (event) => {
  const row = event.target.closest?.("[data-centre]");
  if (!row || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const [x, y] = row.dataset.centre.split(",").map(Number);
  lookAt(x, y, SCALE);
});
