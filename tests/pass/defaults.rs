//! The arguments of a block or a module are defaults of the functions in it.

use occupancy::{Variant, launch_config};

const GPU: &str = "h100";

struct Softmax;

#[launch_config(
    arch = ["h100", "b200"],
    regs = 64,
    threads = Self::THREADS,
    elements = 1 << 24,
    allow(partial_warp),
    on("b200", regs = 32, min_blocks = 1)
)]
impl Softmax {
    const THREADS: u32 = 256;

    #[launch_config]
    fn all() {}

    #[launch_config(threads = 100)]
    fn threads() {}

    // Also in the `on(…)`.
    #[launch_config(regs = 128)]
    fn regs() {}

    // In place of `elements`.
    #[launch_config(grid = 1 << 15)]
    fn grid() {}

    #[launch_config(on("b200", threads = 512))]
    fn on() {}

    // The `on(…)` is for a GPU of the other list.
    #[launch_config(arch = GPU, warn(spills))]
    fn arch() {}

    #[launch_config(threads = 33, allow(idle_sms))]
    fn allow() {}

    #[launch_config(regs = 32, name = Small)]
    #[launch_config(regs = 64, name = Large)]
    fn twice() {}
}

#[launch_config(arch = "h100")]
trait Kernel {
    #[launch_config(threads = 256, regs = 64)]
    fn run() {}
}

#[launch_config(arch = super::GPU, regs = 40)]
mod kernels {
    use occupancy::launch_config;

    /// With documentation.
    #[launch_config(threads = 96)]
    #[inline]
    pub fn saxpy() {}

    pub struct Gemm;

    #[occupancy::launch_config(threads = 128, regs = 64)]
    impl Gemm {
        #[launch_config]
        pub fn run() {}
    }

    // Not annotated: no default is for what is in it.
    pub mod inner {
        #[occupancy::launch_config(arch = "b200", threads = 64, regs = 64)]
        pub fn saxpy() {}
    }

    #[launch_config(arch = super::super::GPU)]
    pub mod defaults {
        #[occupancy::launch_config(threads = 32)]
        pub fn saxpy() {}
    }

    pub const NOT_ANNOTATED: u32 = 1;
}

// A module with nothing annotated in it represents a kernel.
#[launch_config(arch = "h100", threads = 32, regs = 64)]
mod represents {}

fn registers<L>(variants: &[Variant<L>]) -> Vec<u32> {
    variants.iter().map(|variant| variant.kernel().registers_per_thread).collect()
}

fn main() {
    assert_eq!(SoftmaxAllLaunch::BLOCK_DIM, (256, 1, 1));
    assert_eq!(registers(SoftmaxAllLaunch::VARIANTS), [64, 32]);
    assert_eq!(SoftmaxThreadsLaunch::BLOCK_DIM, (100, 1, 1));
    assert_eq!(registers(SoftmaxRegsLaunch::VARIANTS), [128, 128]);
    assert_eq!(SoftmaxGridLaunch::configured().grid_dim(), (1 << 15, 1, 1));
    assert_eq!(SoftmaxAllLaunch::configured().grid_dim(), (1 << 16, 1, 1));
    assert_eq!(SoftmaxOnLaunch::VARIANTS[1].block_dim(), (512, 1, 1));
    assert_eq!(SoftmaxArchLaunch::VARIANTS.len(), 1);
    assert_eq!(SoftmaxAllowLaunch::BLOCK_DIM, (33, 1, 1));
    assert_eq!((Small::REGISTERS_PER_THREAD, Large::REGISTERS_PER_THREAD), (32, 64));
    assert_eq!(KernelRunLaunch::BLOCK_DIM, (256, 1, 1));
    assert_eq!(kernels::SaxpyLaunch::REGISTERS_PER_THREAD, 40);
    assert_eq!(kernels::GemmRunLaunch::REGISTERS_PER_THREAD, 64);
    assert_eq!(kernels::inner::SaxpyLaunch::BLOCK_DIM, (64, 1, 1));
    assert_eq!(kernels::defaults::SaxpyLaunch::REGISTERS_PER_THREAD, 40);
    assert_eq!(RepresentsLaunch::BLOCK_DIM, (32, 1, 1));
    assert_eq!(kernels::NOT_ANNOTATED, 1);
}
