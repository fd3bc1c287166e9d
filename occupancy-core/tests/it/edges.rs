//! The edges of grids, and words of limits, with figures worked out by hand.
//! Configurations that an attribute can state are rows of `tests/figures/edges.txt`.

use crate::common::{block, blocks, occupancy};
use occupancy_core::compute_capabilities::SM_90;
use occupancy_core::gpu::MAX_GRID_DIM;
use occupancy_core::{Arch, Configuration, GridDim, GridError, Kernel, Multiprocessor, Resource};

#[test]
fn names_of_limits_are_padded() {
    assert_eq!(format!("{:>8}", Resource::Warps), "   warps");
    let binding = occupancy(&SM_90, &Kernel::new((256, 1, 1), 64)).binding();
    assert_eq!(format!("{binding:.>12}"), "...registers");
}

/// In the tables, a block may have all of its threads along x; a program's own copy may limit them.
#[test]
fn a_block_along_x_has_its_limit() {
    let mut narrow = SM_90.limits();
    narrow.max_block_dim.0 = 512;
    let narrow = Multiprocessor::new(narrow);
    assert_eq!([512, 513].map(|x| blocks(&narrow, &block(x, 16))), [4, 0]);
}

#[test]
fn grids_over_an_extent() {
    for zero in [(0, 8, 4), (32, 0, 4), (32, 8, 0)] {
        let extent = GridDim::for_extent((100, 100, 100), zero);
        assert_eq!(extent, Err(GridError::Empty), "{zero:?}");
        let extent = GridDim::for_extent(zero, (32, 8, 4));
        assert_eq!(extent, Err(GridError::Empty), "{zero:?}");
    }
    let grid = GridDim::for_extent((100, 100, 100), (32, 8, 4)).unwrap();
    assert_eq!((grid.dims(), grid.blocks()), ((4, 13, 25), 1_300));
}

/// Each row has the SMs, the blocks per SM, the cluster, and the grid of one wave.
#[test]
fn persistent_clusters() {
    let (x, ..) = MAX_GRID_DIM;
    let over = |blocks| Err(GridError::SmCount { blocks });
    let none_fits = GridError::ResidentCluster {
        cluster: 8,
        resident: 7,
    };
    for (sms, blocks_per_sm, cluster, expected) in [
        (132, 3, (4, 2, 1), Ok((196, 2, 1))),
        (x, 1, (1, 2, 1), Ok((x / 2, 2, 1))),
        (x, 1, (1, 1, 1), Ok((x, 1, 1))),
        (x + 1, 1, (1, 1, 1), over(u64::from(x) + 1)),
        (u32::MAX, 2, (2, 1, 1), over(2 * u64::from(u32::MAX))),
        (132, 1, (2, 0, 1), Err(GridError::Empty)),
        (0, 1, (1, 1, 1), Err(GridError::Empty)),
        (132, 0, (1, 1, 1), Err(GridError::Empty)),
        (7, 1, (2, 4, 1), Err(none_fits)),
    ] {
        let grid = GridDim::persistent_clusters(sms, blocks_per_sm, cluster);
        assert_eq!(grid.map(GridDim::dims), expected, "{sms} {cluster:?}");
    }
    assert_eq!(
        none_fits.to_string(),
        "not one cluster of 8 blocks fits: 7 blocks are resident at once, and the launch would fail; make the \
         clusters smaller"
    );
}

/// A GPU of AMD has words and a limit of its own.
#[test]
fn persistent_grids_of_amd() {
    let archs = [Arch::find("mi300x").unwrap()];
    let configuration = Configuration::new(&archs, block(256, 64));
    let error = |cus, blocks| configuration.persistent_grid(cus, blocks, 8).unwrap_err();
    assert_eq!(
        error(304, 9).to_string(),
        "a persistent grid with 9 workgroups on each CU, but only 8 are resident: workgroups that wait for others to \
         end make a second round; ask for fewer"
    );
    let too_many = error(u32::MAX, 1).to_string();
    let expected = "a grid of 4294967295 workgroups in x: at most 16777215 can be launched";
    assert!(too_many.starts_with(expected), "{too_many}");
}
