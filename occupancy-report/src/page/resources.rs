//! What every resource of one SM allows, and what the resident blocks take of it.

use std::fmt::Write;

use occupancy_core::{Arch, Configuration, Occupancy, figures, grouped};

use crate::amounts::amounts;
use crate::words::counted;

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
    if let Some(clusters) = configuration.resident_clusters_at_most(arch) {
        let _ = writeln!(
            out,
            "| clusters | | {} | at most {} on the GPU | |",
            counted(configuration.kernel.blocks_per_cluster(), "block"),
            grouped(clusters),
        );
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Kernel};

    use super::table;

    fn rows(cluster: Option<(u32, u32, u32)>) -> String {
        let archs = [Arch::find("h100").unwrap()];
        let kernel = Kernel::new((1024, 1, 1), 64).with_cluster_dim(cluster);
        let mut out = String::new();
        table(&mut out, &Configuration::new(&archs, kernel), &archs[0]);
        out
    }

    /// 132 SMs of one block each.
    #[test]
    fn clusters_have_a_row() {
        let with = rows(Some((4, 2, 1)));
        let last = with.lines().rev().find(|line| !line.is_empty());
        assert_eq!(
            last,
            Some("| clusters | | 8 blocks | at most 16 on the GPU | |")
        );
        assert!(!rows(None).contains("clusters"));
    }
}
