//! Functions of every visibility, with every kind of thing that the attribute writes.

use occupancy::launch_config;

/// Warps of a block.
const WARPS: usize = 8;

/// One GPU, and a grid of the attribute.
#[launch_config(arch = "h100", threads = 256, regs = 64, elements = 1 << 20)]
#[inline]
pub const fn public() {}

/// A list of GPUs, and every argument.
#[launch_config(
    arch = ["h100", "a100"],
    threads = (33, 3),
    regs = 96,
    min_blocks = 2,
    smem = 64 * 1024,
    static_smem = 1024,
    barriers = 4,
    carveout = 100,
    grid = (216, 2, 1),
    items_per_thread = 4,
    tail_efficiency = 0.5,
    min_occupancy = 10 %,
    name = Everything,
    allow(partial_warp),
)]
#[inline]
pub const fn everything() {}

/// A compute capability, without a grid.
#[launch_config(arch = "sm_90a", threads = (8, 8, 8), regs = 64)]
#[inline]
pub const fn compute_capability() {}

/// Private: unused items of the launch type are no dead code.
#[launch_config(arch = "h100", threads = 256, regs = 64)]
const fn private() {}

/// Visible to the crate only.
#[launch_config(arch = "h100", threads = 256, regs = 64)]
pub(crate) const fn of_the_crate() {}

/// Calls the functions that nobody else calls.
#[inline]
pub const fn callers() {
    private();
    of_the_crate();
}

/// Deprecated, while the launch type is not, and does not use it.
#[deprecated = "use `public`"]
#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[inline]
pub const fn old() {}

/// Under a `cfg` that holds.
#[cfg(any(unix, not(unix)))]
#[launch_config(arch = "h100", threads = 256, regs = 64)]
#[inline]
pub const fn conditional() {}

/// A kernel whose values are constants of the program.
#[launch_config(
    arch = ["h100", "a100"],
    threads = WARPS * 32,
    regs = 64,
    smem = WARPS * 1024,
    grid = (WARPS, 20)
)]
#[inline]
pub const fn of_constants() {}

/// A kernel with a cluster, and other values on one GPU.
#[launch_config(
    arch = ["h100", "b200"],
    threads = auto,
    regs = 64,
    cluster = (2, 1),
    on("b200", threads = 512, regs = 96)
)]
#[inline]
pub const fn clustered() {}
