//! Throughput of an SM: the lanes of each class of instruction, and the issue slots.
//!
//! | short name | document |
//! |---|---|
//! | Guide 10 | CUDA C Programming Guide of CUDA 10, 5.4.1, Table 3, Throughput of Native Arithmetic Instructions |
//! | Guide 11 | CUDA C++ Programming Guide of CUDA 11, 5.4.1, Table 3, the same table with 8.0 and 8.6 |
//! | Guide 12.6 | CUDA C++ Programming Guide 12.6, 8.4.1, Table 4, the same table with 8.9 and 9.0 |
//! | Best Practices 13.0, 13.2, 13.3, 13.4 | CUDA C++ Best Practices Guide, 12.1.1, Table 5, where the table has moved; of barriers 12.1.3 |
//! | Guide, 5.x … 9.0 | CUDA C++ Programming Guide 12.6, section 16, Compute Capabilities, on the SM of each |
//! | samples | NVIDIA cuda-samples 13, `helper_cuda.h`, `_ConvertSMVer2Cores` |
//! | Guide 20 | CUDA C++ Programming Guide, the edition with compute capabilities 5.x to 12.0 in section 20; 20.6.1, 20.7.1, and on the SM of 10.0 and 12.0 20.9.1 and 20.10.1 |
//! | GTX 980 whitepaper | NVIDIA GeForce GTX 980, p. 8, Maxwell Streaming Multiprocessor |
//! | P100 whitepaper | NVIDIA's whitepaper on the architecture |
//! | Turing In-Depth | NVIDIA Turing Architecture In-Depth, NVIDIA developer blog, 2018, Figure 2 |
//! | Ampere In-Depth | NVIDIA Ampere Architecture In-Depth, NVIDIA developer blog, 2020, A100 SM and Table 3 |
//! | denvdis | `redplait/denvdis` 5d8267b, `data/sm5_1.txt` to `sm57_1.txt`: `ISSUE_SLOTS` in the machine descriptions of nvdisasm; `scripts/dump.pl` maps compute capabilities to them |
//! | TechPowerUp | GPU database, as kept in RightNow-GPU-Database 77fae38 |
//! | FlashAttention-4 | *FlashAttention-4*, 2026, on the exponential unit of B200 and B300 |
//! | OpenXLA | `openxla/xla`, `cuda_core_info_table.cc`, tensor cores; of 9.0 from NVIDIA H100 Tensor Core GPU Architecture 1.04, H100 SM Architecture |
//! | Tensor Cores in Volta | NVIDIA, *Tensor Cores in NVIDIA Volta*, `data-center/tensorcore`: 64 multiply-adds per clock each |
//! | Nsight Compute | the rule `IssueSlotUtilization`, which is installed with it, for every GPU that it profiles |
//! | NumKong | `ashvardanian/NumKong`, comments on `sm_103` that quote NVIDIA's table |
//! | Volta, Turing Tuning | NVIDIA's *Volta Tuning Guide* and *Turing Tuning Guide*, Instruction Scheduling |
//! | Mesa | `bminor/mesa-mesa`, `src/nouveau/compiler`: what NVIDIA provided on the scheduling of registers, read after write: `nak/sm75_instr_latencies.rs` (Turing), `nak/sm80_instr_latencies.rs` (Ampere and Ada) at 00fe8e4, and `latencies/sm100/reg_raw.csv` (10.0) at 477533e |
//! | Accel-Sim | `accel-sim/gpgpu-sim_distribution` 0874995, `SM7_QV100/gpgpusim.config`, fitted to microbenchmarks of a V100 |
//! | Cornell | Cornell Virtual Workshop, *Inside a Volta SM*, from NVIDIA's diagram of GV100 |
//! | GTC 2025 | *CUDA Techniques to Maximize Compute and Instruction Throughput*, NVIDIA, slides on the SM of Hopper, as in S. Singh's notes |
//! | measured, GH200 | `hibouwu/CUDA_optimazation`, `gh200_sm90`: `R01-readiness.md` at 3805138, `EXP-06-mma.md` and `EXP-11-sync.md` at 573d39c |
//! | measured, B300 | `ademeure/QuickRunCUDA` 464f2a0, `b300_clean`: `CONFIDENCE_LADDER.md`, Latency ladder, and the audit of the latency table, `24_latency_table.md` |
//! | measured, Euhedral | `Euhedral-Engine/Euhedral` ef33b25, `docs/nvidia/sm-pipes.md`: `nvbench alu` on an RTX 5070 Ti |
//!
//! The Guides and whitepapers were read in public copies and quotations, as noted in 2026; no copy has every
//! row of every column, and a figure that was in none is unknown.
//!
//! Guide has each scheduler of 5.x and 6.x issue one instruction at a time; the table is an upper bound and
//! keeps the two of the whitepapers and of nvdisasm.
//!
//! The Guides count results: an instruction on `half2` has two, so they state twice the lanes of it.
//! `tests/it/throughput.rs` compares the table with other sources and lists what differs.

#![allow(clippy::doc_markdown, reason = "the sources are proper names")]
#![allow(clippy::match_same_arms, reason = "each has its source")]

use occupancy_core::Multiprocessor;

use crate::error::{self, Error};
use crate::instruction_class::InstructionClass;

/// Lanes of one SM for `class`: threads whose instruction starts in one clock, at least 1. A warp has 32 threads, so
/// 16 lanes take two clocks for each warp instruction. These are peaks: an upper bound of the rate.
///
/// Each scheduler issues at most one warp instruction per clock from Volta on, and two on Maxwell and Pascal, which could
/// issue two independent instructions of one warp together. The figures are NVIDIA's: an AMD GPU is an error.
///
/// # Errors
///
/// [`Error::NotNative`] if the SM has no such instruction, [`Error::UnknownThroughput`] if no source states the number,
/// [`Error::OnlyNvidia`] for an AMD GPU, [`Error::UnknownComputeCapability`] if `compute_capability` is none of
/// [`compute_capabilities::ALL`](occupancy_core::compute_capabilities::ALL).
///
/// ```
/// use occupancy_core::compute_capabilities::{SM_61, SM_90, SM_110};
/// use occupancy_models::{Error, InstructionClass, lanes_per_clock};
///
/// assert_eq!(lanes_per_clock(&SM_90, InstructionClass::Float), Ok(128));
/// // One special function of a warp every two clocks, not every eight.
/// assert_eq!(lanes_per_clock(&SM_90, InstructionClass::SpecialFunction), Ok(16));
///
/// // Pascal multiplies integers with several instructions.
/// let multiply = InstructionClass::IntegerMultiply;
/// assert_eq!(lanes_per_clock(&SM_61, multiply), Err(Error::NotNative(multiply)));
/// // Four schedulers issue one instruction each.
/// assert_eq!(lanes_per_clock(&SM_90, InstructionClass::IssueSlots), Ok(4 * 32));
/// let double = InstructionClass::Double;
/// assert_eq!(lanes_per_clock(&SM_110, double), Err(Error::UnknownThroughput(double)));
/// ```
pub fn lanes_per_clock(
    compute_capability: &Multiprocessor,
    class: InstructionClass,
) -> Result<u32, Error> {
    let lanes = lanes(compute_capability)?;
    if class == InstructionClass::IssueSlots {
        let issues = match compute_capability.major() {
            // GTX 980 and P100 whitepapers; denvdis, `sm5`, `sm52`, `sm55` and `sm57`.
            ..7 => 2,
            // Guide, 7.x to 9.0; Guide 20, 20.9.1 and 20.10.1; Nsight Compute, of every GPU that it profiles.
            _ => 1,
        };
        let issues = compute_capability.sub_partitions().saturating_mul(issues);
        return Ok(issues.saturating_mul(compute_capability.warp_size()));
    }
    match u32::try_from(lanes[class as usize]) {
        Ok(0) => Err(Error::NotNative(class)),
        Ok(lanes) => Ok(lanes),
        Err(_) => Err(Error::UnknownThroughput(class)),
    }
}

/// The lanes of an SM, a column a class in the order of [`InstructionClass`]: tensor cores, pairs, floating point of 32
/// and 64 bits, special functions, integer adds and multiplies, logic, shifts, comparisons, conversions, shuffles, shared
/// memory, loads and stores, barriers. 0 is for an instruction that the SM does not have, -1 for a figure that no source
/// states.
///
/// Each row has the source of each figure above it, after the name of its class or of the `Others`.
fn lanes(compute_capability: &Multiprocessor) -> Result<[i32; 15], Error> {
    let (major, minor) = error::compute_capability(compute_capability)?;
    // Shared memory has 32 banks of 32 bits a clock everywhere: Guide, 5.x to 9.0; Best Practices 13.4, 10.2.3.
    Ok(match (major, minor) {
        // TensorHalf: Guide, 5.x. LoadStore: no source. Barrier: Best Practices 13.2. Others: Guide 10.
        (5, 0 | 2) => [0, 0, 128, 4, 32, 128, 0, 128, 64, 64, 32, 32, 32, -1, 64],
        // Half2: Guide 10, 256 results. TensorHalf: Guide, 5.x. LoadStore: no source. Barrier: Best Practices 13.2.
        // Others: Guide 10.
        (5, 3) | (6, 2) => [0, 128, 128, 4, 32, 128, 0, 128, 64, 64, 32, 32, 32, -1, 64],
        // Half2: Guide 10, 128 results of pairs. TensorHalf: Guide, 6.x. LoadStore: no source. Barrier: Best Practices
        // 13.2. Others: Guide 10.
        (6, 0) => [0, 64, 64, 32, 16, 64, 0, 64, 32, 32, 16, 32, 32, -1, 32],
        // Half2: Guide 10, 2 results. TensorHalf: Guide, 5.x. LoadStore: no source. Barrier: Best Practices 13.2.
        // Others: Guide 10.
        (6, 1) => [0, 1, 128, 4, 32, 128, 0, 128, 64, 64, 32, 32, 32, -1, 64],
        // Half2: Guide 10, 128 results of pairs. TensorHalf: Guide, 7.x: 8 tensor cores; Tensor Cores in Volta.
        // LoadStore: Cornell. Barrier: Best Practices 13.2. Others: Guide 10.
        (7, 0) => [8, 64, 64, 32, 16, 64, 64, 64, 64, 64, 16, 32, 32, 32, 16],
        // Double: Guide 10 has 32 for 7.x; others 2. TensorHalf: no source. LoadStore: no source. Barrier: Best
        // Practices 13.2. Others: Guide 10, of 7.x.
        (7, 2) => [-1, 64, 64, -1, 16, 64, 64, 64, 64, 64, 16, 32, 32, -1, 16],
        // Double: Guide 20, footnote 28; Turing In-Depth. Shuffle: Guide 10, a footnote of 7.x that no copy has.
        // TensorHalf: differs between T4 and GeForce. LoadStore: no source. Barrier: Best Practices 13.2. Others:
        // Guide 10, of 7.x.
        (7, 5) => [-1, 64, 64, 2, 16, 64, 64, 64, 64, 64, 16, -1, 32, -1, 16],
        // Half2: Guide 11 and 12.6, 256 results. Float, IntegerAdd: Guide 11 and 12.6. Double, SpecialFunction: Guide
        // 11. IntegerMultiply: Best Practices 13. TensorHalf: Ampere In-Depth: 1,024 multiply-adds a clock. LoadStore:
        // no source. Barrier: Best Practices 13.2. Others: Guide 12.6.
        (8, 0) => [16, 128, 64, 32, 16, 64, 64, 64, 64, 64, 16, 32, 32, -1, 16],
        // Half2: TechPowerUp, RTX 3090 and RTX A6000: the 32-bit rate, 128 results; Guide 11 and 12.6 have 256.
        // Double: Guide 11. TensorHalf: differs between GeForce and RTX A boards. LoadStore: no source. Barrier: Best
        // Practices 13.2. Others: Guide 11 and 12.6.
        (8, 6) => [-1, 64, 128, 2, 16, 64, 64, 64, 64, 64, 16, 32, 32, -1, 16],
        // Float: samples. IntegerMultiply: Best Practices 13. SharedMemory: Guide, 8.x. Double: Guide 20. LoadStore:
        // no source. Barrier: Best Practices 13.2. Others: no source.
        (8, 7) => [-1, -1, 128, 2, -1, -1, 64, -1, -1, -1, -1, -1, 32, -1, 16],
        // Half2: Guide 12.6, 128 results. Double: Guide 12.6. TensorHalf: differs between GeForce and L boards.
        // LoadStore: no source. Barrier: Best Practices 13.2. Others: Guide 12.6, Best Practices 13.3.
        (8, 9) => [-1, 64, 128, 2, 16, 64, 64, 64, 64, 64, 16, 32, 32, -1, 16],
        // Half2: Guide 12.6, 256 results. TensorHalf: OpenXLA: 4 × 512 multiply-adds a clock. LoadStore: GTC 2025.
        // Barrier: measured, GH200: 21.3 cycles with 4 warps, 29.3 with 8. Others: Guide 12.6.
        (9, 0) => [32, 128, 128, 64, 16, 64, 64, 64, 64, 64, 16, 32, 32, 32, 16],
        // Float: Best Practices 13.0, samples. Half2: Best Practices 13.0, 128 results. Double, SharedMemory: Best
        // Practices 13.4. IntegerMultiply: Best Practices 13. Shift, Compare: Best Practices 13.0, comparisons of
        // integers. TensorHalf: OpenXLA: 8,192 FLOP a clock. IntegerAdd: Best Practices 13.0 has 128, of two operands.
        // Conversion: Best Practices 13.0 has 16 and 32, by type. Logic: no source. LoadStore: no source. Barrier: no
        // source. Others: Best Practices 13.0.
        (10, 0) => [64, 64, 128, 64, 16, -1, 64, -1, 64, 64, -1, 32, 32, -1, -1],
        // Float: samples. IntegerMultiply: Best Practices 13. SpecialFunction: FlashAttention-4, of `ex2`.
        // SharedMemory: Best Practices 13.4. Double: NumKong, from NVIDIA's table; the 1.2 TFLOP/s of B300's
        // datasheet. LoadStore: no source. Barrier: measured, B300: 22 cycles and 2 for each warp. Others: no source.
        (10, 3) => [-1, -1, 128, 2, 32, -1, 64, -1, -1, -1, -1, -1, 32, -1, 16],
        // Float: samples. IntegerMultiply: Best Practices 13. SharedMemory: Best Practices 13.4. LoadStore: no source.
        // Barrier: no source. Others: no source.
        (11, 0) => [-1, -1, 128, -1, -1, -1, 64, -1, -1, -1, -1, -1, 32, -1, -1],
        // Half2: Best Practices 13.4, 64 instructions. SpecialFunction: Guide 20, 20.10.1; measured, Euhedral.
        // Compare: Best Practices 13.4 has 64 and 128, by type. Conversion: Best Practices 13.4 has 2, 16 and 64, by
        // type. TensorHalf: differs between GeForce and RTX PRO boards. LoadStore: no source. Barrier: no source.
        // Others: Best Practices 13.4.
        (12, 0 | 1) => [-1, 64, 128, 2, 16, 128, 64, 64, 64, -1, -1, 32, 32, -1, -1],
        _ => return Err(Error::UnknownComputeCapability(major, minor)),
    })
}

/// The cycles from an instruction of `class` to one of the same class that needs its result; `None` if no source states
/// them, as for the instructions whose latency varies: special functions, conversions, shuffles and memory.
///
/// A chain of such instructions in each warp fills a scheduler with as many warps. The result of another class takes up
/// to two cycles more.
///
/// ```
/// use occupancy_core::compute_capabilities::{SM_61, SM_75, SM_80};
/// use occupancy_core::kernel::LatencyDemand;
/// use occupancy_models::{InstructionClass, dependent_issue_cycles};
///
/// assert_eq!(dependent_issue_cycles(&SM_61, InstructionClass::Float), Some(6));
/// let cycles = dependent_issue_cycles(&SM_80, InstructionClass::Float).unwrap();
/// assert_eq!(LatencyDemand::cycles(cycles, 1).warps_per_sm(&SM_80), Some(16));
/// assert_eq!(dependent_issue_cycles(&SM_75, InstructionClass::SpecialFunction), None);
/// ```
pub fn dependent_issue_cycles(
    compute_capability: &Multiprocessor,
    class: InstructionClass,
) -> Option<u32> {
    use InstructionClass::{
        Compare, Double, Float, Half2, IntegerAdd, IntegerMultiply, Logic, Shift, TensorHalf,
    };
    // AMD's have no compute capability: 0.0.
    Some(match (compute_capability.compute_capability(), class) {
        // Volta Tuning: of multiply-adds.
        ((6, _), Float) => 6,
        // Volta Tuning.
        ((7, 0), Float) => 4,
        // Accel-Sim.
        ((7, 0), Double) => 8,
        // Mesa; Turing Tuning has the first, too.
        ((7, 5) | (8, 0 | 6 | 7 | 9) | (10, 0), Float | IntegerMultiply) => 4,
        ((7, 5) | (8, 0 | 6 | 7 | 9) | (10, 0), IntegerAdd | Logic | Shift | Compare) => 4,
        ((7, 5), Half2) => 6,
        // Mesa: NVIDIA has 4 here, and with 4 some programs went wrong.
        ((8, 0 | 6 | 7 | 9), Half2) => 5,
        ((10, 0), Half2) => 4,
        // Measured, GH200: 4.00.
        ((9, 0), Float) => 4,
        ((10, 0), Double) => 8,
        // Mesa: `HMMA.16816`.
        ((7, 5), TensorHalf) => 22,
        ((8, 0 | 6 | 7 | 9), TensorHalf) => 18,
        // Measured, B300: 4.02 to 4.25, 63.7 to 63.9, 20.09.
        ((10, 3), Float | IntegerMultiply) => 4,
        ((10, 3), Double) => 64,
        ((10, 3), TensorHalf) => 20,
        // Measured, GH200: with the control of its loop, which is below one cycle.
        ((9, 0), TensorHalf) => 24,
        _ => return None,
    })
}

/// The tensor cores of one SM, 0 if it has none; `None` if no source states them, and for an AMD GPU.
///
/// ```
/// use occupancy_core::compute_capabilities::{SM_61, SM_70, SM_90, SM_110};
/// use occupancy_models::tensor_cores;
///
/// let cores = [SM_61, SM_70, SM_90, SM_110].map(|sm| tensor_cores(&sm));
/// assert_eq!(cores, [Some(0), Some(8), Some(4), None]);
/// ```
pub fn tensor_cores(compute_capability: &Multiprocessor) -> Option<u32> {
    Some(match compute_capability.compute_capability() {
        // Guide, 5.x and 6.x.
        (5 | 6, _) => 0,
        // Guide, 7.x.
        (7, 0 | 5) => 8,
        // Guide, 8.x and 9.0; Guide 20, 20.9.1 and 20.10.1, of 10.x and 12.0.
        (8, 0 | 6 | 7 | 9) | (9 | 12, 0) | (10, 0 | 3) => 4,
        _ => return None,
    })
}
