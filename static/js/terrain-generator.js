// A choice is shown at once: a form of wishes asks again when something was picked, with nothing lost.
document.addEventListener("change", (event) => {
  const form = event.target.form;
  if (form?.matches("[data-wishes]") && event.target.matches('input[type="radio"], select')) form.requestSubmit();
});
