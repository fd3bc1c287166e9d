//! Launches through the functions of HIP, as `cubecl-hip-sys` and `hip-sys` have them.

use std::ffi::c_void;
use std::ptr;

use cubecl_hip_sys::{hipFunction_t, hipModuleLaunchKernel, hipStream_t};
use occupancy::launch_config;

/// Queues a kernel, and returns the number of HIP's error.
///
/// # Safety
///
/// The handles are valid, and the arguments are those of the kernel.
#[launch_config(arch = ["gfx1100", "gfx1201"], threads = (32, 8), vgprs = 96)]
pub unsafe fn blur(
    size: (u32, u32),
    function: hipFunction_t,
    stream: hipStream_t,
    arguments: &mut [*mut c_void],
) -> u32 {
    let Ok(launch) = BlurLaunch::for_extent((size.0, size.1, 1)) else {
        return 0;
    };
    let ((gx, gy, gz), (x, y, z), bytes) = launch.into();
    let arguments = arguments.as_mut_ptr();
    // SAFETY: promised by the caller.
    unsafe {
        hipModuleLaunchKernel(
            function,
            gx,
            gy,
            gz,
            x,
            y,
            z,
            bytes,
            stream,
            arguments,
            ptr::null_mut(),
        )
    }
}
