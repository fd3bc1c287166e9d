//! coreylowman/dfdx.

use occupancy::launch_config;

use crate::entry::Entry;

/// The configuration of nearly every kernel.
///
/// coreylowman/dfdx `4722a99d3` `dfdx-core/src/tensor/cuda/mod.rs:6`: the threads are a const
/// generic, 128 wherever it is called, and the grid is a ceiling division. Issue #526 is where 128
/// won over 1,024. A budget of 64 registers; with 255 it still launches.
#[launch_config(arch = ["h100", "rtx3090"], threads = 128, regs = 64, elements = 1_000_000)]
mod launch_cfg_128 {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![Entry::new(
        "dfdx-launch-cfg",
        LaunchCfg128Launch::CONFIGURATION,
    )]
}
