// Slot layouts that were typed once stay on this device, by name. Loading one sends it as a form, as a file would be.
const KEY = "astrike.layouts";
const section = document.getElementById("kept-layouts");
const list = document.getElementById("layout-list");
const said = document.getElementById("layout-said");

const read = () => {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
};

function write(layouts) {
  try {
    localStorage.setItem(KEY, JSON.stringify(layouts));
    return true;
  } catch {
    return false;
  }
}

function open(text) {
  const form = document.getElementById("layout-file");
  form.elements.file.value = "";
  form.elements.text.value = text;
  form.submit();
}

function draw() {
  const row = document.getElementById("layout-row");
  list.replaceChildren(...Object.entries(read()).map(([name, text]) => {
    const item = row.content.cloneNode(true);
    const opener = item.querySelector("[data-open]");
    opener.textContent = name;
    opener.addEventListener("click", () => open(String(text)));
    item.querySelector("[data-delete]").addEventListener("click", () => {
      const layouts = read();
      delete layouts[name];
      write(layouts);
      draw();
    });
    return item;
  }));
}

document.getElementById("keep-layout").addEventListener("click", () => {
  const field = document.getElementById("layout-name");
  const name = field.value.trim();
  if (!name) {
    field.focus();
    return;
  }
  const text = section.dataset.layout;
  said.textContent = write({ ...read(), [name]: text }) ? said.dataset.kept : said.dataset.full;
  draw();
});
section.hidden = false;
draw();
