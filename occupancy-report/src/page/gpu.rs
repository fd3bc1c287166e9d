//! The section of one GPU: its limits, its charts, its waves, and what would change the result.

use std::fmt::Write;

use occupancy_core::Arch;

use super::{Contents, changes, grid, parameters, resources, trade};
use crate::verdict::Verdict;
use crate::words::{counted, warps_per_scheduler};
use crate::{Report, charts};

/// How a section is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fold {
    /// As a part of the page.
    Never,
    Open,
    Closed,
}

pub(super) fn section(
    out: &mut String,
    report: &Report<'_>,
    verdict: &Verdict<'_>,
    contents: Contents,
    fold: Fold,
) {
    // A heading outside of what is folded stands in the sidebar.
    let _ = writeln!(out, "# {}\n", heading(verdict.arch));
    let about = about(verdict.arch);
    let _ = match fold {
        Fold::Never => writeln!(out, "{about}. {}\n", details(verdict)),
        Fold::Open | Fold::Closed => {
            let open = if fold == Fold::Open { " open" } else { "" };
            writeln!(
                out,
                "<details{open}><summary>{about}</summary>\n\n{}\n",
                details(verdict)
            )
        }
    };
    parameters::own(out, report, verdict.variant);
    resources::table(out, verdict);
    if contents == Contents::Charts {
        out.push_str(&charts::markdown(verdict));
    }
    grid::table(out, verdict);
    changes::table(out, verdict);
    trade::table(out, verdict);
    if fold != Fold::Never {
        out.push_str("</details>\n\n");
    }
}

fn heading(arch: &Arch) -> String {
    match arch {
        Arch::Device(device) => device.name.to_owned(),
        Arch::ComputeCapability(cc) => format!("Compute capability {}", cc.name),
    }
}

/// "Compute capability 9.0, 132 SMs".
fn about(arch: &Arch) -> String {
    match arch {
        Arch::Device(device) => format!(
            "Compute capability {}, {}",
            device.compute_capability.name,
            counted(device.sm_count.into(), "SM")
        ),
        Arch::ComputeCapability(cc) => cc.architecture.to_owned(),
    }
}

/// What no table has.
fn details(verdict: &Verdict<'_>) -> String {
    let (cc, occupancy) = (verdict.compute_capability(), &verdict.occupancy);
    format!(
        "Each of the SM's {} fills {} warp slots.",
        counted(cc.sub_partitions.into(), "scheduler"),
        warps_per_scheduler(cc, occupancy),
    )
}
