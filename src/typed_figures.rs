//! The figures in the declaration of a launch type whose values are constants.
//!
//! rustdoc evaluates the length of an array and prints it. So the documentation of a launch type with
//! constants declares it with clauses that the compiler has calculated:
//!
//! ```text
//! pub type GemmLaunch where
//!     [Block; 3]: PerSm,
//!     [Warp; 24]: PerSm,
//!     [WarpSlot; 64]: PerSm,
//!     [Block; 4]: RegistersAllow,
//!     [Block; 3]: SharedMemoryAllows,
//!     [Block; 8]: WarpsAllow,
//!     [Block; 32]: BlockSlotsAllow,
//!     [Byte; 65536]: DynamicSharedMemory,
//! ```
//!
//! reads: 3 blocks and 24 of 64 warps are resident on each SM; registers allow 4 blocks, shared memory 3,
//! the warp slots 8 and the block slots 32; a block has 65,536 bytes of dynamic shared memory. The limits
//! that equal the blocks per SM bind. Every array fulfils its clause, so the clauses do not change the
//! type; only documentation has them.
//!
//! With several GPUs, each clause has the number of its GPU: `[Block; 4]: PerSm<2>` is for the second.
//! Those without an `on(…)` come first.
//!
//! ```
//! use occupancy::typed_figures::{Block, PerSm};
//!
//! fn is_per_sm<T: PerSm>() {}
//! is_per_sm::<[Block; 3]>();
//! ```

use core::marker::PhantomData;

use occupancy_core::{ComputeCapability, Kernel, Occupancy};

use crate::Launch;
use crate::declared::Declared;

macro_rules! units {
    ($($(#[$docs:meta])* $unit:ident)*) => {
        $(
            $(#[$docs])*
            #[derive(Debug)]
            pub enum $unit {}
        )*
    };
}

units! {
    /// A block of threads.
    Block
    /// A warp, 32 threads.
    Warp
    /// Room for a warp on an SM.
    WarpSlot
    /// A thread.
    Thread
    /// A 32-bit register.
    Register
    /// A byte of shared memory.
    Byte
}

macro_rules! clauses {
    ($($(#[$docs:meta])* $clause:ident of $($unit:ident)*;)*) => {
        $(
            $(#[$docs])*
            ///
            /// `GPU` counts the GPUs of the launch type, from 1.
            pub trait $clause<const GPU: usize = 1> {}
            $(impl<const COUNT: usize, const GPU: usize> $clause<GPU> for [$unit; COUNT] {})*
        )*
    };
}

clauses! {
    /// What is resident on each SM.
    PerSm of Block Warp WarpSlot;
    /// Threads of a block.
    PerBlock of Thread;
    /// Registers that each thread may use.
    PerThread of Register;
    /// Dynamic shared memory, bytes per block.
    DynamicSharedMemory of Byte;
    /// Static shared memory, bytes per block.
    StaticSharedMemory of Byte;
    /// Blocks per SM that the register file allows.
    RegistersAllow of Block;
    /// Blocks per SM that shared memory allows; the number of block slots if a block takes none.
    SharedMemoryAllows of Block;
    /// Blocks per SM that the warp slots allow.
    WarpsAllow of Block;
    /// Blocks per SM that the block slots allow.
    BlockSlotsAllow of Block;
    /// Blocks per SM that the named barriers allow; the number of block slots if barriers do not limit
    /// blocks.
    BarriersAllow of Block;
}

/// A kernel on one of its GPUs, counted from 1.
#[doc(hidden)]
#[derive(Debug)]
pub struct OnGpu<K, const GPU: usize>(PhantomData<fn() -> K>);

impl<K: Declared, const GPU: usize> OnGpu<K, GPU> {
    pub const BLOCKS_PER_SM: usize = Self::OCCUPANCY.blocks_per_sm as usize;
    pub const WARPS_PER_SM: usize = Self::OCCUPANCY.warps_per_sm() as usize;
    pub const WARP_SLOTS: usize = Self::OCCUPANCY.max_warps_per_sm as usize;
    #[allow(
        clippy::cast_possible_truncation,
        reason = "more than 1,024 are refused where they are stated"
    )]
    pub const THREADS: usize = Self::KERNEL.threads_per_block() as usize;
    pub const REGISTERS: usize = Self::KERNEL.registers_per_thread as usize;
    pub const DYNAMIC_SHARED_MEMORY: usize = Self::KERNEL.dynamic_shared_memory as usize;
    pub const STATIC_SHARED_MEMORY: usize = Self::KERNEL.static_shared_memory as usize;
    pub const REGISTERS_ALLOW: usize = Self::allowed(Self::OCCUPANCY.limits.registers);
    pub const SHARED_MEMORY_ALLOWS: usize = Self::allowed(Self::OCCUPANCY.limits.shared_memory);
    pub const WARPS_ALLOW: usize = Self::OCCUPANCY.limits.warps as usize;
    pub const BLOCK_SLOTS_ALLOW: usize = Self::OCCUPANCY.limits.block_slots as usize;
    pub const BARRIERS_ALLOW: usize = Self::allowed(Self::OCCUPANCY.limits.barriers);

    const KERNEL: Kernel = on_gpu::<K>(GPU).1;
    const OCCUPANCY: Occupancy = {
        let (compute_capability, kernel) = on_gpu::<K>(GPU);
        match Occupancy::new(compute_capability, &kernel) {
            Ok(occupancy) => occupancy,
            // A configuration that cannot launch is refused elsewhere.
            Err(_) => least::<K>(),
        }
    };

    const fn allowed(limit: Option<u32>) -> usize {
        match limit {
            Some(blocks) => blocks as usize,
            None => Self::BLOCK_SLOTS_ALLOW,
        }
    }
}

/// The SM of a GPU, counted from 1, and what a block needs of it. This checks no rule: that would cost
/// more than everything else.
const fn on_gpu<K: Declared>(gpu: usize) -> (&'static ComputeCapability, Kernel) {
    let (mut stated, mut left) = (&K::STATED, K::OVERRIDES);
    let mut before = 0;
    loop {
        let archs = stated.archs.as_slice();
        if let Some(kernel) = stated.kernel_as_stated()
            && gpu <= before + archs.len()
        {
            return (archs[gpu - before - 1].compute_capability(), kernel);
        }
        before += archs.len();
        let [next, others @ ..] = left else {
            // What a search or the kernel's code decides.
            return variant::<K>(gpu);
        };
        (stated, left) = (next, others);
    }
}

/// Like [`on_gpu`], for configurations that pass the rules. A constant that a function names is evaluated
/// with it, so these are functions of their own.
const fn variant<K: Declared>(gpu: usize) -> (&'static ComputeCapability, Kernel) {
    let variant = &K::VARIANTS[gpu - 1];
    (variant.arch().compute_capability(), *variant.kernel())
}

const fn least<K: Declared>() -> Occupancy {
    Launch::<K>::OCCUPANCY
}
