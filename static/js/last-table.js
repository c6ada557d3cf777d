// Which table was this device at last? Kept in the browser, and nowhere else.
const KEPT = "astrike-last";

export function keepTable() {
  const name = document.querySelector("#live .bar h1")?.textContent;
  try {
    localStorage.setItem(KEPT, JSON.stringify({ path: location.pathname, name }));
  } catch {
    // A browser that keeps nothing has its own history.
  }
}

export function lastTable() {
  try {
    const { path, name } = JSON.parse(localStorage.getItem(KEPT)) ?? {};
    return /^\/t\/[0-9A-Z]+$/.test(path) && name ? { path, name: String(name) } : null;
  } catch {
    return null;
  }
}
