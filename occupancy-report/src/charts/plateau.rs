//! Occupancy along one argument, as the ranges of values in which nothing changes.

use occupancy_core::{ComputeCapability, Configuration, Kernel, Occupancy, Ratio, Resource};

use crate::words::joined;

/// The label for values with which no block launches.
pub(super) const NOTHING: &str = "does not launch";

/// Values next to each other, from the first to the last, that have the same blocks per SM, occupancy
/// and binding limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plateau {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) blocks: u32,
    pub(super) ratio: Ratio,
    occupancy: Occupancy,
}

impl Plateau {
    fn new(cc: &ComputeCapability, kernel: &Kernel, first: u32, last: u32) -> Option<Self> {
        let occupancy = Occupancy::new(cc, kernel).ok()?;
        Some(Self {
            first,
            last,
            blocks: occupancy.blocks_per_sm,
            ratio: occupancy.ratio(),
            occupancy,
        })
    }

    /// The limits that bind, in words: `registers, warps`.
    pub(super) fn binding(&self) -> String {
        if self.blocks == 0 {
            return NOTHING.to_owned();
        }
        joined(", ", self.occupancy.binding().iter().map(Resource::name))
    }

    /// Whether blocks launch and the limit binds.
    pub(super) fn binds(&self, resource: Resource) -> bool {
        self.blocks > 0 && self.occupancy.binds(resource)
    }

    fn is_like(&self, other: &Self) -> bool {
        let (own, others) = (self.occupancy.binding(), other.occupancy.binding());
        let bind_alike = own.iter().eq(others.iter());
        self.blocks == other.blocks && self.ratio == other.ratio && bind_alike
    }

    pub(super) fn contains(&self, value: u32) -> bool {
        (self.first..=self.last).contains(&value)
    }
}

/// Blocks of whole warps in x, and the stated block if it is not one of them. Blocks with unknown shared memory
/// are left out.
pub(super) fn threads(cc: &ComputeCapability, configuration: &Configuration<'_>) -> Vec<Plateau> {
    let kernel = &configuration.kernel;
    let stated = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let mut sizes: Vec<_> = (1..=cc.max_threads_per_block() / cc.warp_size())
        .map(|warps| warps * cc.warp_size())
        .collect();
    if let Err(place) = sizes.binary_search(&stated) {
        sizes.insert(place, stated);
    }
    // Each size for itself: between two of them there is nothing.
    let of_size = |size| {
        let other = if size == stated {
            kernel.with_block_dim((size, 1, 1))
        } else {
            configuration.with_block_dim((size, 1, 1)).kernel
        };
        let is_known = other.dynamic_shared_memory != u32::MAX;
        Plateau::new(cc, &other, size, size).filter(|_| is_known)
    };
    sizes.into_iter().filter_map(of_size).collect()
}

/// Registers per thread, from one to the most.
pub(super) fn registers(cc: &ComputeCapability, kernel: &Kernel) -> Vec<Plateau> {
    let most = cc.max_registers_per_thread();
    // A warp is given whole units, so that nothing changes within one.
    let unit = cc.register_allocation_unit().checked_div(cc.warp_size());
    let unit = unit.unwrap_or(1).max(1);
    let all = (0..most.div_ceil(unit)).filter_map(|before| {
        let before = before.saturating_mul(unit);
        let last = before.saturating_add(unit).min(most);
        Plateau::new(cc, &kernel.with_registers(last), before + 1, last)
    });
    merged(all)
}

/// Dynamic shared memory of a block, from none to what a block can opt in to.
pub(super) fn shared_memory(cc: &ComputeCapability, kernel: &Kernel) -> Vec<Plateau> {
    let fixed = kernel.static_shared_memory;
    let most = cc.shared_memory_per_block_optin().saturating_sub(fixed);
    let taken = fixed.saturating_add(cc.reserved_shared_memory_per_block());
    // A block is given whole units, so that nothing changes up to the end of one.
    let unit = cc.shared_memory_allocation_unit().max(1);
    let free = taken.checked_next_multiple_of(unit).unwrap_or(taken) - taken;
    let units = most.saturating_sub(free).div_ceil(unit).saturating_add(1);
    let end = |at: u32| free.saturating_add(at.saturating_mul(unit)).min(most);
    let look = |first: u32, last: u32| {
        let other = kernel.with_dynamic_shared_memory(last);
        Plateau::new(cc, &other, first, last)
    };
    let (mut at, mut first) = (0, 0);
    let all = std::iter::from_fn(|| {
        let mut plateau = look(first, end(at)).filter(|_| at < units)?;
        at = match kernel.carveout {
            // More memory never fits more blocks, so a plateau is found by halves.
            None => partition_point(at.saturating_add(1), units, |at| {
                look(first, end(at)).is_some_and(|other| other.is_like(&plateau))
            }),
            // A carve-out grows with the block.
            Some(_) => at.saturating_add(1),
        };
        plateau.last = end(at.saturating_sub(1));
        first = plateau.last.saturating_add(1);
        Some(plateau)
    });
    merged(all)
}

/// The first of the numbers from `least` up to `end` that does not hold, where all that hold come first.
fn partition_point(mut least: u32, mut end: u32, holds: impl Fn(u32) -> bool) -> u32 {
    while least < end {
        let middle = u32::midpoint(least, end);
        if holds(middle) {
            least = middle.saturating_add(1);
        } else {
            end = middle;
        }
    }
    least
}

fn merged(all: impl Iterator<Item = Plateau>) -> Vec<Plateau> {
    let mut plateaus: Vec<Plateau> = Vec::new();
    for next in all {
        match plateaus.last_mut() {
            Some(last) if last.is_like(&next) => last.last = next.last,
            _ => plateaus.push(next),
        }
    }
    plateaus
}
