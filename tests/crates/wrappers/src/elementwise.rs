//! Kernels that stream, some from compiled files.

use occupancy::launch_config;

/// y ← a·x + y, in the registers of its machine code.
#[launch_config(arch = "h100", threads = 256, min_blocks = 4, cubin = "../../../kernels/saxpy.cubin", elements = 1 << 28)]
pub fn saxpy() {}

/// The same from PTX, whose registers ptxas decides.
#[launch_config(arch = "h100", threads = THREADS, regs = 32, ptx = "../../../kernels/saxpy.ptx", kernel = "saxpy")]
pub fn saxpy_of_ptx() {}

const THREADS: u32 = if cfg!(feature = "deep-pipeline") {
    512
} else {
    256
};

/// Keeps the memory busy with vectors of 16 bytes.
#[launch_config(arch = "h100", threads = THREADS, regs = 32, hides(bytes = VECTOR))]
pub fn copy() {}

const VECTOR: usize = size_of::<[f32; 4]>();
