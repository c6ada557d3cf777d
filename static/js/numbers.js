// A form of numbers, each with buttons beside it, and a word when somebody else has changed the table.
import { tell, word } from "./notice.js";
import { poll } from "./poll.js";
import { watchSteppers } from "./steppers.js";

document.documentElement.classList.add("has-js");
const page = document.querySelector("[data-news]");

watchSteppers();

const isTyped = () => [...document.querySelectorAll("main input:not([type=hidden])")].some(
  (each) => each.value !== each.defaultValue || each.checked !== each.defaultChecked || each === document.activeElement,
);
const renew = () => (page.dataset.follows ? location.replace(page.dataset.follows) : location.reload());

poll({
  news: (found) => {
    // A page that follows the other phone goes on by itself, unless somebody is typing on it.
    if (page.dataset.follows && !isTyped()) return renew();
    page.dataset.version = String(found.version);
    const last = found.last;
    tell("warn", {
      lead: last ? `${last.what} (${last.author}).` : word("changed"), button: word("renew"), act: renew,
    });
    return undefined;
  },
});
