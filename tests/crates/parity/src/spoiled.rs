//! Shows that the comparison can fail: each figure that the header has of its own is spoiled in ours, and has to show.

use occupancy_core::{Multiprocessor, gpu::MultiprocessorLimits};

use crate::cases::Slice;
use crate::compare::{Lifted, Outcome, Tally, outcome};
use crate::header::Header;

/// Counts the spoiled figures of a compute capability, and names those that no configuration shows.
pub(crate) fn find(sm: &Multiprocessor, header: &Header, slices: &[Slice], tally: &mut Tally) {
    // The cheap slices first.
    let mut slices: Vec<&Slice> = slices.iter().collect();
    slices.sort_by_key(|slice| slice.weight());
    for (figure, limits) in spoiled(sm) {
        // 10.7 has as many barriers as a block can use.
        let Ok(wrong) = Multiprocessor::try_new(limits) else {
            continue;
        };
        let lifted = Lifted::of(&wrong);
        let is_noticed = slices.iter().any(|slice| {
            slice.any(|cases| {
                let answers = header.ask(sm, cases);
                let mut pairs = cases.iter().zip(&answers);
                pairs.any(|(case, answer)| {
                    outcome(&wrong, &lifted, case, answer) == Outcome::Differs
                })
            })
        });
        tally.spoiled += 1;
        if !is_noticed {
            tally.unnoticed.push(format!("{figure} of {}", sm.name()));
        }
    }
}

type Spoil = fn(&mut MultiprocessorLimits);

const SPOILED: [(&str, Spoil); 11] = [
    ("max_blocks_per_sm + 1", |sm| sm.max_blocks_per_sm += 1),
    ("max_blocks_per_sm - 1", |sm| sm.max_blocks_per_sm -= 1),
    ("registers_per_thread - 1", |sm| {
        sm.max_registers_per_thread -= 1;
    }),
    ("register_unit × 2", |sm| sm.register_allocation_unit *= 2),
    ("register_unit / 2", |sm| sm.register_allocation_unit /= 2),
    ("sub_partitions × 2", |sm| sm.sub_partitions *= 2),
    ("sub_partitions / 2", |sm| sm.sub_partitions /= 2),
    ("shared_memory_unit × 2", |sm| {
        sm.shared_memory_allocation_unit *= 2;
    }),
    ("shared_memory_unit / 2", |sm| {
        sm.shared_memory_allocation_unit /= 2;
    }),
    ("barriers_limit_blocks", |sm| {
        sm.barriers_limit_blocks = !sm.barriers_limit_blocks;
    }),
    ("virtual_resources_per_sm + 1", |sm| {
        sm.virtual_resources_per_sm += 1;
    }),
];

const SPOILED_BARRIERS: [(&str, Spoil); 3] = [
    ("barriers_per_sm + 1", |sm| sm.barriers_per_sm += 1),
    ("barriers_per_sm - 1", |sm| sm.barriers_per_sm -= 1),
    ("barriers_per_block - 1", |sm| sm.barriers_per_block -= 1),
];

const SPOILED_VIRTUAL_RESOURCES: [(&str, Spoil); 1] = [("virtual_resources_per_sm - 1", |sm| {
    sm.virtual_resources_per_sm -= 1;
})];

fn spoiled(sm: &Multiprocessor) -> Vec<(String, MultiprocessorLimits)> {
    let mut figures = SPOILED.to_vec();
    if sm.barriers_limit_blocks() {
        figures.extend(SPOILED_BARRIERS);
    }
    if sm.virtual_resources_per_sm() > 0 {
        figures.extend(SPOILED_VIRTUAL_RESOURCES);
    }
    let figures = figures.into_iter().map(|(figure, spoil)| {
        let mut wrong = sm.limits();
        spoil(&mut wrong);
        (figure.to_owned(), wrong)
    });
    let mut spoiled: Vec<_> = figures.collect();
    // The last is the capacity of the SM, which the device reports. None is empty where the driver
    // reserves some for every block: a step of 0 bytes never holds one.
    let steps = sm.shared_memory_carveouts();
    for (i, &step) in steps.iter().enumerate().take(steps.len().saturating_sub(1)) {
        let unit = sm.shared_memory_allocation_unit();
        let mut wrong = steps.to_vec();
        wrong[i] = match step {
            0 if sm.reserved_shared_memory_per_block() > 0 => continue,
            0 => unit,
            // Not up: 32 KiB and one unit is 257 units, a prime, and no block more.
            _ => step - unit,
        };
        let mut limits = sm.limits();
        // A few hundred bytes, in a program that ends.
        limits.shared_memory_carveouts = wrong.leak();
        spoiled.push((format!("shared_memory_carveouts[{i}]"), limits));
    }
    spoiled
}
