//! Writes the section of one GPU: its limits, charts and waves, and the values that would change the result.

use std::fmt::Write;

use occupancy_core::gpu::{Vendor, Words};
use occupancy_core::text::grouped;
use occupancy_core::{Arch, GridDim, Resource, Waves};

use super::contents::Variant;
use super::{tile, trade};
use crate::charts;
use crate::escape::{html, markdown};
use crate::format::{
    self, counted, counted_dims, joined, kib, only_if, table, worded, worded_tables,
};
use crate::outcome::{Limit, Outcome};
use crate::profile::{demanded_profile, expected_profile};

/// The result on one GPU, and the variant that it is in.
pub(super) type OnGpu<'a> = (&'a Variant<'a>, Outcome<'a>);

/// Writes the section of one GPU, or of several with the same result: then the limits of each, and the rest for the first.
/// `parameters` is the table of those that other GPUs do not share; `fold` is the attribute of a section that can be
/// folded.
pub(super) fn section(
    group: &[&OnGpu<'_>],
    parameters: &str,
    has_charts: bool,
    fold: Option<&str>,
) -> String {
    let outcome = &group[0].1;
    let (mut heading, mut about) = names(outcome.arch);
    let mut of_each = String::new();
    if group.len() > 1 {
        let archs: Vec<_> = group.iter().map(|(_, one)| *one.arch).collect();
        heading = format::names(&archs);
        let rest = heading.split_off(1);
        heading = heading.to_uppercase() + &rest;
        about = format!("Shown for {}, {about}", outcome.arch.short_name());
        of_each = limits_of_each(group);
    }
    let folded = |open| format!("<details{open}><summary>{}</summary>\n\n", html(&about));
    let (begin, end) = match fold {
        None => (markdown(&about) + ". ", ""),
        Some(open) => (folded(open), "</details>\n\n"),
    };
    let charts = has_charts.then(|| charts::markdown(outcome));
    let words = outcome.sm.words();
    let facts = limits(outcome) + &latency(outcome) + &tile::tables(outcome).unwrap_or_default();
    let trade = trade::by_block_size_and_registers(outcome);
    let what_if = waves(outcome).unwrap_or_default() + &changes(outcome) + &trade;
    // The heading is outside of the folded part, so that the sidebar lists it.
    format!(
        "# {}\n\n{begin}{of_each}{}\n\n{parameters}{}{}{}{}{end}",
        markdown(&heading),
        outcome.worded(&details(outcome)),
        worded_tables(&facts, words),
        charts.unwrap_or_default(),
        worded_tables(&what_if, words),
        profile(outcome),
    )
}

/// Returns the heading of a GPU, and the line about it below: "Compute capability 9.0, 132 SMs", or "gfx942 (CDNA 3), 304
/// CUs".
pub(super) fn names(arch: &Arch) -> (String, String) {
    let sm = arch.multiprocessor();
    let (name, architecture) = (sm.name(), sm.architecture());
    let capability = match (sm.vendor(), arch.device()) {
        (Vendor::Amd, Some(_)) => format!("{name} ({architecture})"),
        (Vendor::Amd, None) => name.to_owned(),
        _ => format!("Compute capability {name}"),
    };
    match arch.device() {
        Some(device) => {
            let sms = worded(&counted(device.sm_count().into(), "SM"), sm.words());
            (device.name().to_owned(), format!("{capability}, {sms}"))
        }
        None => (capability, architecture.to_owned()),
    }
}

/// Writes the figures that are in no table: warps of each scheduler, and the split of L1 and shared memory.
fn details(outcome: &Outcome<'_>) -> String {
    let (sm, occupancy) = (outcome.sm, &outcome.occupancy);
    let schedulers = counted(sm.sub_partitions().into(), "scheduler");
    let warps = outcome.warps_per_scheduler();
    let mut out = format!("Each of the SM's {schedulers} fills {warps} warp slots.");
    let blocks = occupancy.blocks_per_sm.into();
    // Without a stated carve-out, the driver carves out as much as the resident blocks need.
    let needed = occupancy.shared_memory_per_block.saturating_mul(blocks);
    let (carved, of) = match outcome.kernel.carveout {
        Some(_) => (occupancy.shared_memory_per_sm.into(), String::new()),
        None => (needed, format!(" for {}", counted(blocks, "block"))),
    };
    if let Some(cache) = sm.unified_cache_per_sm()
        && let Ok(carved) = u32::try_from(carved)
        && let Some(left) = sm.l1_cache_beside(carved)
    {
        let (carved, left) = (kib(cache.saturating_sub(left)), kib(left));
        let _ = write!(out, " A carve-out of {carved}{of} leaves L1 {left}.");
    }
    if let Some(barrier) = outcome.barrier() {
        let _ = write!(out, " A barrier {barrier}.");
    }
    out
}

/// Writes the limit of each resource of one SM, and the share of the resident blocks.
fn limits(outcome: &Outcome<'_>) -> String {
    let resident = outcome.occupancy.blocks_per_sm;
    let head = format!(
        "| resource | blocks per SM | | each block | taken by {resident} |\n|---|--:|---|---|--:|"
    );
    let limits = outcome.limits();
    let row = |limit: &Limit| {
        let binds = if limit.binds { "**binds**" } else { "" };
        let (resource, blocks, details) = (&limit.resource, limit.blocks, &limit.details);
        let taken = format!("{} of {}", grouped(limit.taken), grouped(limit.of));
        format!("| {resource} | {blocks} | {binds} | {details} | {taken} |")
    };
    let mut rows: Vec<_> = limits.iter().map(row).collect();
    if let Some(clusters) = outcome.clusters() {
        rows.push(format!("| clusters | | | {clusters} | |"));
    }
    if let Some(held) = outcome.cooperative() {
        rows.push(format!("| cooperative grid | | | {held} | |"));
    }
    table(&head, &rows, String::clone)
}

/// Writes the blocks that each resource allows, with a row for each GPU.
fn limits_of_each(group: &[&OnGpu<'_>]) -> String {
    let mut resources = Resource::ALL.to_vec();
    resources.retain(|resource| group.iter().any(|(_, one)| one.limit(*resource).is_some()));
    let head = joined(" | ", &resources, |resource| resource.name().to_owned());
    let head = format!("| GPU | {head} |\n|---|{}", "--:|".repeat(resources.len()));
    let archs: Vec<_> = group.iter().map(|(_, one)| *one.arch).collect();
    let words = Words::of(&archs);
    let rows = table(&worded_tables(&head, words), group, |(_, outcome)| {
        let blocks = joined(" | ", &resources, |resource| {
            let limit = outcome.limit(*resource);
            limit.map_or("–".to_owned(), |limit| limit.blocks.to_string())
        });
        format!("| {} | {blocks} |", outcome.arch.short_name())
    });
    worded("Blocks per SM that each resource allows:\n\n", words) + &rows
}

/// Writes the latencies that the author wants hidden, and how far the resident warps hide them.
fn latency(outcome: &Outcome<'_>) -> String {
    let hidden = outcome.latency();
    if hidden.is_empty() {
        return String::new();
    }
    let slots = outcome.occupancy.max_warps_per_sm;
    let head = "| to hide | needs warps | resident | at most |\n|---|--:|--:|---|";
    table(head, &hidden, |one| {
        let (latency, needed) = (&one.what, &one.warps_needed);
        let (resident, reached) = (one.warps_resident, &one.reached);
        format!("| {latency} | {needed} of {slots} | {resident} | {reached} |")
    })
}

/// Writes how a known grid falls into waves, and the nearest grids that fill their last wave.
fn waves(outcome: &Outcome<'_>) -> Option<String> {
    let (waves, grid) = (outcome.waves?, outcome.configuration.grid_dim()?.ok()?);
    let sm_count = outcome.configuration.sm_count(outcome.arch)?;
    let blocks_per_sm = waves.blocks_per_wave() / u64::from(sm_count).max(1);
    let (most, ..) = outcome.configuration.most_blocks();
    let full = |blocks: u64| {
        let in_x = u32::try_from(blocks).ok()?;
        let grid = GridDim::new((in_x, 1, 1)).ok().filter(|_| in_x <= most)?;
        let full = Waves::new(grid, sm_count, u32::try_from(blocks_per_sm).ok()?)?;
        Some((counted(blocks, "block"), full))
    };
    let mut rows = vec![(counted_dims(grid.dims(), waves.grid_blocks()), waves)];
    // A full last wave cannot be fuller.
    if waves.last_wave_blocks() < waves.blocks_per_wave() {
        rows.extend(waves.full_waves_below().and_then(full));
        rows.extend(full(waves.full_waves_above()));
    }
    let wave = counted(waves.blocks_per_wave(), "block");
    let sms = counted(sm_count.into(), "SM");
    let sentence = format!("A wave is {wave}: {blocks_per_sm} on each of {sms}.\n\n");
    let head = "| grid | waves | blocks of the last wave | tail efficiency |\n|---|--:|--:|--:|";
    let grids = table(head, &rows, |(grid, waves)| {
        let (count, tail) = (grouped(waves.count()), waves.tail_efficiency());
        let last = match waves.last_wave_blocks() {
            all if all == waves.blocks_per_wave() => "all".to_owned(),
            last => format!("{}, {}", grouped(last), waves.last_wave_utilization()),
        };
        format!("| {grid} | {count} | {last} | {tail} |")
    });
    Some(sentence + &grids)
}

/// Writes the nearest values that change how many blocks one SM holds.
fn changes(outcome: &Outcome<'_>) -> String {
    let head = "| what would change it | more blocks per SM | fewer |\n|---|---|---|";
    table(head, &outcome.changes(), |change| {
        let more = change.more.as_deref().unwrap_or("–");
        let fewer = change.fewer.as_deref().unwrap_or("–");
        format!("| `{}` | {more} | {fewer} |", change.stated)
    })
}

/// Writes the metrics that Nsight Compute shows for a launch that runs as calculated, and the cause of a difference.
fn profile(outcome: &Outcome<'_>) -> String {
    if outcome.sm.vendor() != Vendor::Nvidia {
        return String::new();
    }
    let (occupancy, waves) = (&outcome.occupancy, outcome.waves);
    let mut profile = expected_profile(outcome.sm, outcome.kernel, occupancy, waves);
    profile.extend(demanded_profile(outcome.configuration, outcome.arch));
    let head = "| metric | shows | otherwise |\n|---|--:|---|";
    let metrics = table(head, &profile, |metric| {
        let at_most = only_if(metric.is_at_most, "≤ ");
        // On a narrow screen, the name of a metric breaks between its parts only.
        let name = metric.name.replace('_', "\\_<wbr>").replace('.', ".<wbr>");
        let (value, otherwise) = (&metric.value, metric.otherwise);
        format!("| {name} | {at_most}{value} | {otherwise} |")
    });
    format!("<details><summary>What Nsight Compute shows</summary>\n\n{metrics}</details>\n\n")
}
