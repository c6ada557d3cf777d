// The End Phase: buttons beside the heat, and a word when somebody else has changed the table.
import { tell, word } from "./notice.js";
import { poll } from "./poll.js";
import { watchSteppers } from "./steppers.js";

document.documentElement.classList.add("has-js");
const page = document.getElementById("end-page");

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
