//! How far one argument is from the values at which the resident blocks of an SM change.

use crate::gpu::{Arch, ComputeCapability, WARP_SIZE};
use crate::kernel::{Argument, Change, Configuration, wide};
use crate::model::Occupancy;

/// The nearest values of one argument with which an SM holds more blocks, or fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Margin {
    /// The nearest lower value with which more blocks are resident, and no rule is broken that is kept now; `None` if
    /// no value does that by itself.
    pub more: Option<Change>,
    /// The nearest higher value with which fewer blocks are resident; `None` if no value that a block
    /// can have costs a block. No rule is asked.
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
/// other arguments stay as they are.
///
/// The block changes by whole warps along its outermost axis. Fewer blocks can mean none: the block no
/// longer launches.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, kernel::{Argument, Change}, rules::margin};
///
/// // Four blocks of 256 threads are resident at 64 registers.
/// let archs = [Arch::find("h100").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let registers = margin(&configuration, &archs[0], Argument::Registers);
/// assert_eq!(registers.more, Some(Change::Integer(Argument::Registers, 48)));
/// assert_eq!(registers.fewer, Some(Change::Integer(Argument::Registers, 65)));
///
/// // More than four are not accepted.
/// let registers = margin(&configuration.with_max_blocks(4), &archs[0], Argument::Registers);
/// assert_eq!(registers.more, None);
/// ```
pub fn margin(configuration: &Configuration<'_>, arch: &Arch, argument: Argument) -> Margin {
    let mut changed = *configuration;
    let more = loop {
        let more = Along::of(&changed, arch, argument).and_then(|along| along.more());
        match more {
            Some(change) if !configuration.takes(change) => changed = change.apply(configuration),
            more => break more,
        }
    };
    Margin {
        more,
        fewer: Along::of(configuration, arch, argument).and_then(|along| along.fewer()),
    }
}

/// The values of one argument, in steps, and how many blocks are resident now.
struct Along<'a> {
    configuration: &'a Configuration<'a>,
    cc: &'a ComputeCapability,
    argument: Argument,
    resident: u32,
    /// Threads along the outermost axis with more than one, so that the block is whole warps; one of anything else.
    step: u32,
    least: u32,
    stated: u32,
    most: u32,
}

impl<'a> Along<'a> {
    fn of(
        configuration: &'a Configuration<'a>,
        arch: &'a Arch,
        argument: Argument,
    ) -> Option<Self> {
        let (kernel, cc) = (&configuration.kernel, arch.compute_capability());
        let resident = Occupancy::new(cc, kernel).ok()?.blocks_per_sm;
        let (extent, others) = match kernel.block_dim {
            (x, y, z) if z > 1 => (z, wide(x, y)),
            (x, y, _) if y > 1 => (y, x.into()),
            (x, _, _) => (x, 1),
        };
        let step = match argument {
            // A warp over what the other axes have of it.
            Argument::Threads => WARP_SIZE.checked_shr(others.trailing_zeros().min(5))?,
            _ => 1,
        };
        // Of shared memory and of a block, one step over what a block can have: it no longer launches.
        let (least, stated, most) = match argument {
            Argument::Registers => (1, kernel.registers_per_thread, cc.max_registers_per_thread),
            Argument::DynamicSharedMemory => {
                let most = cc.shared_memory_per_block_optin.saturating_add(1);
                (0, kernel.dynamic_shared_memory, most)
            }
            Argument::StaticSharedMemory => {
                let most = cc.static_shared_memory_per_block;
                (0, kernel.static_shared_memory, most)
            }
            Argument::Barriers => (0, kernel.barriers, cc.barriers_per_block),
            Argument::Threads => {
                let most = cc.max_threads_per_block.checked_div(step)?;
                (1, extent, most.saturating_add(1))
            }
            _ => return None,
        };
        Some(Self {
            configuration,
            cc,
            argument,
            resident,
            step,
            least,
            stated,
            most,
        })
    }

    /// The nearest lower value with which more blocks are resident.
    fn more(&self) -> Option<Change> {
        let stated = self.stated.div_ceil(self.step);
        let lower = (self.least < stated).then_some((stated, self.least))?;
        self.nearest(lower, |blocks| blocks > self.resident)
    }

    /// The nearest higher value with which fewer are.
    fn fewer(&self) -> Option<Change> {
        let stated = self.stated.checked_div(self.step)?;
        let higher = (stated < self.most).then_some((stated, self.most))?;
        self.nearest(higher, |blocks| blocks < self.resident)
    }

    /// The nearest value, from one towards another, with which the blocks change so.
    fn nearest(
        &self,
        (mut near, mut far): (u32, u32),
        changes: impl Fn(u32) -> bool,
    ) -> Option<Change> {
        let is_found = |value: &u32| self.blocks(*value).is_some_and(&changes);
        if self.has_own_shared_memory() {
            let found = if far < near {
                (far..near).rev().find(is_found)
            } else {
                (near..=far).skip(1).find(is_found)
            };
            return found.map(|value| self.change(value));
        }
        if !is_found(&far) {
            return None;
        }
        // Less of anything is never worse, so the edge is bisected.
        while near.abs_diff(far) > 1 {
            let middle = near.midpoint(far);
            if is_found(&middle) {
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

    /// The resident blocks with a value; `None` for a block whose shared memory is not known.
    fn blocks(&self, value: u32) -> Option<u32> {
        let kernel = self.change(value).apply(self.configuration).kernel;
        if self.has_own_shared_memory() && kernel.dynamic_shared_memory == u32::MAX {
            return None;
        }
        Some(Occupancy::new(self.cc, &kernel).map_or(0, |occupancy| occupancy.blocks_per_sm))
    }

    const fn change(&self, value: u32) -> Change {
        let number = value.saturating_mul(self.step);
        match self.argument {
            Argument::Threads => Change::Threads(self.configuration.kernel.block_dim),
            argument => Change::Integer(argument, 0),
        }
        .with_number(number)
    }
}
