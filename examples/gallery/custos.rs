//! elftausend/custos.

use occupancy::{GridError, launch_config};

use crate::entry::{Entries, Entry, checked, hand_written};

/// A function of every element.
///
/// elftausend/custos `befd49150` `src/devices/cuda/ops.rs:168`: blocks of 32 threads, which an SM
/// has too few slots for, and a grid of as many blocks as there are threads to launch, 32 times
/// what is needed. The kernel checks its bounds, so the result is right; the check passes both, and
/// the waves tell them apart. A budget of 32 registers.
#[launch_config(arch = ["h100", "rtx3090"], threads = 256, regs = 32)]
pub(crate) fn apply_fn(elements: u64) -> Result<ApplyFnLaunch, GridError> {
    ApplyFnLaunch::for_elements(elements)
}

/// The gallery's entries.
pub(crate) fn entries() -> Entries {
    Ok(vec![Entry::improved(
        "custos: apply_fn, 1,000,000 elements",
        "elftausend/custos befd49150 src/devices/cuda/ops.rs:168",
        hand_written!(
            ApplyFnLaunch,
            ApplyFnLaunch::CONFIGURATION
                .kernel
                .with_block_dim((32, 1, 1)),
            (1_000_032, 1, 1)
        ),
        checked!(ApplyFnLaunch, apply_fn(1_000_000)),
    )])
}
