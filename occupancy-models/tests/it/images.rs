//! The images of the guide that the charts draw, of what the page beside them states. `occupancy-macros` has those of
//! configurations.
//!
//! `OCCUPANCY_BLESS=1 cargo test --package occupancy-models images` writes them anew.

use std::fs;

use occupancy_core::kernel::LatencyDemand;
use occupancy_core::model::bytes_in_flight;
use occupancy_core::{Kernel, compute_capabilities::SM_90, devices::H100};
use occupancy_models::{Access, Policy, Program, Stall, Step};

use crate::charts::{banks, levels, schedule, shares, timeline};
use crate::drawn;

const fn program(instructions: u32, latency_cycles: u32) -> [Step; 1] {
    [Step::new(instructions, latency_cycles)]
}

/// The page, the image's name, what the page states, and what is drawn of that.
fn images() -> Vec<(&'static str, &'static str, String, String)> {
    let stated = "devices::H100".to_owned();
    let mut all = vec![("levels", "levels", stated, levels(&H100))];
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
    let work = program(2, 8);
    let [short, long] = [2, 4].map(|rounds| Program {
        rounds: Some(rounds),
        ..Program::new(&work)
    });
    let next = Program {
        first_cycle: 31,
        ..Program::new(&work)
    };
    let drawn = timeline(&[short, long, next, next], Policy::GreedyThenOldest, 60);
    let stated = "first_cycle: 31".to_owned();
    all.push(("levels/life", "timeline-life", stated, drawn));
    let load = program(1, 40);
    let compute = [Step {
        stall: Stall::Arithmetic,
        ..Step::new(1, 4)
    }];
    let programs = [&load, &compute, &compute, &compute].map(|steps| Program::new(steps));
    let drawn = timeline(&programs, Policy::GreedyThenOldest, 60);
    all.push((
        "enough/sm",
        "timeline-load",
        "Step::new(1, 40)".to_owned(),
        drawn,
    ));
    let share = |instructions, warps| {
        let demand = LatencyDemand::cycles(400, instructions);
        demand.issue_share(&SM_90, warps).unwrap()
    };
    let drawn = shares(
        "Cycles with an issue",
        64,
        &[
            ("60 instructions", &|warps| share(60, warps)),
            ("30 instructions", &|warps| share(30, warps)),
            ("8 instructions", &|warps| share(8, warps)),
        ],
    );
    let stated = "400 cycles and 60, 30 or 8 instructions".to_owned();
    all.push(("enough/shares", "warps-issue", stated, drawn));
    let needed = bytes_in_flight(&H100, H100.sm_count()).unwrap();
    let share = |bytes, warps| LatencyDemand::bytes(bytes).bandwidth_share(&SM_90, needed, warps);
    let drawn = shares(
        "Bandwidth of an H100",
        64,
        &[
            ("16 bytes", &|warps| share(16, warps)),
            ("8 bytes", &|warps| share(8, warps)),
            ("4 bytes", &|warps| share(4, warps)),
        ],
    );
    all.push((
        "enough/memory",
        "warps-memory",
        "LatencyDemand::bytes(4)".to_owned(),
        drawn,
    ));
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
