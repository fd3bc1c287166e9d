//! Extents along x, y and z.

use occupancy_calculator::Extent;

pub(crate) use occupancy_calculator::Dims;

/// `16x16x1` without the ones at its end.
pub(crate) fn dims(dims: Dims) -> String {
    Extent(dims).to_string()
}
