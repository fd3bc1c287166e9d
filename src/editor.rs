//! What an editor shows of the attribute: each argument and its values, as items with documentation.
//! With `cfg(rust_analyzer)`, the expansion names those that the author wrote, so that hover and
//! completion work.
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
        /// `regs = 64`: 32-bit registers that each thread may use, 1 to 255. A budget, not a measurement.
        regs
        /// `min_blocks = 2`: the resident blocks per SM that you demand.
        min_blocks
        /// `smem = 48 * 1024`: dynamic shared memory, bytes per block.
        smem
        /// `static_smem = 4096`: shared memory that the kernel declares, bytes per block, at most 49,152, and
        /// more for `arch = "sm_90a"` and the like with CUDA 13.
        static_smem
        /// `barriers = 1`: named barriers that the kernel uses, 0 to 16.
        barriers
        /// `cubin = "saxpy.cubin"`: the file with the kernel's machine code, relative to this one.
        /// `regs`, `static_smem` and `barriers` come from it, or are checked against it.
        cubin
        /// `ptx = "saxpy.ptx"`: the file with the kernel's PTX, which states all of that except registers.
        ptx
        /// `kernel = "saxpy"`: the kernel in `cubin` or `ptx`, by its name in the source or its symbol; by
        /// default, the function's name.
        kernel
        /// `carveout = 50`: percent of the SM's largest shared memory that the launch prefers, 0 to 100.
        carveout
        /// `grid = 1056`, `(64, 64)`, `(8, 8, 8)`: the grid, if you know it.
        grid
        /// `elements = 1 << 20`: makes the grid ⌈elements / (threads × items per thread)⌉ blocks.
        elements
        /// `cluster = 2`, `(2, 2)`: blocks of a thread block cluster, from compute capability 9.0 on.
        cluster
        /// `sms = 66`: SMs that the kernel gets if it shares the GPU.
        sms
        /// `items_per_thread = 4`: elements that each thread works on; by default, 1.
        items_per_thread
        /// `tail_efficiency = 0.9`, `90 %`: the tail efficiency that you demand: blocks of the grid over the
        /// blocks of its waves.
        tail_efficiency
        /// `min_occupancy = 0.5`, `50 %`: the occupancy that you demand: resident warps over warp slots.
        min_occupancy
        /// `max_blocks = 1`: the most resident blocks per SM that you accept.
        max_blocks
        /// `hides(cycles = 400, instructions = 60)`, `hides(bytes = 16)`: a latency that the resident warps have
        /// to hide, and bytes in flight that keep the memory busy.
        hides
        /// `hides(cycles = 400)`: cycles from the issue of an instruction to its result.
        cycles
        /// `hides(cycles = 400, instructions = 60)`: independent instructions of a warp before it waits; by
        /// default, 1.
        instructions
        /// `hides(bytes = 16)`: bytes in flight per thread.
        bytes
        /// `intent(low_occupancy, "accumulators in registers")`: says that you intend low occupancy, and why.
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
        /// `tile(stages = 3, …)`: stages in shared memory at once; by default, 1.
        stages
        /// `tile(a = 2, …)`: bytes of an element of A; by default, 4.
        a
        /// `tile(b = 2, …)`: bytes of an element of B; by default, 4.
        b
        /// `tile(accumulator = tensor_memory, …)`: where accumulators are; by default, `registers`.
        accumulator
        /// `tile(extra_regs = 40, …)`: registers per thread beside accumulators; by default, 0.
        extra_regs
        /// `tile(problem = (4096, 4096), …)`: rows and columns of the product; the page shows its tiles and
        /// waves.
        problem
        /// `name = SaxpyLaunch`: the name of the launch type.
        name
        /// `docs = table`, `docs = none`: the launch type's page without charts, or without the
        /// configuration.
        docs
        /// `on("b200", threads = 512)`: other values for one GPU of `arch`.
        on
        /// `allow(partial_warp)`, `allow(register_cliff)`: accepts what the attribute otherwise refuses or
        /// warns about.
        allow
        /// `warn(min_blocks)`: turns on a warning.
        warn
        /// `deny(last_wave)`: makes a warning an error.
        deny
    }
}

/// What `allow(…)`, `warn(…)` and `deny(…)` name.
pub mod allowed {
    arguments! {
        /// Accepts a block that is not a multiple of 32 threads; only in `allow(…)`.
        partial_warp
        /// A last wave that is less than half full.
        last_wave
        /// A grid of fewer blocks than the GPU has SMs.
        idle_sms
        /// One register fewer per thread would fit another block.
        register_cliff
        /// `min_blocks` demands fewer blocks than fit.
        min_blocks
        /// More than 8 blocks per cluster, which the function needs permission for.
        nonportable_cluster
        /// Machine code that spills registers to local memory.
        spills
        /// Machine code whose stack is not known when it is compiled.
        unknown_stack
        /// Machine code compiled for another number of resident blocks than `min_blocks`.
        register_cap
        /// Machine code that is not linked.
        relocatable
        /// Named barriers that allow fewer blocks than any other resource.
        barrier_limit
        /// Fewer resident warps than an SM has schedulers.
        idle_schedulers
        /// Fewer than half of the warp slots in use.
        low_occupancy
        /// An `intent(low_occupancy, …)` with at least half of the warp slots in use.
        unfulfilled_intent
    }
}

/// What was written, as paths to the items of this module, and as expressions.
///
/// The names are one list, because an editor finds the text before a half-typed name in an expansion
/// without that name.
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
