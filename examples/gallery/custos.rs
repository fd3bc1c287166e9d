//! elftausend/custos.

use occupancy::{Kernel, launch_config};

use crate::entry::Entry;

/// A function of every element.
///
/// elftausend/custos `befd49150` `src/devices/cuda/ops.rs:168`: blocks of 32 threads, which an SM
/// has too few slots for, and a grid of as many blocks as there are threads to launch, 32 times
/// what is needed. The kernel checks its bounds, so the result is right; the check passes both, and
/// the waves tell them apart. A budget of 32 registers.
#[launch_config(arch = ["h100", "rtx3090"], threads = 256, regs = 32, elements = 1_000_000)]
mod apply_fn {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry::new("custos-apply-fn", ApplyFnLaunch::CONFIGURATION).written(
            ApplyFnLaunch::CONFIGURATION.with_kernel(Kernel::new((32, 1, 1), 32)),
            (1_000_032, 1, 1),
        ),
    ]
}
