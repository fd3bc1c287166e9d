//! luminal-ai/luminal, as of August 2025.

use occupancy::launch_config;

use crate::entry::Entry;

/// Rows of a quantized embedding, one thread an element.
///
/// luminal-ai/luminal `7c259f4de` `crates/luminal_cuda/src/quantized.rs:223`: blocks of 16 × 16 in
/// a grid of as many blocks as there are elements, on both axes, while the kernel counts threads:
/// 256 times the blocks that are needed, with the right result. The gather of `binary.rs:330`
/// divides. The check passes both, and the waves tell them apart. A budget of 32 registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (16, 16),
    regs = 32,
    grid = (512 / 16, 4096 / 16)
)]
mod quantized_gather {}

/// A quantized matrix times one chunk of vectors.
///
/// luminal-ai/luminal `7c259f4de` `crates/luminal_cuda/src/quantized.rs:158`: two whole warps a
/// block, and the tokens of the prompt on the grid's z axis without a bound.
///
/// ```text
/// [OCC011] a grid of 65,536 blocks in z cannot launch: at most 65,535
/// ```
///
/// Chunks of 65,535 tokens pass. 40 registers are measured, for compute capability 9.0.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (8, 8),
    regs = 40,
    grid = (4096 / 8, 1, 65_535)
)]
mod quantized_matmul {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry::new(
            "luminal-quantized-gather",
            QuantizedGatherLaunch::CONFIGURATION,
        )
        .written(QuantizedGatherLaunch::CONFIGURATION, (512, 4096, 1)),
        Entry::new(
            "luminal-quantized-matmul",
            QuantizedMatmulLaunch::CONFIGURATION,
        ),
    ]
}
