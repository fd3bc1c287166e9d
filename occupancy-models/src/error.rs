//! Why a model has no answer.

use std::fmt;

use crate::instruction_class::InstructionClass;
use crate::swizzle::Swizzle;

/// Why a model has no answer: its text says what it takes instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// Not a size of one lane's access, bytes.
    AccessSize(u32),
    /// Not a number of lanes of one warp.
    Lanes(u32),
    /// The stride, the row or the base is not a multiple of the bytes that a lane accesses: the GPU
    /// refuses an address that is not aligned.
    Alignment {
        /// The stride, the row or the base, bytes.
        bytes: u32,
        /// Bytes that a lane accesses.
        access_bytes: u32,
    },
    /// The row is shorter than what the lanes access in it.
    Row {
        /// Elements that lanes access in one row.
        elements: u32,
        /// Bytes of each.
        access_bytes: u32,
        /// Bytes from one row to the next.
        row_bytes: u32,
    },
    /// The swizzle separates the parts of one lane's access.
    Swizzle {
        /// The swizzle.
        swizzle: Swizzle,
        /// Bytes that a lane accesses.
        access_bytes: u32,
    },
    /// The SM has no instruction of the class: compilers write several others for it.
    NotNative(InstructionClass),
    /// No source states the throughput of the class.
    UnknownThroughput(InstructionClass),
    /// No throughput is known of the compute capability: major and minor.
    UnknownComputeCapability(u32, u32),
    /// The kernel has no occupancy.
    Kernel(occupancy_core::Error),
    /// There are more resident blocks than an SM holds.
    Resident {
        /// Blocks that are stated to be resident.
        blocks: u32,
        /// Blocks that fit.
        fit: u32,
    },
    /// Not a number of SMs that a schedule has.
    Sms(u32),
    /// Not one block of the kernel can launch.
    DoesNotFit,
    /// Times are beyond 64 bits.
    Time,
    /// The compute capability, major and minor, is not known to have `setmaxnreg`.
    NoSetmaxnreg(u32, u32),
    /// The block, of so many threads, does not consist of whole warpgroups.
    Block(u64),
    /// The list does not have one number for each warpgroup.
    Warpgroups {
        /// Numbers that were stated.
        stated: usize,
        /// Warpgroups of the block.
        warpgroups: u64,
    },
    /// The list leaves no other warpgroup to ask for.
    NoneLeft {
        /// Numbers that were stated.
        stated: usize,
        /// Warpgroups of the block.
        warpgroups: u64,
    },
    /// Not a number of registers that `setmaxnreg` takes.
    Registers {
        /// The warpgroup, counted from 0.
        warpgroup: usize,
        /// Registers per thread that it asks for.
        registers: u32,
    },
    /// The split needs more registers than the block has: a warpgroup would wait forever.
    Pool {
        /// Registers that all warpgroups together ask for.
        asked: u64,
        /// Registers that the block has at launch.
        pool: u64,
    },
}

impl From<occupancy_core::Error> for Error {
    fn from(invalid: occupancy_core::Error) -> Self {
        Self::Kernel(invalid)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::AccessSize(bytes) => write!(
                f,
                "an access of {bytes} bytes: a lane accesses 1, 2, 4, 8 or 16 bytes"
            ),
            Self::Lanes(lanes) => write!(f, "{lanes} lanes: a warp has 1 to 32"),
            Self::Alignment {
                bytes,
                access_bytes,
            } => write!(
                f,
                "{bytes} bytes is not a multiple of the {access_bytes} bytes that a lane accesses"
            ),
            Self::Row {
                elements,
                access_bytes,
                row_bytes,
            } => write!(
                f,
                "a row of {row_bytes} bytes does not hold {elements} elements of {access_bytes} bytes"
            ),
            Self::Swizzle {
                swizzle,
                access_bytes,
            } => write!(
                f,
                "the swizzle {swizzle} changes addresses from bit {} on, within an access of \
                 {access_bytes} bytes",
                swizzle.base()
            ),
            Self::NotNative(class) => write!(
                f,
                "this GPU has no instruction for {class}: count the instructions that the compiler writes \
                 instead"
            ),
            Self::UnknownThroughput(class) => {
                write!(f, "no source states this GPU's throughput of {class}")
            }
            Self::UnknownComputeCapability(major, minor) => write!(
                f,
                "no throughput is known of compute capability {major}.{minor}"
            ),
            Self::Kernel(invalid) => invalid.fmt(f),
            Self::Resident { blocks, fit } => write!(
                f,
                "{blocks} resident blocks on one SM, which holds {fit} of them"
            ),
            Self::Sms(sms) => write!(f, "{sms} SMs: a schedule has 1 to 65536"),
            Self::DoesNotFit => f.write_str(
                "not one block of the kernel can launch: `Configuration::check` says why, and what passes",
            ),
            Self::Time => f.write_str("the durations add up to more than 64 bits hold"),
            Self::NoSetmaxnreg(major, minor) => write!(
                f,
                "`setmaxnreg` is not known to work on compute capability {major}.{minor}: it is compiled \
                 for targets such as `sm_90a` and `sm_100f`"
            ),
            Self::Block(threads) => write!(
                f,
                "a block of {threads} threads is not made of whole warpgroups: make it a multiple of 128"
            ),
            Self::Warpgroups { stated, warpgroups } => write!(
                f,
                "registers of {stated} warpgroups are stated, and the block has {warpgroups}: state those \
                 of each"
            ),
            Self::NoneLeft { stated, warpgroups } => write!(
                f,
                "the block has no other warpgroup: registers are stated for {stated}, and it has {warpgroups}; \
                 leave out those to ask for"
            ),
            Self::Registers {
                warpgroup,
                registers,
            } => write!(
                f,
                "warpgroup {warpgroup} asks for {registers} registers per thread: `setmaxnreg` takes a \
                 multiple of 8 from 24 to 256"
            ),
            Self::Pool { asked, pool } => write!(
                f,
                "the warpgroups ask for {asked} registers of {pool} that the block has at launch, and \
                 would wait for ever: give a producer fewer"
            ),
        }
    }
}

impl std::error::Error for Error {}
