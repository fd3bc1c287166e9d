//! How far one argument is from the values at which the resident blocks of an SM change.

use crate::gpu::{Arch, ComputeCapability};
use crate::kernel::{Argument, Change, Configuration, wide};
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

/// How far `argument` of a configuration is from the values at which the resident blocks of an SM change. The
/// other arguments stay as they are, and no rule is asked: [`next_block`](crate::rules::next_block) asks them.
///
/// The block changes by whole warps along its outermost axis. Fewer blocks can mean none: the block no
/// longer launches.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, kernel::{Argument, Change}, search::margin};
///
/// // Four blocks of 256 threads are resident at 64 registers.
/// let archs = [Arch::find("h100").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let registers = margin(&configuration, &archs[0], Argument::Registers);
/// assert_eq!(registers.more, Some(Change::Integer(Argument::Registers, 48)));
/// assert_eq!(registers.fewer, Some(Change::Integer(Argument::Registers, 65)));
/// ```
pub const fn margin(configuration: &Configuration<'_>, arch: &Arch, argument: Argument) -> Margin {
    let none = Margin {
        more: None,
        fewer: None,
    };
    let resident = match Occupancy::new(arch.compute_capability(), &configuration.kernel) {
        Ok(occupancy) => occupancy.blocks_per_sm,
        Err(_) => return none,
    };
    let Some(range) = Range::of(configuration, arch, argument) else {
        return none;
    };
    let along = MarginSearch {
        cc: arch.compute_capability(),
        configuration,
        argument,
        resident,
    };
    Margin {
        more: if range.least < range.stated.1 {
            along.nearest(range.stated.1, range.least, true)
        } else {
            None
        },
        fewer: if range.stated.0 < range.most {
            along.nearest(range.stated.0, range.most, false)
        } else {
            None
        },
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
    const fn of(
        configuration: &Configuration<'_>,
        arch: &Arch,
        argument: Argument,
    ) -> Option<Self> {
        let (kernel, cc) = (&configuration.kernel, arch.compute_capability());
        let (least, stated, most) = match argument {
            Argument::Registers => (1, kernel.registers_per_thread, cc.max_registers_per_thread),
            Argument::DynamicSharedMemory => (
                0,
                kernel.dynamic_shared_memory,
                // One byte over what a block can have: it no longer launches.
                cc.shared_memory_per_block_optin.saturating_add(1),
            ),
            Argument::StaticSharedMemory => (
                0,
                kernel.static_shared_memory,
                cc.static_shared_memory_per_block,
            ),
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

/// One argument of a configuration, and how many blocks are resident.
struct MarginSearch<'a> {
    cc: &'a ComputeCapability,
    configuration: &'a Configuration<'a>,
    argument: Argument,
    resident: u32,
}

impl MarginSearch<'_> {
    /// The nearest value towards `end` with which more blocks are resident, or fewer.
    const fn nearest(&self, stated: u32, end: u32, more: bool) -> Option<Change> {
        let (mut near, mut far) = (stated, end);
        if self.has_own_shared_memory() {
            while near != far {
                near = if more {
                    near.saturating_sub(1)
                } else {
                    near.saturating_add(1)
                };
                if self.changes_blocks(near, more) {
                    return Some(self.change(near));
                }
            }
            return None;
        }
        if near == far || !self.changes_blocks(far, more) {
            return None;
        }
        // Less of anything is never worse, so the edge is bisected.
        while let Some(middle) = if more {
            between(far, near)
        } else {
            between(near, far)
        } {
            if self.changes_blocks(middle, more) {
                far = middle;
            } else {
                near = middle;
            }
        }
        Some(self.change(far))
    }

    /// Whether each block has shared memory of its own, a smaller one perhaps more: then every step is tried.
    const fn has_own_shared_memory(&self) -> bool {
        matches!(self.argument, Argument::Threads)
            && !self.configuration.shared_memory_by_warps.is_empty()
    }

    /// Whether more blocks are resident with a value than now, or fewer; of a block whose shared memory is not
    /// known, neither.
    const fn changes_blocks(&self, value: u32, more: bool) -> bool {
        let changed = self.change(value).apply(self.configuration);
        if self.has_own_shared_memory() && changed.kernel.dynamic_shared_memory == u32::MAX {
            return false;
        }
        let blocks = match Occupancy::new(self.cc, &changed.kernel) {
            Ok(occupancy) => occupancy.blocks_per_sm,
            Err(_) => 0,
        };
        if more {
            blocks > self.resident
        } else {
            blocks < self.resident
        }
    }

    const fn change(&self, value: u32) -> Change {
        match self.argument {
            Argument::Threads => {
                let block = self.configuration.kernel.block_dim;
                let extent = value.saturating_mul(outermost(block).1);
                Change::Threads(block).with_number(extent)
            }
            argument => Change::Integer(argument, value as u64),
        }
    }
}
