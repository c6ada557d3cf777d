// A form of numbers, each with buttons beside it, and a word when somebody else has changed the table.
import { tell, word } from "./notice.js";
import { poll } from "./poll.js";
import { watchSteppers } from "./steppers.js";

document.documentElement.classList.add("has-js");
const page = document.querySelector("[data-news]");

watchSteppers();

poll({
  news: (found) => {
    page.dataset.version = String(found.version);
    const last = found.last;
    tell("warn", {
      lead: last ? `${last.what} (${last.author}).` : word("changed"), button: word("renew"), act: () => location.reload(),
    });
  },
});
