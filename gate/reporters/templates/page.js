"use strict";
// Sorting and filtering; everything is readable without.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows];
  const key = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const byNumber = (a, b) => (a === "" ? -Infinity : +a) - (b === "" ? -Infinity : +b) || 0;
  const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const sorted = rows.map((row, place) => [key(row, column), place, row]);
      const compare = sorted.every((entry) => !isNaN(entry[0])) ? byNumber : byText;
      sorted.sort((a, b) => (down ? -1 : 1) * compare(a[0], b[0]) || a[1] - b[1]);
      body.append(...sorted.map((entry) => entry[2]));
    });
  });
  const tools = document.createElement("div");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const count = document.createElement("span");
  tools.className = "tools";
  input.type = "search";
  label.append("Show rows with ", input);
  count.setAttribute("role", "status");
  count.className = "faint";
  table.caption.id = `caption-${document.querySelectorAll(".tools").length}`;
  input.setAttribute("aria-describedby", table.caption.id);
  tools.append(label, count);
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const tell = (shown) => { count.textContent = `${shown} of ${rows.length} rows`; };
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    let shown = 0;
    rows.forEach((row, i) => { row.hidden = !texts[i].includes(wanted); shown += !row.hidden; });
    tell(shown);
  });
  tell(rows.length);
  table.parentElement.before(tools);
}
