// Clocks that count on: the server says how many seconds are left, the page does the rest until it hears again.
// What has passed is measured from the answer on, so that a phone whose own time is set right meanwhile shows the same.
const EVERY = 250;
const APART = 1500;
const known = new WeakMap();
let answered = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();
let apart = Date.now() - performance.now();

// Minutes and seconds; a minus would be read as a dash, so what is over is marked by a plus.
export function words(left) {
  const whole = left > 0 ? Math.ceil(left) : Math.floor(-left);
  return `${left < 0 && whole ? "+" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// `again` asks the server: the two clocks of this device went apart, so it slept, or its time was set.
export function startClocks(again = () => {}) {
  tick();
  answered = 0;
  setInterval(() => {
    const now = Date.now() - performance.now();
    if (Math.abs(now - apart) > APART && !document.hidden) {
      apart = now;
      again();
    }
    tick();
  }, EVERY);
}

function tick() {
  const now = performance.now();
  for (const face of document.querySelectorAll("[data-left]")) {
    const { left, going } = face.dataset;
    let since = known.get(face);
    if (!since || since.left !== left || since.going !== going) {
      since = { left, going, from: answered || now };
      known.set(face, since);
    }
    const passed = going === "1" ? (now - since.from) / 1000 : 0;
    const text = words(Number(left) - passed);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("is-over", text.startsWith("+") || text === "0:00");
  }
}
