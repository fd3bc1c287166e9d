//! The block sizes that `threads = auto` chooses from.

mod none;

use crate::gpu::WARP_SIZE;
use crate::kernel::Configuration;
use crate::model::Facts;
use crate::text::{Ratio, lower};

/// The three best block sizes of a configuration: what `threads = auto` chooses from.
///
/// Sizes are whole warps from `least` to `most` threads in x. Only those count with which the
/// configuration passes its check; one is better that reaches a higher occupancy on the arch where
/// it reaches least, and of equally good sizes the largest is, as in
/// [`max_potential_block_size`](crate::search::max_potential_block_size). `None` if fewer than three pass.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, rules::best_block_sizes};
///
/// let archs = [Arch::find("h100").unwrap(), Arch::find("rtx4090").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((1, 1, 1), 40));
/// let [best, second, _] = best_block_sizes(&configuration, 32, 1024);
/// assert_eq!(best.unwrap().threads, 768);
/// assert_eq!(second.unwrap().threads, 512);
/// ```
pub const fn best_block_sizes(
    configuration: &Configuration<'_>,
    least: u32,
    most: u32,
) -> [Option<BlockSize>; 3] {
    let mut best: [Option<BlockSize>; 3] = [None; 3];
    let mut left = configuration.archs;
    while let [arch, others @ ..] = left {
        if !configuration.broken_by_gpu(arch).is_empty() {
            return best;
        }
        left = others;
    }
    // No block is larger, whatever is asked for.
    let most = if most < 1024 { most } else { 1024 };
    let mut threads = (most / WARP_SIZE).saturating_mul(WARP_SIZE);
    while threads >= least && threads > 0 {
        if let Some(occupancy) = least_occupancy_with(configuration, threads) {
            best = placed(best, BlockSize { threads, occupancy });
        }
        // No size is better than three that fill every SM.
        if let [_, _, Some(third)] = &best
            && third.occupancy.at_least(Ratio::ONE)
        {
            return best;
        }
        threads = threads.saturating_sub(WARP_SIZE);
    }
    best
}

/// A block size and the occupancy that it reaches on the arch where it reaches least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockSize {
    /// Threads of the block.
    pub threads: u32,
    /// The least occupancy over the archs.
    pub occupancy: Ratio,
}

/// The sizes with one more, the worst left out; of equally good ones, the first stays before.
const fn placed(best: [Option<BlockSize>; 3], size: BlockSize) -> [Option<BlockSize>; 3] {
    let [first, second, third] = best;
    if is_better(size, first) {
        [Some(size), first, second]
    } else if is_better(size, second) {
        [first, Some(size), second]
    } else if is_better(size, third) {
        [first, second, Some(size)]
    } else {
        best
    }
}

const fn is_better(size: BlockSize, than: Option<BlockSize>) -> bool {
    match than {
        Some(than) => !than.occupancy.at_least(size.occupancy),
        None => true,
    }
}

/// The least occupancy over the archs with blocks of `threads`; `None` if a rule about more than the
/// GPU is broken.
const fn least_occupancy_with(configuration: &Configuration<'_>, threads: u32) -> Option<Ratio> {
    let candidate = configuration.with_block_size(threads);
    let mut least: Option<Ratio> = None;
    let mut left = candidate.archs;
    while let [arch, others @ ..] = left {
        let facts = Facts::of(&candidate, arch);
        let Some(occupancy) = &facts.launched else {
            return None;
        };
        if !candidate.broken_given(&facts).is_empty() {
            return None;
        }
        least = Some(lower(least, occupancy.ratio()));
        left = others;
    }
    least
}
