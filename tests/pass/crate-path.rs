//! `crate = …`: the library under another path.

mod vendored {
    pub mod gpu {
        pub use occupancy::*;
    }
}

mod kernels {
    use crate::vendored::gpu::launch_config;

    #[launch_config(crate = crate::vendored::gpu, arch = "h100", threads = 256, regs = 64)]
    pub fn absolute() {}

    #[launch_config(crate = super::vendored::gpu, arch = "9.0", threads = 256, regs = 64, carveout = 50)]
    pub fn relative() {}

    use super::vendored::gpu;

    #[launch_config(crate = gpu, arch = "h100", threads = 256, regs = 64, elements = 1 << 20)]
    pub fn imported() {}
}

fn main() {
    assert_eq!(kernels::AbsoluteLaunch::BLOCKS_PER_SM, 4);
    assert_eq!(kernels::RelativeLaunch::BLOCKS_PER_SM, 4);
    assert_eq!(kernels::ImportedLaunch::configured().grid_dim().0, 4096);
}
