//! Writes a configuration on one GPU as lines of text, for a terminal.

pub(crate) mod tile;

use std::fmt::Write;

use occupancy_core::{Arch, Configuration, text::grouped};

use crate::format::{block, counted, counted_dims, joined, only_if};
use crate::outcome::{Outcome, needs_cuda_13};

/// One line, with its label.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "calculator", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Line {
    /// The label: `registers`.
    pub label: String,
    /// The text: `4 blocks 64 per thread, 2,048 per warp, … binds`.
    pub text: String,
}

impl Line {
    /// Makes a line.
    pub fn new(label: impl Into<String>, text: impl Into<String>) -> Self {
        let (label, text) = (label.into(), text.into());
        Self { label, text }
    }
}

/// Writes a configuration on one GPU as paragraphs of lines: the kernel and its occupancy, the limits, how far the
/// demanded latency is hidden, the tile, the waves of a known grid, and the changes that would change the result.
///
/// There are none if a dimension of the block is zero or the carve-out is over 100 percent.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel};
/// use occupancy_report::lines;
///
/// let archs = [Arch::find("h100")?];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let paragraphs = lines(&configuration, &archs[0]);
/// let occupancy = &paragraphs[0][1];
/// assert_eq!(occupancy.label, "occupancy");
/// assert_eq!(occupancy.text, "50 %: 4 blocks, 32 of 64 warps per SM");
/// # Ok::<(), occupancy_core::UnknownArch>(())
/// ```
pub fn lines(configuration: &Configuration<'_>, arch: &Arch) -> Vec<Vec<Line>> {
    let Some(outcome) = &Outcome::new(configuration, arch) else {
        return Vec::new();
    };
    let parts: [fn(&Outcome<'_>) -> String; 6] =
        [kernel, limits, latency, tile::lines, grid, changes];
    paragraphs(&parts.map(|part| outcome.worded(&part(outcome))))
}

/// Splits texts into paragraphs of lines. Each line is a label, a colon and its text; lines without text and paragraphs
/// without lines are left out.
pub(crate) fn paragraphs(texts: &[String]) -> Vec<Vec<Line>> {
    let line = |line: &str| {
        let (before, after) = line.split_once(": ").filter(|(_, text)| !text.is_empty())?;
        Some(Line::new(before, after))
    };
    let paragraph = |text: &String| text.lines().filter_map(line).collect::<Vec<_>>();
    let paragraphs = texts.iter().map(paragraph);
    paragraphs.filter(|lines| !lines.is_empty()).collect()
}

fn kernel(outcome: &Outcome<'_>) -> String {
    let (kernel, occupancy) = (outcome.kernel, &outcome.occupancy);
    let dims = match kernel.block_dim {
        (_, 1, 1) => String::new(),
        dims => format!("{} = ", block(dims)),
    };
    let threads = counted(kernel.threads_per_block(), "thread");
    let warps = counted(occupancy.warps_per_block, "warp");
    let blocks = counted(occupancy.blocks_per_sm.into(), "block");
    let (resident, slots) = (occupancy.warps_per_sm(), occupancy.max_warps_per_sm);
    let bytes = grouped(kernel.static_shared_memory.into());
    let since = format!("{bytes} bytes of static shared memory compile since CUDA 13.0");
    let least = only_if(outcome.has_auto_registers(), "at least ");
    let toolkit = only_if(needs_cuda_13(outcome.configuration, outcome.arch), since);
    format!(
        "block: {dims}{threads}, {warps}\n\
         occupancy: {least}{}: {blocks}, {resident} of {slots} warps per SM\n\
         toolkit: {toolkit}",
        occupancy.ratio()
    )
}

fn limits(outcome: &Outcome<'_>) -> String {
    let mut out = joined("\n", &outcome.limits(), |limit| {
        let blocks = grouped(limit.blocks.into());
        let plural = if limit.blocks == 1 { " " } else { "s" };
        let text = format!("{:>5} block{plural}   {}", blocks.as_str(), limit.details);
        let binds = if limit.binds { "   binds" } else { "" };
        format!("{}: {}{binds}", limit.resource, text.trim_end())
    });
    if let Some(clusters) = outcome.clusters() {
        let _ = write!(out, "\nclusters: {clusters}");
    }
    if let Some(barrier) = outcome.barrier() {
        let _ = write!(out, "\nbarrier: {barrier}");
    }
    if let Some(held) = outcome.cooperative() {
        let _ = write!(out, "\ncooperative grid: {held}");
    }
    out
}

fn latency(outcome: &Outcome<'_>) -> String {
    let slots = outcome.occupancy.max_warps_per_sm;
    joined("\n", &outcome.latency(), |one| {
        let (needed, resident) = (&one.warps_needed, one.warps_resident);
        let enough = format!("{needed} of {slots} warps are needed, {resident} are resident");
        format!("hides: {}: {enough}: {} at most", one.what, one.reached)
    })
}

fn grid(outcome: &Outcome<'_>) -> String {
    let Some(Ok(grid)) = outcome.configuration.grid_dim() else {
        return String::new();
    };
    let line = format!("grid: {}", counted_dims(grid.dims(), grid.blocks()));
    let Some(waves) = outcome.waves else {
        return line;
    };
    let count = grouped(waves.count());
    let blocks = counted(waves.blocks_per_wave(), "block");
    let last = counted(waves.last_wave_blocks(), "block");
    let (utilization, tail) = (waves.last_wave_utilization(), waves.tail_efficiency());
    format!(
        "{line}\n\
         waves: {count} of {blocks}\n\
         last wave: {last}, {utilization} of a wave\n\
         tail efficiency: {tail}"
    )
}

fn changes(outcome: &Outcome<'_>) -> String {
    let (mut more, mut fewer) = (Vec::new(), Vec::new());
    for change in outcome.changes() {
        more.extend(change.more);
        fewer.extend(change.fewer);
    }
    let (more, fewer) = (more.join("; "), fewer.join("; "));
    format!("more blocks: {more}\nfewer blocks: {fewer}")
}
