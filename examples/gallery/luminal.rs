//! luminal-ai/luminal, as of August 2025.

use occupancy::{GridError, Rule, launch_config};

use crate::entry::{Entries, Entry, checked, hand_written};

/// Rows of a quantized embedding, one thread an element.
///
/// luminal-ai/luminal `7c259f4de` `crates/luminal_cuda/src/quantized.rs:223`: blocks of 16 × 16 in
/// a grid of as many blocks as there are elements, on both axes, while the kernel counts threads:
/// 256 times the blocks that are needed, with the right result. The gather of `binary.rs:330`
/// divides. The check passes both, and the waves tell them apart. A budget of 32 registers.
#[launch_config(arch = ["h100", "rtx3090"], threads = (16, 16), regs = 32)]
pub(crate) fn quantized_gather(
    tokens: u32,
    width: u32,
) -> Result<QuantizedGatherLaunch, GridError> {
    QuantizedGatherLaunch::for_grid((tokens.div_ceil(16), width.div_ceil(16), 1))
}

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
#[launch_config(arch = ["h100", "rtx3090"], threads = (8, 8), regs = 40)]
pub(crate) fn quantized_matmul(
    outputs: u32,
    tokens: u32,
) -> Result<QuantizedMatmulLaunch, GridError> {
    QuantizedMatmulLaunch::for_grid((outputs.div_ceil(8), 1, tokens))
}

/// Normalizes rows of 4,096 elements.
///
/// luminal-ai/luminal `7c259f4de` `crates/luminal_cuda/src/unary.rs:292`: the block is a power of
/// two between 32 and 1,024, a quarter of the row, and shared memory is a constant. Nothing to
/// refuse; 1,024 threads leave a third of an RTX 3090's warps empty. 32 registers are measured, for
/// compute capability 9.0.
#[launch_config(arch = ["h100", "rtx3090"], threads = 1024, regs = 32, smem = 32 * 4)]
pub(crate) fn std_norm(rows: u32) -> Result<StdNormLaunch, GridError> {
    StdNormLaunch::for_grid((rows, 1, 1))
}

/// The gallery's entries.
pub(crate) fn entries() -> Entries {
    Ok(vec![
        Entry::improved(
            "luminal: quantized gather, 512 tokens of 4,096",
            "luminal-ai/luminal 7c259f4de crates/luminal_cuda/src/quantized.rs:223",
            hand_written!(
                QuantizedGatherLaunch,
                QuantizedGatherLaunch::CONFIGURATION.kernel,
                (512, 4096, 1)
            ),
            checked!(QuantizedGatherLaunch, quantized_gather(512, 4096)),
        ),
        Entry::refused(
            "luminal: quantized product, 65,536 tokens",
            "luminal-ai/luminal 7c259f4de crates/luminal_cuda/src/quantized.rs:158",
            (Rule::GridDimension, Some("luminal-quantized-matmul")),
            hand_written!(
                QuantizedMatmulLaunch,
                QuantizedMatmulLaunch::CONFIGURATION.kernel,
                (512, 1, 65_536)
            ),
            checked!(QuantizedMatmulLaunch, quantized_matmul(4096, 65_535)),
        ),
        Entry::kept(
            "luminal: standard norm, rows of 4,096",
            "luminal-ai/luminal 7c259f4de crates/luminal_cuda/src/unary.rs:292",
            checked!(StdNormLaunch, std_norm(4096)),
        ),
    ])
}
