// Reads each page as a browser does, and writes what it finds as lines of text: one `page`, then a line
// for each trace of Markdown that was not read as Markdown.
"use strict";

// Code is a word of the sentence that it stands in.
const CODE = "¶";

const TRACES = [
  ["the line under a table's head", /\|\s*:?-{3,}/],
  ["a row of a table", /\s\|\s/],
  ["a heading", /(^|\n)\s*#{1,6}\s/],
  ["strong text", /\*\*/],
  ["code", /`/],
  ["a link", /\]\(/],
  ["a link that leads nowhere", new RegExp(`\\[${CODE}\\]`)],
  ["HTML", /<\/?[a-z]|&(lt|gt|amp|nbsp);/i],
];

const read = async (name) => {
  const request = new XMLHttpRequest();
  request.open("GET", name);
  await new Promise((resolve, reject) => {
    request.onload = resolve;
    request.onerror = reject;
    request.send();
  });
  return new DOMParser().parseFromString(request.responseText, "text/html");
};

// The prose of a page, a paragraph each; rustdoc's own signatures are none.
const prose = (page) => {
  const all = [];
  for (const block of page.querySelectorAll(".docblock, .item-table dd, .docblock-short")) {
    const copy = block.cloneNode(true);
    for (const code of copy.querySelectorAll("pre, code")) code.replaceWith(CODE);
    for (const drawing of copy.querySelectorAll("svg")) drawing.replaceWith("");
    all.push(copy.textContent);
  }
  return all;
};

const main = async (pages) => {
  const lines = [];
  for (const name of pages) {
    const page = await read(name);
    const text = prose(page);
    const docblock = page.querySelector("#main-content > details > .docblock");
    const drawings = page.querySelectorAll(".docblock svg[role=img]").length;
    const bindings = [...page.querySelectorAll(".docblock td")].filter(
      (cell) => cell.textContent === "binds",
    ).length;
    const rows = docblock ? docblock.querySelectorAll("tbody tr").length : 0;
    lines.push(`page ${name} ${text.length} ${drawings} ${bindings} ${rows}`);
    for (const [trace, pattern] of TRACES) {
      const found = text.map((block) => pattern.exec(block)).find((found) => found);
      if (found) {
        const around = found.input.slice(Math.max(found.index - 30, 0), found.index + 50);
        lines.push(`fault ${trace}: ${JSON.stringify(around)}`);
      }
    }
    // Indented by mistake, a table is code.
    for (const code of page.querySelectorAll(".docblock pre")) {
      if (/\|\s*:?-{3,}/.test(code.textContent)) lines.push("fault a table is code");
    }
  }
  lines.push("done");
  document.body.innerHTML = "<pre></pre>";
  document.body.firstChild.textContent = lines.join("\n");
};
