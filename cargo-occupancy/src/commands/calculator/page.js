"use strict";

// `calculate(lines)` answers arguments, one on a line, as an object; `ready` is when it can. Tests use them.
const calculator = (() => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  let wasm;
  const ready = WebAssembly.instantiate(bytes("/*WASM*/"), {}).then(({ instance }) => {
    wasm = instance.exports;
  });
  const answered = (length) =>
    new TextDecoder().decode(new Uint8Array(wasm.memory.buffer, wasm.answer(), length));
  const text = (lines) => {
    const given = new TextEncoder().encode(lines);
    const at = wasm.room(given.length);
    new Uint8Array(wasm.memory.buffer, at, given.length).set(given);
    return answered(wasm.calculate());
  };
  return {
    ready,
    text,
    calculate: (lines) => JSON.parse(text(lines)),
    gpus: () => JSON.parse(answered(wasm.gpus())),
  };
})();

window.calculator = calculator;

const at = (id) => document.getElementById(id);
const form = at("arguments");
const DEFAULTS = { arch: "h100", threads: "256", regs: "64" };
const FIELDS = [...form.querySelectorAll("[id]")]
  .filter((field) => field.matches("input, textarea") && field.id !== "gpu")
  .map((field) => field.id);
const SLIDERS = [...form.querySelectorAll("input[type=range]")];
const HIDES = FIELDS.filter((name) => at(name).dataset.in === "hides");
let archs = [];
// What the link states and no field has.
let unknown = [];

const element = (name, text, attributes = {}) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

// The arguments of the attribute, one on a line. A zero is what is not stated.
const argumentsOf = (values) => {
  const lines = [`arch = ${archs.join(", ")}`];
  const isZero = (name, value) => value === "0" && at(name).placeholder === "0";
  for (const [name, value] of Object.entries(values)) {
    if (HIDES.includes(name) || isZero(name, value)) continue;
    if (name === "on") {
      lines.push(...value.split("\n").map((line) => `on = ${line}`));
    } else {
      // A link may have the words of the attribute.
      const why = name === "intent" && !value.startsWith("low_occupancy,") ? "low_occupancy, " : "";
      lines.push(`${name} = ${why}${value}`);
    }
  }
  const hides = HIDES.filter((name) => values[name]).map((name) => `${name} = ${values[name]}`);
  if (hides.length > 0) lines.push(`hides = ${hides.join(", ")}`);
  return lines.join("\n");
};

const valuesOf = () => {
  const values = {};
  for (const name of FIELDS) {
    const value = at(name).value.trim();
    if (value !== "") values[name] = value;
  }
  return values;
};

const link = (values) => {
  const state = new URLSearchParams({ arch: archs.join(","), ...values });
  // Names and numbers stay legible.
  return `#${state.toString().replaceAll("%2C", ",").replaceAll("%3A", ":")}`;
};

const restore = () => {
  const state = new URLSearchParams(location.hash.slice(1));
  // `hides=cycles=400,instructions=30`, as on the command line, is in several fields.
  for (const part of state.getAll("hides").flatMap((all) => all.split(","))) {
    const [, name, value] = /^\s*(\w+)\s*=(.*)$/.exec(part) ?? [];
    state.append(HIDES.includes(name) ? name : `hides(${part})`, value ?? "");
  }
  state.delete("hides");
  // The attribute has several `on(…)`; the calculation refuses several values of what has one.
  const all = (name) => state.getAll(name).join(name === "on" ? "\n" : ",");
  const keys = [...new Set(state.keys())];
  const stated = keys.length > 0 ? Object.fromEntries(keys.map((name) => [name, all(name)])) : DEFAULTS;
  archs = (stated.arch ?? "").split(",").map((name) => name.trim()).filter((name) => name !== "");
  for (const name of FIELDS) at(name).value = stated[name] ?? "";
  unknown = Object.keys(stated).filter((name) => name !== "arch" && !FIELDS.includes(name));
  const folded = form.querySelector("details");
  folded.open ||= FIELDS.some((name) => folded.contains(at(name)) && at(name).value !== "");
};

// A slider shows what its field has, where that is a number; of `auto`, what was chosen or is left.
const follow = (figures) => {
  for (const slider of SLIDERS) {
    let { value } = at(slider.dataset.of);
    if (value.startsWith("auto") && figures) value = String(figures[slider.dataset.of]);
    const number = Number(value.replaceAll("_", ""));
    slider.value = Number.isFinite(number) && value !== "" ? number : slider.min;
    slider.setAttribute("aria-valuetext", value === "" ? "not stated" : value);
  }
};

const chips = () => {
  at("chosen").replaceChildren(
    ...archs.map((name) => {
      const item = element("li");
      const remove = element("button", `${name} ×`, { type: "button", "aria-label": `Remove ${name}` });
      remove.addEventListener("click", () => {
        archs = archs.filter((other) => other !== name);
        update();
        at("gpu").focus();
      });
      item.append(remove);
      return item;
    }),
  );
};

const grouped = (number) => number.toLocaleString("en-US");
const counted = (number, unit) => `${grouped(number)} ${unit}${number === 1 ? "" : "s"}`;

const table = (heads, rows, label) => {
  const made = element("table", undefined, { "aria-label": label });
  const head = element("tr");
  head.append(...heads.map((text) => element("th", text, { scope: "col" })));
  const body = element("tbody");
  body.append(...rows);
  const top = element("thead");
  top.append(head);
  made.append(top, body);
  return made;
};

const row = (cells, className) => {
  const made = element("tr", undefined, className ? { class: className } : {});
  for (const [index, cell] of cells.entries()) {
    const tag = index === 0 ? element("th", undefined, { scope: "row" }) : element("td");
    if (typeof cell === "number") {
      tag.className = "number";
      tag.textContent = grouped(cell);
    } else {
      tag.append(cell);
    }
    made.append(tag);
  }
  return made;
};

// "`regs = 48`: 5 blocks, 62.5 %": the code is a button that does it.
const change = (text) => {
  if (text === null) return "–";
  const [, code, effect] = /^`([^`]*)`(.*)$/.exec(text);
  const [, name, value] = /^(\w+) = (.*)$/.exec(code);
  const made = element("span");
  const button = element("button", code, { type: "button" });
  button.addEventListener("click", () => {
    at(name).value = value;
    update();
  });
  made.append(button, effect);
  return made;
};

const facts = (gpu) => {
  const { figures, words } = gpu;
  const all = [
    [
      "occupancy",
      `${figures.occupancy_percent} %: ${counted(figures.blocks_per_sm, words.block)}, ` +
        `${figures.warps_per_sm} of ${figures.max_warps_per_sm} ${words["warps per SM"]}`,
    ],
    ["binding limits", figures.binding_limits ?? `none of the ${words.SM}`],
  ];
  if (figures.max_clusters !== null) {
    all.push(["clusters", `at most ${grouped(figures.max_clusters)} on the GPU`]);
  }
  if (figures.grid_blocks !== null) all.push(["grid", counted(figures.grid_blocks, words.block)]);
  if (figures.waves !== null) {
    all.push(
      [words.waves, `${grouped(figures.waves)} of ${counted(figures.blocks_per_wave, words.block)}`],
      [words["last wave"], counted(figures.last_wave_blocks, words.block)],
      ["tail efficiency", `${figures.tail_efficiency_percent} %`],
    );
  }
  for (const hidden of gpu.hides) {
    all.push([
      "hides",
      `${hidden.what}: ${hidden.warps_needed} of ${figures.max_warps_per_sm} ${words.warps} are needed, ` +
        `${hidden.warps_resident} are resident: ${hidden.reached} at most`,
    ]);
  }
  for (const line of gpu.tile) all.push([line.label, line.text]);
  const list = element("dl");
  for (const [name, text] of all) list.append(element("dt", name), element("dd", text));
  return list;
};

const section = (gpu) => {
  const made = element("section", undefined, { "aria-label": gpu.name });
  const { figures, words } = gpu;
  const about = figures.sm_count === null ? "" : `, ${counted(figures.sm_count, words.SM)}`;
  made.append(
    element("h2", gpu.name),
    element("p", `${words["Compute capability"]} ${figures.compute_capability}${about}`),
    facts(gpu),
  );
  if (gpu.limits.length > 0) {
    const rows = gpu.limits.map((limit) =>
      row(
        [limit.resource, limit.blocks, limit.details, limit.binds ? "binds" : ""],
        limit.binds ? "binds" : "",
      ),
    );
    made.append(table(["resource", words["blocks per SM"], words["each block"], ""], rows, `Limits of ${gpu.name}`));
  }
  if (gpu.drawings !== "") {
    const drawings = element("div");
    drawings.innerHTML = gpu.drawings;
    made.append(drawings);
  }
  if (gpu.changes.length > 0) {
    const rows = gpu.changes.map((one) =>
      row([element("code", one.stated), change(one.more), change(one.fewer)]),
    );
    made.append(table(["what would change it", `more ${words["blocks per SM"]}`, "fewer"], rows, `Changes on ${gpu.name}`));
  }
  return made;
};

const status = (answer) => {
  if (answer.faults.length > 0) return "Some arguments cannot be read.";
  const [first, ...others] = answer.errors;
  if (first) {
    // The code and the numbers are in the message below.
    const headline = first.message.split("\n")[0].replace(/^\[\w+\] /, "");
    const more = others.length > 0 ? ` (and ${counted(others.length, "error")} more)` : "";
    return `Does not compile: ${headline}${more}`;
  }
  const chosen = answer.chosen.length > 0 ? `threads = auto chose ${answer.chosen[0].threads}. ` : "";
  const each = answer.gpus.map(
    ({ name, figures, words }) =>
      `${name}: ${counted(figures.blocks_per_sm, words.block)} per ${words.SM}, ${figures.occupancy_percent} %`,
  );
  return `${chosen}${each.join("; ")}.`;
};

// What one message says, and where: `explained` has the attribute with the value marked.
const message = (kind, text) => element("pre", `${kind}: ${text}`, { class: kind, tabindex: "0" });

const limit = (gpus) => {
  for (const slider of SLIDERS) {
    const most = gpus.map((gpu) => gpu.most[slider.dataset.of]).filter((number) => number !== undefined);
    if (most.length > 0) slider.max = Math.max(...most);
  }
};

const show = (answer) => {
  at("status").textContent = status(answer);
  const said = [
    ...unknown.map((name) => message("warning", `the link states \`${name}\`, which has no field here: it is left out`)),
    ...answer.faults.map((fault) => message("error", `${fault.argument}: ${fault.message}`)),
    ...answer.errors.map((one) => message("error", one.explained)),
    ...answer.warnings.map((one) => message("warning", one.explained)),
  ];
  at("messages").replaceChildren(...said);
  at("attribute").textContent = answer.attribute ?? "";
  for (const id of ["attribute", "copy-attribute"]) at(id).hidden = answer.attribute === null;
  at("per-gpu").replaceChildren(...answer.gpus.map(section));
  limit(answer.gpus);
  const wrong = new Set([
    ...answer.faults.map((fault) => fault.argument),
    ...answer.errors.map((error) => error.field),
  ]);
  if (wrong.has("hides")) for (const name of HIDES) wrong.add(name);
  for (const name of FIELDS) at(name).setAttribute("aria-invalid", String(wrong.has(name)));
  at("gpu").setAttribute("aria-invalid", String(wrong.has("arch")));
  // A demand that is not kept has to be seen.
  const details = form.querySelector("details");
  if (details.querySelector("[aria-invalid=true]")) details.open = true;
};

let due = false;
const update = () => {
  chips();
  if (due) return;
  due = true;
  // Many steps of a slider are one picture.
  setTimeout(() => {
    due = false;
    const values = valuesOf();
    const answer = calculator.calculate(argumentsOf(values));
    show(answer);
    unknown = [];
    follow(answer.gpus[0]?.figures);
    history.replaceState(null, "", link(values));
  }, 0);
};

const add = () => {
  const name = at("gpu").value.trim();
  if (name !== "" && !archs.includes(name)) archs.push(name);
  at("gpu").value = "";
  update();
};

const copy = async (text, what) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Where pages may not, the old way.
    const area = element("textarea", text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  at("copied").textContent = `${what} copied`;
};

const THEME = "occupancy-theme";
const theme = (name) => {
  if (name) document.documentElement.dataset.theme = name;
  else delete document.documentElement.dataset.theme;
};

const start = () => {
  // A page that may not store anything follows the system.
  try {
    at("theme").value = localStorage.getItem(THEME) ?? "";
  } catch {}
  theme(at("theme").value);
  at("theme").addEventListener("change", ({ target }) => {
    theme(target.value);
    try {
      localStorage.setItem(THEME, target.value);
    } catch {}
  });
  at("gpus").append(...calculator.gpus().map(({ value, name }) => element("option", name, { value })));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", ({ target }) => {
    if (target.id === "gpu") return;
    const { of } = target.dataset;
    if (of) at(of).value = target.value;
    // Both state the grid.
    if (target.id === "grid" && target.value !== "") at("elements").value = "";
    if (target.id === "elements" && target.value !== "") at("grid").value = "";
    update();
  });
  at("gpu").addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  });
  at("add").addEventListener("click", add);
  at("copy-attribute").addEventListener("click", () => copy(at("attribute").textContent, "The attribute is"));
  at("copy-link").addEventListener("click", () => copy(location.href, "The link is"));
  window.addEventListener("hashchange", () => {
    restore();
    update();
  });
  restore();
  update();
};

calculator.ready.then(start, (error) => {
  at("status").textContent = `This browser does not run the calculator: ${error.message}`;
});
