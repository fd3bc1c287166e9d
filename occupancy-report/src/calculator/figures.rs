//! Figures of the calculation in the form in which all outputs have them.

use occupancy_core::{Occupancy, Ratio, Resource};

/// Percent with one decimal.
pub fn percent(ratio: Ratio) -> f64 {
    #[allow(
        clippy::cast_precision_loss,
        reason = "what is shown here is at most a few thousand"
    )]
    let tenths = ratio.tenths_of_percent() as f64;
    tenths / 10.0
}

/// `registers, warps`: the binding limits.
pub fn binding_limits(occupancy: &Occupancy) -> String {
    let names: Vec<_> = occupancy.binding().iter().map(Resource::name).collect();
    names.join(", ")
}
