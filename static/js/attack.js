// The attack card says when it is no longer true, and takes typed dice.
import "./kinds.js";
import { tell, word } from "./notice.js";
import { poll } from "./poll.js";

document.documentElement.classList.add("has-js");

poll({
  news: (found) => {
    const card = document.getElementById("card");
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

const typed = (field) => field.value.trim().split(/[ ,.]+/).filter(Boolean);

// Keys fill the field one roll after the other; the last of them sends it all.
function keyTapped(event, key) {
  const { form } = key;
  const field = form.elements.rolls;
  if (!field) return; // a key of another form is a whole roll
  const needed = Number(form.dataset.dice);
  const sofar = typed(field);
  if (sofar.length + 1 >= needed) return;
  event.preventDefault();
  field.value = [...sofar, key.value].join(" ");
  sayWhatRollDoes();
}

// Once something is typed the main button takes it, and rolls nothing.
function sayWhatRollDoes() {
  const button = document.getElementById("roll");
  const field = document.getElementById("f-rolls");
  if (!button?.dataset.take || !field) return;
  const words = button.querySelector("span");
  button.dataset.roll ??= words.textContent;
  const sofar = typed(field);
  button.value = sofar.length ? "typed" : "roll";
  words.textContent = sofar.length ? button.dataset.take.replace("…", sofar.join(" ")) : button.dataset.roll;
}

document.addEventListener("input", (event) => {
  if (event.target.id === "f-rolls") sayWhatRollDoes();
});
sayWhatRollDoes();

// Not as a step of its own in the history: going back leaves the card.
function showAgain(event) {
  const fold = document.getElementById("again");
  event.preventDefault();
  fold.open = true;
  fold.scrollIntoView({ block: "center" });
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const tapped = event.target.closest?.("#to-adjust, #dice-again, #clear, button.key");
  if (!tapped) return;
  if (tapped.id === "to-adjust") document.getElementById("adjust").open = true;
  else if (tapped.id === "dice-again") showAgain(event);
  else if (tapped.matches("button.key")) keyTapped(event, tapped);
  else {
    const field = document.getElementById("f-rolls");
    if (!typed(field).length) return; // what fell is cleared by the page without it
    event.preventDefault();
    field.value = typed(field).slice(0, -1).join(" ");
    sayWhatRollDoes();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target.matches?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  // Digits of a keyboard go into the field of the dice, wherever the page stands.
  if (/^[0-9]$/.test(event.key) && !document.querySelector("#again:not([open])")) document.getElementById("f-rolls")?.focus();
  const way = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  document.querySelector(`a[rel="${way}"]`)?.click();
  if (event.key === "Escape") document.querySelector(".bar a")?.click();
});
