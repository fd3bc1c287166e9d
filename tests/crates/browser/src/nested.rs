//! Launch structs that the index finds along files, folders, conditions and blocks.

use occupancy::launch_config;

pub mod deeper {
    //! A module in a file.

    #[path = "elsewhere.rs"]
    pub mod moved;
}

/// Threads of a constant.
pub const THREADS: u32 = {
    const FOUR: u32 = 4;
    32 * FOUR
};

/// Known to the compiler alone.
#[launch_config(arch = "h100", threads = THREADS, regs = 64)]
pub fn deferred() {}

/// As its machine code says.
#[launch_config(
    arch = "h100",
    threads = 256,
    cubin = "../../../fixtures/cubins/saxpy-sm_90-13.cubin",
    kernel = "blas::reversed"
)]
pub fn compiled() {}

/// Of this platform.
#[cfg(unix)]
#[launch_config(arch = "a100", threads = 512, regs = 32, grid = 432)]
pub fn conditional() {}

/// Of no platform.
#[cfg(not(any(unix, windows)))]
#[launch_config(arch = "a100", threads = 512, regs = 32)]
pub fn elsewhere() {}

/// Launches by method.
pub struct Kernels;

#[launch_config]
impl Kernels {
    /// Of a block.
    #[launch_config(arch = "h100", threads = 96, regs = 40)]
    #[launch_config(arch = "a100", threads = 96, regs = 40, name = MethodOnA100)]
    pub const fn method(&self) -> u32 {
        96
    }
}

#[launch_config(arch = "h100", threads = 64, regs = 40)]
const fn private() {}

const _: () = private();
