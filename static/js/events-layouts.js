// The list of layouts: those that nobody has looked at yet are checked, then the list alone is shown again. The page is
// not loaded anew: that would call off a tap on a link, and empty what somebody types.
const LIST = "#all-layouts";
const where = document.getElementById("checks")?.dataset.check;

async function check() {
  if (!where || !document.querySelector("[data-unknown]")) return;
  try {
    const answer = await fetch(where, { cache: "no-store" });
    const { checked, left } = await answer.json();
    if (!checked) return;
    if (left) await check();
    else await htmx.ajax("GET", location.href, { target: LIST, select: LIST, swap: "outerMorph" });
  } catch {
    // Without an answer each layout's own page still tells.
  }
}

check();
