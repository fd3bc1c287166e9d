//! A configuration on one GPU as lines of text, for a terminal.

use std::fmt::Write;

use occupancy_core::{Arch, Configuration, text::grouped};

use crate::verdict::Verdict;
use crate::words::{block, counted, counted_dims, joined, needs_cuda_13, only_if};

/// One line: its label and its text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Line {
    /// The label: `registers`.
    pub label: String,
    /// The text: `4 blocks 64 per thread, 2,048 per warp, … binds`.
    pub text: String,
}

/// A configuration on one GPU as paragraphs of lines: the kernel and its occupancy, the limits, how far the
/// demanded latency is hidden, the waves of a known grid, and what would change the result.
///
/// Empty if a dimension of the block is zero or the carve-out is over 100 percent.
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
    let Some(verdict) = &Verdict::new(configuration, arch) else {
        return Vec::new();
    };
    paragraphs(&[
        kernel(verdict),
        limits(verdict),
        latency(verdict),
        grid(verdict),
        changes(verdict),
    ])
}

/// The lines of texts that are paragraphs: each is a label, a colon and its text. A line without text is left out, and so
/// is a paragraph without lines.
pub(crate) fn paragraphs(texts: &[String]) -> Vec<Vec<Line>> {
    let mut all = Vec::new();
    for text in texts {
        let mut lines = Vec::new();
        for line in text.lines() {
            if let Some((label, text)) = line.split_once(": ")
                && !text.is_empty()
            {
                let (label, text) = (label.to_owned(), text.to_owned());
                lines.push(Line { label, text });
            }
        }
        if !lines.is_empty() {
            all.push(lines);
        }
    }
    all
}

fn kernel(verdict: &Verdict<'_>) -> String {
    let (kernel, occupancy) = (verdict.kernel, &verdict.occupancy);
    let dims = match kernel.block_dim {
        (_, 1, 1) => String::new(),
        dims => format!("{} = ", block(dims)),
    };
    let threads = counted(kernel.threads_per_block(), "thread");
    let warps = counted(kernel.warps_per_block(), "warp");
    let blocks = counted(occupancy.blocks_per_sm.into(), "block");
    let (resident, slots) = (occupancy.warps_per_sm(), occupancy.max_warps_per_sm);
    let bytes = grouped(kernel.static_shared_memory.into());
    let since = format!("{bytes} bytes of static shared memory compile since CUDA 13.0");
    let toolkit = only_if(needs_cuda_13(verdict.configuration, verdict.arch), since);
    format!(
        "block: {dims}{threads}, {warps}\n\
         occupancy: {}: {blocks}, {resident} of {slots} warps per SM\n\
         toolkit: {toolkit}",
        occupancy.ratio()
    )
}

fn limits(verdict: &Verdict<'_>) -> String {
    let mut out = joined("\n", &verdict.limits(), |limit| {
        let blocks = grouped(limit.blocks.into());
        let plural = if limit.blocks == 1 { " " } else { "s" };
        let text = format!("{:>5} block{plural}   {}", blocks.as_str(), limit.details);
        let binds = if limit.binds { "   binds" } else { "" };
        format!("{}: {}{binds}", limit.resource, text.trim_end())
    });
    if let Some(clusters) = verdict.clusters {
        let blocks = counted(verdict.kernel.blocks_per_cluster(), "block");
        let clusters = grouped(clusters);
        let _ = write!(out, "\nclusters: at most {clusters} of {blocks} on the GPU");
    }
    out
}

fn latency(verdict: &Verdict<'_>) -> String {
    let slots = verdict.occupancy.max_warps_per_sm;
    joined("\n", &verdict.latency(), |one| {
        let (needed, resident) = (&one.warps_needed, one.warps_resident);
        let enough = format!("{needed} of {slots} warps are needed, {resident} are resident");
        format!("hides: {}: {enough}: {} at most", one.what, one.reached)
    })
}

fn grid(verdict: &Verdict<'_>) -> String {
    let Some(Ok(grid)) = verdict.configuration.grid_dim() else {
        return String::new();
    };
    let grid = format!("grid: {}", counted_dims(grid.dims(), grid.blocks()));
    let Some(waves) = verdict.waves else {
        return grid;
    };
    let count = grouped(waves.count());
    let blocks = counted(waves.blocks_per_wave(), "block");
    let last = counted(waves.last_wave_blocks(), "block");
    let (utilization, tail) = (waves.last_wave_utilization(), waves.tail_efficiency());
    format!(
        "{grid}\n\
         waves: {count} of {blocks}\n\
         last wave: {last}, {utilization} of a wave\n\
         tail efficiency: {tail}"
    )
}

fn changes(verdict: &Verdict<'_>) -> String {
    let (mut more, mut fewer) = (Vec::new(), Vec::new());
    for change in verdict.changes() {
        more.extend(change.more);
        fewer.extend(change.fewer);
    }
    let more = joined("; ", &more, String::clone);
    let fewer = joined("; ", &fewer, String::clone);
    format!("more blocks: {more}\nfewer blocks: {fewer}")
}

#[cfg(test)]
mod tests {
    use occupancy_core::{
        Arch, Configuration, Grid, Kernel,
        kernel::{LatencyDemand, Tile},
    };

    use super::lines;

    fn text(configuration: &Configuration<'_>) -> Vec<String> {
        let paragraphs = lines(configuration, &configuration.archs[0]);
        paragraphs
            .iter()
            .flatten()
            .map(|line| format!("{}: {}", line.label, line.text.trim_start()))
            .collect()
    }

    #[test]
    fn a_configuration_in_lines() {
        let archs = [Arch::find("h100").unwrap()];
        let configuration = Configuration::new(&archs, Kernel::new((32, 8, 1), 64))
            .with_grid(Some(Grid::Blocks((1000, 1, 1))));
        assert_eq!(
            text(&configuration),
            [
                "block: 32 × 8 = 256 threads, 8 warps",
                "occupancy: 50 %: 4 blocks, 32 of 64 warps per SM",
                "registers: 4 blocks   64 per thread, 2,048 per warp, 8 warps in each of 4 sub-partitions   binds",
                "shared memory: 228 blocks   1,024 of 233,472 bytes per block",
                "warps: 8 blocks   8 of 64 warps per block",
                "block slots: 32 blocks",
                "grid: 1,000 blocks",
                "waves: 2 of 528 blocks",
                "last wave: 472 blocks, 89.4 % of a wave",
                "tail efficiency: 94.7 %",
                "more blocks: `regs = 48`: 5 blocks, 62.5 %; `threads = (32, 6)`: 5 blocks, 46.9 %",
                "fewer blocks: `regs = 65`: 3 blocks, 37.5 %; `threads = (32, 9)`: 3 blocks, 42.2 %; \
                 `smem = 57345`: 3 blocks, 37.5 %",
            ]
        );
    }

    #[test]
    fn what_is_to_be_hidden_has_a_line() {
        let archs = [Arch::find("h100").unwrap()];
        let demand = LatencyDemand::cycles(400, 30);
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        let line = "hides: 400 cycles, 30 instructions before each wait: 60 of 64 warps are needed, 32 are \
                    resident: schedulers issue in 55.9 % of cycles at most";
        assert!(text(&configuration.with_hides(Some(demand))).contains(&line.to_owned()));
        let small = configuration.with_grid(Some(Grid::Blocks((132, 1, 1))));
        let line = "hides: 400 cycles, 30 instructions before each wait, with this grid: 60 of 64 warps are needed, \
                    8 are resident: schedulers issue in 14 % of cycles at most";
        let said = text(&small.with_hides(Some(demand)));
        assert!(said.contains(&line.to_owned()), "{said:?}");
        assert!(
            text(&configuration)
                .iter()
                .all(|line| !line.starts_with("hides"))
        );
    }

    #[test]
    fn static_shared_memory_over_48_kib_names_the_toolkit() {
        let kernel = Kernel::new((256, 1, 1), 64).with_static_shared_memory(65_536);
        let toolkit = |name| {
            let archs = [Arch::find(name).unwrap()];
            let mut lines = text(&Configuration::new(&archs, kernel)).into_iter();
            lines.find(|line| line.starts_with("toolkit: "))
        };
        let since = "toolkit: 65,536 bytes of static shared memory compile since CUDA 13.0";
        assert_eq!(toolkit("sm_90a").as_deref(), Some(since));
        // It does not compile.
        assert_eq!(toolkit("sm_90"), None);
    }

    #[test]
    fn no_change_takes_from_a_tile_what_it_needs() {
        let archs = [Arch::find("h100").unwrap()];
        let mut tile = Tile::new(128, 256, 64);
        (tile.stages, tile.a_bytes, tile.b_bytes) = (3, 2, 2);
        let kernel = Kernel::new((256, 1, 1), 128).with_dynamic_shared_memory(147_456);
        let configuration = Configuration::new(&archs, kernel);
        let more = |configuration: &Configuration<'_>| {
            let mut lines = text(configuration).into_iter();
            lines.find(|line| line.starts_with("more blocks: "))
        };
        let bytes = "more blocks: `smem = 115712`: 2 blocks, 25 %";
        assert_eq!(more(&configuration).as_deref(), Some(bytes));
        assert_eq!(more(&configuration.with_tile(Some(tile))), None);
    }

    #[test]
    fn clusters_and_blocks_that_have_no_occupancy() {
        let archs = [Arch::find("h100").unwrap()];
        let kernel = Kernel::new((1024, 1, 1), 64).with_cluster_dim(Some((8, 1, 1)));
        let of_clusters = text(&Configuration::new(&archs, kernel));
        let clusters = "clusters: at most 16 of 8 blocks on the GPU".to_owned();
        assert!(of_clusters.contains(&clusters), "{of_clusters:?}");
        let empty = Configuration::new(&archs, Kernel::new((0, 1, 1), 64));
        assert!(text(&empty).is_empty());
    }
}
