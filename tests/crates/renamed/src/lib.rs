//! No `occupancy` can be reached here, so that an expansion that writes it does not compile.

use renamed::launch_config;

/// y ← a·x + y
#[launch_config(
    crate = ::renamed,
    arch = "h100",
    threads = 256,
    regs = 64,
    carveout = 50,
    elements = 1 << 20,
)]
pub fn saxpy() {}

/// A list, a compute capability among them.
#[launch_config(
    crate = renamed,
    arch = ["9.0", "a100"],
    threads = (32, 8),
    regs = 64,
    smem = 64 * 1024,
    static_smem = 1024,
    barriers = 2,
    grid = 432,
)]
pub fn transpose() {}

mod vendored {
    pub(crate) use renamed as gpu;
}

/// Through a path of the crate's own.
#[launch_config(crate = crate::vendored::gpu, arch = "h100", threads = 256, regs = 64)]
pub fn reduce() {}

#[cfg(test)]
mod tests {
    use super::{ReduceLaunch, SaxpyLaunch, TransposeLaunch};

    #[test]
    fn launch_structs_are_there() {
        assert_eq!(SaxpyLaunch::configured().grid_dim(), (4096, 1, 1));
        assert_eq!(TransposeLaunch::BLOCK_DIM, (32, 8, 1));
        assert_eq!(ReduceLaunch::BLOCKS_PER_SM, 4);
    }
}
