#![deny(deprecated)]

use occupancy::launch_config;

#[launch_config(arch = "h100", threads = 128, regs = 32, ptx = "../../kernels/bounds.ptx", kernel = "without_threads")]
fn without_threads() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, min_blocks = 4, ptx = "../../kernels/bounds.ptx", kernel = "for_two_blocks")]
fn for_four_blocks() {}

#[launch_config(arch = "h100", threads = 256, regs = 128, min_blocks = 2, ptx = "../../kernels/bounds.ptx", kernel = "for_two_blocks")]
fn for_two_blocks() {}

fn main() {}
