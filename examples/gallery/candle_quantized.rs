//! huggingface/candle: quantized matrices and mixtures of experts.

use occupancy::{GridError, Rule, launch_config};

use crate::entry::{Entries, Entry, checked, hand_written};

/// Quantizes the rows of one chunk, 256 elements per block.
///
/// huggingface/candle `ab56dfeef` `candle-core/src/quantized/cuda.rs:57`: the rows were on the
/// grid's y axis without a bound, so a prompt of 65,536 tokens did not launch
/// (EricLBuehler/candle-vllm pull request #256). Today (`2a13b0f3f`, `:66`, from commit
/// `549eacb01`, #3193) the host goes through the rows in chunks of 65,535, which is what passes.
/// 256 threads fill every GPU.
///
/// ```text
/// [OCC011] a grid of 65,536 blocks in y cannot launch: at most 65,535
/// ```
///
/// 22 registers are measured.
#[launch_config(arch = ["h100", "rtx3090"], threads = 256, regs = 22)]
pub(crate) fn quantize_q8_1(columns: u32, rows: u32) -> Result<QuantizeQ81Launch, GridError> {
    let padded = columns.next_multiple_of(512);
    QuantizeQ81Launch::for_grid((padded / QuantizeQ81Launch::THREADS_PER_BLOCK, rows, 1))
}

/// The experts' matrices times one chunk of tokens.
///
/// huggingface/candle `2a13b0f3f` `candle-core/src/quantized/cuda.rs:553`: the tokens are on the
/// grid's y axis without a bound. The same function quantizes its input through the chunked routine
/// above.
///
/// ```text
/// [OCC011] a grid of 65,536 blocks in y cannot launch: at most 65,535
/// ```
///
/// Chunks of 65,535 tokens pass here too. 40 registers and 384 bytes are measured.
#[launch_config(arch = ["h100", "rtx3090"], threads = (32, 4), regs = 40, static_smem = 384)]
pub(crate) fn indexed_moe_forward(
    outputs: u32,
    tokens: u32,
    experts_per_token: u32,
) -> Result<IndexedMoeForwardLaunch, GridError> {
    IndexedMoeForwardLaunch::for_grid((outputs, tokens, experts_per_token))
}

/// Mixtral 8x7B's down projection in Q8_0, 14,336 columns.
///
/// huggingface/candle `2a13b0f3f` `candle-kernels/src/moe/moe_gguf.cu:137`: dynamic shared memory
/// grows with the columns, 4 rows of 448 blocks of 34 bytes and 1,024 more here, and the file
/// neither opts in to more than 48 KiB nor looks at the launch's result.
///
/// ```text
/// [OCC008] 61,952 bytes of shared memory do not fit one block on H100 SXM5 80GB: at most 49,152; GeForce RTX 3090 fails too
/// ```
///
/// There is no UI test: the attribute always counts on the opt-in, and its struct says that it is
/// needed. With the opt-in, the same numbers pass. A budget of 64 registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (32, 4),
    regs = 64,
    smem = 14_336 / 32 * 34 * 4 + 1024
)]
pub(crate) fn moe_gemm_gguf(outputs: u32, tokens: u32) -> Result<MoeGemmGgufLaunch, GridError> {
    // The launch side has to raise the function's limit of dynamic shared memory first.
    const { assert!(MoeGemmGgufLaunch::NEEDS_SHARED_MEMORY_OPTIN) };
    MoeGemmGgufLaunch::for_grid((outputs.div_ceil(4), tokens, 1))
}

/// A matrix in Q3_K times the tokens of a prompt.
///
/// huggingface/candle `2a13b0f3f` `candle-core/src/quantized/cuda.rs:478`: tiles of 128 × 128 in
/// 49,056 bytes of static shared memory, 96 below what can be declared, and as many registers as a
/// thread can address, which is why the block has 128 threads. It launches with two blocks an SM,
/// by design.
///
/// 255 registers (with 8 bytes spilled on compute capability 9.0) and 49,056 bytes are measured.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (32, 4),
    regs = 255,
    static_smem = 49_056,
    min_blocks = 2
)]
pub(crate) fn mul_mat_q3_k(rows: u32, tokens: u32) -> Result<MulMatQ3KLaunch, GridError> {
    MulMatQ3KLaunch::for_grid((rows.div_ceil(128), tokens.div_ceil(128), 1))
}

/// The gallery's entries.
pub(crate) fn entries() -> Entries {
    Ok(vec![
        Entry::refused(
            "candle: quantize_q8_1 before #3193, 65,536 rows of 4,096",
            "huggingface/candle ab56dfeef candle-core/src/quantized/cuda.rs:57",
            (Rule::GridDimension, Some("candle-quantize-q8-1")),
            hand_written!(
                QuantizeQ81Launch,
                QuantizeQ81Launch::CONFIGURATION.kernel,
                (16, 65_536, 1)
            ),
            checked!(QuantizeQ81Launch, quantize_q8_1(4096, 65_535)),
        ),
        Entry::refused(
            "candle: indexed MoE forward, 65,536 tokens",
            "huggingface/candle 2a13b0f3f candle-core/src/quantized/cuda.rs:553",
            (Rule::GridDimension, Some("candle-indexed-moe")),
            hand_written!(
                IndexedMoeForwardLaunch,
                IndexedMoeForwardLaunch::CONFIGURATION.kernel,
                (768, 65_536, 8)
            ),
            checked!(IndexedMoeForwardLaunch, indexed_moe_forward(768, 65_535, 8)),
        ),
        Entry::refused(
            "candle: MoE GGUF product without the opt-in, Q8_0, 14,336 columns",
            "huggingface/candle 2a13b0f3f candle-kernels/src/moe/moe_gguf.cu:137",
            (Rule::SharedMemory, None),
            hand_written!(
                MoeGemmGgufLaunch,
                MoeGemmGgufLaunch::CONFIGURATION
                    .kernel
                    .with_shared_memory_optin(false),
                (1024, 512, 1)
            ),
            checked!(MoeGemmGgufLaunch, moe_gemm_gguf(4096, 512)),
        ),
        Entry::kept(
            "candle: mul_mat_q3_K, 4,096 × 512 tokens",
            "huggingface/candle 2a13b0f3f candle-core/src/quantized/cuda.rs:478",
            checked!(MulMatQ3KLaunch, mul_mat_q3_k(4096, 512)),
        ),
    ])
}
