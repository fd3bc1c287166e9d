//! Block sizes that are chosen, clusters, and MIG instances.

use occupancy::{GridError, launch_config};

#[launch_config(arch = "h100", threads = auto, regs = 40)]
fn any_size() {}

#[launch_config(arch = ["h100", "rtx4090"], threads = auto(..=256), regs = 64, min_blocks = 3)]
fn at_most() {}

#[launch_config(arch = "a100", threads = auto(64..512), regs = 32, elements = 1 << 20)]
fn half_open() {}

#[launch_config(arch = "h100", threads = 256, regs = 64, cluster = (2, 2), grid = (64, 64))]
fn clustered() {}

#[launch_config(arch = "b200", threads = 128, regs = 64, cluster = 16, allow(nonportable_cluster))]
fn not_portable() {}

#[launch_config(arch = "h100:1g.10gb", threads = 256, regs = 64)]
fn instance() {}

fn main() {
    any_size();
    at_most();
    half_open();
    clustered();
    not_portable();
    instance();

    assert_eq!(AnySizeLaunch::THREADS_PER_BLOCK, 768);
    assert_eq!(AtMostLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(HalfOpenLaunch::THREADS_PER_BLOCK, 256);
    assert_eq!(HalfOpenLaunch::configured().grid_dim(), (4096, 1, 1));

    assert_eq!(ClusteredLaunch::CLUSTER_DIM, Some((2, 2, 1)));
    assert_eq!(ClusteredLaunch::configured().grid_dim(), (64, 64, 1));
    // 528 blocks are 132 clusters of 4.
    assert_eq!(ClusteredLaunch::persistent().grid_dim(), (264, 2, 1));
    assert!(matches!(ClusteredLaunch::for_grid((3, 2, 1)), Err(GridError::Cluster { .. })));
    assert_eq!(NotPortableLaunch::for_elements(1000).unwrap().grid_dim(), (16, 1, 1));

    assert_eq!(InstanceLaunch::SM_COUNT, 16);
    assert_eq!(InstanceLaunch::persistent().grid_dim(), (64, 1, 1));
}
