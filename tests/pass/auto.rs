//! `threads = auto` searches in the macro, and in the compiler where the macro does not know the other arguments.

use occupancy::launch_config;

const REGS: u32 = 40;
const SMEM: usize = 48 * 1024;

#[launch_config(name = Any, arch = "h100", threads = auto, regs = 40)]
#[launch_config(name = AtMost, arch = ["h100", "rtx4090"], threads = auto(..=256), regs = 64, min_blocks = 3)]
#[launch_config(name = HalfOpen, arch = "a100", threads = auto(64..512), regs = 32, elements = 1 << 20)]
#[launch_config(name = OfRegisters, arch = "h100", threads = auto, regs = REGS)]
#[launch_config(
    name = OnSeveral,
    arch = ["h100", "a100"],
    threads = auto(64..=256),
    regs = 32,
    smem = SMEM,
    on("a100", threads = auto),
)]
// The kernel is compiled for at most 256 threads.
#[launch_config(name = OfCubin, arch = "h100", threads = auto, cubin = "../kernels/saxpy.cubin", kernel = "saxpy")]
fn kernel() {}

fn main() {
    assert_eq!(Any::THREADS_PER_BLOCK, 768);
    assert_eq!(AtMost::THREADS_PER_BLOCK, 256);
    assert_eq!(HalfOpen::THREADS_PER_BLOCK, 256);
    assert_eq!(HalfOpen::configured().grid_dim(), (4096, 1, 1));
    assert_eq!(OfRegisters::BLOCK_DIM, Any::BLOCK_DIM);
    assert_eq!(OfRegisters::BLOCKS_PER_SM, Any::BLOCKS_PER_SM);
    assert_eq!(OnSeveral::THREADS_PER_BLOCK, 256);
    assert_eq!(OnSeveral::VARIANTS[1].block_dim(), (1024, 1, 1));
    assert_eq!(OfCubin::THREADS_PER_BLOCK, 256);
}
