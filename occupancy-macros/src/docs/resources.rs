//! What every resource of one SM allows.

use std::fmt::Write;

use occupancy_core::{Arch, Configuration, Occupancy, Resource, figures};

pub(super) fn table(out: &mut String, configuration: &Configuration<'_>, arch: &Arch) {
    let Ok(occupancy) = Occupancy::new(arch.compute_capability(), &configuration.kernel) else {
        return;
    };
    out.push_str("| resource | blocks per SM | each block | |\n|---|--:|---|---|\n");
    for resource in Resource::ALL {
        if let Some(blocks) = occupancy.limits.of(resource) {
            let _ = writeln!(
                out,
                "| {resource} | {blocks} | {} | {} |",
                figures(&occupancy, configuration, arch, resource),
                if occupancy.binds(resource) {
                    "**binds**"
                } else {
                    ""
                },
            );
        }
    }
    out.push('\n');
}
