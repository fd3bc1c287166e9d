//! Launches of public programs that their authors have mended since, each at its place in the commit.

use occupancy::launch_config;

// huggingface/candle 63437a48c candle-core/src/sort.rs:88: a row of 2,000 elements, padded to 2,048.
#[launch_config(name = CandleArgsortBlock, arch = ["h100", "rtx3090"], threads = 2048, regs = 21, smem = 2048 * 4)]
// huggingface/candle 86bcf1e63 candle-core/src/sort.rs:96: 65,536 rows of 128 elements.
#[launch_config(name = CandleArgsortRows, arch = ["h100", "rtx3090"], threads = 128, regs = 21, smem = 128 * 4, grid = (1, 65_536))]
// huggingface/candle 2a13b0f3f candle-core/src/sort.rs:94: a row of 128,256 elements, padded to 131,072.
#[launch_config(name = CandleArgsortSharedMemory, arch = ["h100", "rtx3090"], threads = 1024, regs = 21, smem = 131_072 * 4)]
// huggingface/candle 2a13b0f3f candle-examples/examples/custom-ops/main.rs:76: rows of 7.
#[launch_config(name = CandleCustomOp, arch = ["h100", "rtx3090"], threads = 7, regs = 32, static_smem = 33 * 4)]
// huggingface/candle 2a13b0f3f candle-core/src/cuda_backend/mod.rs:357: a last dimension of 7.
#[launch_config(name = CandleFastSum, arch = ["h100", "rtx3090"], threads = 8, regs = 32, static_smem = 1024 * 4)]
// huggingface/candle 2a13b0f3f candle-core/src/quantized/cuda.rs:553: 65,536 tokens, 8 experts each.
#[launch_config(name = CandleIndexedMoe, arch = ["h100", "rtx3090"], threads = (32, 4), regs = 40, static_smem = 384, grid = (768, 65_536, 8))]
// huggingface/candle ab56dfeef candle-core/src/quantized/cuda.rs:57: 65,536 rows of 4,096.
#[launch_config(name = CandleQuantizeQ8, arch = ["h100", "rtx3090"], threads = 256, regs = 22, grid = (4096 / 256, 65_536))]
// tracel-ai/cubecl 4057f39e7 crates/cubecl-std/src/tensor/identity.rs:65: 4,096 × 4,096, 4 elements per thread.
#[launch_config(name = CubeclIdentity, arch = ["h100", "rtx3090"], threads = (2, 2), regs = 32, grid = (512, 2048))]
// NVlabs/cuda-oxide a105afd52 crates/rustc-codegen-cuda/examples/partial_warp_reduce/src/main.rs:185: a last warp of 13
// lanes, without the `allow` that says so.
#[launch_config(name = CudaOxidePartialWarp, arch = ["h100", "rtx3090"], threads = 45, regs = 32, grid = 7)]
// chelsea0x3b/cudarc 78d9b3118 src/driver/safe/launch.rs:31: 1,024 threads of a kernel of 72 registers.
#[launch_config(name = CudarcForNumElems, arch = ["h100", "rtx3090"], threads = 1024, regs = 72, elements = 1_000_000)]
// chelsea0x3b/cudarc 78d9b3118 examples/matmul-kernel.rs:51: matrices of 2 × 2.
#[launch_config(name = CudarcMatmul, arch = ["h100", "rtx3090"], threads = (2, 2), regs = 32, grid = 1)]
// lambdaclass/lambdaworks 21281c3f1 crates/math/src/msm/cuda.rs:265: one thread a window.
#[launch_config(name = LambdaworksBucketReduction, arch = ["h100", "rtx3090"], threads = 1, regs = 255, grid = 16)]
// Lexmata/llama-gguf 38d1646 src/backend/cuda/gpu_only.rs:649: a context of 131,072 tokens.
#[launch_config(name = LlamaGgufAttention, arch = ["h100", "rtx3090"], threads = 256, regs = 64, smem = 131_072 * 4, grid = 32)]
// luminal-ai/luminal 7c259f4de crates/luminal_cuda/src/quantized.rs:158: 65,536 tokens.
#[launch_config(name = LuminalQuantizedMatmul, arch = ["h100", "rtx3090"], threads = (8, 8), regs = 40, grid = (4096 / 8, 1, 65_536))]
// Rust-GPU/rust-cuda 946c91f08 samples/introduction/matmul/src/main.rs:48: tiles of 32 × 32, two blocks demanded.
#[launch_config(name = RustCudaMatmul, arch = ["h100", "rtx3090"], threads = (32, 32), regs = 64, static_smem = 2 * 32 * 32 * 4, min_blocks = 2)]
fn launch() {}
