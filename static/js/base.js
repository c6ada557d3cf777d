// What every page gains with script: a word when the laptop does not answer, thumbs that press only what they meant,
// typed values that stay, and rolls that are not gone back to. What must be there for the first tap is imported here.
import { watchConnection } from "./connection.js";
import { watchReplacing } from "./replace.js";
import { watchTaps } from "./taps.js";

// A form that was refused begins where the first thing is wrong.
const wrong = document.querySelector('main [aria-invalid="true"]');
wrong?.scrollIntoView({ block: "center" });
wrong?.focus({ preventScroll: true });

watchTaps();
watchReplacing();
watchConnection();

// A form that was sent from the page before: has it arrived?
function hasSent() {
  try {
    return sessionStorage.getItem("astrike-sent") !== null;
  } catch {
    return false; // a browser that keeps nothing
  }
}

if (hasSent() || [...document.forms].some((form) => !form.closest("#live"))) {
  import("./drafts.js").then(({ watchDrafts }) => watchDrafts());
}
