//! The next value with which another block fits.

use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration};
use crate::search::margin;

/// The nearest lower value of `argument` with which an SM of `arch` holds more blocks, and the configuration
/// breaks no rule that it keeps now; `None` if no value does that by itself. Of each argument, the values at
/// which another block fits are tried.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, kernel::{Argument, Change}, rules::next_block};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// // Four blocks are resident; 48 registers make it five.
/// let fewer_registers = Change::Integer(Argument::Registers, 48);
/// let next = |configuration| next_block(configuration, &archs[0], Argument::Registers);
/// assert_eq!(next(&configuration), Some(fewer_registers));
/// assert_eq!(next(&configuration.with_max_blocks(4)), None);
/// ```
pub const fn next_block(
    configuration: &Configuration<'_>,
    arch: &Arch,
    argument: Argument,
) -> Option<Change> {
    let before = configuration.broken_on_any();
    let mut changed = *configuration;
    while let Some(change) = margin(&changed, arch, argument).more {
        changed = change.apply(configuration);
        if changed.broken_on_any().is_within(before) {
            return Some(change);
        }
    }
    None
}
