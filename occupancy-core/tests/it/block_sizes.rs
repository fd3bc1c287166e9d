//! The best block sizes are those of a search that tries every size. If no size passes, the one that the message names comes
//! nearest.

use std::cmp::Reverse;

use occupancy_core::{
    Arch, Configuration, Grid, Kernel, Ratio, Rule, devices,
    rules::{BlockSize, best_block_sizes},
};

use crate::common::MADE_UP;

static LISTS: [&[Arch]; 6] = [
    &[devices::H100.arch()],
    &[devices::RTX3090.arch()],
    &[devices::T4.arch(), devices::B200.arch()],
    &[
        devices::A100.arch(),
        devices::RTX4090.arch(),
        devices::H100.arch(),
    ],
    &[Arch::Multiprocessor(&MADE_UP[0])],
    &[
        Arch::Multiprocessor(&MADE_UP[1]),
        devices::L4.arch(),
        Arch::Multiprocessor(&MADE_UP[0]),
    ],
];

/// The fewest resident blocks over the GPUs, and the lowest occupancy.
fn resident(configuration: &Configuration<'_>) -> (u32, Ratio) {
    let blocks = configuration.fewest_blocks_per_sm().unwrap();
    (blocks, configuration.least_occupancy().unwrap().ratio())
}

/// Every size of whole warps within a range, with its configuration.
fn sizes<'a>(
    configuration: &Configuration<'a>,
    least: u32,
    most: u32,
) -> Vec<(u32, Configuration<'a>)> {
    let archs = configuration.archs.iter();
    let warp = archs
        .map(|arch| arch.multiprocessor().warp_size())
        .max()
        .unwrap();
    (1..=1024 / warp)
        .map(|warps| warps * warp)
        .filter(|threads| (least..=most).contains(threads))
        .map(|threads| (threads, configuration.with_block_dim((threads, 1, 1))))
        .collect()
}

/// Calls `with` for demands of every kind, which some sizes meet, or no size does.
fn for_each(mut with: impl FnMut(&Configuration<'_>, (u32, u32))) {
    for archs in LISTS {
        for registers in [16, 40, 64, 100, 168, 255, 511] {
            for bytes in [0, 20_000, 60_000] {
                let kernel = Kernel::new((1, 1, 1), registers).with_dynamic_shared_memory(bytes);
                let plain = Configuration::new(archs, kernel);
                let elements = plain.with_grid(Some(Grid::Elements(1_000_000)));
                let ratio = |percent| Ratio::new(percent, 100).unwrap();
                let mut demands = vec![plain];
                demands.extend([1, 3, 9, 17].map(|blocks| plain.with_min_blocks(blocks)));
                demands.extend([30, 66, 100].map(|of| plain.with_min_occupancy(ratio(of))));
                demands.extend([90, 100].map(|of| elements.with_tail_efficiency(Some(ratio(of)))));
                demands.push(plain.with_min_blocks(8).with_min_occupancy(ratio(75)));
                for configuration in demands {
                    for range in [(0, u32::MAX), (256, 512), (65, 95), (1000, 5000), (1, 31)] {
                        with(&configuration, range);
                    }
                }
            }
        }
    }
}

#[test]
fn the_best_are_those_of_all_that_pass() {
    let (mut found, mut none) = (0, 0);
    for_each(|configuration, (least, most)| {
        let mut passing: Vec<_> = sizes(configuration, least, most)
            .into_iter()
            .filter(|(_, candidate)| candidate.check().is_empty())
            .map(|(threads, candidate)| (threads, resident(&candidate).1))
            .collect();
        // The higher occupancy first, and of equal ones the larger size.
        passing.sort_by_key(|(threads, ratio)| Reverse((*ratio, *threads)));
        let figures = |size: BlockSize| (size.threads, size.occupancy);
        let best = best_block_sizes::<3>(configuration, least, most).map(|size| size.map(figures));
        let [one] = best_block_sizes(configuration, least, most);
        assert_eq!(
            one.map(figures),
            passing.first().copied(),
            "{configuration:?}"
        );
        passing.truncate(3);
        assert!(
            best.into_iter().flatten().eq(passing),
            "{best:?} of {configuration:?}"
        );
        match one {
            Some(_) => found += 1,
            None => none += 1,
        }
    });
    assert!(found > 500 && none > 500, "{found} {none}");
    let nowhere = Configuration::new(&[], Kernel::new((1, 1, 1), 40));
    assert_eq!(best_block_sizes::<1>(&nowhere, 32, 1024), [None]);
}

/// Compares the figure of the named size with that of every size.
#[test]
fn no_size_comes_nearer() {
    let (mut named, mut suggestions) = (0, 0);
    for_each(|configuration, (least, most)| {
        if let [Some(_)] = best_block_sizes(configuration, least, most) {
            return;
        }
        let message = configuration.no_block_size(least, most);
        assert!(!message.is_cut());
        let text = message.as_str();
        assert!(text.starts_with("[OCC114] no block size from "), "{text}");
        let all = sizes(configuration, least, most);
        if all.is_empty() {
            let (_, reason) = text.split_once(" passes: ").expect("a reason");
            if let Some((reason, help)) = reason.split_once("\n\n    help: `threads = auto(") {
                assert_eq!(reason, "none of them is a whole number of warps");
                let (sizes, _) = help.split_once(")` has whole warps").unwrap();
                let (least, most) = sizes.split_once("..=").unwrap();
                let [least, most] = [least, most].map(|size| size.parse().unwrap());
                let [passing] = best_block_sizes(configuration, least, most);
                assert!(passing.is_some(), "{text}: {configuration:?}");
                suggestions += 1;
            }
            return;
        }
        for (at, part) in text.match_indices(" threads come nearest: [") {
            let (before, _) = text.split_at(at);
            let size = before.rsplit(' ').next().unwrap().replace(',', "");
            let threads: u32 = size.parse().unwrap();
            let code = &text[at + part.len()..][..6];
            let (_, nearest) = all.iter().find(|(size, _)| *size == threads).unwrap();
            let mut broken = nearest.check().iter();
            let rule = broken.find(|rule| rule.code() == code).expect(text);
            let (blocks, ratio) = resident(nearest);
            for (_, other) in &all {
                let (other_blocks, other_ratio) = resident(other);
                // One that keeps this demand is not as near to another.
                if !other.check().contains(rule) || other.check().len() > nearest.check().len() {
                    continue;
                }
                match rule {
                    Rule::MinBlocks => assert!(blocks >= other_blocks, "{text}"),
                    Rule::MinOccupancy => assert!(ratio.at_least(other_ratio), "{text}"),
                    _ => {}
                }
            }
            named += 1;
        }
    });
    assert!(named > 500 && suggestions > 10, "{named} {suggestions}");
}
