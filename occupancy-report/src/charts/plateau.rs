//! Occupancy along one argument, as the ranges of values in which nothing changes.

use occupancy_core::{Kernel, Multiprocessor, Occupancy, Ratio, Resource};

use crate::verdict::Verdict;
use crate::words::binding;

/// The label for values with which no block launches.
pub(super) const NOTHING: &str = "does not launch";

/// Values next to each other, from the first to the last, that have the same blocks per SM, occupancy
/// and binding limits.
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

    /// The limits that bind, in words: `registers, warps`.
    pub(super) fn binding(&self) -> String {
        match self.blocks() {
            0 => NOTHING.to_owned(),
            _ => binding(&self.occupancy),
        }
    }

    /// Whether blocks launch and the limit binds.
    pub(super) fn binds(&self, resource: Resource) -> bool {
        self.blocks() > 0 && self.occupancy.binds(resource)
    }

    fn is_like(&self, other: &Occupancy) -> bool {
        self.blocks() == other.blocks_per_sm
            && self.ratio() == other.ratio()
            && self.occupancy.binding() == other.binding()
    }
}

/// The one with this value.
pub(super) fn at(value: u32, plateaus: &[Plateau]) -> Option<&Plateau> {
    let mut all = plateaus.iter();
    all.find(|plateau| plateau.first <= value && value <= plateau.last)
}

/// Blocks of whole warps in x, and the stated block if it is not one of them. Blocks with unknown shared memory
/// are left out.
pub(super) fn threads(verdict: &Verdict<'_>) -> Vec<Plateau> {
    let sm = verdict.sm;
    let stated = u32::try_from(verdict.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let mut sizes = Vec::new();
    for warps in 1..=sm.max_threads_per_block() / sm.warp_size() {
        sizes.push(warps * sm.warp_size());
    }
    if let Err(place) = sizes.binary_search(&stated) {
        sizes.insert(place, stated);
    }
    // Each size for itself: between two of them there is nothing.
    let mut plateaus = Vec::new();
    for first in sizes {
        let other = verdict.with_threads(first);
        if other.dynamic_shared_memory != u32::MAX
            && let Ok(occupancy) = Occupancy::new(sm, &other)
        {
            plateaus.push(Plateau::new(first, first, occupancy));
        }
    }
    plateaus
}

/// Registers per thread, from one to the most.
pub(super) fn registers(verdict: &Verdict<'_>) -> Vec<Plateau> {
    let (sm, kernel) = (verdict.sm, verdict.kernel);
    let most = sm.max_registers_per_thread();
    merged(sm, (1, 1), 1, most, &|count| kernel.with_registers(count))
}

/// Dynamic shared memory of a block, from none to what a block can opt in to.
pub(super) fn shared_memory(verdict: &Verdict<'_>) -> Vec<Plateau> {
    let (sm, kernel) = (verdict.sm, verdict.kernel);
    let fixed = kernel.static_shared_memory;
    let most = sm.shared_memory_per_block_optin().saturating_sub(fixed);
    let taken = fixed.saturating_add(sm.reserved_shared_memory_per_block());
    // A block is given whole units, so that nothing changes up to the end of one.
    let unit = sm.shared_memory_allocation_unit().max(1);
    let free = taken.checked_next_multiple_of(unit).unwrap_or(taken) - taken;
    let with = |bytes| kernel.with_dynamic_shared_memory(bytes);
    merged(sm, (0, free.min(most)), unit, most, &with)
}

/// The plateaus of a kernel with the values up to `most`: nothing changes within the first ones, and then within each
/// `step`.
fn merged(
    sm: &Multiprocessor,
    (mut first, mut last): (u32, u32),
    step: u32,
    most: u32,
    with: &dyn Fn(u32) -> Kernel,
) -> Vec<Plateau> {
    let mut plateaus: Vec<Plateau> = Vec::new();
    loop {
        if let Ok(occupancy) = Occupancy::new(sm, &with(last)) {
            match plateaus.last_mut() {
                Some(plateau) if plateau.is_like(&occupancy) => plateau.last = last,
                _ => plateaus.push(Plateau::new(first, last, occupancy)),
            }
        }
        if last >= most {
            return plateaus;
        }
        first = last.saturating_add(1);
        last = last.saturating_add(step).min(most);
    }
}
