//! What an SM executes per clock: the lanes of each class of instruction, and the issue slots.
//!
//! | short name | document |
//! |---|---|
//! | Guide 10 | CUDA C Programming Guide of CUDA 10, 5.4.1, Table 3, Throughput of Native Arithmetic Instructions |
//! | Guide 11 | CUDA C++ Programming Guide of CUDA 11, 5.4.1, Table 3, the same table with 8.0 and 8.6 |
//! | Guide 12.6 | CUDA C++ Programming Guide 12.6, 8.4.1, Table 4, the same table with 8.9 and 9.0 |
//! | Best Practices 13.0, 13.3, 13.4 | CUDA C++ Best Practices Guide, 12.1.1, Table 5, where the table has moved |
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
//! | measured, Euhedral | `Euhedral-Engine/Euhedral` ef33b25, `docs/nvidia/sm-pipes.md`: `nvbench alu` on an RTX 5070 Ti |
//!
//! The Guides and whitepapers were read in public copies and quotations, as noted in 2026; no copy has every
//! row of every column, and what was not found in one is `Unknown`.
//!
//! Guide has each scheduler of 5.x and 6.x issue one instruction at a time; the table is an upper bound and
//! keeps the two of the whitepapers and of nvdisasm.
//!
//! The Guides count results: an instruction on `half2` has two, so they state twice the lanes of it.
//! `tests/it/throughput.rs` compares the table with other sources and lists what differs.

#![allow(clippy::doc_markdown, reason = "the sources are proper names")]
#![allow(clippy::match_same_arms, reason = "each has its source")]

use occupancy_core::ComputeCapability;

use crate::error::Error;
use crate::instruction_class::InstructionClass::{
    self, Compare, Conversion, Double, Float, Half2, IntegerAdd, IntegerMultiply, Logic,
    SharedMemory, Shift, Shuffle, SpecialFunction, TensorHalf,
};

enum Rate {
    /// So many lanes.
    Lanes(u32),
    /// The SM has no such instruction: compilers write several others.
    Several,
    /// No source states it.
    Unknown,
}

use Rate::{Lanes, Several, Unknown};

/// The rate of each class on an SM.
type Rates = fn(InstructionClass) -> Rate;

fn rates(compute_capability: &ComputeCapability) -> Result<Rates, Error> {
    let (major, minor) = (compute_capability.major(), compute_capability.minor());
    Ok(match (major, minor) {
        (5, 0 | 2) => sm_50,
        (5, 3) => sm_53,
        (6, 0) => sm_60,
        (6, 1) => sm_61,
        (6, 2) => sm_62,
        (7, 0) => sm_70,
        (7, 2) => sm_72,
        (7, 5) => sm_75,
        (8, 0) => sm_80,
        (8, 6) => sm_86,
        (8, 7) => sm_87,
        (8, 9) => sm_89,
        (9, 0) => sm_90,
        (10, 0) => sm_100,
        (10, 3) => sm_103,
        (11, 0) => sm_110,
        (12, 0 | 1) => sm_120,
        _ => return Err(Error::UnknownComputeCapability(major, minor)),
    })
}

/// Lanes of one SM for `class`: threads whose instruction starts in one clock, at least 1. A warp has 32 threads, so
/// 16 lanes take two clocks for each warp instruction. These are peaks: an upper bound of the rate.
///
/// # Errors
///
/// [`Error::NotNative`] if the SM has no such instruction, [`Error::UnknownThroughput`] if no source states the number,
/// [`Error::UnknownComputeCapability`] if `compute_capability` is none of
/// [`ComputeCapability::ALL`](occupancy_core::ComputeCapability::ALL).
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
/// let double = InstructionClass::Double;
/// assert_eq!(lanes_per_clock(&SM_110, double), Err(Error::UnknownThroughput(double)));
/// ```
pub fn lanes_per_clock(
    compute_capability: &ComputeCapability,
    class: InstructionClass,
) -> Result<u32, Error> {
    match rates(compute_capability)?(class) {
        Lanes(lanes) => Ok(lanes),
        Several => Err(Error::NotNative(class)),
        Unknown => Err(Error::UnknownThroughput(class)),
    }
}

/// The most warp instructions that one scheduler issues per clock: 2 on Maxwell and Pascal, which could
/// issue two independent instructions of one warp together, and 1 from Volta on.
///
/// # Errors
///
/// [`Error::UnknownComputeCapability`] as for [`lanes_per_clock`].
///
/// ```
/// use occupancy_core::compute_capabilities::{SM_61, SM_90};
/// use occupancy_models::issues_per_clock;
///
/// assert_eq!(issues_per_clock(&SM_61), Ok(2));
/// // Hopper has no dual issue.
/// assert_eq!(issues_per_clock(&SM_90), Ok(1));
/// ```
pub fn issues_per_clock(compute_capability: &ComputeCapability) -> Result<u32, Error> {
    rates(compute_capability)?;
    Ok(match compute_capability.major() {
        // GTX 980 and P100 whitepapers; denvdis, `sm5`, `sm52`, `sm55` and `sm57`.
        ..7 => 2,
        // Guide, 7.x to 9.0; Guide 20, 20.9.1 and 20.10.1; Nsight Compute, of every GPU that it profiles.
        _ => 1,
    })
}

// Shared memory has 32 banks of 32 bits a clock everywhere: Guide, 5.x to 9.0; Best Practices 13.4, 10.2.3.

/// 5.0 and 5.2.
fn sm_50(class: InstructionClass) -> Rate {
    match class {
        Float | IntegerAdd | Logic => Lanes(128), // Guide 10
        Shift | Compare => Lanes(64),             // Guide 10
        SpecialFunction | Conversion | Shuffle | SharedMemory => Lanes(32), // Guide 10
        Double => Lanes(4),                       // Guide 10
        Half2 | IntegerMultiply => Several,       // Guide 10, N/A
        TensorHalf => Several,                    // Guide, 5.x
    }
}

fn sm_53(class: InstructionClass) -> Rate {
    match class {
        Half2 => Lanes(128), // Guide 10, 256 results
        _ => sm_50(class),   // Guide 10
    }
}

fn sm_60(class: InstructionClass) -> Rate {
    match class {
        Half2 | Float | IntegerAdd | Logic => Lanes(64), // Guide 10, 128 results of pairs
        Double | Shift | Compare | Shuffle | SharedMemory => Lanes(32), // Guide 10
        SpecialFunction | Conversion => Lanes(16),       // Guide 10
        IntegerMultiply => Several,                      // Guide 10
        TensorHalf => Several,                           // Guide, 6.x
    }
}

fn sm_61(class: InstructionClass) -> Rate {
    match class {
        Half2 => Lanes(1), // Guide 10, 2 results
        _ => sm_50(class), // Guide 10
    }
}

fn sm_62(class: InstructionClass) -> Rate {
    match class {
        Half2 => Lanes(128), // Guide 10, 256 results
        _ => sm_50(class),   // Guide 10
    }
}

fn sm_70(class: InstructionClass) -> Rate {
    match class {
        // Guide 10, 128 results of pairs.
        Half2 | Float | IntegerAdd | IntegerMultiply | Logic | Shift | Compare => Lanes(64),
        Double | Shuffle | SharedMemory => Lanes(32), // Guide 10
        SpecialFunction | Conversion => Lanes(16),    // Guide 10
        TensorHalf => Lanes(8), // Guide, 7.x: 8 tensor cores; Tensor Cores in Volta
    }
}

fn sm_72(class: InstructionClass) -> Rate {
    match class {
        Double => Unknown,     // Guide 10 has 32 for 7.x; others 2
        TensorHalf => Unknown, // no source
        _ => sm_70(class),     // Guide 10, of 7.x
    }
}

fn sm_75(class: InstructionClass) -> Rate {
    match class {
        Double => Lanes(2),    // Guide 20, footnote 28; Turing In-Depth
        Shuffle => Unknown,    // Guide 10, a footnote of 7.x that no copy has
        TensorHalf => Unknown, // differs between T4 and GeForce
        _ => sm_70(class),     // Guide 10, of 7.x
    }
}

fn sm_80(class: InstructionClass) -> Rate {
    match class {
        Half2 => Lanes(128),                  // Guide 11 and 12.6, 256 results
        Float | IntegerAdd => Lanes(64),      // Guide 11 and 12.6
        IntegerMultiply => Lanes(64),         // Best Practices 13
        Logic | Shift | Compare => Lanes(64), // Guide 12.6
        Double => Lanes(32),                  // Guide 11
        Shuffle | SharedMemory => Lanes(32),  // Guide 12.6
        SpecialFunction => Lanes(16),         // Guide 11
        Conversion => Lanes(16),              // Guide 12.6
        TensorHalf => Lanes(16),              // Ampere In-Depth: 1,024 multiply-adds a clock
    }
}

fn sm_86(class: InstructionClass) -> Rate {
    match class {
        // TechPowerUp, RTX 3090 and RTX A6000: the 32-bit rate, 128 results. Guide 11 and 12.6 have 256.
        Half2 => Lanes(64),
        Float => Lanes(128),   // Guide 11 and 12.6
        Double => Lanes(2),    // Guide 11
        TensorHalf => Unknown, // differs between GeForce and RTX A boards
        _ => sm_80(class),     // Guide 11 and 12.6
    }
}

fn sm_87(class: InstructionClass) -> Rate {
    match class {
        Float => Lanes(128),          // samples
        IntegerMultiply => Lanes(64), // Best Practices 13
        SharedMemory => Lanes(32),    // Guide, 8.x
        Double => Lanes(2),           // Guide 20
        _ => Unknown,                 // no source
    }
}

fn sm_89(class: InstructionClass) -> Rate {
    match class {
        Half2 => Lanes(64),    // Guide 12.6, 128 results
        Float => Lanes(128),   // Guide 12.6, Best Practices 13.3
        Double => Lanes(2),    // Guide 12.6
        TensorHalf => Unknown, // differs between GeForce and L boards
        _ => sm_80(class),     // Guide 12.6, Best Practices 13.3
    }
}

fn sm_90(class: InstructionClass) -> Rate {
    match class {
        Half2 => Lanes(128),     // Guide 12.6, 256 results
        Float => Lanes(128),     // Guide 12.6
        Double => Lanes(64),     // Guide 12.6
        TensorHalf => Lanes(32), // OpenXLA: 4 × 512 multiply-adds a clock
        _ => sm_80(class),       // Guide 12.6
    }
}

fn sm_100(class: InstructionClass) -> Rate {
    match class {
        Float => Lanes(128),          // Best Practices 13.0, samples
        Half2 => Lanes(64),           // Best Practices 13.0, 128 results
        Double => Lanes(64),          // Best Practices 13.4
        IntegerMultiply => Lanes(64), // Best Practices 13
        Shift | Compare => Lanes(64), // Best Practices 13.0, comparisons of integers
        TensorHalf => Lanes(64),      // OpenXLA: 8,192 FLOP a clock
        Shuffle => Lanes(32),         // Best Practices 13.0
        SharedMemory => Lanes(32),    // Best Practices 13.4
        SpecialFunction => Lanes(16), // Best Practices 13.0
        IntegerAdd => Unknown,        // Best Practices 13.0 has 128, of two operands
        Conversion => Unknown,        // Best Practices 13.0 has 16 and 32, by type
        Logic => Unknown,             // no source
    }
}

fn sm_103(class: InstructionClass) -> Rate {
    match class {
        Float => Lanes(128),          // samples
        IntegerMultiply => Lanes(64), // Best Practices 13
        SpecialFunction => Lanes(32), // FlashAttention-4, of `ex2`
        SharedMemory => Lanes(32),    // Best Practices 13.4
        Double => Lanes(2), // NumKong, from NVIDIA's table; the 1.2 TFLOP/s of B300's datasheet
        _ => Unknown,       // no source
    }
}

fn sm_110(class: InstructionClass) -> Rate {
    match class {
        Double | SpecialFunction => Unknown, // no source
        _ => sm_103(class),                  // samples; Best Practices 13
    }
}

/// 12.0 and 12.1.
fn sm_120(class: InstructionClass) -> Rate {
    match class {
        Float | IntegerAdd => Lanes(128),             // Best Practices 13.4
        Half2 => Lanes(64),                           // Best Practices 13.4, 64 instructions
        IntegerMultiply | Logic | Shift => Lanes(64), // Best Practices 13.4
        Shuffle | SharedMemory => Lanes(32),          // Best Practices 13.4
        SpecialFunction => Lanes(16),                 // Guide 20, 20.10.1; measured, Euhedral
        Double => Lanes(2),                           // Best Practices 13.4
        Compare => Unknown,                           // Best Practices 13.4 has 64 and 128, by type
        Conversion => Unknown, // Best Practices 13.4 has 2, 16 and 64, by type
        TensorHalf => Unknown, // differs between GeForce and RTX PRO boards
    }
}
