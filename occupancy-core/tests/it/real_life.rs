//! Launch bounds that public CUDA projects have, and what becomes of them on six targets.
//!
//! `real_life/launch_bounds.csv` has the facts, each read from the project's source: `path:line` of
//! `repository` at `commit` has the launch bounds of `kernel`.
//!
//! * `threads`, `min_blocks`: the arguments, as numbers; no second argument, no `min_blocks`.
//! * `targets`: those of [`TARGETS`] for which the project's preprocessor, its build or its own
//!   words have this kernel with these numbers; empty for all.
//! * `values`: where the names in the arguments get their numbers, `NAME=VALUE@path:line`; no path
//!   is the same file.
//! * `launch_line`, `launch_threads`: a launch, and its threads a block, where they are stated
//!   there in numbers; `line`, or `path:line` of another file.
//! * `static_shared_memory`, `dynamic_shared_memory`: bytes per block, where the source states them.
//!
//! `real_life/verdicts.csv` is what the library says of them. A cell is empty where the project
//! has no such kernel, and otherwise three words:
//!
//! 1. `-` without `min_blocks`; `kept` if that number of blocks fits on an SM; `ignored` if it does
//!    not at any number of registers, of which ptxas says that it ignores them; `unmet` if ptxas
//!    takes them and the shared memory prevents them;
//! 2. the most registers per thread that the bounds leave, those without `min_blocks` where it is
//!    ignored. With `min_blocks` a kernel that wants more gets that many; without, fewer may be what
//!    ptxas thinks best;
//! 3. the blocks that are resident with so many registers and the shared memory that is stated, as
//!    launched where that is known, else of the largest block allowed.
//!
//! The table, and that of `docs/guide/real-life.md`, are written anew with
//!
//! ```sh
//! OCCUPANCY_BLESS=1 cargo test --package occupancy-core --test real_life
//! ```
//!
//! and held to ptxas by the tests in `tests/crates/compiler`. With `OCCUPANCY_SOURCES` a folder that has
//! the files as `<repository>/<commit>/<path>`, which is how raw.githubusercontent.com serves
//! them, the facts are looked up again.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::common::{block, blocks_on, occupancy_on};
use csv::{Reader, StringRecord, Writer};
use occupancy_core::{Arch, Kernel, search::max_registers_per_thread};

const TARGETS: [&str; 6] = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"];

const COLUMNS: [&str; 15] = [
    "project",
    "repository",
    "commit",
    "path",
    "line",
    "kernel",
    "threads",
    "min_blocks",
    "targets",
    "values",
    "launch_line",
    "launch_threads",
    "static_shared_memory",
    "dynamic_shared_memory",
    "note",
];

const FACTS: &str = include_str!("../real_life/launch_bounds.csv");

struct Row {
    project: String,
    repository: String,
    commit: String,
    path: String,
    line: usize,
    kernel: String,
    threads: u32,
    min_blocks: Option<u32>,
    targets: Vec<String>,
    values: Vec<Given>,
    launch: Option<(Place, u32)>,
    static_shared_memory: Option<u32>,
    dynamic_shared_memory: Option<u32>,
    note: String,
}

/// A line of a file in the row's repository.
struct Place {
    path: String,
    line: usize,
}

/// Where a name gets its number.
struct Given {
    name: String,
    number: String,
    at: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    None,
    Kept,
    Ignored,
    Unmet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Verdict {
    promise: Promise,
    registers: u32,
    blocks: u32,
}

impl Row {
    fn parse(record: &StringRecord) -> Self {
        assert_eq!(record.len(), COLUMNS.len(), "{record:?}");
        let cell = |name: &str| {
            let column = COLUMNS.iter().position(|column| *column == name).unwrap();
            &record[column]
        };
        let number = |name| {
            let cell = cell(name);
            let parsed = || cell.parse().unwrap_or_else(|_| panic!("{name}: {cell}"));
            (!cell.is_empty()).then(parsed)
        };
        let place = |text: &str| {
            let (path, line) = text.rsplit_once(':').unwrap_or(("", text));
            Place {
                path: if path.is_empty() { cell("path") } else { path }.to_owned(),
                line: line.parse().unwrap(),
            }
        };
        let values = cell("values").split("; ").filter(|value| !value.is_empty());
        Self {
            project: cell("project").to_owned(),
            repository: cell("repository").to_owned(),
            commit: cell("commit").to_owned(),
            path: cell("path").to_owned(),
            line: cell("line").parse().unwrap(),
            kernel: cell("kernel").to_owned(),
            threads: number("threads").unwrap(),
            min_blocks: number("min_blocks"),
            targets: cell("targets").split(' ').map(str::to_owned).collect(),
            values: values
                .map(|value| {
                    let (name, rest) = value.split_once('=').unwrap();
                    let (value, at) = rest.split_once('@').unwrap();
                    Given {
                        name: name.to_owned(),
                        number: value.to_owned(),
                        at: place(at),
                    }
                })
                .collect(),
            launch: number("launch_threads").map(|threads| (place(cell("launch_line")), threads)),
            static_shared_memory: number("static_shared_memory"),
            dynamic_shared_memory: number("dynamic_shared_memory"),
            note: cell("note").to_owned(),
        }
    }

    fn about(&self) -> String {
        format!(
            "{} {}:{} {}",
            self.project, self.path, self.line, self.kernel
        )
    }

    fn is_for(&self, target: &str) -> bool {
        self.targets == [""] || self.targets.iter().any(|one| one == target)
    }

    /// With its launch bounds as the source has them: `(512, 4)`.
    fn bounds(&self) -> String {
        match self.min_blocks {
            Some(min_blocks) => format!("({}, {min_blocks})", self.threads),
            None => format!("({})", self.threads),
        }
    }

    fn verdict(&self, target: &str) -> Verdict {
        let arch = Arch::find(target).unwrap();
        let cc = arch.compute_capability();
        let asked = self.min_blocks.unwrap_or(1);
        let cap = max_registers_per_thread(cc, self.threads, asked);
        let registers = cap
            .or_else(|| max_registers_per_thread(cc, self.threads, 1))
            .unwrap();
        let threads = self
            .launch
            .as_ref()
            .map_or(self.threads, |(_, threads)| *threads);
        let kernel = Kernel::new((threads, 1, 1), registers)
            .with_static_shared_memory(self.static_shared_memory.unwrap_or(0))
            .with_dynamic_shared_memory(self.dynamic_shared_memory.unwrap_or(0));
        let blocks = blocks_on(target, &kernel);
        let promise = match self.min_blocks {
            None => Promise::None,
            Some(_) if cap.is_none() => Promise::Ignored,
            Some(_) if blocks < asked => Promise::Unmet,
            Some(_) => Promise::Kept,
        };
        Verdict {
            promise,
            registers,
            blocks,
        }
    }
}

impl Verdict {
    fn cell(self) -> String {
        let promise = match self.promise {
            Promise::None => "-",
            Promise::Kept => "kept",
            Promise::Ignored => "ignored",
            Promise::Unmet => "unmet",
        };
        format!("{promise} {} {}", self.registers, self.blocks)
    }
}

fn rows() -> Vec<Row> {
    let mut facts = Reader::from_reader(FACTS.as_bytes());
    assert_eq!(facts.headers().unwrap(), &StringRecord::from(&COLUMNS[..]));
    facts
        .records()
        .map(|record| Row::parse(&record.unwrap()))
        .collect()
}

/// Compares a file with what it has to be, or writes it.
fn holds(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        fs::write(path, expected).unwrap();
        return;
    }
    let found = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let mut lines = found.lines().zip(expected.lines());
    if let Some((found, expected)) = lines.find(|(found, expected)| found != expected) {
        panic!("{file} has\n{found}\nfor\n{expected}\nOCCUPANCY_BLESS=1 writes it anew");
    }
    assert_eq!(
        found.len(),
        expected.len(),
        "{file}: OCCUPANCY_BLESS=1 writes it anew"
    );
}

#[test]
fn verdicts_are_those_of_the_table() {
    let mut csv = Writer::from_writer(Vec::new());
    let facts = ["project", "path", "line", "kernel", "threads", "min_blocks"];
    csv.write_record(facts.iter().chain(&TARGETS)).unwrap();
    for row in rows() {
        let mut cells = vec![
            row.project.clone(),
            row.path.clone(),
            row.line.to_string(),
            row.kernel.clone(),
            row.threads.to_string(),
            row.min_blocks
                .map_or(String::new(), |blocks| blocks.to_string()),
        ];
        cells.extend(TARGETS.map(|target| {
            if row.is_for(target) {
                row.verdict(target).cell()
            } else {
                String::new()
            }
        }));
        csv.write_record(cells).unwrap();
    }
    let table = String::from_utf8(csv.into_inner().unwrap()).unwrap();
    holds("tests/real_life/verdicts.csv", &table);
}

/// Two ways to the same: the search of the library, and the formula that ptxas was found to use.
#[test]
fn the_search_is_the_formula_of_ptxas() {
    for row in rows() {
        for target in TARGETS.into_iter().filter(|target| row.is_for(target)) {
            let arch = Arch::find(target).unwrap();
            let cc = arch.compute_capability();
            let warps = row.threads.div_ceil(cc.warp_size());
            let (expected, blocks) = match row.min_blocks {
                None => (Promise::None, 1),
                Some(asked)
                    if asked * warps > cc.max_warps_per_sm() || asked > cc.max_blocks_per_sm() =>
                {
                    (Promise::Ignored, 1)
                }
                Some(asked) => (Promise::Kept, asked),
            };
            // A quarter of the register file is for each of the four sub-partitions of these GPUs.
            let most = 16_384 / (32 * (warps * blocks).div_ceil(4)) / 8 * 8;
            let verdict = row.verdict(target);
            let about = format!("{} for {target}: {verdict:?}", row.about());
            assert_eq!(verdict.promise, expected, "{about}");
            assert_eq!(verdict.registers, most.min(255), "{about}");
            // Shared memory and smaller launches aside.
            let bare = occupancy_on(target, &block(row.threads, verdict.registers));
            assert!(bare.blocks_per_sm >= blocks, "{about}");
        }
    }
}

#[test]
fn facts_are_whole() {
    let rows = rows();
    let mut places = BTreeSet::new();
    let mut projects = BTreeSet::new();
    let mut once = BTreeSet::new();
    for row in &rows {
        let about = row.about();
        places.insert((&row.repository, &row.path, row.line));
        projects.insert(&row.project);
        let key = (
            &row.repository,
            &row.path,
            row.line,
            row.bounds(),
            &row.targets,
            &row.note,
        );
        assert!(once.insert((key, &row.kernel)), "{about} is there twice");
        let (owner, name) = row.repository.split_once('/').unwrap();
        assert!(!owner.is_empty() && !name.is_empty(), "{about}");
        assert!(
            row.commit.len() == 40 && row.commit.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{about}: {}",
            row.commit
        );
        assert!((1..=1024).contains(&row.threads), "{about}");
        assert_ne!(row.min_blocks, Some(0), "{about}");
        assert!(row.line > 0, "{about}");
        if row.targets != [""] {
            let known = |target: &String| TARGETS.contains(&target.as_str());
            assert!(row.targets.iter().all(known), "{about}: {:?}", row.targets);
        }
        // What is launched is what was promised to the compiler, or less.
        if let Some((_, threads)) = row.launch {
            assert!((1..=row.threads).contains(&threads), "{about}: {threads}");
        }
    }
    assert!(places.len() >= 200, "{} launch bounds", places.len());
    assert!(projects.len() >= 30, "{} projects", projects.len());
    let launches = rows.iter().filter(|row| row.launch.is_some()).count();
    assert!(launches >= 90, "{launches} launches");
}

const GUIDE: &str = "../docs/guide/real-life.md";

/// The guide counts what there is, and lists every minimum that is not kept.
#[test]
fn the_guide_lists_what_is_not_kept() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(GUIDE);
    let guide = fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    let guide = between(&guide, "counts", &counts());
    holds(GUIDE, &between(&guide, "not kept", &not_kept()));
}

/// The blocks that the guide has for registers that ptxas was seen to choose.
#[test]
fn the_guide_counts_the_blocks_of_what_ptxas_chose() {
    for (target, threads, registers, blocks) in [
        ("sm_120", 512, 128, 1),
        ("sm_120", 512, 40, 3),
        ("sm_120", 352, 168, 1),
        ("sm_86", 352, 56, 3),
    ] {
        assert_eq!(
            blocks_on(target, &block(threads, registers)),
            blocks,
            "{target}: {threads}, {registers}"
        );
    }
}

/// `text` with what is between the two comments of this name replaced.
fn between(text: &str, name: &str, what: &str) -> String {
    let (from, to) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
    let (before, rest) = text.split_once(&from).unwrap();
    let (_, after) = rest.split_once(&to).unwrap();
    format!("{before}{from}{what}{to}{after}")
}

fn counts() -> String {
    let rows = rows();
    let places: BTreeSet<_> = rows
        .iter()
        .map(|row| (&row.repository, &row.path, row.line))
        .collect();
    let projects: BTreeSet<_> = rows.iter().map(|row| &row.project).collect();
    let mut out = format!(
        "\n{} launch bounds of {} projects, {} of them with a minimum of blocks:\n\n\
         | target | minimum kept | ignored by ptxas |\n|---|---|---|\n",
        places.len(),
        projects.len(),
        rows.iter()
            .filter(|row| row.min_blocks.is_some())
            .map(|row| (&row.repository, &row.path, row.line))
            .collect::<BTreeSet<_>>()
            .len(),
    );
    for target in TARGETS {
        let count = |promise| {
            let of = rows.iter().filter(|row| row.is_for(target));
            of.filter(|row| row.verdict(target).promise == promise)
                .count()
        };
        let _ = writeln!(
            out,
            "| {target} | {} | {} |",
            count(Promise::Kept),
            count(Promise::Ignored)
        );
    }
    out.push('\n');
    out
}

fn not_kept() -> String {
    let mut out = String::from(
        "\n| project | kernel | bounds | ignored for | registers: asked, left |\n|---|---|---|---|---|\n",
    );
    for row in rows() {
        let with = |promise| {
            let targets = TARGETS.into_iter().filter(|target| row.is_for(target));
            targets
                .filter(|target| row.verdict(target).promise == promise)
                .collect::<Vec<_>>()
        };
        // There is none, and the guide has no words for it.
        assert_eq!(with(Promise::Unmet), [""; 0], "{}", row.about());
        let ignored = with(Promise::Ignored);
        let Some(first) = ignored.first() else {
            continue;
        };
        let asked = row.threads.div_ceil(32) * row.min_blocks.unwrap();
        let _ = writeln!(
            out,
            "| {} | [`{}`](https://github.com/{}/blob/{}/{}#L{}) | {} | {} | {}, {} |",
            row.project,
            row.kernel,
            row.repository,
            row.commit,
            row.path,
            row.line,
            row.bounds(),
            ignored.join(", "),
            // Whether or not an SM has that many warps.
            (16_384 / (32 * asked.div_ceil(4)) / 8 * 8).min(255),
            row.verdict(first).registers,
        );
    }
    out.push('\n');
    out
}

/// The facts, looked up in the sources, where there are some.
#[test]
fn sources_say_so() {
    let Some(sources) = env::var_os("OCCUPANCY_SOURCES").map(PathBuf::from) else {
        let reason = "skipped: OCCUPANCY_SOURCES names no folder with the sources";
        writeln!(io::stderr(), "{reason}").unwrap();
        return;
    };
    for row in rows() {
        let about = row.about();
        let file = |path: &str| {
            let path = sources.join(&row.repository).join(&row.commit).join(path);
            let text = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            String::from_utf8_lossy(&text).into_owned()
        };
        let line = |at: &Place| {
            let text = file(&at.path);
            text.split('\n').nth(at.line - 1).unwrap().to_owned()
        };
        let text = file(&row.path);
        let from: Vec<&str> = text.split('\n').skip(row.line - 1).take(16).collect();
        assert!(
            from[0].to_uppercase().contains("LAUNCH_BOUNDS"),
            "{about}: {}",
            from[0]
        );
        assert!(from.join("\n").contains(&row.kernel), "{about}");
        for value in &row.values {
            let line = line(&value.at);
            assert!(
                line.contains(&value.number) || line.contains(&value.name),
                "{about}: {}={}: {line}",
                value.name,
                value.number,
            );
        }
        if let Some((at, _)) = &row.launch {
            assert!(line(at).contains("<<<"), "{about}: {}", line(at));
        }
    }
}
