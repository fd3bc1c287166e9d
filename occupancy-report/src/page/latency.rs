//! The table of what the author demands that the resident warps hide.

use std::fmt::Write;

use occupancy_core::text::grouped;

use crate::latency::hidden;
use crate::verdict::Verdict;

pub(super) fn table(out: &mut String, verdict: &Verdict<'_>) {
    let hidden = hidden(verdict);
    if hidden.is_empty() {
        return;
    }
    out.push_str("| to hide | needs warps | resident | at most |\n|---|--:|--:|---|\n");
    for one in hidden {
        let _ = writeln!(
            out,
            "| {} | {} of {} | {} | {} |",
            one.what,
            grouped(one.warps_needed),
            verdict.occupancy.max_warps_per_sm,
            one.warps_resident,
            one.reached,
        );
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Grid, Kernel, kernel::LatencyDemand};

    use super::table;
    use crate::report::Variant;
    use crate::verdict::Verdict;

    fn rows(gpu: &str, hides: Option<LatencyDemand>) -> String {
        let archs = [Arch::find(gpu).unwrap()];
        let configuration =
            Configuration::new(&archs, Kernel::new((256, 1, 1), 64)).with_hides(hides);
        let variant = Variant::new(configuration);
        let mut out = String::new();
        table(&mut out, &Verdict::new(&variant, &archs[0]).unwrap());
        out
    }

    #[test]
    fn each_demand_has_a_row() {
        let demand = LatencyDemand::cycles(400, 30).with_bytes(4);
        assert_eq!(
            rows("h100", Some(demand)),
            "| to hide | needs warps | resident | at most |\n|---|--:|--:|---|\n\
             | 400 cycles, 30 instructions before each wait | 60 of 64 | 32 | schedulers issue in 55.9 % of cycles |\n\
             | memory, 4 bytes in flight per thread | 71 of 64 | 32 | 45.6 % of the bandwidth |\n\n"
        );
    }

    /// One block on each SM, and half of the SMs.
    #[test]
    fn a_grid_and_a_share_have_their_warps() {
        let archs = [Arch::find("h100").unwrap()];
        let plain = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        let rows = |configuration: Configuration<'_>| {
            let variant = Variant::new(configuration);
            let mut out = String::new();
            table(&mut out, &Verdict::new(&variant, &archs[0]).unwrap());
            let rows = out.lines().skip(2).filter(|row| !row.is_empty());
            rows.map(str::to_owned).collect::<Vec<_>>()
        };
        let cycles = plain.with_hides(Some(LatencyDemand::cycles(400, 60)));
        assert_eq!(
            rows(cycles.with_grid(Some(Grid::Blocks((132, 1, 1))))),
            [
                "| 400 cycles, 60 instructions before each wait, with this grid | 32 of 64 | 8 | \
              schedulers issue in 26.1 % of cycles |"
            ]
        );
        let bytes = plain.with_hides(Some(LatencyDemand::bytes(16)));
        assert_eq!(
            rows(bytes.with_sms(Some(66))),
            ["| memory, 16 bytes in flight per thread | 36 of 64 | 32 | 91.2 % of the bandwidth |"]
        );
        assert_eq!(
            rows(bytes.with_grid(Some(Grid::Elements(66 * 256)))),
            [
                "| memory, 16 bytes in flight per thread, with this grid | 36 of 64 | 8 | \
              22.8 % of the bandwidth |"
            ]
        );
    }

    /// Without a demand there is nothing to say, nor of a memory that nobody measured.
    #[test]
    fn what_is_not_known_has_no_row() {
        assert_eq!(rows("h100", None), "");
        assert_eq!(rows("l4", Some(LatencyDemand::bytes(16))), "");
    }
}
