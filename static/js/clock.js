// Clocks that count on: the server says how many seconds are left, the page does the rest until it hears again.
const EVERY = 250;
const known = new WeakMap();

// Minutes and seconds; a minus would be read as a dash, so what is over is marked by a plus.
export function words(left) {
  const whole = left > 0 ? Math.ceil(left) : Math.floor(-left);
  return `${left < 0 && whole ? "+" : ""}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function startClocks() {
  tick();
  setInterval(tick, EVERY);
}

function tick() {
  for (const face of document.querySelectorAll("[data-left]")) {
    const { left, going } = face.dataset;
    let since = known.get(face);
    if (!since || since.left !== left || since.going !== going) {
      since = { left, going, from: Date.now() };
      known.set(face, since);
    }
    const passed = going === "1" ? (Date.now() - since.from) / 1000 : 0;
    const text = words(Number(left) - passed);
    if (face.textContent !== text) face.textContent = text;
    face.classList.toggle("is-over", text.startsWith("+") || text === "0:00");
  }
}
