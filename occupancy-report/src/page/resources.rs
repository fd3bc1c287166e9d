//! What every resource of one SM allows, and what the resident blocks take of it.

use std::fmt::Write;

use occupancy_core::text::grouped;

use crate::amounts::amounts;
use crate::limits::of_verdict;
use crate::markdown::SMALL;
use crate::verdict::Verdict;
use crate::words::counted;

pub(super) fn table(out: &mut String, verdict: &Verdict<'_>) {
    let occupancy = &verdict.occupancy;
    let resident = occupancy.blocks_per_sm;
    let [before, behind] = SMALL;
    out.push_str(before);
    let _ = writeln!(
        out,
        "| resource | blocks per SM | | each block | taken by {resident} |\n|---|--:|---|---|--:|"
    );
    let amounts = amounts(verdict);
    for limit in of_verdict(verdict) {
        let mut amounts = amounts.iter();
        let Some(amount) = amounts.find(|amount| amount.resource == limit.resource) else {
            continue;
        };
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} of {} |",
            limit.resource,
            limit.blocks,
            if limit.binds { "**binds**" } else { "" },
            limit.details,
            grouped(amount.taken(resident)),
            grouped(amount.of),
        );
    }
    if let Some(clusters) = verdict.clusters {
        let _ = writeln!(
            out,
            "| clusters | | {} | at most {} on the GPU | |",
            counted(verdict.kernel().blocks_per_cluster(), "block"),
            grouped(clusters),
        );
    }
    out.push_str(behind);
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Kernel};

    use super::table;
    use crate::report::Variant;
    use crate::verdict::Verdict;

    fn rows(cluster: Option<(u32, u32, u32)>) -> String {
        let archs = [Arch::find("h100").unwrap()];
        let kernel = Kernel::new((1024, 1, 1), 64).with_cluster_dim(cluster);
        let mut out = String::new();
        let variant = Variant::new(Configuration::new(&archs, kernel));
        table(&mut out, &Verdict::new(&variant, &archs[0]).unwrap());
        out
    }

    /// 132 SMs of one block each.
    #[test]
    fn clusters_have_a_row() {
        let with = rows(Some((4, 2, 1)));
        let last = with.lines().rev().find(|line| line.starts_with('|'));
        assert_eq!(
            last,
            Some("| clusters | | 8 blocks | at most 16 on the GPU | |")
        );
        assert!(!rows(None).contains("clusters"));
    }
}
