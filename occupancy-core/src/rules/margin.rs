//! The distance of one argument from the values at which the resident blocks of an SM change.

use core::num::NonZero;

use crate::gpu::{Arch, Multiprocessor};
use crate::kernel::{Argument, Change, Compiled, Configuration, product, saturate, wide};
use crate::model::Occupancy;
use crate::search::most_that_fits;

/// The nearest values of one argument with which an SM holds more blocks, or fewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Margin {
    /// The nearest lower value with which more blocks are resident and every rule is kept that is kept now; `None` if
    /// no value does that by itself.
    pub more: Option<Change>,
    /// The nearest higher value with which fewer blocks are resident, whatever the rules say; `None` if no value that a
    /// block can have, and that its code was compiled for, costs a block.
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

/// The nearest values of `argument` at which the resident blocks of an SM change. The other arguments stay as they are.
///
/// [`Argument::Registers`] stands for the registers [on this GPU](Argument::on). The block changes by whole warps along
/// its outermost axis. Fewer blocks can mean none: the block no
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
    let sm = arch.multiprocessor();
    let Ok(occupancy) = Occupancy::new(sm, &configuration.kernel) else {
        return Margin::default();
    };
    let resident = occupancy.blocks_per_sm;
    let argument = argument.on(sm);
    if configuration.is_auto(argument) {
        // More blocks leave fewer registers; no register more is left to fewer blocks than are resident.
        let demand = Change::Integer(Argument::MinBlocks, resident.saturating_add(1).into());
        let is_kept = blocks_with(configuration, sm, demand) > Some(resident);
        return Margin {
            more: Some(demand).filter(|more| is_kept && configuration.takes(*more)),
            fewer: None,
        };
    }
    // With one byte over what a block can have, it no longer launches.
    let (least, most) = match argument {
        Argument::Registers | Argument::Vgprs => (1, sm.max_registers_per_thread),
        Argument::DynamicSharedMemory => (0, sm.shared_memory_per_block_optin.saturating_add(1)),
        Argument::StaticSharedMemory => (0, sm.static_shared_memory_per_block),
        Argument::Barriers => (0, sm.barriers_per_block),
        Argument::Threads => return of_block(configuration, arch, resident),
        _ => return Margin::default(),
    };
    // Code may declare more than compiles by default.
    let stated = configuration.integer(argument).map_or(0, saturate);
    let range = (least, most.max(stated));
    let most_with = |blocks| most_that_fits(sm, configuration, argument, blocks, range);
    let change = Change::Integer(argument, 0);
    let fewer = most_with(resident)
        .filter(|fits| *fits < most)
        .map(|fits| change.with_number(fits.saturating_add(1)));
    let mut more = most_with(resident.saturating_add(1)).map(|fits| change.with_number(fits));
    while let Some(change) = more.filter(|more| !configuration.takes(*more)) {
        let blocks = blocks_with(configuration, sm, change).unwrap_or(0);
        more = most_with(blocks.saturating_add(1)).map(|fits| change.with_number(fits));
    }
    Margin { more, fewer }
}

/// The margin of the block, which changes in steps along its outermost axis. Each size can have shared memory of its own,
/// and a smaller one more.
fn of_block(configuration: &Configuration<'_>, arch: &Arch, resident: u32) -> Margin {
    let sm = arch.multiprocessor();
    let block = configuration.kernel.block_dim;
    let (extent, others) = match block {
        (x, y, z) if z > 1 => (z, wide(x, y)),
        (x, y, _) if y > 1 => (y, x.into()),
        (x, _, _) => (x, 1),
    };
    // Multiples of this along the axis make whole warps with the other axes.
    let warp = sm.warp_size;
    let whole = warp >> others.trailing_zeros().min(warp.trailing_zeros());
    let step = NonZero::new(whole).unwrap_or(NonZero::<u32>::MIN);
    let change = |value: u32| Change::Threads(block).with_number(value.saturating_mul(step.get()));
    let blocks = |value| blocks_with(configuration, sm, change(value));
    // With one step over what a block can have, it no longer launches.
    let most = (sm.max_threads_per_block / step).saturating_add(1);
    // Code launches no block that is larger than those that it was compiled for.
    let code = configuration.compiled_on(arch);
    let bound = code.and_then(Compiled::block_bound);
    let bound = bound.map_or(u64::MAX, product);
    let is_launched = |value: &u32| others.saturating_mul(wide(*value, step.get())) <= bound;
    let mut larger = (extent / step..=most).skip(1).take_while(is_launched);
    let fewer = larger.find(|value| blocks(*value).is_some_and(|blocks| blocks < resident));
    let mut smaller = (1..extent.div_ceil(step.get()).min(most)).rev();
    let more = smaller.find(|value| {
        blocks(*value).is_some_and(|blocks| blocks > resident)
            && configuration.takes(change(*value))
    });
    Margin {
        more: more.map(change),
        fewer: fewer.map(change),
    }
}

/// The resident blocks of a changed configuration; `None` if the shared memory of such a block is not known.
fn blocks_with(
    configuration: &Configuration<'_>,
    sm: &Multiprocessor,
    change: Change,
) -> Option<u32> {
    let kernel = change.apply(configuration).kernel;
    let blocks = Occupancy::new(sm, &kernel).map_or(0, |occupancy| occupancy.blocks_per_sm);
    (kernel.dynamic_shared_memory != u32::MAX).then_some(blocks)
}
