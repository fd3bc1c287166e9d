//! The reasons why a model has no answer.

use occupancy_core::{Multiprocessor, gpu::Vendor};

use crate::instruction_class::InstructionClass;
use crate::swizzle::Swizzle;

worded! {
    /// The reason why a model has no answer. Its text says what the model takes instead.
    pub enum Error;

    /// Not a size of one lane's access, bytes.
    AccessSize(bytes: u32): "an access of {bytes} bytes: a lane accesses 1, 2, 4, 8 or 16 bytes";
    /// Not a number of lanes of one warp.
    Lanes(lanes: u32): "{lanes} lanes: a warp has 1 to 32";
    /// The stride, the row or the base, in bytes, is not a multiple of the bytes that a lane accesses: the GPU
    /// refuses an address that is not aligned.
    Alignment(bytes: u32, access: u32): "{bytes} bytes is not a multiple of the {access} bytes that a lane accesses";
    /// The row is too short for the lanes that access it: its bytes, the elements that they access, and the bytes of each.
    Row(row: u32, elements: u32, bytes: u32):
        "a row of {row} bytes does not hold {elements} elements of {bytes} bytes";
    /// The swizzle separates the parts of one lane's access: the swizzle, the lowest bit that it changes, and the bytes of
    /// the access.
    Swizzle(swizzle: Swizzle, base: u32, bytes: u32):
        "the swizzle {swizzle} changes addresses from bit {base} on, within an access of {bytes} bytes";
    /// The SM has no instruction of the class: compilers write several others for it.
    NotNative(class: InstructionClass):
        "this GPU has no instruction for {class}: count the instructions that the compiler writes instead";
    /// No source states the throughput of the class.
    UnknownThroughput(class: InstructionClass): "no source states this GPU's throughput of {class}";
    /// The model has figures of NVIDIA's GPUs alone, and none of this one: its name.
    OnlyNvidia(gpu: &'static str): "the model has figures of NVIDIA's GPUs alone, and {gpu} is AMD's";
    /// No throughput is known of the compute capability: major and minor.
    UnknownComputeCapability(major: u32, minor: u32):
        "no throughput is known of compute capability {major}.{minor}";
    /// The kernel has no occupancy.
    Kernel(invalid: occupancy_core::Error): "{invalid}";
    /// There are more resident blocks than an SM holds: those that are stated, and those that fit.
    Resident(blocks: u32, fit: u32): "{blocks} resident blocks on one SM, which holds {fit} of them";
    /// Not a number of SMs that a schedule has.
    Sms(sms: u32): "{sms} SMs: a schedule has 1 to 65536";
    /// Not one block of the kernel can launch.
    DoesNotFit: "not one block of the kernel can launch: `Configuration::check` says why, and what passes";
    /// Times are beyond 64 bits.
    Time: "the durations add up to more than 64 bits hold";
    /// The compute capability, major and minor, is not known to have `setmaxnreg`.
    NoSetmaxnreg(major: u32, minor: u32):
        "`setmaxnreg` is not known to work on compute capability {major}.{minor}: it is compiled for targets such as \
         `sm_90a` and `sm_100f`";
    /// The block does not consist of whole warpgroups: its threads.
    Block(threads: u64): "a block of {threads} threads is not made of whole warpgroups: make it a multiple of 128";
    /// The list does not have one number for each warpgroup: numbers that were stated, and warpgroups of the block.
    Warpgroups(stated: usize, warpgroups: u64):
        "registers of {stated} warpgroups are stated, and the block has {warpgroups}: state those of each";
    /// The list leaves no other warpgroup to ask for: numbers that were stated, and warpgroups of the block.
    NoneLeft(stated: usize, warpgroups: u64):
        "the block has no other warpgroup: registers are stated for {stated}, and it has {warpgroups}; leave out those \
         to ask for";
    /// Not a number of registers that `setmaxnreg` takes: the warpgroup, counted from 0, and the registers per thread
    /// that it asks for.
    Registers(warpgroup: usize, registers: u32):
        "warpgroup {warpgroup} asks for {registers} registers per thread: `setmaxnreg` takes a multiple of 8 from 24 to \
         256";
    /// The split needs more registers than the block has, and a warpgroup would wait forever: those that all
    /// warpgroups together ask for, and those that the block has at launch.
    Pool(asked: u64, pool: u64):
        "the warpgroups ask for {asked} registers of {pool} that the block has at launch, and would wait for ever: give \
         a producer fewer";
}

/// The compute capability, which only NVIDIA's GPUs have: major and minor.
pub(crate) fn compute_capability(sm: &Multiprocessor) -> Result<(u32, u32), Error> {
    if sm.vendor() == Vendor::Nvidia {
        return Ok(sm.compute_capability());
    }
    Err(Error::OnlyNvidia(sm.name()))
}

impl From<occupancy_core::Error> for Error {
    fn from(invalid: occupancy_core::Error) -> Self {
        Self::Kernel(invalid)
    }
}

impl std::error::Error for Error {}
