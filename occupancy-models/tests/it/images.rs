//! The images of the guide that the charts draw, of what the page beside them states. `occupancy-macros` has those of
//! configurations.
//!
//! `OCCUPANCY_BLESS=1 cargo test --package occupancy-models images` writes them anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

use occupancy_core::{Kernel, compute_capabilities::SM_90};
use occupancy_models::charts::{banks, schedule, timeline};
use occupancy_models::{Access, Policy, Step};

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

/// Every image, by its name.
fn images() -> Vec<(&'static str, String)> {
    let schedules = (SCHEDULES.iter()).map(|&(name, instructions, latency_cycles, warps)| {
        let program = [Step {
            instructions,
            latency_cycles,
        }];
        let drawn = timeline(&program, warps, Policy::GreedyThenOldest, CYCLES);
        (name, drawn.unwrap())
    });
    let columns = COLUMNS
        .iter()
        .map(|&(name, row)| (name, banks(Access::strided(row, 4).unwrap())));
    let kernel = Kernel::new((1024, 1, 1), 64);
    let blocks = BLOCKS.iter().map(|&(name, _, durations)| {
        let drawn = schedule(&SM_90, 4, &kernel, durations);
        (name, drawn.unwrap())
    });
    schedules.chain(columns).chain(blocks).collect()
}

#[test]
fn images_are_what_the_charts_draw() {
    for (name, drawn) in images() {
        // An empty line would end the block of HTML that the file is in rustdoc's pages.
        assert!(!drawn.contains("\n\n"), "{name}");
        roxmltree::Document::parse(&drawn).unwrap_or_else(|error| panic!("{name}: {error}"));
        let file = repository().join(format!("docs/images/{name}.svg"));
        if env::var_os("OCCUPANCY_BLESS").is_some() {
            fs::write(&file, &drawn).unwrap();
        }
        let there = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(there, drawn, "{name}: OCCUPANCY_BLESS=1 writes it anew");
    }
    // `occupancy-macros` has those whose names begin otherwise.
    let files = fs::read_dir(repository().join("docs/images")).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    let begins = ["banks-", "blocks-", "timeline-"];
    let ours = names.filter(|name| begins.iter().any(|begin| name.starts_with(begin)));
    assert_eq!(
        ours.count(),
        images().len(),
        "every image is one of the list"
    );
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
        let stated = format!("Access::strided({} * 4, 4)", row / 4);
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
