// The sheet of a unit: buttons beside the numbers, and a word when somebody else has changed the table.
import { tell, word } from "./notice.js";
import { poll } from "./poll.js";

document.documentElement.classList.add("has-js");
const page = document.getElementById("unit");

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-by]");
  if (!button) return;
  const { low, high } = button.closest("[data-stepper]").dataset;
  const input = button.parentElement.querySelector("input");
  const start = Number.parseFloat(input.value.replace(",", "."));
  const from = Number.isNaN(start) ? Number.parseFloat(input.dataset.full ?? "0") : start;
  const next = Math.min(Math.max(from + Number(button.dataset.by), Number(low)), Number(high));
  input.value = String(Math.round(next * 100) / 100);
});

poll({
  news: (found) => {
    page.dataset.version = String(found.version);
    const last = found.last;
    tell("warn", {
      lead: last ? `${last.what} (${last.author}).` : word("changed"), button: word("renew"), act: () => location.reload(),
    });
  },
});
