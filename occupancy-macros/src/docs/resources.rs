//! What every resource of one SM allows, and what the resident blocks take of it.

use std::fmt::Write;

use occupancy_core::{Arch, Configuration, Occupancy, figures, grouped};

use crate::amounts::amounts;

pub(super) fn table(out: &mut String, configuration: &Configuration<'_>, arch: &Arch) {
    let Ok(occupancy) = Occupancy::new(arch.compute_capability(), &configuration.kernel) else {
        return;
    };
    let resident = occupancy.blocks_per_sm;
    let _ = writeln!(
        out,
        "| resource | blocks per SM | | each block | taken by {resident} |\n|---|--:|---|---|--:|"
    );
    for amount in amounts(arch, &configuration.kernel, &occupancy) {
        let resource = amount.resource;
        let _ = writeln!(
            out,
            "| {resource} | {} | {} | {} | {} of {} |",
            occupancy.limits.of(resource).unwrap_or_default(),
            if occupancy.binds(resource) {
                "**binds**"
            } else {
                ""
            },
            figures(&occupancy, configuration, arch, resource),
            grouped(amount.taken(resident)),
            grouped(amount.of),
        );
    }
    out.push('\n');
}
