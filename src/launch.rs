//! Logic of the launch structs that would otherwise stand in every expansion.
//!
//! The attribute has checked what these take, so each failure here is a fault of the attribute and
//! ends the build with a const panic.

use core::fmt;

use occupancy_core::{Configuration, GridDim, GridError, Occupancy, Ratio, Waves};

/// The occupancy on the arch where fewest blocks are resident.
///
/// # Panics
///
/// Never for what the attribute has checked.
pub const fn least_occupancy(configuration: &Configuration<'_>) -> Occupancy {
    let mut least: Option<Occupancy> = None;
    let mut i = 0;
    while i < configuration.archs.len() {
        let cc = configuration.archs[i].compute_capability();
        if let Ok(occupancy) = Occupancy::new(cc, &configuration.kernel) {
            least = match least {
                Some(fewest) if fewest.blocks_per_sm <= occupancy.blocks_per_sm => Some(fewest),
                _ => Some(occupancy),
            };
        }
        i += 1;
    }
    match least {
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

/// A grid for `elements` elements.
///
/// # Errors
///
/// Where there are no elements, or more blocks than a grid can have.
pub const fn grid_for(
    elements: u64,
    threads_per_block: u32,
    items_per_thread: u32,
) -> Result<GridDim, GridError> {
    GridDim::for_elements(elements, threads_per_block as u64 * items_per_thread as u64)
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
pub const fn persistent_grid(sm_count: u32, blocks_per_sm: u32) -> GridDim {
    match GridDim::persistent(sm_count, blocks_per_sm) {
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
