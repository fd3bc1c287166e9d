//! The section of one GPU: its limits, its charts, its waves, and what would change the result.

use std::fmt::Write;

use occupancy_core::text::grouped;
use occupancy_core::{Arch, GridDim, Waves};

use super::{tile, trade};
use crate::charts;
use crate::profile::expected_profile;
use crate::verdict::Verdict;
use crate::words::{counted, counted_dims, kib, only_if, small, table, warps_per_scheduler};

/// `parameters` are those that other GPUs do not share; `fold` is the attribute of a section that can be folded.
pub(super) fn section(
    verdict: &Verdict<'_>,
    parameters: &str,
    has_charts: bool,
    fold: Option<&str>,
) -> String {
    let (heading, about) = names(verdict.arch);
    let folded = |open| format!("<details{open}><summary>{about}</summary>\n\n");
    let (begin, end) = match fold {
        None => (format!("{about}. "), ""),
        Some(open) => (folded(open), "</details>\n\n"),
    };
    let charts = has_charts.then(|| charts::markdown(verdict));
    let charts = charts.unwrap_or_default();
    // A heading outside of the folded part is in the sidebar.
    format!(
        "# {heading}\n\n{begin}{}\n\n{parameters}{}{}{}{charts}{}{}{}{}{end}",
        details(verdict),
        limits(verdict),
        latency(verdict),
        tile::tables(verdict).unwrap_or_default(),
        waves(verdict).unwrap_or_default(),
        changes(verdict),
        trade::by_block_size_and_registers(verdict),
        profile(verdict),
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

/// What every resource of one SM allows, and what the resident blocks take of it.
fn limits(verdict: &Verdict<'_>) -> String {
    let resident = verdict.occupancy.blocks_per_sm;
    let head = "| resource | blocks per SM | | each block | taken by";
    let head = format!("{head} {resident} |\n|---|--:|---|---|--:|");
    let mut rows = Vec::new();
    for limit in &verdict.limits() {
        let binds = if limit.binds { "**binds**" } else { "" };
        let (resource, blocks, details) = (limit.resource, limit.blocks, &limit.details);
        let taken = format!("{} of {}", grouped(limit.taken), grouped(limit.of));
        let row = format!("| {resource} | {blocks} | {binds} | {details} | {taken} |");
        rows.push(row);
    }
    if let Some(clusters) = verdict.clusters {
        let blocks = counted(verdict.kernel.blocks_per_cluster(), "block");
        let most = grouped(clusters);
        let row = format!("| clusters | | {blocks} | at most {most} on the GPU | |");
        rows.push(row);
    }
    small(&table(&head, &rows, String::clone))
}

/// What the author demands that the resident warps hide.
fn latency(verdict: &Verdict<'_>) -> String {
    let hidden = verdict.latency();
    if hidden.is_empty() {
        return String::new();
    }
    let slots = verdict.occupancy.max_warps_per_sm;
    let head = "| to hide | needs warps | resident | at most |\n|---|--:|--:|---|";
    table(head, &hidden, |one| {
        let (what, needed) = (&one.what, &one.warps_needed);
        let (resident, reached) = (one.warps_resident, &one.reached);
        format!("| {what} | {needed} of {slots} | {resident} | {reached} |")
    })
}

/// How a known grid falls into waves, and the grids around it that fill their last one.
fn waves(verdict: &Verdict<'_>) -> Option<String> {
    let (waves, grid) = (verdict.waves?, verdict.configuration.grid_dim()?.ok()?);
    let sm_count = verdict.configuration.sm_count(verdict.arch)?;
    let blocks_per_sm = waves.blocks_per_wave() / u64::from(sm_count).max(1);
    let full = |blocks: u64| {
        let grid = GridDim::new((u32::try_from(blocks).ok()?, 1, 1)).ok()?;
        let full = Waves::new(grid, sm_count, u32::try_from(blocks_per_sm).ok()?)?;
        Some((counted(blocks, "block"), full))
    };
    let mut rows = vec![(counted_dims(grid.dims(), waves.grid_blocks()), waves)];
    // What is full cannot be fuller.
    if waves.last_wave_blocks() < waves.blocks_per_wave() {
        rows.extend(waves.full_waves_below().and_then(full));
        rows.extend(full(waves.full_waves_above()));
    }
    let wave = counted(waves.blocks_per_wave(), "block");
    let sms = counted(sm_count.into(), "SM");
    let head = format!(
        "A wave is {wave}: {blocks_per_sm} on each of {sms}.\n\n\
         | grid | waves | blocks of the last wave | tail efficiency |\n|---|--:|--:|--:|"
    );
    Some(table(&head, &rows, |(grid, waves)| {
        let (count, tail) = (grouped(waves.count()), waves.tail_efficiency());
        let last = match waves.last_wave_blocks() {
            all if all == waves.blocks_per_wave() => "all".to_owned(),
            last => format!("{}, {}", grouped(last), waves.last_wave_utilization()),
        };
        format!("| {grid} | {count} | {last} | {tail} |")
    }))
}

/// What would change how many blocks one SM holds.
fn changes(verdict: &Verdict<'_>) -> String {
    let head = "| what would change it | more blocks per SM | fewer |\n|---|---|---|";
    table(head, &verdict.changes(), |change| {
        let (argument, stated) = (change.argument, &change.stated);
        let more = change.more.as_deref().unwrap_or("–");
        let fewer = change.fewer.as_deref().unwrap_or("–");
        format!("| `{argument}`, {stated} | {more} | {fewer} |")
    })
}

/// What Nsight Compute shows of a launch that runs as calculated, and what a difference means.
fn profile(verdict: &Verdict<'_>) -> String {
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
    use occupancy_core::kernel::{Argument, LatencyDemand};
    use occupancy_core::{Arch, Configuration, Grid, Kernel};

    use super::{details, latency, limits, profile};
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

    fn rows(gpu: &str, hides: Option<LatencyDemand>) -> String {
        let archs = [Arch::find(gpu).unwrap()];
        let configuration =
            Configuration::new(&archs, Kernel::new((256, 1, 1), 64)).with_hides(hides);
        latency(&Verdict::new(&configuration, &archs[0]).unwrap())
    }

    #[test]
    fn each_demand_has_a_row() {
        let demand = LatencyDemand {
            bytes: Some(4),
            ..LatencyDemand::cycles(400, 30)
        };
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
            let out = latency(&Verdict::new(&configuration, &archs[0]).unwrap());
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
            rows(bytes.with_integer(Argument::Sms, 66)),
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

    fn limits_of(cluster: Option<(u32, u32, u32)>) -> String {
        let archs = [Arch::find("h100").unwrap()];
        let kernel = Kernel::new((1024, 1, 1), 64).with_cluster_dim(cluster);
        let configuration = Configuration::new(&archs, kernel);
        limits(&Verdict::new(&configuration, &archs[0]).unwrap())
    }

    /// 132 SMs of one block each.
    #[test]
    fn clusters_have_a_row() {
        let with = limits_of(Some((4, 2, 1)));
        let last = with.lines().rev().find(|line| line.starts_with('|'));
        assert_eq!(
            last,
            Some("| clusters | | 8 blocks | at most 16 on the GPU | |")
        );
        assert!(!limits_of(None).contains("clusters"));
    }

    /// An H100 with 4 blocks of 256 threads on each of 132 SMs.
    #[test]
    fn each_metric_has_its_figure_and_what_another_means() {
        let archs = [Arch::find("h100").unwrap()];
        let rows = |grid| {
            let configuration =
                Configuration::new(&archs, Kernel::new((256, 1, 1), 64)).with_grid(grid);
            profile(&Verdict::new(&configuration, &archs[0]).unwrap())
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
