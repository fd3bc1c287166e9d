//! The block: threads along each axis, all of them together, and whole warps.

use super::numbers::{at_least_one, least};
use super::report::{Nearest, Report, Rule, Value, Words, names};
use crate::gpu::{MAX_BLOCK_DIM, MAX_THREADS_PER_BLOCK, WARP_SIZE};
use crate::kernel::Change;

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let facts = r.facts;
    if !facts.block_is_legal {
        return illegal(r);
    }
    #[allow(clippy::arithmetic_side_effects, reason = "a warp has threads")]
    let lanes = facts.threads % WARP_SIZE as u64;
    let is_broken = lanes != 0 && !r.configuration.partial_warp_allowed;
    if let Some(w) = r.breaks_if(Rule::PartialWarp, is_broken) {
        names!(w, lanes: lanes, warp: WARP_SIZE);
        w.head("a block of {threads:thread} ends in a partial warp: {lanes} of {warp} lanes of its last warp work");
        w.help(w.nearest.smaller_block(), " is whole warps");
        w.help(w.nearest.wider_block(), " is whole warps");
        w.help_to(Change::AllowPartialWarp, " accepts the idle lanes");
    }
}

const fn illegal(r: &mut Report<'_, '_>) {
    let facts = r.facts;
    let sm = facts.sm;
    if let Some(w) = r.breaks_if(Rule::EmptyBlock, facts.threads == 0) {
        w.head("a block of {block} has no threads: every dimension is at least 1");
        legal_block(w);
    }
    let axis = facts.block_axis_over_limit;
    if let Some(axis) = axis
        && let Some(w) = r.breaks(Rule::BlockDimension)
    {
        w.name("axis", Value::Text(axis.name()));
        names!(w, most: axis.of(sm.max_block_dim));
        w.head("a block of {block} cannot launch: {axis} is at most {most}");
        legal_block(w);
    }
    let most = sm.max_threads_per_block;
    // A dimension over its limit is reported alone.
    let is_broken = axis.is_none() && facts.threads > most as u64;
    if let Some(w) = r.breaks_if(Rule::ThreadsPerBlock, is_broken) {
        names!(w, most: most);
        w.head("a block of {threads:thread} cannot launch: a block has at most {most}");
        legal_block(w);
    }
}

const fn legal_block(w: &mut Words<'_>) {
    w.help(w.nearest.legal_threads(), " passes");
}

impl Nearest<'_> {
    /// The nearest block that is wider in x.
    const fn wider_block(&self) -> Option<Change> {
        let (x, y, z) = self.configuration.kernel.block_dim;
        let mut wider = x;
        while wider < MAX_THREADS_PER_BLOCK {
            wider = wider.saturating_add(1);
            if self.accepts(Change::Threads((wider, y, z))) {
                return Some(Change::Threads((wider, y, z)));
            }
        }
        None
    }

    /// The nearest block that can launch, or the nearest smaller one that passes.
    const fn legal_threads(&self) -> Option<Change> {
        let legal = nearest_legal(self.configuration.kernel.block_dim);
        if self.accepts(Change::Threads(legal)) {
            return Some(Change::Threads(legal));
        }
        match self.smaller_than(legal) {
            Some(change) => Some(change),
            None => self.smaller_than((MAX_THREADS_PER_BLOCK, 1, 1)),
        }
    }
}

/// The nearest block that can launch: each extent within its limit, the longest cut until the number of
/// threads is within its limit too, and whole warps.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "no factor is zero, and none of the products is over 1024 × 1024 × 64"
)]
const fn nearest_legal((x, y, z): (u32, u32, u32)) -> (u32, u32, u32) {
    // The limits are the same on every compute capability.
    let (mut x, mut y, mut z) = (
        least(at_least_one(x), MAX_BLOCK_DIM.0),
        least(at_least_one(y), MAX_BLOCK_DIM.1),
        least(at_least_one(z), MAX_BLOCK_DIM.2),
    );
    while x * y * z > MAX_THREADS_PER_BLOCK {
        if x >= y && x >= z {
            x = at_least_one(MAX_THREADS_PER_BLOCK / (y * z));
        } else if y >= z {
            y = at_least_one(MAX_THREADS_PER_BLOCK / (x * z));
        } else {
            z = at_least_one(MAX_THREADS_PER_BLOCK / (x * y));
        }
    }
    if (x * y * z).is_multiple_of(WARP_SIZE) {
        return (x, y, z);
    }
    // Whole warps along x, if the other axes leave room for them.
    let whole = x.div_ceil(WARP_SIZE) * WARP_SIZE;
    if whole * y * z <= MAX_THREADS_PER_BLOCK {
        (whole, y, z)
    } else {
        (MAX_THREADS_PER_BLOCK / WARP_SIZE, WARP_SIZE, 1)
    }
}
