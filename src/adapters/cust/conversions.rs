//! Converts launches into cust's grids and blocks.

use cust::function::{BlockSize, GridSize};

use crate::opted_in::OptedIn;

convert_through_opted_in!(GridSize, BlockSize);

/// For code that opts in itself.
impl From<OptedIn> for GridSize {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        launch.grid_dim().into()
    }
}

/// For code that opts in itself.
impl From<OptedIn> for BlockSize {
    #[inline]
    fn from(launch: OptedIn) -> Self {
        launch.block_dim().into()
    }
}
