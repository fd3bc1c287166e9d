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

use occupancy_core::ComputeCapability;

use crate::error::Error;
use crate::instruction_class::InstructionClass;

/// What one SM executes per clock: the lanes of each class.
struct Throughput {
    half2: Rate,
    float: Rate,
    double: Rate,
    special_function: Rate,
    integer_add: Rate,
    integer_multiply: Rate,
    logic: Rate,
    shift: Rate,
    compare: Rate,
    conversion: Rate,
    shuffle: Rate,
    tensor_half: Rate,
}

#[derive(Clone, Copy)]
enum Rate {
    /// So many lanes.
    Lanes(u32),
    /// The SM has no such instruction: compilers write several others.
    Several,
    /// No source states it.
    Unknown,
}

use Rate::{Lanes, Several, Unknown};

impl Throughput {
    fn of(compute_capability: &ComputeCapability) -> Result<&'static Self, Error> {
        let (major, minor) = (compute_capability.major(), compute_capability.minor());
        Ok(match (major, minor) {
            (5, 0 | 2) => &SM_50,
            (5, 3) => &SM_53,
            (6, 0) => &SM_60,
            (6, 1) => &SM_61,
            (6, 2) => &SM_62,
            (7, 0) => &SM_70,
            (7, 2) => &SM_72,
            (7, 5) => &SM_75,
            (8, 0) => &SM_80,
            (8, 6) => &SM_86,
            (8, 7) => &SM_87,
            (8, 9) => &SM_89,
            (9, 0) => &SM_90,
            (10, 0) => &SM_100,
            (10, 3) => &SM_103,
            (11, 0) => &SM_110,
            (12, 0 | 1) => &SM_120,
            _ => return Err(Error::UnknownComputeCapability(major, minor)),
        })
    }

    fn rate(&self, class: InstructionClass) -> Rate {
        match class {
            InstructionClass::Half2 => self.half2,
            InstructionClass::Float => self.float,
            InstructionClass::Double => self.double,
            InstructionClass::SpecialFunction => self.special_function,
            InstructionClass::IntegerAdd => self.integer_add,
            InstructionClass::IntegerMultiply => self.integer_multiply,
            InstructionClass::Logic => self.logic,
            InstructionClass::Shift => self.shift,
            InstructionClass::Compare => self.compare,
            InstructionClass::Conversion => self.conversion,
            InstructionClass::Shuffle => self.shuffle,
            // 32 banks of 32 bits a clock everywhere: Guide, 5.x to 9.0; Best Practices 13.4, 10.2.3.
            InstructionClass::SharedMemory => Lanes(32),
            InstructionClass::TensorHalf => self.tensor_half,
        }
    }
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
    match Throughput::of(compute_capability)?.rate(class) {
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
    Throughput::of(compute_capability)?;
    Ok(match compute_capability.major() {
        // GTX 980 and P100 whitepapers; denvdis, `sm5`, `sm52`, `sm55` and `sm57`.
        ..7 => 2,
        // Guide, 7.x to 9.0; Guide 20, 20.9.1 and 20.10.1; Nsight Compute, of every GPU that it profiles.
        _ => 1,
    })
}

/// 5.0 and 5.2.
const SM_50: Throughput = Throughput {
    half2: Several,              // Guide 10, N/A
    float: Lanes(128),           // Guide 10
    double: Lanes(4),            // Guide 10
    special_function: Lanes(32), // Guide 10
    integer_add: Lanes(128),     // Guide 10
    integer_multiply: Several,   // Guide 10
    logic: Lanes(128),           // Guide 10
    shift: Lanes(64),            // Guide 10
    compare: Lanes(64),          // Guide 10
    conversion: Lanes(32),       // Guide 10
    shuffle: Lanes(32),          // Guide 10
    tensor_half: Several,        // Guide, 5.x
};

const SM_53: Throughput = Throughput {
    half2: Lanes(128), // Guide 10, 256 results
    ..SM_50            // Guide 10
};

const SM_60: Throughput = Throughput {
    half2: Lanes(64),            // Guide 10, 128 results
    float: Lanes(64),            // Guide 10
    double: Lanes(32),           // Guide 10
    special_function: Lanes(16), // Guide 10
    integer_add: Lanes(64),      // Guide 10
    integer_multiply: Several,   // Guide 10
    logic: Lanes(64),            // Guide 10
    shift: Lanes(32),            // Guide 10
    compare: Lanes(32),          // Guide 10
    conversion: Lanes(16),       // Guide 10
    shuffle: Lanes(32),          // Guide 10
    tensor_half: Several,        // Guide, 6.x
};

const SM_61: Throughput = Throughput {
    half2: Lanes(1), // Guide 10, 2 results
    ..SM_50          // Guide 10
};

const SM_62: Throughput = Throughput {
    half2: Lanes(128), // Guide 10, 256 results
    ..SM_50            // Guide 10
};

const SM_70: Throughput = Throughput {
    half2: Lanes(64),            // Guide 10, 128 results
    float: Lanes(64),            // Guide 10
    double: Lanes(32),           // Guide 10
    special_function: Lanes(16), // Guide 10
    integer_add: Lanes(64),      // Guide 10
    integer_multiply: Lanes(64), // Guide 10
    logic: Lanes(64),            // Guide 10
    shift: Lanes(64),            // Guide 10
    compare: Lanes(64),          // Guide 10
    conversion: Lanes(16),       // Guide 10
    shuffle: Lanes(32),          // Guide 10
    tensor_half: Lanes(8),       // Guide, 7.x: 8 tensor cores; Tensor Cores in Volta
};

const SM_72: Throughput = Throughput {
    double: Unknown,      // Guide 10 has 32 for 7.x; others 2
    tensor_half: Unknown, // no source
    ..SM_70               // Guide 10, of 7.x
};

const SM_75: Throughput = Throughput {
    double: Lanes(2),     // Guide 20, footnote 28; Turing In-Depth
    shuffle: Unknown,     // Guide 10, a footnote of 7.x that no copy has
    tensor_half: Unknown, // differs between T4 and GeForce
    ..SM_70               // Guide 10, of 7.x
};

const SM_80: Throughput = Throughput {
    half2: Lanes(128),           // Guide 11 and 12.6, 256 results
    float: Lanes(64),            // Guide 11 and 12.6
    double: Lanes(32),           // Guide 11
    special_function: Lanes(16), // Guide 11
    integer_add: Lanes(64),      // Guide 11 and 12.6
    integer_multiply: Lanes(64), // Best Practices 13
    logic: Lanes(64),            // Guide 12.6
    shift: Lanes(64),            // Guide 12.6
    compare: Lanes(64),          // Guide 12.6
    conversion: Lanes(16),       // Guide 12.6
    shuffle: Lanes(32),          // Guide 12.6
    tensor_half: Lanes(16),      // Ampere In-Depth: 1,024 multiply-adds a clock
};

const SM_86: Throughput = Throughput {
    // TechPowerUp, RTX 3090 and RTX A6000: the 32-bit rate, 128 results. Guide 11 and 12.6 have 256.
    half2: Lanes(64),
    float: Lanes(128),    // Guide 11 and 12.6
    double: Lanes(2),     // Guide 11
    tensor_half: Unknown, // differs between GeForce and RTX A boards
    ..SM_80               // Guide 11 and 12.6
};

const SM_87: Throughput = Throughput {
    half2: Unknown,              // no source
    float: Lanes(128),           // samples
    double: Lanes(2),            // Guide 20
    special_function: Unknown,   // no source
    integer_add: Unknown,        // no source
    integer_multiply: Lanes(64), // Best Practices 13
    logic: Unknown,              // no source
    shift: Unknown,              // no source
    compare: Unknown,            // no source
    conversion: Unknown,         // no source
    shuffle: Unknown,            // no source
    tensor_half: Unknown,        // no source
};

const SM_89: Throughput = Throughput {
    half2: Lanes(64),     // Guide 12.6, 128 results
    float: Lanes(128),    // Guide 12.6, Best Practices 13.3
    double: Lanes(2),     // Guide 12.6
    tensor_half: Unknown, // differs between GeForce and L boards
    ..SM_80               // Guide 12.6, Best Practices 13.3
};

const SM_90: Throughput = Throughput {
    half2: Lanes(128),      // Guide 12.6, 256 results
    float: Lanes(128),      // Guide 12.6
    double: Lanes(64),      // Guide 12.6
    tensor_half: Lanes(32), // OpenXLA: 4 × 512 multiply-adds a clock
    ..SM_80                 // Guide 12.6
};

const SM_100: Throughput = Throughput {
    half2: Lanes(64),            // Best Practices 13.0, 128 results
    float: Lanes(128),           // Best Practices 13.0, samples
    double: Lanes(64),           // Best Practices 13.4
    special_function: Lanes(16), // Best Practices 13.0
    integer_add: Unknown,        // Best Practices 13.0 has 128, of two operands
    integer_multiply: Lanes(64), // Best Practices 13
    logic: Unknown,              // no source
    shift: Lanes(64),            // Best Practices 13.0
    compare: Lanes(64),          // Best Practices 13.0, of integers
    conversion: Unknown,         // Best Practices 13.0 has 16 and 32, by type
    shuffle: Lanes(32),          // Best Practices 13.0
    tensor_half: Lanes(64),      // OpenXLA: 8,192 FLOP a clock
};

const SM_103: Throughput = Throughput {
    half2: Unknown,              // no source
    float: Lanes(128),           // samples
    double: Lanes(2), // NumKong, from NVIDIA's table; the 1.2 TFLOP/s of B300's datasheet
    special_function: Lanes(32), // FlashAttention-4, of `ex2`
    integer_add: Unknown, // no source
    integer_multiply: Lanes(64), // Best Practices 13
    logic: Unknown,   // no source
    shift: Unknown,   // no source
    compare: Unknown, // no source
    conversion: Unknown, // no source
    shuffle: Unknown, // no source
    tensor_half: Unknown, // no source
};

const SM_110: Throughput = Throughput {
    double: Unknown,           // no source
    special_function: Unknown, // no source
    ..SM_103                   // samples; Best Practices 13
};

/// 12.0 and 12.1.
const SM_120: Throughput = Throughput {
    half2: Lanes(64),            // Best Practices 13.4, 64 instructions
    float: Lanes(128),           // Best Practices 13.4
    double: Lanes(2),            // Best Practices 13.4
    special_function: Lanes(16), // Guide 20, 20.10.1; measured, Euhedral
    integer_add: Lanes(128),     // Best Practices 13.4
    integer_multiply: Lanes(64), // Best Practices 13.4
    logic: Lanes(64),            // Best Practices 13.4
    shift: Lanes(64),            // Best Practices 13.4
    compare: Unknown,            // Best Practices 13.4 has 64 and 128, by type
    conversion: Unknown,         // Best Practices 13.4 has 2, 16 and 64, by type
    shuffle: Lanes(32),          // Best Practices 13.4
    tensor_half: Unknown,        // differs between GeForce and RTX PRO boards
};
