//! Whether the comparison can fail: each figure that the header has of its own, spoiled in ours, has to
//! show.

use occupancy_core::{ComputeCapability, gpu::SmLimits};

use crate::cases::{Slice, slices};
use crate::compare::{Lifted, Outcome, outcome};
use crate::header::{Answer, Case, Header};

/// The spoiled figures of a compute capability that no configuration shows.
pub(crate) fn unnoticed(cc: &ComputeCapability, header: &Header) -> (usize, Vec<String>) {
    let slices = slices(cc, header, false);
    let spoiled = spoiled(cc, header);
    let count = spoiled.len();
    let unnoticed = spoiled
        .into_iter()
        .filter(|(_, wrong)| !is_noticed(cc, wrong, header, &slices))
        .map(|(figure, _)| format!("{} of {}", figure, cc.name()));
    (count, unnoticed.collect())
}

type Spoil = fn(&mut SmLimits);

const SPOILED: [(&str, Spoil); 9] = [
    ("max_blocks_per_sm + 1", |cc| cc.max_blocks_per_sm += 1),
    ("max_blocks_per_sm - 1", |cc| cc.max_blocks_per_sm -= 1),
    ("registers_per_thread - 1", |cc| {
        cc.max_registers_per_thread -= 1;
    }),
    ("register_unit × 2", |cc| cc.register_allocation_unit *= 2),
    ("register_unit / 2", |cc| cc.register_allocation_unit /= 2),
    ("sub_partitions × 2", |cc| cc.sub_partitions *= 2),
    ("sub_partitions / 2", |cc| cc.sub_partitions /= 2),
    ("shared_memory_unit × 2", |cc| {
        cc.shared_memory_allocation_unit *= 2;
    }),
    ("shared_memory_unit / 2", |cc| {
        cc.shared_memory_allocation_unit /= 2;
    }),
];

fn spoiled(cc: &ComputeCapability, header: &Header) -> Vec<(String, ComputeCapability)> {
    let mut spoiled = Vec::new();
    let mut add = |figure: &str, spoil: &dyn Fn(&mut SmLimits)| {
        let mut wrong = cc.limits();
        spoil(&mut wrong);
        spoiled.push((figure.to_owned(), ComputeCapability::new(wrong)));
    };
    for (figure, spoil) in SPOILED {
        add(figure, &spoil);
    }
    // The last is the capacity of the SM, which the device reports. None is empty where the driver
    // reserves some for every block: a step of 0 bytes never holds one.
    let steps = cc.shared_memory_carveouts();
    for (i, &step) in steps.iter().enumerate().take(steps.len().saturating_sub(1)) {
        let unit = cc.shared_memory_allocation_unit();
        let mut wrong = steps.to_vec();
        wrong[i] = match step {
            0 if cc.reserved_shared_memory_per_block() > 0 => continue,
            0 => unit,
            // Not up: 32 KiB and one unit is 257 units, a prime, and no block more.
            _ => step - unit,
        };
        // A few hundred bytes, in a program that ends.
        let wrong: &'static [u32] = wrong.leak();
        add(&format!("shared_memory_carveouts[{i}]"), &|cc| {
            cc.shared_memory_carveouts = wrong;
        });
    }
    if header.counts_barriers(cc) && cc.barriers_limit_blocks() {
        add("barriers_per_sm + 1", &|cc| cc.barriers_per_sm += 1);
        add("barriers_per_sm - 1", &|cc| cc.barriers_per_sm -= 1);
        add("barriers_per_block - 1", &|cc| cc.barriers_per_block -= 1);
    }
    if header.counts_barriers(cc) {
        add("barriers_limit_blocks", &|cc| {
            cc.barriers_limit_blocks = !cc.barriers_limit_blocks;
        });
    }
    if header.has_virtual_resources {
        let virtual_resources = cc.virtual_resources_per_sm();
        add("virtual_resources_per_sm + 1", &|cc| {
            cc.virtual_resources_per_sm += 1;
        });
        if virtual_resources > 0 {
            add("virtual_resources_per_sm - 1", &|cc| {
                cc.virtual_resources_per_sm -= 1;
            });
        }
    }
    spoiled
}

fn is_noticed(
    cc: &ComputeCapability,
    wrong: &ComputeCapability,
    header: &Header,
    slices: &[Slice],
) -> bool {
    let lifted = Lifted::of(wrong);
    let differs =
        |case: &Case, answer: &Answer| outcome(wrong, &lifted, case, answer) == Outcome::Differs;
    // The cheap slices first.
    let mut order: Vec<&Slice> = slices.iter().collect();
    order.sort_by_key(|slice| slice.weight());
    let mut points = order
        .iter()
        .flat_map(|slice| (0..slice.len()).map(move |point| (slice, point)));
    points.any(|(slice, point)| {
        let mut noticed = false;
        slice.batches(point..point + 1, |cases| {
            noticed = noticed || {
                let answers = header.ask(cc, cases);
                cases
                    .iter()
                    .zip(&answers)
                    .any(|(case, answer)| differs(case, answer))
            };
        });
        noticed
    })
}
