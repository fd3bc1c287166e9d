//! Logic of the launch structs that would otherwise stand in every expansion.
//!
//! The attribute has checked what these take, so each failure here is a fault of the attribute and
//! ends the build with a const panic.

use occupancy_core::{Arch, GridDim, Kernel, Occupancy, Waves};

/// The occupancy on the arch where fewest blocks are resident.
///
/// # Panics
///
/// Never for what the attribute has checked.
pub const fn least_occupancy(archs: &[Arch], kernel: &Kernel) -> Occupancy {
    let mut least: Option<Occupancy> = None;
    let mut i = 0;
    while i < archs.len() {
        if let Ok(occupancy) = Occupancy::new(archs[i].compute_capability(), kernel) {
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
