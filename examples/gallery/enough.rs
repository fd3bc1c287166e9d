//! Four kernels whose configurations pass. The models say whether the resident warps are enough, and what else binds;
//! the measurements of the authors are beside them, where there are any.
//!
//! A model's figure is a bound: no launch is faster. A measurement stays behind it by what the model leaves out.

use std::error::Error;
use std::fmt::Write;

use occupancy::models::{InstructionClass, InstructionMix, attainable_mflop_per_s};
use occupancy::{Arch, Ratio, devices, kernel::LatencyDemand, launch_config};
use occupancy_core::text::grouped;

/// A kernel, with the bound of the models and the measurement of its authors.
struct Bound {
    name: &'static str,
    model: String,
    /// `None` if the authors state nothing.
    measured: Option<&'static str>,
}

/// Forward attention over heads of 128, with 128 queries against 64 keys at a time.
///
/// huggingface/candle `296f14fef` `candle-flash-attn/kernels/flash_fwd_launch_template.h`,
/// `run_mha_fwd_hdim128`, which is FlashAttention-2: 4 warps, and tiles of queries, keys and values in
/// shared memory, 16 bits an element. It takes all registers that there are: 128 of each thread are sums.
///
/// The model counts tiles of scores and of results, 128 × 64 × 128 multiply-adds each, an exponential of each score,
/// and the arithmetic of the softmax.
#[launch_config(
    arch = "a100-sxm4-80gb",
    threads = 128,
    regs = 255,
    smem = (128 + 2 * 64) * 128 * 2,
    intent(low_occupancy, "the sums of a tile are in registers"),
)]
fn attention() -> Result<Bound, Box<dyn Error>> {
    const SCORES: u32 = 128 * 64 / 32;
    let tile = InstructionMix::new()
        .with(InstructionClass::TensorHalf, 2 * 128 * 64 * 128 / 2_048)
        .with(InstructionClass::SpecialFunction, SCORES)
        .with(InstructionClass::Float, 2 * SCORES)
        .with(InstructionClass::Compare, SCORES);
    let gpu = &devices::A100_SXM4_80GB;
    let clocks = tile.clocks(gpu.multiprocessor())?;
    let model = format!(
        "{} occupancy; {} bind, special functions are busy in {} of clocks",
        AttentionLaunch::OCCUPANCY.ratio(),
        clocks.binding(),
        clocks.utilization(InstructionClass::SpecialFunction),
    );
    Ok(Bound {
        name: "candle: attention, heads of 128, on A100",
        model,
        measured: Some("50 to 73 % of the tensor cores' peak (Dao, arXiv 2307.08691)"),
    })
}

/// A product of matrices by the tensor cores of two SMs together, 256 × 128 sums a pair of blocks.
///
/// NVlabs/cuda-oxide `154b6f128` `crates/rustc-codegen-cuda/examples/gemm_sol/src/main.rs`,
/// `gemm_sol_clc_multicast_4_stage_pipeline`: 192 threads, of which one warp copies, one starts the tensor
/// cores and four store. Four stages of two tiles, and one tile of results, are in shared memory, and the sums
/// are in tensor memory, of which each block takes all. A budget of 64 registers.
///
/// The model bounds the tensor cores' rate, and the share of it that the last wave leaves.
#[launch_config(
    arch = "b200",
    threads = 192,
    regs = 64,
    smem = 4 * 2 * 16_384 + 32_768,
    max_blocks = 1,
    cluster = 2,
    grid = 4096 / 256 * (4096 / 128) * 2,
    intent(low_occupancy, "the sums are in tensor memory, and copies need no warps to hide them"),
)]
fn gemm() -> Result<Bound, Box<dyn Error>> {
    let gpu = &devices::B200;
    // 4,096³ multiply-adds over two matrices in and one out, 16 bits an element.
    let intensity = Ratio::new(2 * 4096, 3 * 2).ok_or("over zero")?;
    let attainable = attainable_mflop_per_s(gpu, InstructionClass::TensorHalf, intensity)
        .ok_or("no peak of a B200 is stated")?;
    let waves = GemmLaunch::configured().waves();
    let model = format!(
        "{} occupancy; {} TFLOP/s at most, {} waves, {} tail efficiency",
        GemmLaunch::OCCUPANCY.ratio(),
        grouped(attainable / 1_000_000),
        waves.count(),
        waves.tail_efficiency(),
    );
    Ok(Bound {
        name: "cuda-oxide: product of 4,096 × 4,096, on B200",
        model,
        measured: Some("868 TFLOP/s, 57.8 % of cuBLASLt (the project's book, on `gemm_sol`)"),
    })
}

/// 64 sums over each warp, by five exchanges and five additions each.
///
/// NVlabs/cuda-oxide pull request #813, the `warp_reduce` of `cuda-device`: a million threads. A budget of
/// 32 registers, and the block of `for_num_elems`.
///
/// The model counts the exchanges of all warps, divided over the SMs.
#[launch_config(arch = "a10g", threads = 256, regs = 32, elements = 1 << 20)]
fn warp_sums() -> Result<Bound, Box<dyn Error>> {
    const WARPS: u32 = (1 << 20) / 32;
    let gpu = &devices::A10G;
    let each_sm = WARPS * 64 * 5 / gpu.sm_count();
    let mix = InstructionMix::new()
        .with(InstructionClass::Shuffle, each_sm)
        .with(InstructionClass::IntegerAdd, each_sm);
    let clocks = mix.clocks(gpu.multiprocessor())?;
    let clock = gpu.boost_clock_mhz();
    let mhz = u64::from(clock.ok_or("no clock of an A10G is stated")?);
    let tenths = clocks.per_sm().numerator() * 10 / clocks.per_sm().denominator() / mhz;
    let model = format!(
        "{} bind; {}.{} µs at least",
        clocks.binding(),
        tenths / 10,
        tenths % 10
    );
    Ok(Bound {
        name: "cuda-oxide: 64 sums over each of 32,768 warps, on A10G",
        model,
        measured: Some("159.4 µs; 33.6 µs with one `redux.sync` a sum (pull request #813)"),
    })
}

/// Adds two vectors, one element a thread.
///
/// NVlabs/cuda-oxide `7a43a36ed` `crates/rustc-codegen-cuda/examples/vecadd/src/main.rs`: two loads of 4
/// bytes in flight. A budget of 32 registers, and the block of `for_num_elems`.
///
/// The model evaluates the demand of the attribute.
#[launch_config(arch = "h100", threads = 256, regs = 32, hides(bytes = 2 * 4))]
fn vector_sum() -> Result<Bound, Box<dyn Error>> {
    let arch = Arch::find("h100")?;
    let sm = arch.multiprocessor();
    let in_flight = VectorSumLaunch::CONFIGURATION.bytes_in_flight(&arch);
    let needed = in_flight.ok_or("nobody measured an H100")?;
    let bytes = 2 * 4;
    let demand = LatencyDemand::bytes(bytes);
    let warps = VectorSumLaunch::OCCUPANCY.warps_per_sm();
    let model = format!(
        "{warps} warps with {bytes} bytes in flight per thread, {} of the bandwidth at most; {} are enough",
        demand.bandwidth_share(sm, needed, warps),
        demand.warps_in_flight(sm, needed).ok_or("no bytes")?,
    );
    Ok(Bound {
        name: "cuda-oxide: sum of two vectors, on H100",
        model,
        measured: None,
    })
}

/// Writes the four kernels.
pub(crate) fn table() -> Result<String, Box<dyn Error>> {
    let mut out = "\nIs it enough?\n".to_owned();
    for bound in [attention()?, gemm()?, warp_sums()?, vector_sum()?] {
        let measured = bound.measured.unwrap_or("the project does not say");
        let (name, model) = (bound.name, bound.model);
        let _ = writeln!(out, "\n{name}\n  model:    {model}\n  measured: {measured}");
    }
    Ok(out)
}
