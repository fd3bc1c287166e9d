//! The section of one GPU: its limits, its charts, its waves, and what would change the result.

use std::fmt::Write;

use occupancy_core::text::grouped;
use occupancy_core::{Arch, GridDim, Waves};

use super::{tile, trade};
use crate::charts;
use crate::escape::{html, markdown};
use crate::profile::expected_profile;
use crate::verdict::Verdict;
use crate::words::{counted, counted_dims, kib, only_if, table, warps_per_scheduler};

/// `parameters` are those that other GPUs do not share; `fold` is the attribute of a section that can be folded.
pub(super) fn section(
    verdict: &Verdict<'_>,
    parameters: &str,
    has_charts: bool,
    fold: Option<&str>,
) -> String {
    let (heading, about) = names(verdict.arch);
    let (heading, about_it) = (markdown(&heading), html(&about));
    let folded = |open| format!("<details{open}><summary>{about_it}</summary>\n\n");
    let (begin, end) = match fold {
        None => (markdown(&about) + ". ", ""),
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
    let capability = format!("Compute capability {}", arch.multiprocessor().name());
    match arch.device() {
        Some(device) => {
            let sms = counted(device.sm_count().into(), "SM");
            (device.name().to_owned(), format!("{capability}, {sms}"))
        }
        None => (capability, arch.multiprocessor().architecture().to_owned()),
    }
}

/// What no table has.
fn details(verdict: &Verdict<'_>) -> String {
    let (sm, occupancy) = (verdict.sm, &verdict.occupancy);
    let schedulers = counted(sm.sub_partitions().into(), "scheduler");
    let warps = warps_per_scheduler(sm, occupancy);
    let mut out = format!("Each of the SM's {schedulers} fills {warps} warp slots.");
    let blocks = occupancy.blocks_per_sm.into();
    // The driver carves out what the resident blocks need.
    let needed = occupancy.shared_memory_per_block.saturating_mul(blocks);
    let (carved, of) = match verdict.kernel.carveout {
        Some(_) => (occupancy.shared_memory_per_sm.into(), String::new()),
        None => (needed, format!(" for {}", counted(blocks, "block"))),
    };
    let left = u32::try_from(carved).ok();
    let left = left.and_then(|bytes| sm.l1_cache_beside(bytes));
    if let (Some(cache), Some(left)) = (sm.unified_cache_per_sm(), left) {
        let (carved, left) = (kib(cache.saturating_sub(left)), kib(left));
        let _ = write!(out, " A carve-out of {carved}{of} leaves L1 {left}.");
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
        rows.push(format!(
            "| {resource} | {blocks} | {binds} | {details} | {taken} |"
        ));
    }
    if let Some(clusters) = verdict.clusters {
        let blocks = counted(verdict.kernel.blocks_per_cluster(), "block");
        let most = format!("at most {} of {blocks} on the GPU", grouped(clusters));
        rows.push(format!("| clusters | | | {most} | |"));
    }
    table(&head, &rows, String::clone)
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
    let (wave, sms) = (waves.blocks_per_wave(), u64::from(sm_count));
    let (wave, sms) = (counted(wave, "block"), counted(sms, "SM"));
    let wave = format!("A wave is {wave}: {blocks_per_sm} on each of {sms}.\n\n");
    let head = "| grid | waves | blocks of the last wave | tail efficiency |\n|---|--:|--:|--:|";
    let grids = table(head, &rows, |(grid, waves)| {
        let (count, tail) = (grouped(waves.count()), waves.tail_efficiency());
        let last = match waves.last_wave_blocks() {
            all if all == waves.blocks_per_wave() => "all".to_owned(),
            last => format!("{}, {}", grouped(last), waves.last_wave_utilization()),
        };
        format!("| {grid} | {count} | {last} | {tail} |")
    });
    Some(wave + &grids)
}

/// What would change how many blocks one SM holds.
fn changes(verdict: &Verdict<'_>) -> String {
    let head = "| what would change it | more blocks per SM | fewer |\n|---|---|---|";
    table(head, &verdict.changes(), |change| {
        let more = change.more.as_deref().unwrap_or("–");
        let fewer = change.fewer.as_deref().unwrap_or("–");
        format!("| `{}` | {more} | {fewer} |", change.stated)
    })
}

/// What Nsight Compute shows of a launch that runs as calculated, and what a difference means.
fn profile(verdict: &Verdict<'_>) -> String {
    let (occupancy, waves) = (&verdict.occupancy, verdict.waves);
    let profile = expected_profile(verdict.sm, verdict.kernel, occupancy, waves);
    let head = "| metric | shows | otherwise |\n|---|--:|---|";
    let metrics = table(head, &profile, |metric| {
        let at_most = only_if(metric.is_at_most, "≤ ");
        // A metric's name is one word, which a narrow screen breaks at its parts alone.
        let name = metric.name.replace('_', "\\_<wbr>").replace('.', ".<wbr>");
        let (value, otherwise) = (&metric.value, metric.otherwise);
        format!("| {name} | {at_most}{value} | {otherwise} |")
    });
    format!("<details><summary>What Nsight Compute shows</summary>\n\n{metrics}</details>\n\n")
}
