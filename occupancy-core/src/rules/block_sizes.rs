//! The block sizes that `threads = auto` chooses from.

mod none;

use super::numbers::least as smaller;
use crate::gpu::{MAX_THREADS_PER_BLOCK, WARP_SIZE};
use crate::kernel::{Configuration, of_gpus};
use crate::model::most_warps;
use crate::text::Ratio;

/// The three best block sizes of a configuration: what `threads = auto` chooses from.
///
/// Sizes are whole warps from `least` to `most` threads in x. Only sizes with which the configuration
/// passes its check count. A size is better if its lowest occupancy over the archs is higher; among
/// equally good sizes, the largest is best, as for `cudaOccupancyMaxPotentialBlockSize`. The rest is `None` if
/// fewer than three pass.
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
    best_of(configuration, least, most, 3)
}

/// The first of [`best_block_sizes`]: what `threads = auto` chooses.
///
/// It ends the search as soon as no other size can be better. Use it if a constant only needs the best.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, rules::best_block_size};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((1, 1, 1), 40));
/// assert_eq!(best_block_size(&configuration, 32, 512).unwrap().threads, 512);
/// ```
pub const fn best_block_size(
    configuration: &Configuration<'_>,
    least: u32,
    most: u32,
) -> Option<BlockSize> {
    let [best, ..] = best_of(configuration, least, most, 1);
    best
}

/// The best sizes, up to `count` of them.
const fn best_of(
    configuration: &Configuration<'_>,
    least: u32,
    most: u32,
    count: usize,
) -> [Option<BlockSize>; 3] {
    let mut best: [Option<BlockSize>; 3] = [None; 3];
    let highest = highest_occupancy(configuration);
    // No block is larger, whatever `most` says.
    let most = smaller(most, MAX_THREADS_PER_BLOCK);
    let mut threads = (most / WARP_SIZE).saturating_mul(WARP_SIZE);
    while threads >= least && threads > 0 {
        let candidate = configuration.with_block_size(threads);
        if candidate.passes()
            && let Some(occupancy) = candidate.lowest_occupancy()
        {
            best = placed(best, BlockSize { threads, occupancy });
            // Among equally good sizes, the larger is better, and every other size is smaller.
            if let [.., Some(last)] = best.split_at(count).0
                && last.occupancy.at_least(highest)
            {
                return best;
            }
        }
        threads = threads.saturating_sub(WARP_SIZE);
    }
    best
}

/// An upper bound of the lowest occupancy over the archs, for any block size.
const fn highest_occupancy(configuration: &Configuration<'_>) -> Ratio {
    let highest = of_gpus!(configuration, lowest, arch => {
        let cc = arch.compute_capability();
        let warps = most_warps(cc, configuration.kernel.registers_per_thread);
        Some(Ratio::of(warps as u64, cc.max_warps_per_sm() as u64))
    });
    match highest {
        Some(highest) => highest.lower(Ratio::ONE),
        None => Ratio::ONE,
    }
}

/// A block size and its lowest occupancy over the archs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BlockSize {
    /// Threads of the block.
    pub threads: u32,
    /// The least occupancy over the archs.
    pub occupancy: Ratio,
}

/// Adds a size and leaves out the worst; among equally good ones, the first stays first.
const fn placed(best: [Option<BlockSize>; 3], size: BlockSize) -> [Option<BlockSize>; 3] {
    match best {
        [first, second, _] if is_better(size, first) => [Some(size), first, second],
        [first, second, _] if is_better(size, second) => [first, Some(size), second],
        [first, second, third] if is_better(size, third) => [first, second, Some(size)],
        best => best,
    }
}

const fn is_better(size: BlockSize, than: Option<BlockSize>) -> bool {
    match than {
        Some(than) => !than.occupancy.at_least(size.occupancy),
        None => true,
    }
}
