// Looks at the page of a report at a width, and sorts it by each column in both directions: a line for the
// width, and a line for each column and direction with its cells.
"use strict";

const look = async (page, width, out) => {
  const frame = document.createElement("iframe");
  frame.style.cssText = `width:${width}px;height:900px;border:0`;
  frame.src = page;
  document.body.append(frame);
  await new Promise((resolve) => (frame.onload = resolve));
  const root = frame.contentDocument.documentElement;
  const isTooWide = root.scrollWidth > root.clientWidth;
  const levels = [...root.querySelectorAll("h1, h2, h3")].map((heading) => heading.tagName[1]);
  // It says which columns are outside of it, and nothing if all are inside.
  const table = root.querySelector(".rows");
  const more = root.querySelector(".more");
  const isCut = table.scrollWidth > table.clientWidth;
  const inside = [...root.querySelectorAll("thead th")].filter(
    (header) => header.getBoundingClientRect().right <= table.getBoundingClientRect().right,
  );
  const named = more.textContent.replace(/^Scroll the table for |\.$/g, "").split(", ");
  const headers = root.querySelectorAll("thead th").length;
  const saysIt = more.hidden === !isCut && (!isCut || inside.length + named.length === headers);
  out.push(`page ${width} ${isTooWide} ${levels.join("")} ${saysIt}`);
  for (const button of root.querySelectorAll("thead button")) {
    const header = button.closest("th");
    for (const _ of ["up", "down"]) {
      button.click();
      const cells = [...root.querySelectorAll("tbody tr")].map((row) => row.cells[header.cellIndex].textContent);
      out.push([button.textContent, header.getAttribute("aria-sort"), ...cells].join("\t"));
    }
  }
  frame.remove();
};

const main = async (page) => {
  const out = [];
  for (const width of [320, 390, 1200, 1280]) await look(page, width, out);
  const pre = document.createElement("pre");
  pre.textContent = `${out.join("\n")}\ndone`;
  document.body.append(pre);
};
