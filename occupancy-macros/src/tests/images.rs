//! The images of the README and of the guide: files that `occupancy-report` draws, of
//! configurations and timelines that the page beside them states.
//!
//! `OCCUPANCY_BLESS=1 cargo test --package occupancy-macros images` writes them anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

use occupancy_core::model::{Policy, SharedAccess, Step};
use occupancy_core::{Kernel, compute_capabilities::SM_90};
use occupancy_report::{Chart, banks, image, schedule, timeline};

use crate::errors::Errors;
use crate::model::Model;
use crate::syntax::Args;

/// The image's name, the chart, the arguments of the attribute, and a page that states them.
type Image = (&'static str, Chart, &'static str, &'static str);

const SAXPY: &str = r#"arch = "h100", threads = 256, regs = 64, min_blocks = 2"#;
const TILE: &str =
    r#"arch = "h100", threads = 256, regs = 72, smem = 40 * 1024, min_blocks = 3, grid = 1000"#;
const GEMM: &str = r#"arch = "h100", threads = 256, regs = 128, smem = 2 * 2 * 128 * 16 * 4, barriers = 1, min_blocks = 2"#;
const ATTENTION: &str = r#"arch = "h100", threads = 384, regs = 168, smem = (1 + 2 + 2) * 128 * 128 * 2, min_blocks = 1"#;
const TAIL: &str = r#"arch = "h100", threads = 256, regs = 64, grid = 600, allow(last_wave)"#;

const IMAGES: &[Image] = &[
    ("saxpy-sm", Chart::Sm, SAXPY, "README.md"),
    ("saxpy-threads", Chart::Threads, SAXPY, "README.md"),
    ("saxpy-registers", Chart::Registers, SAXPY, "README.md"),
    (
        "saxpy-shared-memory",
        Chart::SharedMemory,
        SAXPY,
        "README.md",
    ),
    ("tile-sm", Chart::Sm, TILE, "docs/guide/charts.md"),
    ("tile-threads", Chart::Threads, TILE, "docs/guide/charts.md"),
    (
        "tile-registers",
        Chart::Registers,
        TILE,
        "docs/guide/charts.md",
    ),
    (
        "tile-shared-memory",
        Chart::SharedMemory,
        TILE,
        "docs/guide/charts.md",
    ),
    ("tile-tail", Chart::Tail, TILE, "docs/guide/charts.md"),
    ("gemm-sm", Chart::Sm, GEMM, "docs/guide/low_occupancy.md"),
    (
        "attention-sm",
        Chart::Sm,
        ATTENTION,
        "docs/guide/low_occupancy/attention.md",
    ),
    ("tail", Chart::Tail, TAIL, "docs/guide/tails.md"),
];

/// The image's name, the instructions and the latency of the program, and its warps. They take turns
/// greedily.
type Schedule = (&'static str, u32, u32, u32);

const SCHEDULES: &[Schedule] = &[("timeline-waits", 3, 20, 4), ("timeline-hides", 7, 20, 4)];

/// The page that states the timelines.
const SCHEDULES_PAGE: &str = "docs/guide/enough.md";

/// The cycles that are drawn.
const CYCLES: u32 = 60;

/// The image's name, and the bytes of a row of which each lane accesses the first float.
const COLUMNS: &[(&str, u32)] = &[("banks-column", 32 * 4), ("banks-padded", 33 * 4)];

/// The page that states the columns.
const COLUMNS_PAGE: &str = "docs/guide/addresses.md";

/// The image's name, and the durations of blocks on four SMs of one block each.
const BLOCKS: &[(&str, &str, &[u64])] = &[
    (
        "blocks-in-order",
        "[3, 2, 4, 3, 2, 3, 4, 2, 9]",
        &[3, 2, 4, 3, 2, 3, 4, 2, 9],
    ),
    (
        "blocks-longest-first",
        "[9, 4, 4, 3, 3, 3, 2, 2, 2]",
        &[9, 4, 4, 3, 3, 3, 2, 2, 2],
    ),
];

/// The page that states the blocks.
const BLOCKS_PAGE: &str = "docs/guide/blocks.md";

/// The root of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn draw(chart: Chart, arguments: &str) -> String {
    let mut errors = Errors::default();
    let args = Args::parse(arguments.parse().unwrap(), &mut errors);
    let model = Model::resolve(args, &mut errors);
    assert_eq!(errors.into_tokens().to_string(), "", "{arguments}");
    assert!(model.is_known(), "{arguments}");
    let configuration = model.configuration();
    image(chart, &configuration, &configuration.archs[0]).unwrap()
}

/// Every image, by its name.
fn images() -> Vec<(&'static str, String)> {
    let charts = IMAGES
        .iter()
        .map(|&(name, chart, arguments, _)| (name, draw(chart, arguments)));
    let schedules = SCHEDULES
        .iter()
        .map(|&(name, instructions, latency, warps)| {
            let program = [Step::new(instructions, latency).unwrap()];
            let drawn = timeline(&program, warps, Policy::GreedyThenOldest, CYCLES);
            (name, drawn.unwrap())
        });
    let columns = COLUMNS
        .iter()
        .map(|&(name, row)| (name, banks(SharedAccess::strided(row, 4).unwrap())));
    let kernel = Kernel::new((1024, 1, 1), 64);
    let blocks = BLOCKS.iter().map(|&(name, _, durations)| {
        let drawn = schedule(&SM_90, 4, &kernel, durations);
        (name, drawn.unwrap())
    });
    charts
        .chain(schedules)
        .chain(columns)
        .chain(blocks)
        .collect()
}

#[test]
fn images_are_what_the_charts_draw() {
    let images = images();
    for (name, drawn) in &images {
        // An empty line would end the block of HTML that the file is in rustdoc's pages.
        assert!(!drawn.contains("\n\n"), "{name}");
        roxmltree::Document::parse(drawn).unwrap_or_else(|error| panic!("{name}: {error}"));
        let file = repository().join(format!("docs/images/{name}.svg"));
        if env::var_os("OCCUPANCY_BLESS").is_some() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, drawn).unwrap();
        }
        let there = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(there, *drawn, "{name}: OCCUPANCY_BLESS=1 writes it anew");
    }
    let files = fs::read_dir(repository().join("docs/images")).unwrap();
    assert_eq!(
        files.count(),
        images.len(),
        "every image is one of the list"
    );
}

#[test]
fn images_show_what_their_page_states() {
    let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
    for &(name, _, arguments, page) in IMAGES {
        let text = fs::read_to_string(repository().join(page)).unwrap();
        let attribute = without_spaces(&format!("#[launch_config({arguments})]"));
        let text = without_spaces(&text).replace(",)]", ")]");
        assert!(text.contains(&attribute), "{name}: {attribute} in {page}");
    }
}

#[test]
fn timelines_are_what_their_page_states() {
    let text = fs::read_to_string(repository().join(SCHEDULES_PAGE)).unwrap();
    for (name, instructions, latency, warps) in SCHEDULES {
        let stated = format!("timeline({instructions}, {latency}, {warps})");
        assert!(
            text.contains(&stated),
            "{name}: {stated} in {SCHEDULES_PAGE}"
        );
    }
}

#[test]
fn columns_are_what_their_page_states() {
    let text = fs::read_to_string(repository().join(COLUMNS_PAGE)).unwrap();
    for (name, row) in COLUMNS {
        let stated = format!("SharedAccess::strided({} * 4, 4)", row / 4);
        assert!(text.contains(&stated), "{name}: {stated} in {COLUMNS_PAGE}");
    }
}

#[test]
fn blocks_are_what_their_page_states() {
    let text = fs::read_to_string(repository().join(BLOCKS_PAGE)).unwrap();
    for (name, stated, durations) in BLOCKS {
        assert_eq!(*stated, format!("{durations:?}"));
        assert!(text.contains(stated), "{name}: {stated} in {BLOCKS_PAGE}");
    }
}
