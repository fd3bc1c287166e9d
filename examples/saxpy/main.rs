//! y ← a·x + y with cudarc: NVRTC compiles a CUDA C kernel with the options of the launch type, which also launches it;
//! the result is compared with the CPU's.
//!
//! The configuration is checked when this compiles, for an H100. Without such a GPU, or without CUDA, the example
//! prints the checked configuration and the reason why it did not launch.

mod gpu;

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use cudarc::driver::{CudaSlice, CudaStream, PushKernelArg};
use occupancy::cudarc::{LaunchError, Prepared};
use occupancy::{GridError, Resource, launch_config, rules::limit_details};
use occupancy_core::text::grouped;

/// Elements of the vectors: 4 per thread, and not a whole number of blocks.
const ELEMENTS: u32 = 10_000_000;

/// Launches y ← a·x + y on `stream`.
///
/// # Errors
///
/// [`LaunchError`] if the driver refuses the launch.
#[launch_config(
    arch = "h100",
    threads = 256,
    regs = 32,
    min_blocks = 8,
    items_per_thread = 4
)]
pub fn saxpy(
    launch: SaxpyLaunch,
    stream: &Arc<CudaStream>,
    function: Prepared<'_, SaxpyLaunch>,
    a: f32,
    x: &CudaSlice<f32>,
    y: &mut CudaSlice<f32>,
) -> Result<(), LaunchError> {
    // The grid may be made for more elements than the vectors have: the kernel writes none past their end.
    let elements = x.len().min(y.len()) as u64;
    let mut builder = function.launch_builder(stream);
    builder.arg(&elements).arg(&a).arg(x).arg(y);
    // SAFETY: the arguments are those of `saxpy` in `gpu::SOURCE`, in its order, and the kernel
    // writes no element at or past `elements`.
    unsafe { builder.launch(launch) }?;
    Ok(())
}

fn main() -> Result<ExitCode, GridError> {
    let launch = SaxpyLaunch::for_elements(u64::from(ELEMENTS))?;
    print!("{}", table(launch));
    Ok(match gpu::run(launch, ELEMENTS) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            println!("not launched: {reason}");
            ExitCode::SUCCESS
        }
    })
}

/// Writes the checked configuration.
fn table(launch: SaxpyLaunch) -> String {
    let arch = SaxpyLaunch::ARCHS[0];
    let occupancy = SaxpyLaunch::OCCUPANCY;
    let waves = launch.waves();
    let mut out = String::new();
    let _ = writeln!(
        out,
        "saxpy on {}, {} SMs of compute capability {}\n\n\
         block            {} threads, {} warps\n\
         registers        at most {} per thread\n\
         shared memory    {} bytes dynamic, {} static\n\
         occupancy        {}: {} blocks, {} of {} warps per SM\n",
        arch.name(),
        SaxpyLaunch::SM_COUNT,
        arch.multiprocessor().name(),
        SaxpyLaunch::THREADS_PER_BLOCK,
        SaxpyLaunch::WARPS_PER_BLOCK,
        SaxpyLaunch::REGISTERS_PER_THREAD,
        SaxpyLaunch::DYNAMIC_SHARED_MEMORY,
        SaxpyLaunch::STATIC_SHARED_MEMORY,
        occupancy.ratio(),
        SaxpyLaunch::BLOCKS_PER_SM,
        SaxpyLaunch::WARPS_PER_SM,
        occupancy.max_warps_per_sm,
    );
    for resource in Resource::ALL {
        if let Some(blocks) = occupancy.limits.of(resource) {
            let name = resource.name();
            let each = limit_details(&occupancy, &SaxpyLaunch::CONFIGURATION, &arch, resource);
            let binds = if occupancy.binds(resource) {
                "   binds"
            } else {
                ""
            };
            let line = format!("{name:<16} {blocks:>3} blocks   {each}");
            let _ = writeln!(out, "{}{binds}", line.trim_end());
        }
    }
    let _ = writeln!(
        out,
        "\n\
         grid             {} blocks for {} elements, {} per thread\n\
         waves            {} of {} blocks\n\
         last wave        {} blocks, {} of a wave\n\
         tail efficiency  {}\n\
         compiled for     {}, {}\n",
        grouped(waves.grid_blocks()),
        grouped(u64::from(ELEMENTS)),
        SaxpyLaunch::ITEMS_PER_THREAD,
        waves.count(),
        grouped(waves.blocks_per_wave()),
        grouped(waves.last_wave_blocks()),
        waves.last_wave_utilization(),
        waves.tail_efficiency(),
        SaxpyLaunch::TARGET,
        SaxpyLaunch::LAUNCH_BOUNDS,
    );
    out
}

#[cfg(test)]
mod tests {
    use super::{ELEMENTS, SaxpyLaunch, table};

    #[test]
    fn the_readme_has_the_table() {
        let launch = SaxpyLaunch::for_elements(u64::from(ELEMENTS)).unwrap();
        let readme = include_str!("../../README.md");
        assert!(
            readme.contains(table(launch).trim_end()),
            "{}",
            table(launch)
        );
    }
}
