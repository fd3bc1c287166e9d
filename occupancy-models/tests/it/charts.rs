//! The drawings, read back.

use occupancy_models::charts::timeline;
use occupancy_models::{Policy, Step, Timeline};

/// What is drawn thick over the warps is as wide as the band below, and that as the cycles with an issue.
#[test]
fn a_timeline_shows_each_issue_once() {
    for (instructions, latency, warps) in [(1, 1, 1), (3, 20, 4), (7, 20, 4), (2, 300, 64)] {
        for policy in [Policy::GreedyThenOldest, Policy::LooseRoundRobin] {
            let program = [Step {
                instructions,
                latency_cycles: latency,
            }];
            // As many pixels as cycles, so that every place is exact.
            let cycles = 288;
            let drawn = timeline(&program, warps, policy, cycles).unwrap();
            let svg = roxmltree::Document::parse(&drawn).unwrap();
            let wide = |width: &str| -> u32 {
                let lines = svg.descendants().filter(|node| {
                    node.has_tag_name("path") && node.attribute("stroke-width") == Some(width)
                });
                let pieces = lines.flat_map(|line| line.attribute("d").unwrap().split('M').skip(1));
                let extents = pieces.map(|piece| {
                    let (from, to) = piece.split_once('H').unwrap();
                    let (from, _) = from.split_once(' ').unwrap();
                    to.parse::<u32>().unwrap() - from.parse::<u32>().unwrap()
                });
                extents.sum()
            };
            let issued = Timeline::new(&program, warps, policy)
                .unwrap()
                .take(288)
                .filter(|cycle| cycle.issued().is_some())
                .count();
            assert_eq!(
                wide("8") as usize,
                issued,
                "{instructions} {latency} {warps}"
            );
            assert_eq!(
                wide("5") as usize,
                issued,
                "{instructions} {latency} {warps}"
            );
        }
    }
}
