//! Waves as the blocks themselves note them: where each ran, from when to when.
//!
//! One test and a binary of its own: nothing else may run on the GPU.

use std::ffi::c_void;

use cudarc::driver::{CudaFunction, CudaSlice};
use occupancy::driver::prepare;
use occupancy::{Configuration, Grid, GridDim, Kernel, Occupancy, Ratio, Waves};
use occupancy_test_gpu::{Gpu, Run, Schedule, Source, launch, registers};

/// The time that a block runs, long beside the microseconds that the start of a grid takes.
const NANOSECONDS: u64 = 3_000_000;

fn run(gpu: &Gpu, function: &CudaFunction, kernel: Kernel, blocks: u32) -> Schedule {
    let archs = gpu.archs();
    let configuration =
        Configuration::new(&archs, kernel).with_grid(Some(Grid::Blocks((blocks, 1, 1))));
    prepare(&configuration, function).unwrap();
    let runs: CudaSlice<u64> = gpu
        .stream
        .alloc_zeros(usize::try_from(3 * blocks).unwrap())
        .unwrap();
    let mut nanoseconds = NANOSECONDS;
    let length = runs.len();
    let mut buffer = runs.leak();
    let mut arguments: [*mut c_void; 2] = [(&raw mut nanoseconds).cast(), (&raw mut buffer).cast()];
    // SAFETY: the kernel takes a number and a pointer to three for each block, which outlive the
    // launch: the stream is waited for below.
    unsafe { launch(gpu, function, &configuration, &mut arguments) }.unwrap();
    gpu.stream.synchronize().unwrap();
    // SAFETY: it is the leaked buffer, of that length.
    let notes: CudaSlice<u64> = unsafe { gpu.stream.upgrade_device_ptr(buffer, length) };
    let runs = gpu.stream.clone_dtoh(&notes).unwrap();
    gpu.stream.synchronize().unwrap();
    Schedule::of(runs.chunks_exact(3).map(|run| Run {
        sm: run[0],
        start: run[1],
        end: run[2],
    }))
}

#[test]
fn a_block_over_a_full_wave_costs_a_wave() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let sm = gpu.compute_capability;
    let function = gpu.function(Source::Spin, None);
    let registers = registers(&function);
    let kernels = [
        Kernel::new((1024, 1, 1), registers),
        Kernel::new((256, 1, 1), registers),
        // One block on an SM, and a few.
        Kernel::new((128, 1, 1), registers)
            .with_dynamic_shared_memory(sm.shared_memory_per_block_optin()),
        Kernel::new((64, 1, 1), registers)
            .with_dynamic_shared_memory(sm.shared_memory_per_sm() / 6 - 1024),
    ]
    // It is not documented which split is chosen if none is preferred.
    .map(|kernel| kernel.with_carveout(Some(100)));
    // The first launch also loads the kernel.
    run(&gpu, &function, kernels[0], 1);
    for kernel in kernels {
        let blocks_per_sm = Occupancy::new(sm, &kernel).unwrap().blocks_per_sm;
        let wave = gpu.sm_count * blocks_per_sm;
        assert!(wave > 1, "{kernel:?}");
        for blocks in (1..=3).flat_map(|waves| [waves * wave - 1, waves * wave, waves * wave + 1]) {
            let grid = GridDim::new((blocks, 1, 1)).unwrap();
            let waves = Waves::new(grid, gpu.sm_count, blocks_per_sm).unwrap();
            let schedule = run(&gpu, &function, kernel, blocks);
            let what = format!("{blocks} blocks, {blocks_per_sm} on each SM, of {kernel:?}");
            let measured = u64::try_from(schedule.waves()).unwrap();
            assert_eq!(measured, waves.count(), "waves of {what}");
            let (fewest, most) = schedule.at_once();
            let resident = usize::try_from(blocks_per_sm).unwrap();
            assert_eq!(most, resident, "most blocks at once on an SM: {what}");
            if blocks >= wave {
                assert_eq!(fewest, resident, "fewest blocks at once on an SM: {what}");
                let sms = usize::try_from(gpu.sm_count).unwrap();
                assert_eq!(schedule.sms(), sms, "SMs of {what}");
            }
            // Each wave lasts as long as one block: time steps with the waves.
            let elapsed = schedule.elapsed();
            assert_eq!(elapsed / NANOSECONDS, waves.count(), "{elapsed} ns: {what}");
            // Work done over what so many full waves would have done.
            let places = u64::try_from(schedule.sms().max(gpu.sm_count as usize) * most).unwrap();
            let efficiency = Ratio::new(u64::from(blocks), measured * places).unwrap();
            assert_eq!(efficiency, waves.tail_efficiency(), "{what}");
        }
    }
}
