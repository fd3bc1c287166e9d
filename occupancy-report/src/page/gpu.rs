//! The section of one GPU: its limits, its charts, its waves, and what would change the result.

use std::fmt::Write;

use occupancy_core::Arch;

use super::{changes, grid, latency, parameters, profile, resources, tile, trade};
use crate::charts;
use crate::report::Report;
use crate::verdict::Verdict;
use crate::words::{counted, kib, warps_per_scheduler};

/// What a page shows of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// Tables and drawings.
    Charts,
    /// Only tables.
    Tables,
}

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
    // A heading outside of the folded part is in the sidebar.
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
    latency::table(out, verdict);
    tile::table(out, verdict);
    if contents == Contents::Charts {
        out.push_str(&charts::markdown(verdict));
    }
    grid::table(out, verdict);
    changes::table(out, verdict);
    trade::table(out, verdict);
    profile::table(out, verdict);
    if fold != Fold::Never {
        out.push_str("</details>\n\n");
    }
}

pub(super) fn heading(arch: &Arch) -> String {
    match arch {
        Arch::Device(device) => device.name().to_owned(),
        Arch::ComputeCapability(cc) => format!("Compute capability {}", cc.name()),
    }
}

/// "Compute capability 9.0, 132 SMs".
fn about(arch: &Arch) -> String {
    match arch {
        Arch::Device(device) => format!(
            "Compute capability {}, {}",
            device.compute_capability().name(),
            counted(device.sm_count().into(), "SM")
        ),
        Arch::ComputeCapability(cc) => cc.architecture().to_owned(),
    }
}

/// What no table has.
fn details(verdict: &Verdict<'_>) -> String {
    let (cc, occupancy) = (verdict.compute_capability(), &verdict.occupancy);
    let mut out = format!(
        "Each of the SM's {} fills {} warp slots.",
        counted(cc.sub_partitions().into(), "scheduler"),
        warps_per_scheduler(cc, occupancy),
    );
    let shared_memory = occupancy.shared_memory_per_sm;
    if let Some(left) = cc.l1_cache_beside(shared_memory) {
        let _ = write!(
            out,
            " L1 has {} beside {} of shared memory.",
            kib(left),
            kib(shared_memory)
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Kernel};

    use super::details;
    use crate::report::Variant;
    use crate::verdict::Verdict;

    #[test]
    fn l1_has_what_the_carveout_leaves() {
        let of = |name: &str, carveout| {
            let archs = [Arch::find(name).unwrap()];
            let kernel = Kernel::new((256, 1, 1), 64).with_carveout(carveout);
            let variant = Variant::new(Configuration::new(&archs, kernel));
            details(&Verdict::new(&variant, &archs[0]).unwrap())
        };
        assert_eq!(
            of("h100", None),
            "Each of the SM's 4 schedulers fills 8 of 16 warp slots. \
             L1 has 28 KiB beside 228 KiB of shared memory."
        );
        assert_eq!(
            of("h100", Some(40)),
            "Each of the SM's 4 schedulers fills 8 of 16 warp slots. \
             L1 has 156 KiB beside 100 KiB of shared memory."
        );
        // Shared memory has its own array; the size of the unified one is not known.
        for name in ["p100", "b300"] {
            assert!(!of(name, None).contains("L1"), "{name}");
        }
    }
}
