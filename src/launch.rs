//! Logic of the launch structs that would otherwise stand in every expansion.
//!
//! The attribute has checked what these take, so each failure here is a fault of the attribute and
//! ends the build with a const panic.

use core::fmt;

use occupancy_core::{Configuration, GridDim, GridError, Occupancy, Ratio, Waves};

/// A struct that `#[launch_config]` has written, for code that takes any of them.
///
/// ```
/// use occupancy::{LaunchStruct, launch_config};
///
/// #[launch_config(arch = "h100", threads = 256, regs = 64)]
/// fn saxpy() {}
///
/// fn threads<L: LaunchStruct>(launch: L) -> u64 {
///     launch.grid().blocks() * L::CONFIGURATION.kernel.threads_per_block()
/// }
///
/// assert_eq!(threads(SaxpyLaunch::for_elements(1_000).unwrap()), 1_024);
/// ```
pub trait LaunchStruct: Copy {
    /// What was checked.
    const CONFIGURATION: Configuration<'static>;

    /// The grid.
    fn grid(&self) -> GridDim;
}

/// The occupancy on the arch where fewest blocks are resident.
///
/// # Panics
///
/// Never for what the attribute has checked.
pub const fn least_occupancy(configuration: &Configuration<'_>) -> Occupancy {
    match configuration.least_occupancy() {
        Some(least) => least,
        None => panic!("the configuration was not checked for any GPU"),
    }
}

/// `SaxpyLaunch { grid_dim: …, block_dim: …, shared_mem_bytes: … }`.
///
/// # Errors
///
/// The formatter's.
pub fn debug(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    grid: GridDim,
    configuration: &Configuration<'_>,
) -> fmt::Result {
    f.debug_struct(name)
        .field("grid_dim", &grid.dims())
        .field("block_dim", &configuration.kernel.block_dim)
        .field(
            "shared_mem_bytes",
            &configuration.kernel.dynamic_shared_memory,
        )
        .finish()
}

/// Blocks of a cluster, where there are clusters.
type Cluster = Option<(u32, u32, u32)>;

/// A grid for `elements` elements, rounded up to whole clusters.
///
/// # Errors
///
/// Where there are no elements, or more blocks than a grid can have.
pub const fn grid_for(
    elements: u64,
    threads_per_block: u32,
    items_per_thread: u32,
    cluster: Cluster,
) -> Result<GridDim, GridError> {
    let each = threads_per_block as u64 * items_per_thread as u64;
    rounded_up(GridDim::for_elements(elements, each), cluster)
}

/// A grid that covers so many elements in x, y and z, rounded up to whole clusters.
///
/// # Errors
///
/// Where there are no elements, or more blocks along an axis than a grid can have.
pub const fn grid_covering(
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

/// A grid of so many blocks, of whole clusters.
///
/// # Errors
///
/// Where a dimension is zero, over its limit, or no multiple of the cluster's.
pub const fn grid_of(grid: (u32, u32, u32), cluster: Cluster) -> Result<GridDim, GridError> {
    match (GridDim::new(grid), cluster) {
        (Ok(grid), Some(cluster)) => grid.check_cluster(cluster),
        (grid, _) => grid,
    }
}

/// A grid that fills so many SMs once, as far as whole clusters do.
///
/// # Errors
///
/// Where there are no SMs, more blocks than a grid can have, or not one whole cluster.
pub const fn persistent_on(
    sm_count: u32,
    blocks_per_sm: u32,
    cluster: Cluster,
) -> Result<GridDim, GridError> {
    match cluster {
        Some(cluster) => GridDim::persistent_clusters(sm_count, blocks_per_sm, cluster),
        None => GridDim::persistent(sm_count, blocks_per_sm),
    }
}

/// A grid that the attribute has checked.
///
/// # Panics
///
/// Never for what the attribute has checked.
pub const fn checked_grid(dims: (u32, u32, u32)) -> GridDim {
    match GridDim::new(dims) {
        Ok(grid) => grid,
        Err(_) => panic!("the grid was not checked"),
    }
}

/// One wave on a device of the tables, for a block that fits.
///
/// # Panics
///
/// Never for what the attribute has checked.
pub const fn persistent_grid(sm_count: u32, blocks_per_sm: u32, cluster: Cluster) -> GridDim {
    match persistent_on(sm_count, blocks_per_sm, cluster) {
        Ok(grid) => grid,
        Err(_) => panic!("the configuration was not checked"),
    }
}

/// The waves on a device of the tables, for a block that fits.
///
/// # Panics
///
/// Never for what the attribute has checked.
pub const fn waves(grid: GridDim, sm_count: u32, blocks_per_sm: u32) -> Waves {
    match Waves::new(grid, sm_count, blocks_per_sm) {
        Some(waves) => waves,
        None => panic!("the configuration was not checked"),
    }
}

/// A ratio that the attribute has read.
///
/// # Panics
///
/// Never for what the attribute has read.
pub const fn ratio(numerator: u64, denominator: u64) -> Ratio {
    match Ratio::new(numerator, denominator) {
        Some(ratio) => ratio,
        None => panic!("a ratio over zero"),
    }
}
