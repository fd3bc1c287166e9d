//! How far one argument is from the values at which the resident blocks of an SM change.

use crate::gpu::ComputeCapability;
use crate::kernel::{Argument, Change, Configuration, Kernel, wide};
use crate::model::Occupancy;
use crate::search::between;

/// The nearest values of one argument with which an SM holds more blocks, or fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Margin {
    /// The nearest lower value with which more blocks are resident; `None` if no value helps by
    /// itself.
    pub more: Option<Change>,
    /// The nearest higher value with which fewer blocks are resident; `None` if no value that a block
    /// can have costs a block.
    pub fewer: Option<Change>,
}

/// The arguments that have a [`Margin`], in the order of tables.
pub const MARGINS: [Argument; 5] = [
    Argument::Registers,
    Argument::Threads,
    Argument::DynamicSharedMemory,
    Argument::StaticSharedMemory,
    Argument::Barriers,
];

/// How far `argument` of a kernel is from the values at which the resident blocks of an SM change. The
/// other arguments stay as they are.
///
/// The block changes by whole warps along its outermost axis. Fewer blocks can mean none: the block no
/// longer launches.
///
/// ```
/// use occupancy_core::{Kernel, compute_capabilities::SM_90, kernel::{Argument, Change}, search::margin};
///
/// // Four blocks of 256 threads are resident at 64 registers.
/// let registers = margin(&SM_90, &Kernel::new((256, 1, 1), 64), Argument::Registers);
/// assert_eq!(registers.more, Some(Change::Integer(Argument::Registers, 48)));
/// assert_eq!(registers.fewer, Some(Change::Integer(Argument::Registers, 65)));
/// ```
pub const fn margin(
    compute_capability: &ComputeCapability,
    kernel: &Kernel,
    argument: Argument,
) -> Margin {
    let none = Margin {
        more: None,
        fewer: None,
    };
    let cc = compute_capability;
    let resident = match Occupancy::new(cc, kernel) {
        Ok(occupancy) => occupancy.blocks_per_sm,
        Err(_) => return none,
    };
    let Some(range) = Range::of(cc, kernel, argument) else {
        return none;
    };
    let along = MarginSearch {
        cc,
        kernel,
        argument,
        resident,
    };
    Margin {
        more: along.below(&range),
        fewer: along.above(&range),
    }
}

/// The values of an argument, in steps of it.
struct Range {
    least: u32,
    /// The last step that is not over what is stated, and the first that is not under it.
    stated: (u32, u32),
    most: u32,
}

impl Range {
    const fn of(cc: &ComputeCapability, kernel: &Kernel, argument: Argument) -> Option<Self> {
        let (least, stated, most) = match argument {
            Argument::Registers => (1, kernel.registers_per_thread, cc.max_registers_per_thread),
            Argument::DynamicSharedMemory => (
                0,
                kernel.dynamic_shared_memory,
                // One byte over what a block can have: it no longer launches.
                cc.shared_memory_per_block_optin.saturating_add(1),
            ),
            Argument::StaticSharedMemory => {
                (0, kernel.static_shared_memory, cc.shared_memory_per_block)
            }
            Argument::Barriers => (0, kernel.barriers, cc.barriers_per_block),
            Argument::Threads => {
                let (extent, step) = outermost(kernel.block_dim);
                return Some(Self {
                    least: 1,
                    stated: (steps(extent, step), extent.div_ceil(step)),
                    // One step over what a block can have along one axis.
                    most: steps(cc.max_threads_per_block, step).saturating_add(1),
                });
            }
            _ => return None,
        };
        Some(Self {
            least,
            stated: (stated, stated),
            most,
        })
    }
}

/// The extent of the outermost axis with more than one thread, and the step in it that keeps the block
/// whole warps.
const fn outermost((x, y, z): (u32, u32, u32)) -> (u32, u32) {
    let (extent, others) = if z > 1 {
        (z, wide(x, y))
    } else if y > 1 {
        (y, x as u64)
    } else {
        (x, 1)
    };
    // A warp of 32 threads over what the other axes have of it.
    let step = match others.trailing_zeros() {
        0 => 32,
        1 => 16,
        2 => 8,
        3 => 4,
        4 => 2,
        _ => 1,
    };
    (extent, step)
}

/// Whole steps in an extent.
const fn steps(extent: u32, step: u32) -> u32 {
    match extent.checked_div(step) {
        Some(steps) => steps,
        None => 0,
    }
}

/// One argument of a kernel, and how many blocks are resident.
struct MarginSearch<'a> {
    cc: &'a ComputeCapability,
    kernel: &'a Kernel,
    argument: Argument,
    resident: u32,
}

impl MarginSearch<'_> {
    /// The most below what is stated with which more blocks are resident. Less of anything is never worse,
    /// so the edge is bisected.
    const fn below(&self, range: &Range) -> Option<Change> {
        let (mut kept, mut refused) = (range.least, range.stated.1);
        if kept >= refused || self.blocks(kept) <= self.resident {
            return None;
        }
        while let Some(middle) = between(kept, refused) {
            if self.blocks(middle) > self.resident {
                kept = middle;
            } else {
                refused = middle;
            }
        }
        Some(self.change(kept))
    }

    /// The least above what is stated with which fewer blocks are resident.
    const fn above(&self, range: &Range) -> Option<Change> {
        let (mut kept, mut lost) = (range.stated.0, range.most);
        if kept >= lost || self.blocks(lost) >= self.resident {
            return None;
        }
        while let Some(middle) = between(kept, lost) {
            if self.blocks(middle) < self.resident {
                lost = middle;
            } else {
                kept = middle;
            }
        }
        Some(self.change(lost))
    }

    const fn change(&self, value: u32) -> Change {
        match self.argument {
            Argument::Threads => {
                let (x, y, z) = self.kernel.block_dim;
                let extent = value.saturating_mul(outermost((x, y, z)).1);
                Change::Threads(if z > 1 {
                    (x, y, extent)
                } else if y > 1 {
                    (x, extent, z)
                } else {
                    (extent, y, z)
                })
            }
            argument => Change::Integer(argument, value as u64),
        }
    }

    const fn blocks(&self, value: u32) -> u32 {
        let changed = self
            .change(value)
            .apply(&Configuration::new(&[], *self.kernel));
        match Occupancy::new(self.cc, &changed.kernel) {
            Ok(occupancy) => occupancy.blocks_per_sm,
            Err(_) => 0,
        }
    }
}
