//! The launch bounds of public CUDA projects, and how they fare on six targets.
//!
//! `real_life/launch_bounds.csv` has the facts, each read from the project's source: `path:line` of `repository` at
//! `commit` has the launch bounds of `kernel`.
//!
//! * `threads`, `min_blocks`: the arguments, as numbers; `min_blocks` is empty without a second argument.
//! * `targets`: those of [`TARGETS`] for which the project's preprocessor, its build or its documentation has this kernel
//!   with these numbers; empty for all.
//! * `values`: the places where the names in the arguments get their numbers, `NAME=VALUE@path:line`; without a path, it
//!   is the same file.
//! * `launch_line`, `launch_threads`: a launch, and its threads per block, if it states them in numbers; `line`, or
//!   `path:line` of another file.
//! * `static_shared_memory`, `dynamic_shared_memory`: bytes per block, if the source states them.
//!
//! `real_life/verdicts.csv` has the verdicts of the library. A cell is empty if the project has no such kernel.
//! Otherwise it has three words:
//!
//! 1. `-` without `min_blocks`; `kept` if that number of blocks fits on an SM; `ignored` if it does not fit with any number
//!    of registers, and ptxas says that it ignores the bound; `unmet` if ptxas takes it and the shared memory prevents it,
//!    which no project has;
//! 2. the most registers per thread that the bounds leave, without `min_blocks` if that is ignored. With `min_blocks`, a
//!    kernel that wants more gets this many; without it, ptxas may choose fewer;
//! 3. the blocks that are resident with this many registers and the stated shared memory, as launched if that is known,
//!    or else with the largest block that the bounds allow.
//!
//! [`BLESS`] writes the table anew, and that of `docs/guide/real-life.md`. The tests in `tests/crates/compiler` compare
//! it with ptxas.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::common::{Cells, arch, blocks_on, table};
use occupancy_core::{Kernel, search::max_registers_per_thread};

const TARGETS: [&str; 6] = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"];

const FACTS: &str = include_str!("../real_life/launch_bounds.csv");

const GUIDE: &str = "../docs/guide/real-life.md";

const BLESS: &str = "OCCUPANCY_BLESS=1 cargo test --package occupancy-core --test it real_life";

/// The facts of a row, and the verdict for each target.
struct Row {
    cells: Cells,
    verdicts: [String; TARGETS.len()],
}

fn number(cells: &Cells, column: &str) -> Option<u32> {
    let cell = &cells[column];
    (!cell.is_empty()).then(|| cell.parse().expect("a number"))
}

fn rows() -> Vec<Row> {
    let rows = table(FACTS).into_iter().map(|cells| Row {
        verdicts: TARGETS.map(|target| verdict(&cells, target)),
        cells,
    });
    rows.collect()
}

fn verdict(cells: &Cells, target: &str) -> String {
    let listed = &cells["targets"];
    if !listed.is_empty() && listed.split(' ').all(|one| one != target) {
        return String::new();
    }
    let sm = *arch(target).multiprocessor();
    let of = |column| number(cells, column);
    let (bound, min_blocks) = (of("threads").expect("a block"), of("min_blocks"));
    let cap = max_registers_per_thread(&sm, bound, min_blocks.unwrap_or(1));
    let registers = cap.or_else(|| max_registers_per_thread(&sm, bound, 1));
    let registers = registers.expect("one block fits");
    let threads = of("launch_threads").unwrap_or(bound);
    let kernel = Kernel::new((threads, 1, 1), registers)
        .with_static_shared_memory(of("static_shared_memory").unwrap_or(0))
        .with_dynamic_shared_memory(of("dynamic_shared_memory").unwrap_or(0));
    let blocks = blocks_on(target, &kernel);
    let promise = match min_blocks {
        None => "-",
        Some(_) if cap.is_none() => "ignored",
        Some(least) if blocks < least => "unmet",
        Some(_) => "kept",
    };
    format!("{promise} {registers} {blocks}")
}

impl Row {
    fn of<const N: usize>(&self, columns: [&str; N]) -> [&str; N] {
        columns.map(|column| self.cells[column].as_str())
    }

    /// The place of the bounds in the source.
    fn place(&self) -> [&str; 3] {
        self.of(["repository", "path", "line"])
    }
}

/// The registers of a thread if this many warps are resident. Each of the four sub-partitions of these GPUs has a
/// quarter of the register file.
fn formula_of_ptxas(warps: u32) -> u32 {
    (16_384 / (32 * warps.div_ceil(4)) / 8 * 8).min(255)
}

/// Compares a file with the expected text, or writes it.
fn holds(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        fs::write(path, expected).unwrap();
        return;
    }
    let found = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let mut lines = found.lines().zip(expected.lines());
    let differs = lines.find(|(found, expected)| found != expected);
    assert!(
        found == expected,
        "{file} differs, first in {differs:?}: look at it, and write it anew with `{BLESS}`"
    );
}

#[test]
fn verdicts_are_those_of_the_table() {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let facts = ["project", "path", "line", "kernel", "threads", "min_blocks"];
    csv.write_record(facts.iter().chain(&TARGETS)).unwrap();
    for row in rows() {
        let verdicts = row.verdicts.iter().map(String::as_str);
        let cells = row.of(facts).into_iter().chain(verdicts);
        csv.write_record(cells).unwrap();
    }
    let table = String::from_utf8(csv.into_inner().unwrap()).unwrap();
    holds("tests/real_life/verdicts.csv", &table);
}

/// The guide has the counts, and lists every minimum that is not kept.
#[test]
fn the_guide_lists_what_is_not_kept() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GUIDE);
    let guide = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let guide = between(&guide, "counts", &counts());
    holds(GUIDE, &between(&guide, "not kept", &not_kept()));
}

/// Replaces the part of `text` between the two comments of this name.
fn between(text: &str, name: &str, what: &str) -> String {
    let (from, to) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
    let (before, rest) = text.split_once(&from).unwrap();
    let (_, after) = rest.split_once(&to).unwrap();
    format!("{before}{from}\n{what}\n{to}{after}")
}

fn counts() -> String {
    let rows = rows();
    let places: BTreeSet<_> = rows.iter().map(Row::place).collect();
    let projects: BTreeSet<_> = rows.iter().map(|row| &row.cells["project"]).collect();
    let minimums = rows
        .iter()
        .filter(|row| !row.cells["min_blocks"].is_empty());
    let mut out = format!(
        "{} launch bounds of {} projects, {} of them with a minimum of blocks:\n\n\
         | target | minimum kept | ignored by ptxas |\n|---|---|---|\n",
        places.len(),
        projects.len(),
        minimums.map(Row::place).collect::<BTreeSet<_>>().len(),
    );
    for (at, target) in TARGETS.iter().enumerate() {
        let with = |promise| {
            rows.iter()
                .filter(|row| row.verdicts[at].starts_with(promise))
                .count()
        };
        let [kept, ignored] = ["kept", "ignored"].map(with);
        let _ = writeln!(out, "| {target} | {kept} | {ignored} |");
    }
    out
}

fn not_kept() -> String {
    let mut out = String::from(
        "| project | kernel | bounds | ignored for | registers: asked, left |\n|---|---|---|---|---|\n",
    );
    for row in rows() {
        // No project has one, and the guide has no words for it.
        let is_unmet = row
            .verdicts
            .iter()
            .any(|verdict| verdict.starts_with("unmet"));
        assert!(!is_unmet, "{:?}", row.place());
        let is_ignored = |(_, verdict): &(&str, &String)| verdict.starts_with("ignored");
        let verdicts = TARGETS.into_iter().zip(&row.verdicts);
        let (ignored, verdicts): (Vec<_>, Vec<_>) = verdicts.filter(is_ignored).unzip();
        let (Some(first), Some(min_blocks)) = (verdicts.first(), number(&row.cells, "min_blocks"))
        else {
            continue;
        };
        let [project, kernel, repository, commit, path, line, threads] = row.of([
            "project",
            "kernel",
            "repository",
            "commit",
            "path",
            "line",
            "threads",
        ]);
        let warps = threads.parse::<u32>().unwrap().div_ceil(32);
        let _ = writeln!(
            out,
            "| {project} | [`{kernel}`](https://github.com/{repository}/blob/{commit}/{path}#L{line}) | ({threads}, \
             {min_blocks}) | {} | {}, {} |",
            ignored.join(", "),
            // An SM may not have that many warps.
            formula_of_ptxas(warps * min_blocks),
            first.split(' ').nth(1).unwrap(),
        );
    }
    out
}
