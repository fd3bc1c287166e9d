//! huggingface/candle: quantized matrices and mixtures of experts.

use occupancy::launch_config;

use crate::entry::Entry;

/// Quantizes the rows of one chunk, 256 elements per block.
///
/// huggingface/candle `ab56dfeef` `candle-core/src/quantized/cuda.rs:57`: the rows were on the
/// grid's y axis without a bound, so a prompt of 65,536 tokens did not launch
/// (EricLBuehler/candle-vllm pull request #256). Today (`2a13b0f3f`, `:66`, from commit
/// `549eacb01`, #3193) the host goes through the rows in chunks of 65,535, which pass.
/// 256 threads fill every GPU.
///
/// ```text
/// [OCC011] a grid of 65,536 blocks in y cannot launch: at most 65,535
/// ```
///
/// 22 registers are measured.
#[launch_config(arch = ["h100", "rtx3090"], threads = 256, regs = 22, grid = (4096 / 256, 65_535))]
mod quantize_q8_1 {}

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
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (32, 4),
    regs = 40,
    static_smem = 384,
    grid = (768, 65_535, 8)
)]
mod indexed_moe_forward {}

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
    smem = 14_336 / 32 * 34 * 4 + 1024,
    grid = (4096 / 4, 512)
)]
mod moe_gemm_gguf {}

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
    min_blocks = 2,
    grid = (4096 / 128, 512 / 128),
    allow(idle_sms)
)]
mod mul_mat_q3_k {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry::new("candle-quantize-q8-1", QuantizeQ81Launch::CONFIGURATION),
        Entry::new("candle-indexed-moe", IndexedMoeForwardLaunch::CONFIGURATION),
        Entry::new("candle-moe-gemm-gguf", MoeGemmGgufLaunch::CONFIGURATION).written(
            MoeGemmGgufLaunch::CONFIGURATION.with_kernel(
                MoeGemmGgufLaunch::CONFIGURATION
                    .kernel
                    .with_shared_memory_optin(false),
            ),
            (1024, 512, 1),
        ),
        Entry::new("candle-mul-mat-q3-k", MulMatQ3KLaunch::CONFIGURATION),
    ]
}
