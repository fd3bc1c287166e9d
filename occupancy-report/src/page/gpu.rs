//! The section of one GPU: its limits, its charts, its waves, and what would change the result.

use std::fmt::Write;

use occupancy_core::Arch;

use super::{paragraphs, profile, tile, trade};
use crate::charts;
use crate::verdict::Verdict;
use crate::words::{counted, kib, warps_per_scheduler};

/// `parameters` are those that other GPUs do not share; `fold` is the attribute of a section that can be folded.
pub(super) fn section(
    verdict: &Verdict<'_>,
    parameters: &str,
    has_charts: bool,
    fold: Option<&str>,
) -> String {
    let (heading, about) = names(verdict.arch);
    let (begin, end) = match fold {
        None => (format!("{about}. "), ""),
        Some(open) => (
            format!("<details{open}><summary>{about}</summary>\n\n"),
            "</details>\n\n",
        ),
    };
    let charts = has_charts.then(|| charts::markdown(verdict));
    let charts = charts.unwrap_or_default();
    // A heading outside of the folded part is in the sidebar.
    format!(
        "# {heading}\n\n{begin}{}\n\n{parameters}{}{}{}{charts}{}{}{}{}{end}",
        details(verdict),
        paragraphs::limits(verdict),
        paragraphs::latency(verdict),
        tile::tables(verdict),
        paragraphs::waves(verdict),
        paragraphs::changes(verdict),
        trade::by_block_size_and_registers(verdict),
        profile::details(verdict),
    )
}

/// The heading, and what is said of the GPU below it: "Compute capability 9.0, 132 SMs".
pub(super) fn names(arch: &Arch) -> (String, String) {
    let cc = format!("Compute capability {}", arch.compute_capability().name());
    match arch {
        Arch::Device(device) => {
            let sms = counted(device.sm_count().into(), "SM");
            (device.name().to_owned(), format!("{cc}, {sms}"))
        }
        Arch::ComputeCapability(of) => (cc, of.architecture().to_owned()),
    }
}

/// What no table has.
fn details(verdict: &Verdict<'_>) -> String {
    let (cc, occupancy) = (verdict.cc, &verdict.occupancy);
    let schedulers = counted(cc.sub_partitions().into(), "scheduler");
    let warps = warps_per_scheduler(cc, occupancy);
    let shared_memory = occupancy.shared_memory_per_sm;
    let mut out = format!("Each of the SM's {schedulers} fills {warps} warp slots.");
    if let Some(left) = cc.l1_cache_beside(shared_memory) {
        let (left, beside) = (kib(left), kib(shared_memory));
        let _ = write!(out, " L1 has {left} beside {beside} of shared memory.");
    }
    out
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Kernel};

    use super::details;
    use crate::verdict::Verdict;

    #[test]
    fn l1_has_what_the_carveout_leaves() {
        let of = |name: &str, carveout| {
            let archs = [Arch::find(name).unwrap()];
            let kernel = Kernel::new((256, 1, 1), 64).with_carveout(carveout);
            let configuration = Configuration::new(&archs, kernel);
            details(&Verdict::new(&configuration, &archs[0]).unwrap())
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
