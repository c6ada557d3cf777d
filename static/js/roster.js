// What was read: the button counts what is ticked.
const form = document.getElementById("add");
const button = document.getElementById("add-units");

function count() {
  const taken = [...form.querySelectorAll("input[name=take]:checked")];
  const points = taken.reduce((sum, each) => sum + Number(each.dataset.points), 0);
  button.textContent = button.dataset.words.replace("{count}", taken.length).replace("{points}", points);
  button.disabled = taken.length === 0;
}

form.addEventListener("change", count);
count();
