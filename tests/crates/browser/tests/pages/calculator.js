// Opens the page of `occupancy calculator`, uses it, and writes what it finds as lines of text.
const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const finish = (lines) => {
  lines.push("done");
  document.body.innerHTML = "<pre></pre>";
  document.body.firstChild.textContent = lines.join("\n");
};

const open = async (hash = "", { width = 1200, scheme = "light" } = {}) => {
  const frame = document.createElement("iframe");
  // What an embedded page has for the system's theme.
  frame.style = `width:${width}px;height:900px;border:0;color-scheme:${scheme}`;
  await new Promise((resolve) => {
    frame.onload = resolve;
    frame.src = `calculator.html${hash}`;
    document.body.append(frame);
  });
  const view = frame.contentWindow;
  await view.calculator.ready;
  await later(20);
  return { frame, view, page: view.document };
};

const hash = (text) => {
  let found = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) found = Math.imul(found ^ byte, 0x01000193);
  return found >>> 0;
};

// What `occupancy calculate --explain` prints.
const said = (answer) => {
  const lines = [
    ...answer.errors.map((one) => `error: ${one.explained}\n`),
    ...answer.warnings.map((one) => `warning: ${one.explained}\n`),
  ];
  return lines.join("");
};

const figures = async (all) => {
  const { view } = await open();
  const { calculator } = view;
  const lines = [];
  for (const expected of all) {
    const text = calculator.text(expected.lines);
    const answer = JSON.parse(text);
    const rows = JSON.stringify(answer.gpus.map((gpu) => gpu.figures));
    // Which size was chosen is a note below the messages.
    const [messages] = expected.said.split(/^note: /m);
    if (rows !== JSON.stringify(JSON.parse(expected.rows))) lines.push(`figures of ${JSON.stringify(expected.lines)}: ${rows}`);
    if (said(answer) !== messages) lines.push(`messages of ${JSON.stringify(expected.lines)}: ${said(answer)}`);
    if (hash(text) !== expected.hash) lines.push(`the rest of ${JSON.stringify(expected.lines)}`);
    if (answer.faults.length > 0) lines.push(`faults of ${JSON.stringify(expected.lines)}`);
    if (lines.length > 5) break;
  }
  finish([...lines, `compared ${all.length}`]);
};

const isVisible = (element) => element.getClientRects().length > 0;

// What a screen reader calls a control.
const nameOf = (page, control) => {
  if (control.getAttribute("aria-label")) return control.getAttribute("aria-label");
  if (control.labels?.length > 0) return [...control.labels].map((label) => label.textContent).join(" ");
  return control.matches("button, summary, a") ? control.textContent.trim() : "";
};

const faultsOf = (view, page, { width, dark }) => {
  const faults = [];
  const root = page.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`scrolls to the side: ${root.scrollWidth} of ${width}`);
  for (const details of page.querySelectorAll("details")) details.open = true;
  const isDark = luminance(background(view, page.body)) < 0.2;
  if (isDark !== dark) faults.push(`is ${isDark ? "dark" : "light"}`);
  const controls = [...page.querySelectorAll("input, select, textarea, button, summary, a, pre[tabindex]")];
  const names = controls.map((control) => nameOf(page, control) || control.textContent.trim());
  for (const [index, control] of controls.entries()) {
    if (names[index] === "" && isVisible(control)) faults.push(`${control.outerHTML.slice(0, 80)} has no name`);
    if (control.tabIndex !== 0) faults.push(`${names[index]} is not reached by keyboard in its place`);
  }
  const inputs = controls.filter((control) => control.matches("input, select, textarea"));
  const labels = inputs.map((control) => nameOf(page, control));
  for (const label of labels.filter((label, index) => labels.indexOf(label) !== index)) {
    faults.push(`two controls are called ${label}`);
  }
  for (const element of page.querySelectorAll("body *")) {
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== "");
    if (!hasText || !isVisible(element) || element.matches("option, title, desc, script")) continue;
    const property = element.closest("svg") ? "fill" : "color";
    const ratio = shown(view, element, property);
    if (ratio < 4.5) faults.push(`"${element.textContent.slice(0, 30)}" has a contrast of ${ratio.toFixed(2)}`);
  }
  for (const line of page.querySelectorAll("svg path")) {
    const ratio = shown(view, line, "stroke");
    if (ratio < 3) faults.push(`a line has a contrast of ${ratio.toFixed(2)}`);
  }
  for (const drawing of page.querySelectorAll("svg[role=img]")) {
    if (!drawing.querySelector("title")?.textContent) faults.push("a drawing has no title");
    if (drawing.getBoundingClientRect().right > root.clientWidth) faults.push("a drawing is out of the page");
  }
  let before = 0;
  for (const heading of page.querySelectorAll("h1, h2, h3")) {
    const level = Number(heading.tagName[1]);
    if (level > before + 1) faults.push(`"${heading.textContent}" is a heading ${level} below one of ${before}`);
    before = level;
  }
  return faults;
};

const STATES = [
  "",
  "#arch=h100,b200,sm_86&threads=256&regs=64&smem=40000&barriers=2&grid=1000&cycles=400&instructions=60",
  "#arch=h100&threads=256&regs=96&min_blocks=3",
  "#arch=h1000&threads=many&regs=64",
];

const everyone = async () => {
  const lines = [];
  for (const state of STATES) {
    for (const width of [400, 1200]) {
      for (const [theme, scheme] of [["", "light"], ["", "dark"], ["light", "dark"], ["dark", "light"]]) {
        const { frame, view, page } = await open(state, { width, scheme });
        const select = page.getElementById("theme");
        select.value = theme;
        select.dispatchEvent(new view.Event("change", { bubbles: true }));
        await later(20);
        const dark = (theme || scheme) === "dark";
        const name = `${state} ${width} ${theme || "system"} ${scheme}`;
        lines.push(`page ${name}`);
        lines.push(...faultsOf(view, page, { width, dark }).map((fault) => `fault ${name}: ${fault}`));
        frame.remove();
      }
    }
  }
  finish(lines);
};

const changes = async () => {
  const lines = [];
  let passed = 0;
  const holds = (what, actual, expected) => {
    if (JSON.stringify(actual) === JSON.stringify(expected)) passed += 1;
    else lines.push(`${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
  };
  const { view, page } = await open();
  const at = (id) => page.getElementById(id);
  const input = async (element, value) => {
    element.value = value;
    element.dispatchEvent(new view.Event("input", { bubbles: true }));
    await later(20);
  };
  const slider = (name) => page.querySelector(`[data-of=${name}]`);
  const status = () => at("status").textContent;
  holds("at first", status(), "H100 SXM5 80GB: 4 blocks per SM, 50 %.");
  await input(slider("regs"), 32);
  holds("a slider", [at("regs").value, status()], ["32", "H100 SXM5 80GB: 8 blocks per SM, 100 %."]);
  await input(at("smem"), "60_000");
  holds("a field", [slider("smem").value, status()], ["59904", "H100 SXM5 80GB: 3 blocks per SM, 37.5 %."]);
  at("gpu").value = "RTX 4090";
  at("gpu").dispatchEvent(new view.KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  await later(20);
  holds("a GPU more", page.querySelectorAll("#per-gpu > section").length, 2);
  holds("the link", view.location.hash, "#arch=h100,RTX+4090&threads=256&regs=32&smem=60_000");
  holds(
    "the attribute",
    at("attribute").textContent,
    '#[launch_config(arch = ["h100", "RTX 4090"], threads = 256, regs = 32, smem = 60000)]',
  );
  page.querySelector("#chosen button").click();
  await later(20);
  holds("a GPU fewer", [...page.querySelectorAll("#per-gpu h2")].map((heading) => heading.textContent), ["GeForce RTX 4090"]);
  await input(at("threads"), "many");
  holds("what cannot be read", [at("threads").getAttribute("aria-invalid"), status()], ["true", "Some arguments cannot be read."]);
  holds("no empty box", [at("attribute"), at("copy-attribute")].map((one) => one.getClientRects().length), [0, 0]);
  await input(at("threads"), "16x16");
  await input(at("min_blocks"), "9");
  holds(
    "a refusal",
    page.querySelector("#messages pre").textContent.split("\n")[0].slice(0, 60),
    "error: [OCC012] 9 blocks of 256 threads do not fit on one SM",
  );
  holds("a refusal in short", status().slice(0, 57), "Does not compile: 9 blocks of 256 threads do not fit on o");
  await input(at("min_blocks"), "");
  await input(at("smem"), "");
  await input(at("threads"), "auto");
  holds("a search", [slider("threads").value, status().slice(0, 26)], ["768", "threads = auto chose 768. "]);
  await input(at("threads"), "16x16");
  await input(at("elements"), "1000000");
  await input(at("grid"), "640");
  holds("one states the grid", [at("elements").value, view.location.hash.includes("elements")], ["", false]);
  // A change that is suggested can be made.
  const suggestion = page.querySelector("#per-gpu td button");
  const [, name, value] = /^(\w+) = (.*)$/.exec(suggestion.textContent);
  suggestion.click();
  await later(20);
  holds("a suggestion", at(name).value, value);
  const again = await open(view.location.hash);
  const results = (page) => page.getElementById("results").innerText;
  holds("the link keeps all", results(again.page), results(page));
  const stated = await open(
    "#hides=instructions=30&arch=h100&arch=a100&threads=256&regs=128&tile=m=128,n=128,k=64&hides=cycles=40,words=1,wait=first&name=X" +
      "&intent=low_occupancy,+a+reason&on=a100,+threads=128&on=h100,+threads=512",
  );
  const values = ["cycles", "instructions", "wait", "tile", "on"].map((id) => stated.page.getElementById(id).value);
  holds("the link in the words of the attribute", values, ["40", "30", "first", "m=128,n=128,k=64", "a100, threads=128\nh100, threads=512"]);
  holds("nothing stated is folded", stated.page.querySelector("details").open, true);
  const left = () => [...stated.page.querySelectorAll(".warning")].map((one) => one.textContent.split("`")[1]);
  holds("what has no field is said", left().slice(0, 2), ["name", "hides(words=1)"]);
  stated.page.querySelector("#on").value = "";
  stated.page.querySelector("#on").dispatchEvent(new stated.view.Event("input", { bubbles: true }));
  await later(20);
  holds("and no longer", left().filter((name) => name === "name"), []);
  holds(
    "why is there once",
    /intent\([^)]*\)/.exec(stated.page.getElementById("attribute").textContent)[0],
    'intent(low_occupancy, "a reason")',
  );
  // The page says in its policy that it loads nothing; the browser keeps it to that.
  const loaded = view.performance.getEntriesByType("resource").map((entry) => entry.name);
  holds("nothing is loaded", loaded.filter((name) => !name.startsWith("data:")), []);
  finish([...lines, `passed ${passed}`]);
};
