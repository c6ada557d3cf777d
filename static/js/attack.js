// The attack card says when it is no longer true.
import { tell, word } from "./notice.js";
import { poll } from "./poll.js";

document.documentElement.classList.add("has-js");
const card = document.getElementById("card");

poll({
  news: (found) => {
    card.classList.add("is-stale");
    card.dataset.version = String(found.version);
    const last = found.last;
    tell("warn", {
      lead: last ? `${last.what} (${last.author}).` : word("changed"),
      text: word("before"),
      button: word("renew"),
      act: () => location.reload(),
    });
  },
});

// The chosen kind of attack is in sight, wherever it stands in its row.
const chosen = document.querySelector(".kind[aria-current]");
if (chosen) chosen.parentElement.scrollLeft = chosen.offsetLeft - (chosen.parentElement.clientWidth - chosen.offsetWidth) / 2;

document.getElementById("to-adjust")?.addEventListener("click", () => {
  document.getElementById("adjust").open = true;
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  document.querySelector(`a[rel="${way}"]`)?.click();
  if (event.key === "Escape") document.querySelector(".bar a")?.click();
});
