//! The kernels of a Rust-CUDA crate with `#[launch_config]` on them, before and after `#[kernel]`: the
//! crate that is compiled for the GPU is the one whose launch types the host uses.
//!
//! Compiled for the host, where `#[kernel]` does the same: for the GPU, `cuda_std` 0.2.2 wants Rust-CUDA's
//! own compiler of its time. That the structs need nothing that is not there either, `tests/crates/no-std`
//! shows, which is built for rustc's own `nvptx64-nvidia-cuda`.

use ::cuda_std::{kernel, thread};
use occupancy::launch_config;

/// y ← a·x + y, where the attribute of this crate comes first.
///
/// # Safety
///
/// `y` is of `x.len()` elements at least.
#[launch_config(arch = "a100", threads = 256, regs = 32)]
#[kernel]
#[allow(improper_ctypes_definitions, reason = "Rust-CUDA passes slices")]
pub unsafe fn saxpy(a: f32, x: &[f32], y: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < x.len() {
        // SAFETY: promised by the caller.
        unsafe { *y.add(i) += a * x[i] };
    }
}

/// x ← a·x, where the attribute of this crate comes last.
///
/// # Safety
///
/// `x` is of `n` elements at least.
#[kernel]
#[launch_config(arch = "a100", threads = (32, 8), regs = 64, min_blocks = 2)]
pub unsafe fn scale(a: f32, x: *mut f32, n: usize) {
    let i = thread::index_1d() as usize;
    if i < n {
        // SAFETY: promised by the caller.
        unsafe { *x.add(i) *= a };
    }
}

// `#[kernel]` has done its part in both orders.
#[allow(improper_ctypes_definitions, reason = "Rust-CUDA passes slices")]
const _: unsafe extern "C" fn(f32, &[f32], *mut f32) = saxpy;
const _: unsafe extern "C" fn(f32, *mut f32, usize) = scale;

const _: () = assert!(SaxpyLaunch::BLOCKS_PER_SM == 8);
const _: () = assert!(ScaleLaunch::BLOCKS_PER_SM == 4);
const _: () = assert!(ScaleLaunch::THREADS_PER_BLOCK == 256);
