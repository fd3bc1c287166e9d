//! What the author demands that the resident warps hide, and how far they do.

use std::fmt::Write;

use occupancy_core::text::grouped;

use crate::verdict::Verdict;
use crate::words::counted;

pub(super) fn table(out: &mut String, verdict: &Verdict<'_>) {
    let Some(demand) = verdict.configuration().hides else {
        return;
    };
    let (cc, arch) = (verdict.compute_capability(), verdict.arch);
    let (warps, slots) = (
        verdict.occupancy.warps_per_sm(),
        verdict.occupancy.max_warps_per_sm,
    );
    let mut rows = String::new();
    let mut row = |hidden: String, needed: u64, reached: String| {
        let _ = writeln!(
            rows,
            "| {hidden} | {} of {slots} | {warps} | {reached} |",
            grouped(needed)
        );
    };
    if let Some(hiding) = demand.latency_hiding() {
        row(
            format!(
                "{}, {} before each wait",
                counted(hiding.latency_cycles().into(), "cycle"),
                counted(hiding.instructions().into(), "instruction"),
            ),
            hiding.warps_per_sm(cc),
            format!(
                "schedulers issue in {} of cycles",
                hiding.issue_share(cc, warps)
            ),
        );
    }
    if let Some((needed, bytes)) = demand.bytes_in_flight(arch)
        && let Some(enough) = needed.warps_per_sm(bytes)
    {
        row(
            format!(
                "memory, {} in flight per thread",
                counted(bytes.into(), "byte")
            ),
            enough,
            format!("{} of the bandwidth", needed.bandwidth_share(warps, bytes)),
        );
    }
    if !rows.is_empty() {
        let _ = writeln!(
            out,
            "| to hide | needs warps | resident | at most |\n|---|--:|--:|---|\n{rows}"
        );
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Kernel, kernel::LatencyDemand};

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

    /// Without a demand there is nothing to say, nor of a memory that nobody measured.
    #[test]
    fn what_is_not_known_has_no_row() {
        assert_eq!(rows("h100", None), "");
        assert_eq!(rows("l4", Some(LatencyDemand::bytes(16))), "");
    }
}
