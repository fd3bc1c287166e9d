//! Grids of whole clusters.

use occupancy_core::{GridDim, GridError};

/// Blocks per cluster, if there are clusters.
type Cluster = Option<(u32, u32, u32)>;

/// A grid for `elements` elements, rounded up to whole clusters.
///
/// # Errors
///
/// [`GridError`] if there are no elements, or more blocks than a grid can have.
pub(crate) const fn grid_for(
    elements: u64,
    threads_per_block: u32,
    items_per_thread: u32,
    cluster: Cluster,
) -> Result<GridDim, GridError> {
    let each = threads_per_block as u64 * items_per_thread as u64;
    rounded_up(GridDim::for_elements(elements, each), cluster)
}

/// A grid that covers this many elements in x, y and z, rounded up to whole clusters.
///
/// # Errors
///
/// [`GridError`] if there are no elements, or more blocks along an axis than a grid can have.
pub(crate) const fn grid_covering(
    extent: (u32, u32, u32),
    block_dim: (u32, u32, u32),
    cluster: Cluster,
) -> Result<GridDim, GridError> {
    rounded_up(GridDim::for_extent(extent, block_dim), cluster)
}

const fn rounded_up(
    grid: Result<GridDim, GridError>,
    cluster: Cluster,
) -> Result<GridDim, GridError> {
    match (grid, cluster) {
        (Ok(grid), Some(cluster)) => grid.rounded_up_to_cluster(cluster),
        (grid, _) => grid,
    }
}

/// A grid of this many blocks, of whole clusters.
///
/// # Errors
///
/// [`GridError`] if a dimension is zero, over its limit, or not a multiple of the cluster's.
pub(crate) const fn grid_of(grid: (u32, u32, u32), cluster: Cluster) -> Result<GridDim, GridError> {
    match (GridDim::new(grid), cluster) {
        (Ok(grid), Some(cluster)) => grid.check_cluster(cluster),
        (grid, _) => grid,
    }
}

/// A grid that fills this many SMs once, as far as whole clusters can.
///
/// # Errors
///
/// [`GridError`] if there are no SMs, more blocks than a grid can have, or not one whole cluster.
pub(crate) const fn persistent_on(
    sm_count: u32,
    blocks_per_sm: u32,
    cluster: Cluster,
) -> Result<GridDim, GridError> {
    match cluster {
        Some(cluster) => GridDim::persistent_clusters(sm_count, blocks_per_sm, cluster),
        None => GridDim::persistent(sm_count, blocks_per_sm),
    }
}

/// Checks that the blocks on each SM of a persistent grid are resident at once.
///
/// # Errors
///
/// [`GridError::Residency`] if they are not.
pub(crate) const fn resident_together(blocks: u32, resident: u32) -> Result<u32, GridError> {
    if blocks > resident {
        Err(GridError::Residency { blocks, resident })
    } else {
        Ok(blocks)
    }
}
