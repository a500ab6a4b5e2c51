"use strict";
// Sorting and filtering; everything is readable without. A box is a stop of the tab key while it scrolls.
const collator = new Intl.Collator("en", { numeric: true });
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const rows = [...body.rows];
  const key = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent.trim();
  const byNumber = (a, b) => (a === "" ? -Infinity : +a) - (b === "" ? -Infinity : +b) || 0;
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const next = { ascending: "descending", descending: null }[head.getAttribute("aria-sort")];
      const order = next === undefined ? "ascending" : next;
      for (const other of heads) other.removeAttribute("aria-sort");
      if (order === null) {
        body.append(...rows);
        return;
      }
      head.setAttribute("aria-sort", order);
      const turn = order === "ascending" ? 1 : -1;
      const sorted = rows.map((row, place) => [key(row, column), place, row]);
      const compare = sorted.every((entry) => !isNaN(entry[0])) ? byNumber : collator.compare;
      sorted.sort((a, b) => turn * compare(a[0], b[0]) || a[1] - b[1]);
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
const boxes = new ResizeObserver((entries) => {
  for (const { target: box } of entries) {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
});
for (const box of document.querySelectorAll(".scroll")) boxes.observe(box);
