// The kinds of attack behind More: closed once one is chosen, or when something else is tapped.
document.addEventListener("click", ({ target }) => {
  for (const menu of document.querySelectorAll(".kinds-more[open]")) {
    if (!menu.contains(target) || target.closest("a")) menu.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector(".kinds-more[open]");
  if (!menu) return;
  event.stopImmediatePropagation();
  menu.open = false;
  menu.querySelector("summary").focus();
});
