use occupancy::{devices, launch_config};

const TILE: u32 = 65_536;

#[launch_config(arch = "h100", threads = 128, regs = 32, static_smem = TILE, ptx = "../../kernels/bounds.ptx", kernel = "tile")]
fn tile() {}

#[launch_config(
    arch = devices::H100,
    threads = 128,
    regs = 32,
    cluster = 2,
    ptx = "../../kernels/bounds.ptx",
    kernel = "grid_of_clusters",
)]
fn grid_of_clusters() {}

fn main() {}
