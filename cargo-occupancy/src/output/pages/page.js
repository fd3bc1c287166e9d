for (const button of document.querySelectorAll("thead button")) {
  button.addEventListener("click", () => {
    const header = button.closest("th");
    const body = header.closest("table").tBodies[0];
    const wasAscending = header.getAttribute("aria-sort") === "ascending";
    for (const other of header.parentElement.cells) other.setAttribute("aria-sort", "none");
    header.setAttribute("aria-sort", wasAscending ? "descending" : "ascending");
    const direction = wasAscending ? -1 : 1;
    const key = (row) => row.cells[header.cellIndex].dataset.key;
    const isNumber = header.classList.contains("number");
    const order = (a, b) => {
      // What is not known comes last.
      if (a === "" || b === "") return (a === "") - (b === "");
      return direction * (isNumber ? a - b : a.localeCompare(b, "en", { numeric: true }));
    };
    body.append(...[...body.rows].sort((a, b) => order(key(a), key(b))));
  });
}
const rows = document.querySelector(".rows");
if (rows) {
  const more = document.querySelector(".more");
  const say = () => {
    const headers = [...rows.querySelectorAll("thead th")];
    const outside = headers.filter((header) => header.offsetLeft + header.offsetWidth > rows.clientWidth);
    more.hidden = outside.length === 0;
    more.textContent = `Scroll the table for ${outside.map((header) => header.textContent).join(", ")}.`;
  };
  addEventListener("resize", say);
  say();
}
