//! Occupancy along one argument, as the ranges of values in which nothing changes.

use occupancy_core::{ComputeCapability, Kernel, Occupancy, Ratio, Resource};

/// What is said of values with which no block launches.
pub(super) const NOTHING: &str = "does not launch";

/// Values next to each other, from the first to the last, that have the same blocks per SM, occupancy
/// and binding limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plateau {
    pub(super) first: u32,
    pub(super) last: u32,
    pub(super) blocks: u32,
    pub(super) ratio: Ratio,
    binding: Vec<Resource>,
}

impl Plateau {
    /// The limits that bind, in words: `registers, warps`.
    pub(super) fn binding(&self) -> String {
        if self.blocks == 0 {
            return NOTHING.to_owned();
        }
        let names: Vec<_> = self
            .binding
            .iter()
            .map(|resource| resource.name())
            .collect();
        names.join(", ")
    }

    /// Whether blocks launch and the limit binds.
    pub(super) fn binds(&self, resource: Resource) -> bool {
        self.blocks > 0 && self.binding.contains(&resource)
    }

    pub(super) fn contains(&self, value: u32) -> bool {
        (self.first..=self.last).contains(&value)
    }
}

/// Blocks of whole warps in x, and the stated block where it is none.
pub(super) fn threads(cc: &ComputeCapability, kernel: &Kernel) -> Vec<Plateau> {
    let stated = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let mut sizes: Vec<_> = (1..=cc.max_threads_per_block / cc.warp_size)
        .map(|warps| warps * cc.warp_size)
        .collect();
    if let Err(place) = sizes.binary_search(&stated) {
        sizes.insert(place, stated);
    }
    // Each size for itself: between two of them there is nothing.
    sizes
        .into_iter()
        .filter_map(|size| single(cc, &kernel.with_block_dim((size, 1, 1)), size, size))
        .collect()
}

/// Registers a thread, from one to the most.
pub(super) fn registers(cc: &ComputeCapability, kernel: &Kernel) -> Vec<Plateau> {
    let all = (1..=cc.max_registers_per_thread).filter_map(|registers| {
        single(cc, &kernel.with_registers(registers), registers, registers)
    });
    joined(all)
}

/// Dynamic shared memory of a block, from none to what a block can opt in to.
pub(super) fn shared_memory(cc: &ComputeCapability, kernel: &Kernel) -> Vec<Plateau> {
    let fixed = kernel.static_shared_memory;
    let most = cc.shared_memory_per_block_optin.saturating_sub(fixed);
    let unit = cc.shared_memory_allocation_unit.max(1);
    // Within one allocation unit nothing changes.
    let taken = fixed.saturating_add(cc.reserved_shared_memory_per_block);
    let mut first = 0;
    let all = std::iter::from_fn(move || {
        if first > most {
            return None;
        }
        let last = (taken.saturating_add(first))
            .checked_next_multiple_of(unit)?
            .saturating_sub(taken)
            .clamp(first, most);
        let plateau = single(cc, &kernel.with_dynamic_shared_memory(last), first, last);
        first = last.saturating_add(1);
        plateau
    });
    joined(all)
}

fn single(cc: &ComputeCapability, kernel: &Kernel, first: u32, last: u32) -> Option<Plateau> {
    let occupancy = Occupancy::new(cc, kernel).ok()?;
    Some(Plateau {
        first,
        last,
        blocks: occupancy.blocks_per_sm,
        ratio: occupancy.ratio(),
        binding: occupancy.binding().iter().collect(),
    })
}

fn joined(all: impl Iterator<Item = Plateau>) -> Vec<Plateau> {
    let mut plateaus: Vec<Plateau> = Vec::new();
    for next in all {
        match plateaus.last_mut() {
            Some(last)
                if last.blocks == next.blocks
                    && last.ratio == next.ratio
                    && last.binding == next.binding =>
            {
                last.last = next.last;
            }
            _ => plateaus.push(next),
        }
    }
    plateaus
}
