//! NVlabs/cuda-oxide, examples and defaults.

use occupancy::launch_config;

use crate::entry::Entry;

/// Single-precision product by tiles of 16 × 16.
///
/// NVlabs/cuda-oxide `a105afd52` `crates/rustc-codegen-cuda/examples/tiled_gemm/src/main.rs:184`:
/// 256 threads, two tiles of 1,024 bytes, and a grid by ceiling division. Nothing to change. A
/// budget of 64 registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = (16, 16),
    regs = 64,
    static_smem = 2 * 256 * 4,
    grid = (1024 / 16, 1024 / 16)
)]
mod sgemm_tiled {}

/// A reduction over a last warp of 13 lanes, on purpose.
///
/// NVlabs/cuda-oxide `a105afd52`
/// `crates/rustc-codegen-cuda/examples/partial_warp_reduce/src/main.rs:185`: blocks of 45 threads,
/// which show the shuffles that name only the lanes that were launched.
///
/// ```text
/// [OCC004] a block of 45 threads ends in a partial warp: 13 of 32 lanes of its last warp work
/// ```
///
/// It is what the example is about, so `allow(partial_warp)` says so. A budget of 32 registers.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 45,
    regs = 32,
    grid = 7,
    allow(partial_warp, idle_sms)
)]
mod sums_odd_tail {}

/// Two blocks of 256 threads at 128 registers, exactly the register file.
///
/// NVlabs/cuda-oxide `a105afd52` `crates/rustc-codegen-cuda/examples/debug/src/main.rs:33` states
/// `launch_bounds(256, 2)`, which holds. Issue #708 reports the same bound on two other kernels:
/// both were compiled to 128 registers, one to its gain and one, which spilled, to its loss. The
/// check knows that the bound can be kept, not what keeping it costs.
#[launch_config(
    arch = ["h100", "rtx3090"],
    threads = 256,
    regs = 128,
    min_blocks = 2,
    elements = 256,
    allow(idle_sms)
)]
mod clock_test {}

/// The default for one-dimensional launches, with as many registers as there are.
///
/// NVlabs/cuda-oxide `a105afd52` `crates/cuda-core/src/launch.rs:44`: 256 threads launch whatever
/// the kernel is compiled to, since 256 times 255 registers, given out as 256, are the register
/// file. The 1,024 threads of cudarc's function of the same name do so up to 64.
#[launch_config(arch = ["h100", "rtx3090"], threads = 256, regs = 255, elements = 1_000_000)]
mod for_num_elems {}

/// The gallery's entries.
pub(crate) fn entries() -> Vec<Entry> {
    vec![
        Entry::new("cuda-oxide-sgemm-tiled", SgemmTiledLaunch::CONFIGURATION),
        Entry::new("cuda-oxide-partial-warp", SumsOddTailLaunch::CONFIGURATION),
        Entry::new("cuda-oxide-clock-test", ClockTestLaunch::CONFIGURATION),
        Entry::new("cuda-oxide-for-num-elems", ForNumElemsLaunch::CONFIGURATION),
    ]
}
