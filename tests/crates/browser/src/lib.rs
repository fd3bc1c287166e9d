//! Launch structs whose pages differ most: every chart and table that there is, the least and the most
//! that an SM holds, and all that the charts can be told to leave out.

use occupancy::launch_config;

occupancy::launch_index! {
    /// What this crate launches.
    pub mod launches;
}

pub mod constants;
pub mod lists;
pub mod nested;

/// A vector operation, with all that a page can show.
///
/// The author's own documentation, with a link to [`gemm`].
#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 64,
    min_blocks = 2,
    elements = 10_000_000
)]
pub fn saxpy() {}

/// A tile in static and dynamic shared memory, with barriers.
#[launch_config(
    arch = "rtx4090",
    threads = (16, 16),
    regs = 72,
    smem = 24 * 1024,
    static_smem = 1024,
    barriers = 2
)]
pub fn gemm() {}

/// Every warp slot is taken, by blocks that are too narrow to tell apart.
#[launch_config(
    arch = "b200",
    threads = 64,
    regs = 32,
    smem = 3000,
    barriers = 2,
    elements = 4_736 * 64
)]
pub fn full() {}

/// One block of one warp, of an SM with two sub-partitions.
#[launch_config(
    arch = "p100",
    threads = 32,
    regs = 255,
    smem = 48 * 1024,
    grid = 50,
    allow(idle_sms, idle_schedulers)
)]
pub fn alone() {}

/// A cluster of blocks, alone on their SMs.
#[launch_config(
    arch = "h100",
    threads = 384,
    regs = 168,
    smem = 220 * 1024,
    cluster = 2,
    grid = 264
)]
pub fn attention() {}

/// Several GPUs, one with values of its own.
#[launch_config(
    arch = ["a100", "h100", "b200"],
    threads = 1024,
    regs = 32,
    elements = 1 << 30,
    on("b200", threads = 512)
)]
pub fn sort() {}

/// A WGP of a Radeon in waves of 64 lanes, in AMD's words.
#[launch_config(
    arch = "rx7900xtx:wave64",
    threads = 256,
    vgprs = 96,
    smem = 20 * 1024,
    grid = 500
)]
pub fn radeon() {}

/// GPUs of both vendors in one table.
#[launch_config(
    arch = ["h100", "b200", "mi355x"],
    threads = 256,
    regs = 64,
    vgprs = 96,
    sgprs = 100,
    smem = 56 * 1024,
    grid = 4096
)]
pub fn both() {}

/// Without charts.
#[launch_config(arch = "h100", threads = 256, regs = 64, docs = "table")]
pub fn tables() {}

/// Without anything of the configuration.
#[launch_config(arch = "h100", threads = 256, regs = 64, docs = none)]
pub fn nothing() {}
