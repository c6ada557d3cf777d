// Buttons beside a number: each changes it by what it says, between the lowest and the highest.
export function watchSteppers() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-by]");
    if (!button) return;
    const { low, high } = button.closest("[data-stepper]").dataset;
    const input = button.parentElement.querySelector("input");
    const start = Number.parseFloat(input.value.replace(",", "."));
    const from = Number.isNaN(start) ? Number.parseFloat(input.dataset.full ?? "0") : start;
    const next = Math.min(Math.max(from + Number(button.dataset.by), Number(low)), Number(high));
    input.value = String(Math.round(next * 100) / 100);
  });
}
