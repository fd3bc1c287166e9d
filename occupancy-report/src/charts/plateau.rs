//! Occupancy along one argument, as the ranges of values in which nothing changes.

use std::iter::successors;

use occupancy_core::{ComputeCapability, Kernel, Occupancy, Ratio, Resource};

use crate::verdict::Verdict;
use crate::words::binding;

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
        binding(&self.occupancy)
    }

    /// Whether blocks launch and the limit binds.
    pub(super) fn binds(&self, resource: Resource) -> bool {
        self.blocks > 0 && self.occupancy.binds(resource)
    }

    fn is_like(&self, other: &Self) -> bool {
        let (own, others) = (self.occupancy.binding(), other.occupancy.binding());
        self.blocks == other.blocks && self.ratio == other.ratio && own == others
    }

    pub(super) fn contains(&self, value: u32) -> bool {
        (self.first..=self.last).contains(&value)
    }
}

/// Blocks of whole warps in x, and the stated block if it is not one of them. Blocks with unknown shared memory
/// are left out.
pub(super) fn threads(verdict: &Verdict<'_>) -> Vec<Plateau> {
    let (cc, kernel) = (verdict.cc, verdict.kernel);
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
            verdict.configuration.with_block_dim((size, 1, 1)).kernel
        };
        let is_known = other.dynamic_shared_memory != u32::MAX;
        Plateau::new(cc, &other, size, size).filter(|_| is_known)
    };
    sizes.into_iter().filter_map(of_size).collect()
}

/// Registers per thread, from one to the most.
pub(super) fn registers(verdict: &Verdict<'_>) -> Vec<Plateau> {
    let (cc, kernel) = (verdict.cc, verdict.kernel);
    let kernel_with = |registers| kernel.with_registers(registers);
    merged(
        cc,
        1,
        &mut (1..=cc.max_registers_per_thread()),
        &kernel_with,
    )
}

/// Dynamic shared memory of a block, from none to what a block can opt in to.
pub(super) fn shared_memory(verdict: &Verdict<'_>) -> Vec<Plateau> {
    let (cc, kernel) = (verdict.cc, verdict.kernel);
    let fixed = kernel.static_shared_memory;
    let most = cc.shared_memory_per_block_optin().saturating_sub(fixed);
    let taken = fixed.saturating_add(cc.reserved_shared_memory_per_block());
    // A block is given whole units, so that nothing changes up to the end of one.
    let unit = cc.shared_memory_allocation_unit().max(1);
    let free = taken.checked_next_multiple_of(unit).unwrap_or(taken) - taken;
    let kernel_with = |bytes| kernel.with_dynamic_shared_memory(bytes);
    let next = |end: &u32| (*end < most).then(|| end.saturating_add(unit).min(most));
    let mut ends = successors(Some(free.min(most)), next);
    merged(cc, 0, &mut ends, &kernel_with)
}

/// The plateaus of a kernel with the values from `first` on that end with `ends`; nothing changes between two of them.
fn merged(
    cc: &ComputeCapability,
    mut first: u32,
    ends: &mut dyn Iterator<Item = u32>,
    kernel_with: &dyn Fn(u32) -> Kernel,
) -> Vec<Plateau> {
    let mut plateaus: Vec<Plateau> = Vec::new();
    for end in ends {
        let next = Plateau::new(cc, &kernel_with(end), first, end);
        first = end.saturating_add(1);
        match (plateaus.last_mut(), next) {
            (Some(last), Some(next)) if last.is_like(&next) => last.last = next.last,
            (_, next) => plateaus.extend(next),
        }
    }
    plateaus
}
