//! Launches through rocm-rs 0.5.

use std::ffi::c_void;

use ::rocm_rs::hip::{Dim3, Function, Result, Stream};
use occupancy::launch_config;

/// Queues a kernel whose workgroups have all of the LDS, for which AMD needs no opt-in.
///
/// # Errors
///
/// HIP's error, if it refuses the launch.
#[launch_config(arch = "mi355x", threads = 256, vgprs = 128, smem = 160 * 1024, items_per_thread = 2)]
pub fn attention(
    rows: u32,
    function: &Function,
    stream: &Stream,
    arguments: &mut [*mut c_void],
) -> Result<()> {
    let (grid, block, bytes) = AttentionLaunch::covering(rows).into();
    function.launch(
        Dim3::from(grid),
        Dim3::from(block),
        bytes,
        Some(stream),
        arguments,
    )
}
