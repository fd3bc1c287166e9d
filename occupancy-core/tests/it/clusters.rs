//! Thread block clusters, and the error of a grid that they do not divide.

use occupancy_core::{Configuration, GridDim, GridError, Kernel};

#[test]
fn a_cut_cluster_is_said() {
    let said = |dims, cluster| {
        let cut = GridDim::new(dims).unwrap().check_cluster(cluster);
        cut.unwrap_err().to_string()
    };
    assert_eq!(
        said((100, 1, 1), (8, 1, 1)),
        "a grid of 100 blocks in x does not divide into clusters of 8: round it up to whole \
         clusters and let the kernel skip the extra blocks"
    );
    assert_eq!(
        said((8, 1, 1), (8, 2, 1)),
        "a grid of 1 block in y does not divide into clusters of 2: put the clusters along x, or launch \
         whole clusters and let the kernel skip the extra blocks"
    );
}

/// Every combination of two lengths in x, y and z.
fn dims([one, other]: [u32; 2]) -> impl Iterator<Item = (u32, u32, u32)> {
    let along = move |axis: u32| move |nth: u32| if nth >> axis & 1 == 0 { one } else { other };
    (0..8).map(move |nth| (along(2)(nth), along(1)(nth), along(0)(nth)))
}

/// Counts how often a kernel works on each element. It indexes each axis with more than one thread or element; along
/// any other axis, all blocks do the same work.
fn visits(grid: GridDim, indexes: [bool; 3]) -> u32 {
    let (x, y, z) = grid.dims();
    let along = [x, y, z].into_iter().zip(indexes);
    along
        .map(|(blocks, is_indexed)| if is_indexed { 1 } else { blocks })
        .product()
}

#[test]
fn each_element_is_worked_on_once() {
    let (mut grids, mut refused) = (0, 0);
    for (block, cluster) in dims([1, 2]).flat_map(|block| dims([1, 2]).map(move |one| (block, one)))
    {
        let kernel = Kernel::new(block, 32).with_cluster_dim(Some(cluster));
        let configuration = Configuration::new(&[], kernel);
        for extent in dims([1, 3]) {
            let lengths = [
                (extent.0, block.0),
                (extent.1, block.1),
                (extent.2, block.2),
            ];
            let indexes = lengths.map(|(elements, threads)| elements > 1 || threads > 1);
            match configuration.grid_for_extent(extent) {
                Ok(grid) => {
                    grids += 1;
                    assert_eq!(visits(grid, indexes), 1, "{extent:?} {block:?} {cluster:?}");
                    assert_eq!(grid.check_cluster(cluster), Ok(grid));
                }
                Err(GridError::Cluster { axis, blocks, .. }) => {
                    refused += 1;
                    let is_indexed =
                        axis.of((indexes[0].into(), indexes[1].into(), indexes[2].into()));
                    let found = (blocks, is_indexed);
                    assert_eq!(found, (1, 0), "{extent:?} {block:?} {cluster:?}");
                }
                Err(error) => panic!("{error}"),
            }
        }
        let linear = configuration.grid_for_elements(100);
        assert_eq!(linear.is_ok(), cluster.1 == 1 && cluster.2 == 1);
        let most = configuration.grid_for_elements(u32::MAX.into());
        assert_eq!(most.is_ok(), configuration.covers_u32());
        assert!(linear.is_err() || visits(linear.unwrap(), [true, false, false]) == 1);
        // It is the same grid as over the extent of a one-dimensional launch.
        let threads = block.0 * block.1 * block.2;
        let in_x = configuration.with_block_dim((threads, 1, 1));
        assert_eq!(linear, in_x.grid_for_extent((100, 1, 1)));
    }
    assert!(grids > 0 && refused > 0);
}
