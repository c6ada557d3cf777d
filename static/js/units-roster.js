// What was read: points follow the skills, and the button counts what is ticked.
const form = document.getElementById("add");
const button = document.getElementById("add-units");

function count() {
  let taken = 0;
  let sum = 0;
  for (const row of form.querySelectorAll(".read-row")) {
    const box = row.querySelector("input[name=take]");
    const shown = row.querySelector(".sum");
    const choice = row.querySelector("select[name^='card.']");
    if (choice && choice.value) {
      const at = row.querySelector("input[name^='skill.']").value.trim();
      taken += 1;
      sum += Number(choice.selectedOptions[0].dataset.points.split(" ")[at] || 0);
    }
    if (!box) continue;
    const points = box.dataset.points.split(" ")[row.querySelector("input[name^='skill.']").value.trim()];
    if (shown) shown.textContent = points ?? "?";
    taken += box.checked;
    sum += box.checked && points ? Number(points) : 0;
  }
  button.textContent = button.dataset.words.replace("{count}", taken).replace("{points}", sum);
  button.disabled = taken === 0;
}

form.addEventListener("input", count);
count();
