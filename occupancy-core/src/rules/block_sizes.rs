//! The block sizes from which `threads = auto` chooses. If it finds none, a message names the size that comes nearest to
//! each demand.

use super::rule::{Rule, Violations};
use super::template::{Value, cut, fill};
use crate::gpu::Words;
use crate::kernel::{Argument, Configuration, of_gpus};
use crate::model::most_warps;
use crate::numbers::{max, min, multiple, or};
use crate::text::{Ratio, Text};

/// The fewest and the most threads that `threads = auto` tries if it states no range.
pub const AUTO_BLOCK_SIZES: (u32, u32) = (32, 1024);

/// The message for `threads = auto` beside a budget that is `auto`, too.
#[doc(hidden)]
pub const fn auto_twice(budget: Argument) -> Text<192> {
    let template = "[OCC109] `threads = auto` chooses the block by its registers, and `{} = auto` is what a block \
                    leaves\n\n    help: `threads = 256`; or `{} = 64`";
    let key = Value::Text(budget.key());
    *fill(&mut Text::new(), template, &[key, key])
}

/// The best block sizes of a configuration: `threads = auto` chooses the first.
///
/// Sizes are whole warps on every GPU, from `least` to `most` threads in x. Only sizes with which the configuration
/// passes its check count. A size is better if its lowest occupancy over the archs is higher; among
/// equally good sizes, the largest is best, as for `cudaOccupancyMaxPotentialBlockSize`. The rest is `None` if
/// fewer pass.
///
/// The search ends as soon as no other size can be better: ask for only as many as you need.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, rules::best_block_sizes};
///
/// let archs = [Arch::find("h100").unwrap(), Arch::find("rtx4090").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((1, 1, 1), 40));
/// let [best, second] = best_block_sizes(&configuration, 32, 1024);
/// assert_eq!(best.unwrap().threads, 768);
/// assert_eq!(second.unwrap().threads, 512);
/// ```
pub const fn best_block_sizes<const N: usize>(
    configuration: &Configuration<'_>,
    least: u32,
    most: u32,
) -> [Option<BlockSize>; N] {
    let mut best: [Option<BlockSize>; N] = [None; N];
    let highest = highest_occupancy(configuration);
    let warp = configuration.widest_warp();
    // No block is larger, whatever `most` says.
    let largest = min(most, configuration.most_threads());
    let mut threads = or(multiple(largest, warp, false), 0);
    while threads >= least && threads > 0 {
        let candidate = configuration.with_block_dim((threads, 1, 1));
        if candidate.passes()
            && let Some(occupancy) = candidate.lowest_occupancy()
        {
            let mut next = Some(BlockSize { threads, occupancy });
            let mut left: &mut [_] = &mut best;
            while let [place, others @ ..] = left {
                // Among equally good sizes, the larger is better, and every other size is smaller.
                if !matches!(place, Some(one) if one.occupancy.at_least(occupancy)) {
                    (*place, next) = (next, *place);
                }
                left = others;
            }
            if let [.., Some(last)] = best.as_slice()
                && last.occupancy.at_least(highest)
            {
                return best;
            }
        }
        threads = threads.saturating_sub(warp);
    }
    best
}

/// An upper bound of the lowest occupancy over the archs, for any block size.
const fn highest_occupancy(configuration: &Configuration<'_>) -> Ratio {
    let highest = of_gpus!(configuration, lowest, arch => {
        let sm = arch.multiprocessor();
        let warps = most_warps(sm, configuration.kernel.registers_on(sm));
        Some(Ratio::of(warps as u64, sm.max_warps_per_sm() as u64))
    });
    or(highest, Ratio::ONE).lower(Ratio::ONE)
}

/// A block size and its lowest occupancy over the archs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct BlockSize {
    /// Threads of the block.
    pub threads: u32,
    /// The least occupancy over the archs.
    pub occupancy: Ratio,
}

impl Configuration<'_> {
    /// The message for a search in which no block size from `least` to `most` threads passes:
    /// [`best_block_sizes`] finds none.
    ///
    /// It considers the sizes that launch, if any does, and that break the fewest rules. For each of these rules, it
    /// names the size that comes nearest: the one that keeps the most blocks or warps resident, or fills most of the
    /// last wave; among equally good ones, the largest. The numbers of that size follow, and the changes with which it
    /// passes.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, Ratio};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((1, 1, 1), 64))
    ///     .with_min_occupancy(Ratio::new(3, 4).unwrap());
    /// let message = configuration.no_block_size(32, 1024).to_string();
    /// assert!(message.contains("1,024 threads come nearest: [OCC013]"));
    /// assert!(message.contains("`regs = 32` reaches 100 %"));
    /// ```
    pub const fn no_block_size(&self, least: u32, most: u32) -> Text<8192> {
        let mut out = Text::new();
        let head = "[OCC114] no block size from {} to {} threads passes";
        fill(&mut out, head, &[Value::of(least), Value::of(most)]);
        let (threads, warp) = (self.most_threads(), self.widest_warp());
        let Some(first) = multiple(least, warp, true) else {
            return out;
        };
        if first > most {
            let words = Words::of(self.archs);
            out.worded(": none of them is a whole number of warps", words);
            let above = min(first, threads);
            let below = max(above.saturating_sub(warp), warp);
            if let [Some(_)] = best_block_sizes(self, below, above) {
                let help = "\n\n    help: `threads = auto({#}..={#})`";
                fill(&mut out, help, &[Value::of(below), Value::of(above)]);
                out.worded(" has whole warps", words);
            }
            return out;
        }
        // A range that begins beyond every block has only one size to report.
        let largest = max(first, min(most, threads));
        let sizes = self.nearest_sizes(first, largest, warp);
        each!(sizes.as_slice(), |size| {
            if let Some((rule, threads, _)) = size {
                let head = "\n\n    {} threads come nearest: ";
                fill(&mut out, head, &[Value::of(*threads)]);
                let candidate = self.with_block_dim((*threads, 1, 1));
                indented(&mut out, candidate.message(*rule).as_str());
            }
        });
        out
    }

    /// The sizes at the least distance from passing: for each rule that they break, the one that comes nearest to keeping it.
    const fn nearest_sizes(&self, first: u32, largest: u32, warp: u32) -> NearestSizes {
        let mut nearest: NearestSizes = [None; Rule::ALL.len()];
        let (mut nearest_distance, mut threads) = (usize::MAX, first);
        while threads <= largest {
            let candidate = self.with_block_dim((threads, 1, 1));
            let broken = candidate.broken_on_any();
            let distance = candidate.distance(broken);
            if distance < nearest_distance {
                (nearest, nearest_distance) = ([None; Rule::ALL.len()], distance);
            }
            each!(broken, |rule| {
                if distance == nearest_distance
                    && let Some((_, [place, ..])) = nearest.split_at_mut_checked(rule as usize)
                {
                    let nearness = candidate.nearness(rule);
                    if !matches!(place, Some((.., best)) if !nearness.at_least(*best)) {
                        *place = Some((rule, threads, nearness));
                    }
                }
            });
            threads = threads.saturating_add(warp);
        }
        nearest
    }

    /// Rates how near the size comes to the demand of `rule` on the arch where it is farthest. Of two blocks that are
    /// too large, the smaller is nearer.
    const fn nearness(&self, rule: Rule) -> Ratio {
        let nearness = match rule {
            Rule::MinBlocks | Rule::ResidentCluster => {
                of_gpus!(self, lowest, arch: Some(one) = self.launchable_occupancy(arch) =>
                    Ratio::of(one.blocks_per_sm as u64, 1))
            }
            Rule::MinOccupancy => self.lowest_occupancy(),
            Rule::TailEfficiency => self.lowest_tail_efficiency(),
            Rule::ThreadsPerBlock | Rule::RegisterFile | Rule::CompiledMaxBlock => {
                Some(Ratio::of(1, self.kernel.threads_per_block()))
            }
            _ => None,
        };
        or(nearness, Ratio::ZERO)
    }

    /// The distance of a size from passing: the number of rules that it breaks, and as many more as there are if it does not
    /// launch, because no demand is checked then.
    const fn distance(&self, broken: Violations) -> usize {
        match of_gpus!(self, first, arch: None = self.launchable_occupancy(arch) => ()) {
            Some(()) => broken.len().saturating_add(Rule::ALL.len()),
            None => broken.len(),
        }
    }
}

/// For each rule that is broken, a size and how near it comes.
type NearestSizes = [Option<(Rule, u32, Ratio)>; Rule::ALL.len()];

/// Appends `text`, its lines after the first indented.
const fn indented(out: &mut Text<8192>, text: &str) {
    let mut rest = text;
    while let Some((line, (_, after))) = cut(rest, b"\n") {
        out.text(line).text("\n");
        // An empty line stays empty.
        if !matches!(after.as_bytes(), [b'\n', ..]) {
            out.text("    ");
        }
        rest = after;
    }
    out.text(rest);
}
