//! Cooperative grids, compared with what is resident.

use occupancy_core::{Arch, ComputeCapability, Configuration, Device, GridDim, Occupancy};
use proptest::prelude::*;

use super::any::{any_arch, any_kernel, mostly, random};
use crate::common::{arch, block};

#[test]
fn cooperative_launches_begin_at_6_0_and_need_a_device() {
    let devices = Device::ALL.iter().copied().map(Arch::Device);
    let compute_capabilities = ComputeCapability::ALL.iter().map(Arch::ComputeCapability);
    for arch in devices.chain(compute_capabilities) {
        let archs = [arch];
        let configuration = Configuration::new(&archs, block(256, 32));
        let cc = arch.compute_capability();
        let most = configuration.max_cooperative_blocks(&arch);
        match arch.sm_count() {
            _ if cc.major() < 6 => {
                let refused = most.unwrap_err().to_string();
                assert!(refused.ends_with("they begin at 6.0"), "{}", arch.name());
            }
            None => assert!(most.unwrap_err().to_string().contains("name a device")),
            Some(sm_count) => {
                let occupancy = Occupancy::new(cc, &configuration.kernel).unwrap();
                assert_eq!(most, Ok(u64::from(sm_count * occupancy.blocks_per_sm)));
            }
        }
    }
}

#[test]
fn a_cooperative_grid_is_whole_clusters() {
    let archs = [arch("h100")];
    let most = |cluster| {
        let kernel = block(1024, 64).with_cluster_dim(Some((cluster, 1, 1)));
        Configuration::new(&archs, kernel).max_cooperative_blocks(&archs[0])
    };
    assert_eq!(most(1), Ok(132));
    assert_eq!(most(8), Ok(128));
    assert_eq!(most(16), Ok(128));
    for cluster in [0, 17, u32::MAX] {
        let refused = most(cluster).unwrap_err().to_string();
        assert!(
            refused.contains("no whole cluster, is resident"),
            "{refused}"
        );
    }
}

proptest! {
    #![proptest_config(random(5_000))]

    #[test]
    fn any_cooperative_grid_is_resident_or_refused(
        arch in any_arch(),
        kernel in any_kernel(),
        cluster in prop::option::of((mostly(0..=9_u32), 1..=2_u32, Just(1_u32))),
        (x, y, z) in (mostly(1..=9_999_u32), 1..=3_u32, 1..=3_u32),
    ) {
        let archs = [arch];
        let kernel = kernel.with_cluster_dim(cluster);
        let configuration = Configuration::new(&archs, kernel);
        let most = configuration.max_cooperative_blocks(&arch);
        if let Ok(most) = most {
            let blocks = Occupancy::new(arch.compute_capability(), &kernel)
                .map_or(0, |occupancy| occupancy.blocks_per_sm);
            let held = u64::from(arch.sm_count().unwrap_or(0)) * u64::from(blocks);
            prop_assert!(most <= held && held - most < kernel.blocks_per_cluster());
            prop_assert!(most.is_multiple_of(kernel.blocks_per_cluster()));
            if cluster.is_some() {
                let clusters = configuration.resident_clusters_at_most(&arch);
                prop_assert_eq!(clusters, Some(most / kernel.blocks_per_cluster()));
            }
        }
        if let Ok(grid) = GridDim::new((x, y, z)) {
            let checked = configuration.check_cooperative(&arch, grid);
            prop_assert_eq!(
                checked.is_ok(),
                most.is_ok_and(|most| grid.blocks() <= most)
            );
        }
    }
}
