//! The block: its threads along each axis and in all, and whole warps.

use super::nearest::Step;
use super::review::{Nearest, Review, Rule, Value, names};
use crate::kernel::{Change, Configuration, of_gpus, product};
use crate::numbers::{max, min, or, whole};

/// The most threads that a search for a block tries, whatever limits a program states.
const MOST_SEARCHED: u32 = 4096;

pub(super) const fn rules(r: &mut Review<'_, '_>) {
    let (on_gpu, warp) = (r.on_gpu, r.on_gpu.sm.warp_size);
    if !on_gpu.block_is_legal {
        return illegal(r);
    }
    #[allow(clippy::arithmetic_side_effects, reason = "a warp has threads")]
    let lanes = on_gpu.threads % warp as u64;
    let is_broken = lanes != 0 && !r.configuration.partial_warp_allowed;
    if let Some(w) = r.note_if(Rule::PartialWarp, is_broken) {
        names!(w, lanes: lanes, warp: warp);
        w.head("a block of {threads:thread} ends in a partial warp: {lanes} of {warp} lanes of its last warp work");
        w.help(w.nearest.smaller_block(), " is whole warps");
        w.help(w.nearest.wider_block(), " is whole warps");
        w.help_to(Change::AllowPartialWarp, " accepts the idle lanes");
    }
}

const fn illegal(r: &mut Review<'_, '_>) {
    let on_gpu = r.on_gpu;
    let sm = on_gpu.sm;
    if let Some(w) = r.note_if(Rule::EmptyBlock, on_gpu.threads == 0) {
        w.head("a block of {block} has no threads: every dimension is at least 1");
        w.help(w.nearest.legal_threads(), " passes");
    }
    let axis = on_gpu.block_axis_over_limit;
    if let Some(axis) = axis
        && let Some(w) = r.note(Rule::BlockDimension)
    {
        w.name("axis", Value::Text(axis.name()));
        names!(w, most: axis.of(sm.max_block_dim));
        w.head("a block of {block} cannot launch: {axis} is at most {most}");
        w.help(w.nearest.legal_threads(), " passes");
    }
    let most = sm.max_threads_per_block;
    // A dimension over its limit is reported alone.
    let is_broken = axis.is_none() && on_gpu.threads > most as u64;
    if let Some(w) = r.note_if(Rule::ThreadsPerBlock, is_broken) {
        names!(w, most: most);
        w.head("a block of {threads:thread} cannot launch: a block has at most {most}");
        w.help(w.nearest.legal_threads(), " passes");
    }
}

impl Nearest<'_> {
    /// The nearest block that is wider in x and passes.
    const fn wider_block(&self) -> Option<Change> {
        let (x, y, z) = self.configuration.kernel.block_dim;
        let mut wider = x;
        while wider < self.configuration.most_threads() {
            wider = wider.saturating_add(1);
            if let Some(change) = self.accept(Change::Threads((wider, y, z))) {
                return Some(change);
            }
        }
        None
    }

    /// The nearest block that can launch, or the nearest smaller one that passes.
    const fn legal_threads(&self) -> Option<Change> {
        let legal = self.configuration.nearest_legal();
        if let Some(change) = self.accept(Change::Threads(legal)) {
            return Some(change);
        }
        let most = self.configuration.most_threads();
        let mut smaller = self.smaller_than(legal);
        if smaller.is_none() {
            smaller = self.smaller_than((most, 1, 1));
        }
        // Threads that work on an item together need not be whole warps.
        let group = self.configuration.threads_per_item;
        if smaller.is_none() && group > 1 {
            let block = Change::Threads((most, 1, 1));
            smaller = self.first(block, whole(most, group), Step::Down(group), 1);
        }
        smaller
    }
}

impl Configuration<'_> {
    /// The most threads that a block can have on every GPU, as far as blocks are searched.
    pub(super) const fn most_threads(&self) -> u32 {
        let most = of_gpus!(self, <, arch => Some(arch.multiprocessor().max_threads_per_block));
        min(or(most, 1), MOST_SEARCHED)
    }

    /// The threads of the widest warp: a block of whole warps on every GPU is a multiple of it.
    pub(super) const fn widest_warp(&self) -> u32 {
        let widest = of_gpus!(self, >, arch => Some(arch.multiprocessor().warp_size));
        or(widest, 1)
    }

    /// The threads of the narrowest warp: blocks with the same number of these have the same number of warps on every GPU.
    pub(super) const fn narrowest_warp(&self) -> u32 {
        let narrowest = of_gpus!(self, <, arch => Some(arch.multiprocessor().warp_size));
        or(narrowest, 1)
    }

    /// The nearest block that can launch: each extent is within its limit, the longest is cut until the number of threads
    /// is within its limit too, and the warps are whole.
    #[allow(
        clippy::arithmetic_side_effects,
        reason = "no extent is zero or over `MOST_SEARCHED`, and a warp has threads"
    )]
    const fn nearest_legal(&self) -> (u32, u32, u32) {
        let (most, warp) = (self.most_threads(), self.widest_warp());
        let (x, y, z) = self.kernel.block_dim;
        let (mut x, mut y, mut z) = (min(x, most), min(y, most), min(z, most));
        each!(self.archs, |arch| {
            let (max_x, max_y, max_z) = arch.multiprocessor().max_block_dim;
            (x, y, z) = (min(x, max_x), min(y, max_y), min(z, max_z));
        });
        (x, y, z) = (max(x, 1), max(y, 1), max(z, 1));
        while product((x, y, z)) > most as u64 {
            if x >= y && x >= z {
                x = max(most / (y * z), 1);
            } else if y >= z {
                y = max(most / (x * z), 1);
            } else {
                z = max(most / (x * y), 1);
            }
        }
        if product((x, y, z)).is_multiple_of(warp as u64) {
            return (x, y, z);
        }
        // Whole warps along x, if the other axes leave room for them.
        match x.checked_next_multiple_of(warp) {
            Some(whole) if product((whole, y, z)) <= most as u64 => (whole, y, z),
            _ => (most / warp, warp, 1),
        }
    }
}
