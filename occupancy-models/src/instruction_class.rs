//! Classes of instructions by the functional unit that executes them.

use std::fmt;

/// A class of instructions that share a functional unit, and so a throughput.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum InstructionClass {
    /// Dense tensor-core multiply-adds of 16-bit floating-point numbers into 32-bit accumulators.
    ///
    /// One instruction is one `mma.m16n8k16` of a warp: 16 × 8 × 16 = 2,048 multiply-adds, 4,096 FLOP. Count
    /// a larger one, of `wgmma` or `tcgen05`, as several of these.
    TensorHalf,
    /// Adds, multiplies and multiply-adds of two 16-bit floating-point numbers at once: `HFMA2`.
    Half2,
    /// 32-bit floating-point adds, multiplies and multiply-adds: `FFMA`.
    Float,
    /// 64-bit floating-point adds, multiplies and multiply-adds: `DFMA`.
    Double,
    /// Approximate 32-bit reciprocal, reciprocal square root, `lg2`, `ex2`, sine and cosine: `MUFU`.
    SpecialFunction,
    /// 32-bit integer adds and subtractions of three operands: `IADD3`.
    ///
    /// The Best Practices Guide of CUDA 13 states 128 lanes for those of two operands on 8.9 to 10.0.
    IntegerAdd,
    /// 32-bit integer multiplies and multiply-adds: `IMAD`.
    IntegerMultiply,
    /// 32-bit and, or, exclusive or: `LOP3`.
    Logic,
    /// 32-bit shifts: `SHF`.
    Shift,
    /// 32-bit comparisons, minimum and maximum: `ISETP`, `FMNMX`.
    Compare,
    /// Conversions between types, other than from 8 and 16 bits to 32-bit integers, and other than from and
    /// to 64 bits: `I2F`, `F2I`.
    Conversion,
    /// Exchanges between the threads of a warp: `SHFL`.
    Shuffle,
    /// Loads and stores of 32 bits of shared memory without bank conflicts: `LDS`, `STS`.
    SharedMemory,
    /// What has no unit of its own and only takes an issue slot, as every instruction does: branches, moves, loads and
    /// stores of global memory.
    IssueSlots,
}

/// The class in words: `special functions`.
impl fmt::Display for InstructionClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Half2 => "16-bit floating-point pairs",
            Self::Float => "32-bit floating point",
            Self::Double => "64-bit floating point",
            Self::SpecialFunction => "special functions",
            Self::IntegerAdd => "integer adds",
            Self::IntegerMultiply => "integer multiplies",
            Self::Logic => "logic",
            Self::Shift => "shifts",
            Self::Compare => "comparisons",
            Self::Conversion => "conversions",
            Self::Shuffle => "shuffles",
            Self::SharedMemory => "shared memory",
            Self::IssueSlots => "issue slots",
            Self::TensorHalf => "tensor cores",
        })
    }
}
