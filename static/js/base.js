// What every page gains with script: a word when the laptop does not answer, thumbs that press only what they meant,
// typed values that stay, and rolls that are not gone back to. Only what a page needs is fetched.
import { watchConnection } from "./connection.js";
import { watchTaps } from "./taps.js";

// A form that was refused begins where the first thing is wrong.
const wrong = document.querySelector('main [aria-invalid="true"]');
wrong?.scrollIntoView({ block: "center" });
wrong?.focus({ preventScroll: true });

watchTaps();
watchConnection();

// A form that was sent from the page before: has it arrived?
function hasSent() {
  try {
    return sessionStorage.getItem("astrike-sent") !== null;
  } catch {
    return false; // a browser that keeps nothing
  }
}

if (document.querySelector("[data-replaces]")) import("./replace.js").then(({ watchReplacing }) => watchReplacing());
if (hasSent() || [...document.forms].some((form) => !form.closest("#live"))) {
  import("./drafts.js").then(({ watchDrafts }) => watchDrafts());
}
