//! Kernels; the compiler refuses some of them.

use occupancy::launch_config;

occupancy::launch_index! {
    /// All kernels.
    pub mod launches;
}

/// Asks for too much.
#[launch_config(arch = "h100", threads = 256, regs = 64, smem = kernels::STAGES * 100_000)]
pub fn refused() {}

const ZERO: u32 = 0;

/// Has a value that is none.
#[launch_config(arch = "h100", threads = 256, regs = 64 / ZERO)]
pub fn fails() {}

/// Compiles.
#[launch_config(arch = "h100", threads = kernels::BUILT, regs = 64)]
pub fn fine() {}

/// Needs no compiler.
#[launch_config(arch = "h100", threads = 256, regs = 64)]
pub fn literal() {}

#[cfg(feature = "broken")]
#[expect(dead_code, reason = "nobody calls what does not compile")]
fn broken() -> u32 {
    nobody_knows_this()
}
