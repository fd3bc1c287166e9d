//! Occupancy along one argument, as the ranges of values in which nothing changes.

use occupancy_core::{Kernel, Multiprocessor, Occupancy, Ratio, Resource, gpu::Words};

use crate::format::binding_limits;
use crate::outcome::Outcome;

/// The label for values with which no block launches.
pub(super) const NOTHING: &str = "does not launch";

/// A range of values with the same blocks per SM, occupancy and binding limits.
#[derive(Debug)]
pub(super) struct Plateau {
    pub(super) first: u32,
    pub(super) last: u32,
    occupancy: Occupancy,
}

impl Plateau {
    fn new(first: u32, last: u32, occupancy: Occupancy) -> Self {
        Self {
            first,
            last,
            occupancy,
        }
    }

    pub(super) fn blocks(&self) -> u32 {
        self.occupancy.blocks_per_sm
    }

    pub(super) fn ratio(&self) -> Ratio {
        self.occupancy.ratio()
    }

    /// Lists the limits that bind: `registers, warps`.
    pub(super) fn binding(&self, words: Words) -> String {
        match self.blocks() {
            0 => NOTHING.to_owned(),
            _ => binding_limits(&self.occupancy, words),
        }
    }

    /// Returns `true` if blocks launch and the limit binds.
    pub(super) fn binds(&self, resource: Resource) -> bool {
        self.blocks() > 0 && self.occupancy.binds(resource)
    }
}

/// Returns `true` if as many blocks are resident, and the same limits bind.
fn is_like(one: &Occupancy, other: &Occupancy) -> bool {
    one.blocks_per_sm == other.blocks_per_sm
        && one.binding_resources().eq(other.binding_resources())
}

/// Finds the plateau with this value.
pub(super) fn at(value: u32, plateaus: &[Plateau]) -> Option<&Plateau> {
    let mut plateaus = plateaus.iter();
    plateaus.find(|plateau| (plateau.first..=plateau.last).contains(&value))
}

/// Returns the plateaus of threads per block, of registers and of dynamic shared memory.
pub(super) fn all(outcome: &Outcome<'_>) -> [Vec<Plateau>; 3] {
    [threads(outcome), registers(outcome), shared_memory(outcome)]
}

/// Returns a plateau for each block of whole warps in x, and for the stated block if it is not one of them. Blocks
/// whose shared memory is not known are left out.
fn threads(outcome: &Outcome<'_>) -> Vec<Plateau> {
    let sm = outcome.sm;
    let stated = u32::try_from(outcome.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let warps = 1..=sm.max_threads_per_block() / sm.warp_size();
    let mut sizes: Vec<_> = warps.map(|count| count * sm.warp_size()).collect();
    if let Err(place) = sizes.binary_search(&stated) {
        sizes.insert(place, stated);
    }
    // No block has a size between two of these, so each is a plateau of its own.
    let mut plateaus = Vec::new();
    for first in sizes {
        let other = outcome.with_threads(first);
        if other.dynamic_shared_memory != u32::MAX
            && let Ok(occupancy) = Occupancy::new(sm, &other)
        {
            plateaus.push(Plateau::new(first, first, occupancy));
        }
    }
    plateaus
}

/// Returns the plateaus of registers per thread, from one to the most.
fn registers(outcome: &Outcome<'_>) -> Vec<Plateau> {
    let (sm, kernel) = (outcome.sm, *outcome.kernel);
    let most = sm.max_registers_per_thread();
    // Each vendor counts its own.
    let with = |count| kernel.with_registers(count).with_vgprs(count);
    merged(sm, (1, 1), 1, most, &with)
}

/// Returns the plateaus of dynamic shared memory, from none to the most that a block can opt in to.
fn shared_memory(outcome: &Outcome<'_>) -> Vec<Plateau> {
    let (sm, kernel) = (outcome.sm, outcome.kernel);
    let fixed = kernel.static_shared_memory;
    let most = sm.shared_memory_per_block_optin().saturating_sub(fixed);
    let taken = fixed.saturating_add(sm.reserved_shared_memory_per_block());
    // A block is given whole units, so nothing changes up to the end of one.
    let unit = sm.shared_memory_allocation_unit().max(1);
    let free = taken.checked_next_multiple_of(unit).unwrap_or(taken) - taken;
    let with = |bytes| kernel.with_dynamic_shared_memory(bytes);
    merged(sm, (0, free.min(most)), unit, most, &with)
}

/// Returns the plateaus of a kernel with the values up to `most`. Nothing changes from `first` to `last`, and then
/// within each `step`.
fn merged(
    sm: &Multiprocessor,
    (mut first, last): (u32, u32),
    step: u32,
    most: u32,
    with: &dyn Fn(u32) -> Kernel,
) -> Vec<Plateau> {
    let of = |last: &u32| Occupancy::new(sm, &with(*last)).ok();
    let ends: Vec<u32> = (last..most).step_by(step as usize).chain([most]).collect();
    let (mut plateaus, mut left) = (Vec::new(), &*ends);
    while let Some(occupancy) = left.first().and_then(of) {
        let is_like = |last: &&u32| of(last).is_some_and(|other| is_like(&occupancy, &other));
        // A block that takes more leaves no room for more blocks, so the end is bisected. For one over a stated
        // carve-out, the SM is carved anew.
        let count = match with(first).carveout {
            None => left.partition_point(|last| is_like(&last)),
            Some(_) => left.iter().take_while(is_like).count(),
        };
        let (like, others) = left.split_at(count);
        let last = like.last().map_or(first, |last| *last);
        plateaus.push(Plateau::new(first, last, occupancy));
        (first, left) = (last.saturating_add(1), others);
    }
    plateaus
}
