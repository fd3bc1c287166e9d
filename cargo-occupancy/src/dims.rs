//! Extents along x, y and z.

use occupancy_report::calculator::Extent;

pub(crate) use occupancy_report::calculator::Dims;

/// `16x16x1` without the ones at its end.
pub(crate) fn dims(dims: Dims) -> String {
    Extent(dims).to_string()
}
