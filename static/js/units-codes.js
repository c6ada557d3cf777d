// A tap on a code chooses all of it, to be copied.
for (const field of document.querySelectorAll("textarea[readonly]")) field.addEventListener("focus", () => field.select());
