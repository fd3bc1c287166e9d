//! Kernels for the GPUs of both vendors.

use occupancy::launch_config;

#[launch_config(arch = ["h100", "mi355x", "rx7900xtx:wave64"], threads = 256, regs = 64, vgprs = 96, smem = 16 * 1024)]
fn of_both() {}

#[launch_config(arch = "mi300x", threads = 256, vgprs = auto, sgprs = 96, min_blocks = 4)]
fn of_amd() {}

fn main() {
    of_both();
    of_amd();
}
