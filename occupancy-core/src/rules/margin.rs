//! How far one argument is from the values at which the resident blocks of an SM change.

use crate::gpu::{Arch, WARP_SIZE};
use crate::kernel::{Argument, Change, Configuration, saturate, wide};
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
/// let limited = configuration.with_integer(Argument::MaxBlocks, 4);
/// let registers = margin(&limited, &archs[0], Argument::Registers);
/// assert_eq!(registers.more, None);
/// ```
pub fn margin(configuration: &Configuration<'_>, arch: &Arch, argument: Argument) -> Margin {
    let mut changed = *configuration;
    let more = loop {
        match nearest(&changed, arch, argument, false) {
            Some(change) if !configuration.takes(change) => changed = change.apply(configuration),
            more => break more,
        }
    };
    Margin {
        more,
        fewer: nearest(configuration, arch, argument, true),
    }
}

/// The nearest higher value with which fewer blocks are resident, or the nearest lower one with which more are.
fn nearest(
    configuration: &Configuration<'_>,
    arch: &Arch,
    argument: Argument,
    is_higher: bool,
) -> Option<Change> {
    let (kernel, cc) = (&configuration.kernel, arch.compute_capability());
    let resident = Occupancy::new(cc, kernel).ok()?.blocks_per_sm;
    let (extent, others) = match kernel.block_dim {
        (x, y, z) if z > 1 => (z, wide(x, y)),
        (x, y, _) if y > 1 => (y, x.into()),
        (x, _, _) => (x, 1),
    };
    // Threads along the outermost axis with more than one, so that the block is whole warps; one of anything else.
    let (change, step) = match argument {
        Argument::Threads => {
            // A warp over what the other axes have of it.
            let step = WARP_SIZE.checked_shr(others.trailing_zeros().min(5))?;
            (Change::Threads(kernel.block_dim), step)
        }
        _ => (Change::Integer(argument, 0), 1),
    };
    // Of shared memory and of a block, one step over what a block can have: it no longer launches.
    let (least, most) = match argument {
        Argument::Registers => (1, cc.max_registers_per_thread),
        Argument::DynamicSharedMemory => (0, cc.shared_memory_per_block_optin.saturating_add(1)),
        Argument::StaticSharedMemory => (0, cc.static_shared_memory_per_block),
        Argument::Barriers => (0, cc.barriers_per_block),
        Argument::Threads => {
            let most = cc.max_threads_per_block.checked_div(step)?;
            (1, most.saturating_add(1))
        }
        _ => return None,
    };
    let stated = configuration.integer(argument).map_or(extent, saturate);
    let (mut near, mut far) = if is_higher {
        (stated.checked_div(step)?, most)
    } else {
        (stated.div_ceil(step), least)
    };
    if near == far || is_higher != (near < far) {
        return None;
    }
    let change = |value: u32| change.with_number(value.saturating_mul(step));
    // Each block can have shared memory of its own, a smaller one perhaps more.
    let is_by_block =
        matches!(argument, Argument::Threads) && !configuration.shared_memory_by_warps.is_empty();
    let is_found = |value: &u32| {
        let kernel = change(*value).apply(configuration).kernel;
        let blocks = Occupancy::new(cc, &kernel).map_or(0, |occupancy| occupancy.blocks_per_sm);
        let is_known = !is_by_block || kernel.dynamic_shared_memory != u32::MAX;
        is_known
            && (if is_higher {
                blocks < resident
            } else {
                blocks > resident
            })
    };
    // Then every step is tried.
    if is_by_block {
        let found = if is_higher {
            (near..=far).skip(1).find(is_found)
        } else {
            (far..near).rev().find(is_found)
        };
        return found.map(change);
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
    Some(change(far))
}
