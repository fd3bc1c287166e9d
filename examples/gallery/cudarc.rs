//! chelsea0x3b/cudarc.

use occupancy::launch_config;

use crate::entry::Entry;

/// The default for one-dimensional launches, for a kernel of 72 registers.
///
/// chelsea0x3b/cudarc `78d9b3118` `src/driver/safe/launch.rs:31`: 1,024 threads for every kernel.
/// They leave 64 registers per thread, and one more is given out as 72: such a kernel does not
/// launch. Those with fewer do, with two thirds of the warps at best where an SM has 1,536 threads
/// (compute capability 8.6, 8.9, 12.0). 72 registers are our budget.
///
/// ```text
/// [OCC006] not one block of 1,024 threads with 72 registers each fits an SM of H100 SXM5 80GB: the launch would fail; GeForce RTX 3090 fails too
/// ```
///
/// 256 threads launch with any number of registers.
#[launch_config(arch = ["h100", "rtx3090"], threads = 256, regs = 72, elements = 1_000_000)]
mod for_num_elems {}

/// The product of the example, for matrices of 1,024 × 1,024.
///
/// chelsea0x3b/cudarc `78d9b3118` `examples/matmul-kernel.rs:51`: a teaching example, one block of
/// 2 × 2 for matrices of 2 × 2: 4 of 32 lanes.
///
/// ```text
/// [OCC004] a block of 4 threads ends in a partial warp: 4 of 32 lanes of its last warp work
/// ```
///
/// The block can grow only together with the kernel, which stores outside of its bounds check. A
/// budget of 32 registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (16, 16),
    regs = 32,
    grid = (1024 / 16, 1024 / 16)
)]
mod matmul {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry::new("cudarc-for-num-elems", ForNumElemsLaunch::CONFIGURATION),
        Entry::new("cudarc-matmul", MatmulLaunch::CONFIGURATION),
    ]
}
