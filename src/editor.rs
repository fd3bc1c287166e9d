//! What an editor shows of the attribute: arguments, and what they allow, as items with documentation.
//! The expansion names those that were written, where `cfg(rust_analyzer)` is set, so that they have a
//! hover and complete.
#![allow(non_upper_case_globals, reason = "they are named as the arguments are")]

macro_rules! arguments {
    ($($(#[$docs:meta])* $argument:ident)*) => {
        $($(#[$docs])* pub const $argument: () = ();)*
    };
}

/// The arguments of the attribute.
pub mod arguments {
    arguments! {
        /// `arch = "h100"`, `arch = ["a100", "sm_90"]`: the GPU, or a list in which every GPU has to pass.
        ///
        /// A device (`"h100"`, `"RTX 4090"`), a MIG instance (`"h100:1g.10gb"`), a compute capability
        /// (`"9.0"`, `"sm_90a"`), or a constant of the program.
        arch
        /// `threads = 256`, `(32, 8)`, `(8, 8, 4)`, `auto`, `auto(64..=512)`: the block.
        ///
        /// At most 1,024 threads in whole warps; 1,024, 1,024 and 64 in x, y and z.
        threads
        /// `regs = 64`: 32-bit registers that a thread may use, 1 to 255. A budget, not a measurement.
        regs
        /// `min_blocks = 2`: resident blocks per SM that are demanded.
        min_blocks
        /// `smem = 48 * 1024`: dynamic shared memory, bytes per block.
        smem
        /// `static_smem = 4096`: shared memory that the kernel declares, bytes per block, at most 49,152.
        static_smem
        /// `barriers = 1`: named barriers that the kernel uses, 0 to 16.
        barriers
        /// `cubin = "saxpy.cubin"`: the file of the kernel's machine code, relative to this one, which
        /// `regs`, `static_smem` and `barriers` are read from, or checked against.
        cubin
        /// `ptx = "saxpy.ptx"`: the file of the kernel's PTX, which has all of that but registers.
        ptx
        /// `kernel = "saxpy"`: the kernel in `cubin` or `ptx`, by its name in the source or its symbol; the
        /// function's name where it is absent.
        kernel
        /// `carveout = 50`: percent of the SM's shared memory that is preferred, 0 to 100.
        carveout
        /// `grid = 1056`, `(64, 64)`, `(8, 8, 8)`: the grid, where it is known.
        grid
        /// `elements = 1 << 20`: makes the grid ⌈elements / (threads × items per thread)⌉ blocks.
        elements
        /// `cluster = 2`, `(2, 2)`: blocks of a thread block cluster, from compute capability 9.0 on.
        cluster
        /// `sms = 66`: SMs that the kernel gets of the GPU, where it shares it.
        sms
        /// `items_per_thread = 4`: elements that each thread works on, 1 where it is absent.
        items_per_thread
        /// `tail_efficiency = 0.9`, `90 %`: blocks of the grid over the blocks of its waves, demanded.
        tail_efficiency
        /// `min_occupancy = 0.5`, `50 %`: resident warps over warp slots, demanded.
        min_occupancy
        /// `max_blocks = 1`: resident blocks per SM that are accepted at most.
        max_blocks
        /// `hides(cycles = 400, instructions = 60)`, `hides(bytes = 16)`: a latency that the resident warps have
        /// to hide, and bytes in flight that keep the memory busy.
        hides
        /// `hides(cycles = 400)`: cycles from the issue of an instruction to its result.
        cycles
        /// `hides(cycles = 400, instructions = 60)`: independent instructions of a warp before it waits, 1 where it
        /// is absent.
        instructions
        /// `hides(bytes = 16)`: bytes in flight per thread.
        bytes
        /// `intent(low_occupancy, "accumulators in registers")`: says that low occupancy is intended, and why.
        intent
        /// `tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2)`: the tile of a matrix product, which gives
        /// shared memory and is checked against registers.
        tile
        /// `tile(m = 128, …)`: rows of the tile, elements.
        m
        /// `tile(n = 128, …)`: columns of the tile, elements.
        n
        /// `tile(k = 64, …)`: elements of the inner dimension in a stage.
        k
        /// `tile(stages = 3, …)`: stages in shared memory at once, 1 where it is absent.
        stages
        /// `tile(a = 2, …)`: bytes of an element of A, 4 where it is absent.
        a
        /// `tile(b = 2, …)`: bytes of an element of B, 4 where it is absent.
        b
        /// `tile(accumulator = tensor_memory, …)`: where accumulators are, `registers` where it is absent.
        accumulator
        /// `tile(extra_regs = 40, …)`: registers per thread beside accumulators, 0 where it is absent.
        extra_regs
        /// `tile(problem = (4096, 4096), …)`: rows and columns of the product, whose tiles and waves the page has.
        problem
        /// `name = SaxpyLaunch`: the name of the launch struct.
        name
        /// `docs = table`, `docs = none`: the launch struct's page without charts, or with nothing of the
        /// configuration.
        docs
        /// `on("b200", threads = 512)`: other values for one GPU of `arch`.
        on
        /// `allow(partial_warp)`, `allow(register_cliff)`: accepts what is otherwise refused or warned of.
        allow
        /// `warn(min_blocks)`: asks for a warning.
        warn
        /// `deny(last_wave)`: makes a warning an error.
        deny
    }
}

/// What `allow(…)`, `warn(…)` and `deny(…)` name.
pub mod allowed {
    arguments! {
        /// Accepts a block that is no multiple of 32 threads, in `allow(…)` alone.
        partial_warp
        /// A last wave that is less than half full.
        last_wave
        /// A grid of fewer blocks than the GPU has SMs.
        idle_sms
        /// One register fewer per thread would fit another block.
        register_cliff
        /// Fewer blocks are demanded than fit.
        min_blocks
        /// More than 8 blocks a cluster, which the function has to be allowed first.
        nonportable_cluster
        /// Machine code that spills registers to local memory.
        spills
        /// Machine code that needs local memory which is not known when it is compiled.
        unknown_stack
        /// Machine code that was compiled for another number of resident blocks.
        register_cap
        /// Machine code that the linker has not seen.
        relocatable
        /// Named barriers that allow fewer blocks than all else.
        barrier_limit
        /// Fewer resident warps than an SM has schedulers.
        idle_schedulers
        /// Fewer than half of the warp slots taken.
        low_occupancy
        /// An `intent(low_occupancy, …)` where occupancy is not low.
        unfulfilled_intent
    }
}

/// What was written, as paths to the items of this module, and as expressions.
///
/// The names are one list, for an editor finds what stands before a half-typed one in an expansion
/// without it.
#[cfg(rust_analyzer)]
#[doc(hidden)]
#[macro_export]
macro_rules! __for_editors {
    ([$($argument:ident)*] [$($allowed:ident)*] [$(($($value:tt)*))*]) => {
        const _: () = {
            use $crate::__private::arguments::{$($argument as _),*};
            use $crate::__private::allowed::{$($allowed as _),*};
            $({
                let _ = $($value)*;
            })*
        };
    };
}

/// Nothing, to the compiler.
#[cfg(not(rust_analyzer))]
#[doc(hidden)]
#[macro_export]
macro_rules! __for_editors {
    ($($written:tt)*) => {};
}
