//! At the edge of every limit: what we accept launches, and what we refuse the driver refuses.

use cudarc::driver::sys::CUresult;
use cudarc::driver::{CudaFunction, DriverError};
use occupancy::{
    Configuration, Grid, Kernel,
    gpu::{DEFAULT_SHARED_MEMORY_PER_BLOCK, MAX_GRID_DIM},
};
use occupancy_test_gpu::{Gpu, Source, attempt, compile, load, registers, say};

/// Launches of kernels that take nothing and do nothing.
struct Launches {
    gpu: Gpu,
    ptx: String,
}

impl Launches {
    fn or_skip() -> Option<Self> {
        let gpu = Gpu::or_skip()?;
        let ptx = compile(Source::Plain, gpu.compute_capability.targets()[0]);
        Some(Self { gpu, ptx })
    }

    /// A function with nothing set.
    fn function(&self) -> CudaFunction {
        load(&self.gpu, Source::Plain, &self.ptx, None)
    }

    fn kernel(&self) -> Kernel {
        let registers = registers(&self.function());
        Kernel::new((32, 1, 1), registers.max(1))
    }

    fn launched(&self, kernel: Kernel, grid: Option<Grid>, prepared: bool) -> bool {
        let archs = self.gpu.archs();
        let configuration = Configuration::new(&archs, kernel).with_grid(grid);
        // SAFETY: the kernel takes no arguments.
        let launched = unsafe {
            attempt(
                &self.gpu,
                &self.function(),
                &configuration,
                prepared,
                &mut [],
            )
        };
        accepted(launched)
    }

    /// Asserts that we and the driver both accept the prepared configuration, or both refuse it.
    fn assert(&self, what: &str, kernel: Kernel, grid: Option<Grid>, accepted: bool) {
        let archs = self.gpu.archs();
        let violations = Configuration::new(&archs, kernel)
            .with_grid(grid)
            .with_partial_warp_allowed(true)
            .check();
        assert_eq!(
            (violations.is_empty(), self.launched(kernel, grid, true)),
            (accepted, accepted),
            "{what}, as (we accept it, the driver does): {violations:?}"
        );
    }
}

/// Returns `true` if a launch took place. The driver refuses for reasons of the configuration alone; any other error is
/// a fault of the test.
fn accepted(launched: Result<(), DriverError>) -> bool {
    match launched {
        Ok(()) => true,
        Err(DriverError(
            CUresult::CUDA_ERROR_INVALID_VALUE
            | CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
            | CUresult::CUDA_ERROR_INVALID_CLUSTER_SIZE,
        )) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn threads() {
    let Some(launches) = Launches::or_skip() else {
        return;
    };
    for (block_dim, accepted) in [
        ((1, 1, 1), true),
        ((33, 1, 1), true),
        ((1024, 1, 1), true),
        ((1025, 1, 1), false),
        ((1056, 1, 1), false),
        ((1, 1024, 1), true),
        ((1, 1025, 1), false),
        ((1, 1, 64), true),
        ((1, 1, 65), false),
        ((16, 1, 64), true),
        ((17, 1, 64), false),
        ((32, 32, 1), true),
        ((32, 33, 1), false),
        ((0, 1, 1), false),
    ] {
        let kernel = launches.kernel().with_block_dim(block_dim);
        launches.assert(&format!("{block_dim:?} threads"), kernel, None, accepted);
    }
}

#[test]
fn grids() {
    let Some(launches) = Launches::or_skip() else {
        return;
    };
    let (x, y, z) = MAX_GRID_DIM;
    for (grid, accepted) in [
        ((1, y, 1), true),
        ((1, y + 1, 1), false),
        ((1, 1, z), true),
        ((1, 1, z + 1), false),
        ((x, 1, 1), true),
        ((x + 1, 1, 1), false),
        ((0, 1, 1), false),
    ] {
        let grid = Grid::Blocks(grid);
        launches.assert(
            &format!("{grid:?}"),
            launches.kernel(),
            Some(grid),
            accepted,
        );
    }
}

#[test]
fn dynamic_shared_memory() {
    let Some(launches) = Launches::or_skip() else {
        return;
    };
    let plain = DEFAULT_SHARED_MEMORY_PER_BLOCK;
    let most = launches
        .gpu
        .compute_capability
        .shared_memory_per_block_optin();
    let kernel = |bytes| launches.kernel().with_dynamic_shared_memory(bytes);
    launches.assert("the default", kernel(plain), None, true);
    launches.assert(
        "one over the default",
        kernel(plain + 1),
        None,
        most > plain,
    );
    launches.assert("the opt-in", kernel(most), None, true);
    launches.assert("one over the opt-in", kernel(most + 1), None, false);
    // Without the opt-in it is the default that counts.
    let archs = launches.gpu.archs();
    for (bytes, accepted) in [(plain, true), (plain + 1, false)] {
        let kernel = kernel(bytes).with_shared_memory_optin(false);
        let check = Configuration::new(&archs, kernel).check();
        assert_eq!(check.is_empty(), accepted, "{bytes} bytes: {check:?}");
        let runs = launches.launched(kernel, None, false);
        assert_eq!(runs, accepted, "{bytes} bytes that are not opted in to");
    }
}

#[test]
fn the_register_file() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let source = Source::Hungry(0);
    let ptx = compile(source, gpu.compute_capability.targets()[0]);
    let length = usize::try_from(1024 * Source::LIVE).unwrap();
    let numbers = gpu.stream.alloc_zeros::<f32>(length).unwrap();
    gpu.stream.synchronize().unwrap();
    let mut buffer = numbers.leak();
    let archs = gpu.archs();
    let mut edges = 0;
    for cap in [64, 72, 80, 96, 128, 168, 255] {
        let function = load(&gpu, source, &ptx, Some(cap));
        let registers = registers(&function);
        let accepts = |warps: u32| {
            let kernel = Kernel::new((32 * warps, 1, 1), registers);
            Configuration::new(&archs, kernel).check().is_empty()
        };
        // Every number of warps around the first that we refuse.
        let first = (1..=33).find(|&warps| !accepts(warps)).unwrap();
        edges += u32::from(first < 33);
        for warps in [first - 1, first, 32] {
            let kernel = Kernel::new((32 * warps, 1, 1), registers);
            let configuration = Configuration::new(&archs, kernel);
            let mut arguments = [(&raw mut buffer).cast()];
            // SAFETY: the kernel takes one pointer, to as many numbers as its threads have, which
            // outlive the launch.
            let launched =
                unsafe { attempt(&gpu, &function, &configuration, true, &mut arguments) };
            assert_eq!(
                accepts(warps),
                accepted(launched),
                "{warps} warps of {registers} registers, as (we accept it, the driver does)"
            );
        }
    }
    // SAFETY: it is the leaked buffer, of that length.
    drop(unsafe {
        gpu.stream
            .upgrade_device_ptr::<f32>(buffer, usize::try_from(1024 * Source::LIVE).unwrap())
    });
    assert!(edges >= 3, "{edges} edges below 33 warps");
}

#[test]
fn clusters() {
    let Some(launches) = Launches::or_skip() else {
        return;
    };
    let sm = launches.gpu.compute_capability;
    let kernel = |blocks| launches.kernel().with_cluster_dim(Some((blocks, 1, 1)));
    if sm.max_portable_cluster_size() == 0 {
        say(format_args!(
            "skipped: compute capability {} has no clusters",
            sm.name()
        ));
        return;
    }
    let portable = sm.max_portable_cluster_size();
    for blocks in 1..=portable {
        launches.assert(&format!("clusters of {blocks}"), kernel(blocks), None, true);
    }
    assert!(
        !launches.launched(kernel(portable + 1), None, false),
        "a cluster of {} that is not allowed",
        portable + 1
    );
    // We accept no more than is documented, whatever the driver does.
    if let Some(most) = sm.max_cluster_size() {
        launches.assert("the largest", kernel(most), None, true);
        launches.assert("one over the largest", kernel(most + 1), None, false);
        assert!(
            !launches.launched(kernel(most), None, false),
            "a cluster of {most} that is not allowed"
        );
    }
    for (grid, accepted) in [(16, true), (15, false)] {
        let grid = Grid::Blocks((grid, 1, 1));
        launches.assert(&format!("{grid:?}"), kernel(2), Some(grid), accepted);
    }
}
