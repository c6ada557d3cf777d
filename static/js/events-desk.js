// The desk and the hall: shown anew when anything of the event has changed; the clock counts on by itself.
import { startClocks } from "./events-clock.js";
import { address, live, onShown, show } from "./live.js";
import { poll } from "./poll.js";
import "./send.js";

document.documentElement.classList.add("has-js");
let isChecking = false;
const again = () => (isTyping() ? setTimeout(again, 2000) : show(address()));
startClocks(again);
poll({ news: () => (isTyping() ? undefined : show(address())) });
onShown(check);
check();

// What is being written must not be swept away; the next look comes soon.
function isTyping() {
  const field = document.activeElement;
  return live().contains(field) && field.matches("input, textarea") && field.value !== field.defaultValue;
}

// Layouts that nobody has looked at yet are checked one after the other, while the desk can be used.
async function check() {
  const where = live()?.dataset.check;
  if (!where || isChecking || !document.querySelector("[data-unknown]")) return;
  isChecking = true;
  try {
    const answer = await fetch(where, { cache: "no-store" });
    if (answer.ok && (await answer.json()).checked) await show(address());
    else return;
  } catch {
    return; // the next news tries again
  } finally {
    isChecking = false;
  }
  check();
}
