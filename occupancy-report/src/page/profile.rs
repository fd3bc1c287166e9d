//! What Nsight Compute shows of a launch that runs as calculated, and what a difference means.

use crate::markdown::{small, table};
use crate::profile::expected_profile;
use crate::verdict::Verdict;
use crate::words::only_if;

pub(super) fn details(verdict: &Verdict<'_>) -> String {
    let (occupancy, waves) = (&verdict.occupancy, verdict.waves);
    let profile = expected_profile(verdict.cc, verdict.kernel, occupancy, waves);
    let head = "| metric | shows | otherwise |\n|---|--:|---|";
    let metrics = small(&table(head, &profile, |metric| {
        let at_most = only_if(metric.is_at_most, "≤ ");
        // A metric's name is one word, which a narrow screen breaks at its parts alone.
        let name = metric.name.replace('_', "\\_<wbr>").replace('.', ".<wbr>");
        let (value, otherwise) = (&metric.value, metric.otherwise);
        format!("| {name} | {at_most}{value} | {otherwise} |")
    }));
    format!("<details><summary>What Nsight Compute shows</summary>\n\n{metrics}</details>\n\n")
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Grid, Kernel};

    use super::details;
    use crate::verdict::Verdict;

    /// An H100 with 4 blocks of 256 threads on each of 132 SMs.
    #[test]
    fn each_metric_has_its_figure_and_what_another_means() {
        let archs = [Arch::find("h100").unwrap()];
        let rows = |grid| {
            let configuration =
                Configuration::new(&archs, Kernel::new((256, 1, 1), 64)).with_grid(grid);
            details(&Verdict::new(&configuration, &archs[0]).unwrap())
        };
        let out = rows(Some(Grid::Blocks((1000, 1, 1))));
        for row in [
            "| launch\\_<wbr>\\_<wbr>registers\\_<wbr>per\\_<wbr>thread | 64 | the compiler used",
            "| launch\\_<wbr>\\_<wbr>waves\\_<wbr>per\\_<wbr>multiprocessor | 1.89 | another grid",
            ".<wbr>per\\_<wbr>cycle\\_<wbr>active | ≤ 8.00 | more: ",
        ] {
            assert!(out.contains(row), "{row}: {out}");
        }
        assert!(!rows(None).contains("waves"));
    }
}
