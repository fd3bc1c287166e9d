//! The result on each GPU, a line each: the first thing that a page shows.

use std::fmt::Write;

use crate::markdown::SMALL;
use crate::report::Report;
use crate::words::{block, warps_per_scheduler};

pub(super) fn table(out: &mut String, report: &Report<'_>) {
    let [before, behind] = SMALL;
    out.push_str(before);
    // Six columns fit on a phone where long words may be broken.
    out.push_str(
        "| GPU | block | blocks per SM | warps per sched\u{ad}uler | occu\u{ad}pancy | binding limit |\n\
         |---|--:|--:|--:|--:|---|\n",
    );
    for verdict in report.verdicts() {
        let occupancy = &verdict.occupancy;
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} |",
            verdict.arch.name(),
            block(verdict.kernel().block_dim),
            occupancy.blocks_per_sm,
            warps_per_scheduler(verdict.compute_capability(), occupancy),
            occupancy.ratio(),
            occupancy.binding(),
        );
    }
    out.push_str(behind);
}
