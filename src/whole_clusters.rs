//! Grids of whole clusters for a configuration.

use occupancy_core::{Configuration, GridDim, GridError};

/// A figure in x, y and z.
type Dims = (u32, u32, u32);

/// A grid that can be launched, or why it cannot.
pub(crate) type Grid = Result<GridDim, GridError>;

/// A grid for this many elements, rounded up to whole clusters along x.
///
/// # Errors
///
/// [`GridError`] if there are no elements, more blocks than a grid can have, or clusters in y or z.
pub(crate) const fn grid_for(configuration: &Configuration<'_>, elements: u64) -> Grid {
    let grid = GridDim::for_elements(elements, configuration.elements_per_block());
    let cluster = configuration.kernel.cluster();
    rounded_up(grid, cluster, (true, false, false))
}

/// A grid that covers this many elements in x, y and z, rounded up to whole clusters.
///
/// # Errors
///
/// [`GridError`] if there are no elements, more blocks along an axis than a grid can have, or clusters along
/// an axis of one element and blocks of one thread.
pub(crate) const fn grid_covering(configuration: &Configuration<'_>, extent: Dims) -> Grid {
    let kernel = &configuration.kernel;
    covering(extent, kernel.block_dim, kernel.cluster())
}

/// A grid with a block for each tile of a product, rounded up to whole clusters: columns along x, rows along y.
///
/// # Errors
///
/// [`GridError`] if there is no tile, or as for [`grid_covering`].
pub(crate) const fn grid_of_tiles(configuration: &Configuration<'_>, m: u32, n: u32) -> Grid {
    let cluster = configuration.kernel.cluster();
    match configuration.tile {
        Some(tile) => covering((n, m, 1), (tile.n, tile.m, 1), cluster),
        None => Err(GridError::NoTile),
    }
}

const fn covering(extent: Dims, each: Dims, cluster: Dims) -> Grid {
    let indexes = (
        extent.0 > 1 || each.0 > 1,
        extent.1 > 1 || each.1 > 1,
        extent.2 > 1 || each.2 > 1,
    );
    rounded_up(GridDim::for_extent(extent, each), cluster, indexes)
}

/// The grid in whole clusters. A kernel skips extra blocks along the axes that it `indexes`; along any other,
/// they would do the work once more.
const fn rounded_up(grid: Grid, cluster: Dims, indexes: (bool, bool, bool)) -> Grid {
    let (Ok(grid), (x, y, z)) = (grid, cluster) else {
        return grid;
    };
    let fixed = (
        if indexes.0 { 1 } else { x },
        if indexes.1 { 1 } else { y },
        if indexes.2 { 1 } else { z },
    );
    match grid.check_cluster(fixed) {
        Ok(grid) => grid.rounded_up_to_cluster((x, y, z)),
        Err(error) => Err(error),
    }
}

/// A grid of this many blocks, of whole clusters.
///
/// # Errors
///
/// [`GridError`] if a dimension is zero, over its limit, or not a multiple of the cluster's.
pub(crate) const fn grid_of(configuration: &Configuration<'_>, blocks: Dims) -> Grid {
    match GridDim::new(blocks) {
        Ok(grid) => grid.check_cluster(configuration.kernel.cluster()),
        error => error,
    }
}

/// A grid with this many blocks, of those that can be resident, on each of so many SMs, as far as whole clusters can.
///
/// # Errors
///
/// [`GridError::Residency`] if not all of them can be; [`GridError`] if there are no SMs, more blocks than a grid can
/// have, or not one whole cluster.
pub(crate) const fn persistent(
    configuration: &Configuration<'_>,
    sm_count: u32,
    blocks: u32,
    resident: u32,
) -> Grid {
    if blocks > resident {
        Err(GridError::Residency { blocks, resident })
    } else {
        GridDim::persistent_clusters(sm_count, blocks, configuration.kernel.cluster())
    }
}

#[cfg(test)]
mod tests {
    use super::{Dims, covering, grid_for};
    use occupancy_core::{Configuration, GridDim, GridError, Kernel};

    fn dims(lengths: [u32; 2]) -> impl Iterator<Item = Dims> + Clone {
        let along = lengths.into_iter();
        along.clone().flat_map(move |x| {
            let along = along.clone();
            along
                .clone()
                .flat_map(move |y| along.clone().map(move |z| (x, y, z)))
        })
    }

    /// How often a kernel that indexes each axis with more than one thread or element works on an element: the
    /// blocks of every other axis do the same.
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
        for (block, cluster) in dims([1, 2]).flat_map(|b| dims([1, 2]).map(move |c| (b, c))) {
            for extent in dims([1, 3]) {
                let lengths = [
                    (extent.0, block.0),
                    (extent.1, block.1),
                    (extent.2, block.2),
                ];
                let indexes = lengths.map(|(elements, threads)| elements > 1 || threads > 1);
                match covering(extent, block, cluster) {
                    Ok(grid) => {
                        grids += 1;
                        assert_eq!(visits(grid, indexes), 1, "{extent:?} {block:?} {cluster:?}");
                        assert_eq!(grid.check_cluster(cluster), Ok(grid));
                    }
                    Err(GridError::Cluster { axis, blocks, .. }) => {
                        refused += 1;
                        let is_indexed =
                            axis.of((indexes[0].into(), indexes[1].into(), indexes[2].into()));
                        assert_eq!(
                            (blocks, is_indexed),
                            (1, 0),
                            "{extent:?} {block:?} {cluster:?}"
                        );
                    }
                    Err(error) => panic!("{error}"),
                }
            }
            let threads = block.0 * block.1 * block.2;
            let mut kernel = Kernel::new(block, 32);
            kernel.cluster_dim = Some(cluster);
            let linear = grid_for(&Configuration::new(&[], kernel), 100);
            assert_eq!(linear.is_ok(), cluster.1 == 1 && cluster.2 == 1);
            assert!(linear.is_err() || visits(linear.unwrap(), [true, false, false]) == 1);
            // The extent form of a one-dimensional launch.
            assert_eq!(linear, covering((100, 1, 1), (threads, 1, 1), cluster));
        }
        assert!(grids > 0 && refused > 0);
    }
}
