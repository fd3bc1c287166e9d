//! Each constant, constructor and getter of the launch type, at run time and in constants.
//!
//! The figures are worked out by hand from the limits that NVIDIA documents.

use std::fmt::Debug;

use occupancy::{
    Arch, Configuration, Grid, GridDim, GridError, Kernel, Occupancy, Ratio, compute_capabilities,
    devices,
    kernel::{Argument, Axis},
    launch::CompileOptions,
    launch_config,
};
use static_assertions::{assert_eq_size, assert_impl_all, assert_not_impl_any};

/// A block takes 48 + 1 + 1 KiB of 132 KiB, to which half of 228 KiB is rounded up: 2 are resident. 977 blocks have 1024
/// elements each, the last fewer.
#[launch_config(
    arch = "h100",
    threads = (32, 8),
    regs = 64,
    smem = 48 * 1024,
    static_smem = 1024,
    barriers = 2,
    carveout = 50,
    items_per_thread = 4,
    elements = 1_000_000
)]
mod stencil {}

/// Eight blocks fit an H100, six an RTX 4090.
#[launch_config(
    arch = ["h100", "rtx4090"],
    threads = 256,
    regs = 32,
    grid = (3, 4, 5),
    allow(idle_sms)
)]
mod saxpy {}

#[launch_config(arch = "sm_90a", threads = 96, regs = 168)]
mod gemm {}

#[launch_config(
    arch = "a100",
    threads = 100,
    regs = 32,
    min_blocks = 16,
    min_occupancy = 50 %,
    grid = 1728,
    tail_efficiency = 0.9,
    allow(partial_warp),
    name = Odd,
)]
mod odd {}

assert_impl_all!(StencilLaunch: Copy, Debug, Eq, Send, Sync, Unpin);
assert_impl_all!(Odd: Copy, Debug, Eq, Send, Sync, Unpin);
// No grid is a default.
assert_not_impl_any!(StencilLaunch: Default);
assert_eq_size!(StencilLaunch, GridDim);
assert_eq_size!(StencilLaunch, (u32, u32, u32));

/// Uses every item in a constant. If one fails, the build does.
const _: () = {
    let configured = StencilLaunch::configured();
    assert!(configured.grid_dim().0 == 977 && configured.block_dim().1 == 8);
    assert!(configured.shared_mem_bytes() == 49_152 && configured.waves().count() == 4);
    assert!(StencilLaunch::for_elements(0).is_err());
    assert!(StencilLaunch::covering(0).grid_dim().0 == 1);
    assert!(StencilLaunch::for_grid((7, 5, 3)).is_ok());
    assert!(StencilLaunch::for_extent((33, 8, 2)).is_ok());
    assert!(StencilLaunch::persistent().grid_dim().0 == 264);
    assert!(StencilLaunch::NEEDS_SHARED_MEMORY_OPTIN && !GemmLaunch::NEEDS_SHARED_MEMORY_OPTIN);
    let _ = [(); StencilLaunch::BLOCKS_PER_SM as usize];
    assert!(matches!(
        StencilLaunch::ptx_bounds().max_registers,
        Some(64)
    ));
};

#[test]
fn the_configuration_is_all_that_was_checked() {
    assert_eq!(
        StencilLaunch::CONFIGURATION,
        Configuration::new(
            &[Arch::Device(devices::H100)],
            Kernel::new((32, 8, 1), 64)
                .with_dynamic_shared_memory(49_152)
                .with_static_shared_memory(1024)
                .with_barriers(2)
                .with_carveout(Some(50))
        )
        .with_grid(Some(Grid::Elements(1_000_000)))
        .with_integer(Argument::ItemsPerThread, 4)
    );
    let demands = Configuration::new(&[Arch::Device(devices::A100)], Kernel::new((100, 1, 1), 32))
        .with_grid(Some(Grid::Blocks((1728, 1, 1))))
        .with_min_blocks(16)
        .with_min_occupancy(Ratio::new(1, 2).unwrap())
        .with_tail_efficiency(Ratio::new(9, 10))
        .with_partial_warp_allowed(true);
    assert_eq!(Odd::CONFIGURATION, demands);
}

#[test]
fn constants_state_the_occupancy() {
    let one_sm = Occupancy::new(
        &compute_capabilities::SM_90,
        &StencilLaunch::CONFIGURATION.kernel,
    )
    .unwrap();
    assert_eq!(StencilLaunch::OCCUPANCY, one_sm);
    assert_eq!(StencilLaunch::BLOCKS_PER_SM, 2);
    assert_eq!(StencilLaunch::WARPS_PER_SM, 16);
    assert_eq!(StencilLaunch::OCCUPANCY.ratio(), Ratio::new(1, 4).unwrap());
    let binding = StencilLaunch::OCCUPANCY.binding();
    assert_eq!(binding.to_string(), "shared memory");
}

#[test]
fn constants_state_what_to_compile_with() {
    assert_eq!(StencilLaunch::LAUNCH_BOUNDS, "__launch_bounds__(256, 2)");
    assert_eq!(StencilLaunch::TARGET, "sm_90");
    assert_eq!(GemmLaunch::TARGET, "sm_90a");
    assert_eq!(Odd::TARGET, "sm_80");
    let defines = CompileOptions::new(&StencilLaunch::CONFIGURATION).defines;
    let defines = defines.each_ref().map(ToString::to_string);
    assert_eq!(StencilLaunch::DEFINES, defines);
}

#[test]
fn defaults_are_stated() {
    let kernel = Kernel::new((96, 1, 1), 168);
    let archs = [Arch::Multiprocessor(&compute_capabilities::SM_90A)];
    assert_eq!(
        GemmLaunch::CONFIGURATION,
        Configuration::new(&archs, kernel)
    );
    assert_eq!(GemmLaunch::ITEMS_PER_THREAD, 1);
}

#[test]
fn partial_warps_count_whole() {
    assert_eq!(Odd::THREADS_PER_BLOCK, 100);
    assert_eq!(Odd::WARPS_PER_BLOCK, 4);
    assert_eq!(Odd::LAUNCH_BOUNDS, "__launch_bounds__(100, 16)");
    // Idle lanes have no element.
    assert_eq!(Odd::for_elements(101).unwrap().grid_dim(), (2, 1, 1));
}

/// Has clusters in y, and for one GPU clusters that a single SM cannot hold.
#[launch_config(
    arch = ["h100", "b200"],
    threads = 128,
    regs = 64,
    cluster = (1, 2),
    on("b200", cluster = 16),
    allow(nonportable_cluster)
)]
mod clustered {}

#[test]
fn whole_clusters_do_no_work_twice() {
    let (axis, blocks, cluster) = (Axis::Y, 1, 2);
    let error = GridError::Cluster {
        axis,
        blocks,
        cluster,
    };
    assert_eq!(ClusteredLaunch::for_elements(1280), Err(error));
    assert_eq!(ClusteredLaunch::for_extent((1280, 1, 1)), Err(error));
    let launch = ClusteredLaunch::for_extent((1280, 3, 1)).unwrap();
    assert_eq!(launch.grid_dim(), (10, 4, 1));
    let launch = ClusteredLaunch::for_grid((10, 2, 1)).unwrap();
    assert_eq!(launch.grid_dim(), (10, 2, 1));
    let h100 = ClusteredLaunch::for_compute_capability(9, 0).unwrap();
    assert_eq!(h100.for_elements(1280), Err(error));
    assert_eq!(h100.for_extent((1280, 1, 1)), Err(error));

    let b200 = ClusteredLaunch::for_compute_capability(10, 0).unwrap();
    assert_eq!(b200.for_elements(1280).unwrap().grid_dim(), (16, 1, 1));
    let cluster = 16;
    let none_fits = |resident| Err(GridError::ResidentCluster { cluster, resident });
    assert_eq!(b200.persistent_on(1), none_fits(8));
    assert_eq!(b200.persistent_on_with(3, 2), none_fits(6));
}

#[test]
fn configured_is_the_grid_of_the_attribute() {
    let stencil = StencilLaunch::for_elements(1_000_000);
    assert_eq!(stencil, Ok(StencilLaunch::configured()));
    assert_eq!(SaxpyLaunch::configured().grid_dim(), (3, 4, 5));
}

#[test]
fn launches_are_equal_by_their_grid() {
    let launch = |x| StencilLaunch::for_grid((x, 1, 1)).unwrap();
    assert_eq!(launch(3), launch(3));
    assert_ne!(launch(3), launch(4));
    assert_eq!(
        format!("{:?}", launch(3)),
        "StencilLaunch { grid_dim: (3, 1, 1), block_dim: (32, 8, 1), shared_mem_bytes: 49152 }"
    );
}

#[test]
fn a_variant_is_shown_in_a_line() {
    let variant = &StencilLaunch::VARIANTS[0];
    assert_eq!(
        format!("{variant:?}"),
        "Variant { gpu: \"H100 SXM5 80GB\", block_dim: (32, 8, 1), registers_per_thread: 64, \
         shared_mem_bytes: 49152, items_per_thread: 4 }"
    );
}
