// Opens each page in each theme at each width, and writes what it measures as lines of text:
// one `page`, then a line for each fault that it finds.

// What is wrong with the places of a drawing's texts.
const misplaced = (drawing, name) => {
  const faults = [];
  const box = drawing.getBoundingClientRect();
  const letters = [...drawing.querySelectorAll("text")];
  for (const text of letters) {
    const place = text.getBoundingClientRect();
    if (place.left < box.left - 1 || place.right > box.right + 1 || place.bottom > box.bottom + 1) {
      faults.push(`${name}: "${text.textContent}" is cut off`);
    }
    for (const other of letters) {
      const its = other.getBoundingClientRect();
      const apart =
        its.left >= place.right || its.right <= place.left ||
        its.top >= place.bottom - 1 || its.bottom <= place.top + 1;
      if (other !== text && !apart) {
        faults.push(`${name}: "${text.textContent}" and "${other.textContent}" touch`);
      }
    }
  }
  return faults;
};

// Where rustdoc's own font is not to be had, as in an image of a README, the reader's may be wide.
const WIDE = '"DejaVu Sans", Verdana, sans-serif';

// The cells of tables that say what binds, and all of the first table, the summary.
const binding = (page) => {
  const cells = [...page.querySelectorAll(".docblock td")].filter((cell) => cell.textContent === "binds");
  for (const table of page.querySelectorAll(".docblock table")) {
    const heads = [...table.querySelectorAll("th")].map((head) => head.textContent);
    if (heads.includes("binding limit")) cells.push(...table.querySelectorAll("th, td"));
    const at = heads.indexOf("binds");
    if (at >= 0) cells.push(...table.querySelectorAll(`:is(th, td):nth-child(${at + 1})`));
  }
  return cells;
};

// What is wrong with the letters of tables: there is one size, a number stays with its unit, and there is room for a name
// of the index beside a sidebar.
const tabular = (view, page, width) => {
  const faults = [];
  const sizes = new Set([...page.querySelectorAll(".docblock td")].map((cell) => view.getComputedStyle(cell).fontSize));
  if (sizes.size > 1) faults.push(`tables have letters of ${[...sizes].join(" and ")}`);
  const height = (node) => {
    const range = page.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect().height;
  };
  for (const cell of page.querySelectorAll(".docblock td")) {
    const name = cell.querySelector("span[style]");
    const isWhole = /^[\d.,]+\s%$/.test(cell.textContent) || (name && width > 1000);
    if (isWhole && height(name ?? cell) > 30) faults.push(`"${cell.textContent}" is on two lines`);
  }
  return faults;
};

// The headings of the page, each at most one level below the one before.
const headings = (page) => {
  const faults = [];
  let before = 0;
  for (const heading of page.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")) {
    const level = Number(heading.tagName[1]);
    if (level > before + 1) faults.push(`"${heading.textContent}" is a heading ${level} below one of ${before}`);
    before = level;
  }
  return faults;
};

const measure = (frame, expected) => {
  const view = frame.contentWindow;
  const page = view.document;
  const faults = [];
  const root = page.documentElement;
  if (root.scrollWidth > root.clientWidth) {
    faults.push(`scrolls to the side: ${root.scrollWidth} of ${root.clientWidth}`);
  }
  if (root.dataset.theme !== expected.theme) faults.push(`has the theme ${root.dataset.theme}`);
  faults.push(...headings(page), ...tabular(view, page, expected.width));
  // What is folded when the page is opened takes no room.
  const height = page.querySelector("#main-content > details > .docblock")?.getBoundingClientRect().height ?? 0;
  for (const details of page.querySelectorAll(".docblock details")) details.open = true;
  const drawings = [...page.querySelectorAll(".docblock svg[role=img]")];
  let least = { text: Infinity, line: Infinity };
  let texts = 0;
  for (const drawing of drawings) {
    const box = drawing.getBoundingClientRect();
    const name = drawing.querySelector("title")?.textContent ?? "";
    if (name === "") faults.push("a drawing has no title");
    if (!drawing.querySelector("desc")?.textContent) faults.push(`${name}: no description`);
    if (box.width < 200 || box.height < 60) faults.push(`${name}: ${box.width} by ${box.height}`);
    if (box.right > root.clientWidth) faults.push(`${name}: out of the page`);
    const letters = [...drawing.querySelectorAll("text")];
    for (const text of letters) {
      texts += 1;
      least.text = Math.min(least.text, shown(view, text, "fill"));
    }
    faults.push(...misplaced(drawing, name));
    drawing.style.fontFamily = WIDE;
    faults.push(...misplaced(drawing, name).map((fault) => `${fault} in a wide font`));
    drawing.style.fontFamily = "";
    for (const line of drawing.querySelectorAll("path")) {
      least.line = Math.min(least.line, shown(view, line, "stroke"));
    }
  }
  if (drawings.length > 0 && least.text < 4.5) faults.push(`text has a contrast of ${least.text}`);
  if (drawings.length > 0 && least.line < 3) faults.push(`a line has a contrast of ${least.line}`);
  for (const cell of binding(page)) {
    const table = cell.closest("table");
    const seen = Math.min(table.getBoundingClientRect().right, root.clientWidth);
    const { right } = cell.getBoundingClientRect();
    if (right > seen + 1) faults.push(`"${cell.textContent}" is ${right - seen} out of sight`);
  }
  const ratio = (value) => (value === Infinity ? "-" : value.toFixed(2));
  return [
    `page ${expected.name} ${expected.theme} ${expected.width} ${drawings.length} ${texts} ` +
      `${ratio(least.text)} ${ratio(least.line)} ${Math.round(height)}`,
    ...faults.map((fault) => `fault ${fault}`),
  ];
};

const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// A page whose styles are not there yet is not what a reader sees.
const isStyled = (frame) => {
  const view = frame.contentWindow;
  return view.getComputedStyle(view.document.documentElement).getPropertyValue("--main-color") !== "";
};

const load = (url, width) =>
  new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.style = `width:${width}px;height:900px;border:0`;
    frame.onload = () => resolve(frame);
    frame.src = url;
    document.body.append(frame);
  });

const open = async (url, width) => {
  for (let attempt = 1; ; attempt += 1) {
    const frame = await load(url, width);
    for (let tries = 0; tries < 40 && !isStyled(frame); tries += 1) await later(50);
    // Nor is one whose letters are still to come.
    await frame.contentWindow.document.fonts.ready;
    await later(50);
    // One that never is goes on, and fails by what it measures.
    if (isStyled(frame) || attempt === 3) return frame;
    frame.remove();
  }
};

const main = async ({ pages, themes, widths }) => {
  const lines = [];
  localStorage.setItem("rustdoc-use-system-theme", "false");
  for (const theme of themes) {
    localStorage.setItem("rustdoc-theme", theme);
    for (const width of widths) {
      for (const name of pages) {
        const frame = await open(name, width);
        lines.push(...measure(frame, { name, theme, width }));
        frame.remove();
      }
    }
  }
  lines.push("done");
  document.body.innerHTML = "<pre></pre>";
  document.body.firstChild.textContent = lines.join("\n");
};
