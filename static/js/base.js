// What every page gains with script: fresh ids, a word when the laptop does not answer, typed values that stay, and
// thumbs that press only what they meant.
import { watchConnection } from "./connection.js";
import { watchDrafts } from "./drafts.js";
import { watchIds } from "./ids.js";
import { watchReplacing } from "./replace.js";
import { watchTaps } from "./taps.js";

// A form that was refused begins where the first thing is wrong.
const wrong = document.querySelector('main [aria-invalid="true"]');
wrong?.scrollIntoView({ block: "center" });
wrong?.focus({ preventScroll: true });

watchIds();
watchTaps();
watchReplacing();
watchDrafts();
watchConnection();
