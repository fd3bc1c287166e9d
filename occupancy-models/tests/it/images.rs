//! The images of the guide that the charts draw, of what the page beside them states. `occupancy-macros` has those of
//! configurations.
//!
//! `OCCUPANCY_BLESS=1 cargo test --package occupancy-models images` writes them anew.

use std::fs;

use occupancy_core::{Kernel, compute_capabilities::SM_90};
use occupancy_models::{Access, Policy, Program, Step};

use crate::charts::{banks, schedule, timeline};
use crate::drawn;

const fn program(instructions: u32, latency_cycles: u32) -> [Step; 1] {
    [Step::new(instructions, latency_cycles)]
}

/// The page, the image's name, what the page states, and what is drawn of that.
fn images() -> Vec<(&'static str, &'static str, String, String)> {
    let mut all = Vec::new();
    for (name, instructions, latency, warps) in
        [("timeline-waits", 3, 20, 4), ("timeline-hides", 7, 20, 4)]
    {
        let stated = format!("timeline({instructions}, {latency}, {warps})");
        let drawn = timeline(
            &vec![Program::new(&program(instructions, latency)); warps],
            Policy::GreedyThenOldest,
            60,
        );
        all.push(("enough", name, stated, drawn));
    }
    for (name, floats) in [("banks-column", 32), ("banks-padded", 33)] {
        let drawn = banks(Access::strided(floats * 4, 4).unwrap());
        all.push((
            "addresses",
            name,
            format!("Access::strided({floats} * 4, 4)"),
            drawn,
        ));
    }
    // On four SMs of one block each.
    let kernel = Kernel::new((1024, 1, 1), 64);
    for (name, durations) in [
        ("blocks-in-order", [3, 2, 4, 3, 2, 3, 4, 2, 9]),
        ("blocks-longest-first", [9, 4, 4, 3, 3, 3, 2, 2, 2]),
    ] {
        let drawn = schedule(&SM_90, 4, &kernel, &durations);
        all.push(("blocks", name, format!("{durations:?}"), drawn));
    }
    all
}

#[test]
fn images_are_what_the_charts_draw_and_the_pages_state() {
    let images = images();
    for (page, name, stated, drawn) in &images {
        drawn::compare(name, drawn);
        let page = drawn::repository().join(format!("docs/guide/{page}.md"));
        let text = fs::read_to_string(&page).unwrap();
        assert!(
            text.contains(stated),
            "{} has to state `{stated}`, of which `{name}` is drawn",
            page.display()
        );
    }
    let all = drawn::count(drawn::is_of_models);
    assert_eq!(
        all,
        images.len(),
        "`images` has a row for each image of docs/images that is of the models: add it, or remove the file"
    );
}
