//! coreylowman/dfdx.

use occupancy::{GridError, launch_config};

use crate::entry::{Entries, Entry, checked};

/// The configuration of nearly every kernel.
///
/// coreylowman/dfdx `4722a99d3` `dfdx-core/src/tensor/cuda/mod.rs:6`: the threads are a const
/// generic, 128 wherever it is called, and the grid is a ceiling division. Issue #526 is where 128
/// won over 1,024. A budget of 64 registers; with 255 it still launches.
#[launch_config(arch = ["h100", "rtx3090"], threads = 128, regs = 64)]
pub(crate) fn launch_cfg_128(elements: u64) -> Result<LaunchCfg128Launch, GridError> {
    LaunchCfg128Launch::for_elements(elements)
}

/// The gallery's entries.
pub(crate) fn entries() -> Entries {
    Ok(vec![Entry::kept(
        "dfdx: launch_cfg::<128>, 1,000,000 elements",
        "coreylowman/dfdx 4722a99d3 dfdx-core/src/tensor/cuda/mod.rs:6",
        checked!(LaunchCfg128Launch, launch_cfg_128(1_000_000)),
    )])
}
