// The way back to the table that this device was at last: its code would have to be typed again.
import { lastTable } from "./last-table.js";

const found = lastTable();
const link = document.getElementById("last-table");
if (found) {
  link.href = found.path;
  document.getElementById("last-name").textContent = found.name;
  link.hidden = false;
}
