//! The block: threads along each axis, all of them together, and whole warps.

use super::Rule;
use super::about::About;
use super::advice::{Advice, Nearest, at_least_one, least};
use super::check::bit;
use crate::gpu::{Arch, MAX_BLOCK_DIM, MAX_THREADS_PER_BLOCK, WARP_SIZE};
use crate::kernel::{Argument, Change, Configuration};
use crate::model::Facts;
use crate::text::Message;

pub(super) const fn about(rule: Rule) -> About {
    let code = match rule {
        Rule::EmptyBlock => "OCC001",
        Rule::BlockDimension => "OCC002",
        Rule::ThreadsPerBlock => "OCC003",
        _ => "OCC004",
    };
    About::new(code, Argument::Threads)
}

pub(super) const fn broken(configuration: &Configuration<'_>, facts: &Facts<'_>) -> u64 {
    let mut broken = 0;
    if facts.threads == 0 {
        broken |= bit(Rule::EmptyBlock);
    }
    if facts.block_axis_over_limit.is_some() {
        broken |= bit(Rule::BlockDimension);
    } else if facts.threads > facts.cc.max_threads_per_block as u64 {
        // A dimension over its limit is reported alone.
        broken |= bit(Rule::ThreadsPerBlock);
    }
    if facts.block_is_legal
        && !configuration.partial_warp_allowed
        && !facts.threads.is_multiple_of(WARP_SIZE as u64)
    {
        broken |= bit(Rule::PartialWarp);
    }
    broken
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let kernel = &configuration.kernel;
    let cc = arch.compute_capability();
    match rule {
        Rule::EmptyBlock => out
            .text("a block of ")
            .dims(kernel.block_dim)
            .text(" has no threads: every dimension is at least 1"),
        Rule::BlockDimension => match configuration.block_axis_over_limit(arch) {
            Some(axis) => out
                .text("a block of ")
                .dims(kernel.block_dim)
                .text(" cannot launch: ")
                .text(axis.name())
                .text(" is at most ")
                .grouped(axis.of(cc.max_block_dim) as u64),
            None => out,
        },
        Rule::ThreadsPerBlock => out
            .text("a block of ")
            .counted(kernel.threads_per_block(), "thread")
            .text(" cannot launch: a block has at most ")
            .grouped(cc.max_threads_per_block as u64),
        _ => {
            let threads = kernel.threads_per_block();
            #[allow(clippy::arithmetic_side_effects, reason = "a warp has threads")]
            let lanes = threads % WARP_SIZE as u64;
            out.text("a block of ")
                .counted(threads, "thread")
                .text(" ends in a partial warp: ")
                .grouped(lanes)
                .text(" of ")
                .number(WARP_SIZE as u64)
                .text(" lanes of its last warp work")
        }
    }
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let none = Advice::NONE;
    match nearest.rule {
        Rule::PartialWarp => none
            .with(nearest.threads_below())
            .with(nearest.wider_block())
            .with(nearest.accept(Change::AllowPartialWarp)),
        _ => none.with(nearest.legal_threads()),
    }
}

pub(super) const fn effect(out: &mut Message, rule: Rule, change: Change) -> &mut Message {
    match (rule, change) {
        (_, Change::AllowPartialWarp) => out.text(" accepts the idle lanes"),
        (Rule::PartialWarp, _) => out.text(" is whole warps"),
        _ => out.text(" passes"),
    }
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
        let legal = legal_block(self.configuration);
        if self.accepts(Change::Threads(legal)) {
            return Some(Change::Threads(legal));
        }
        match self.smaller_block(legal) {
            Some(change) => Some(change),
            None => self.smaller_block((MAX_THREADS_PER_BLOCK, 1, 1)),
        }
    }
}

/// The nearest block that can launch: each extent within its limit, the longest cut until the number of
/// threads is within its limit too, and whole warps.
#[allow(
    clippy::arithmetic_side_effects,
    reason = "no factor is zero, and none of the products is over 1024 × 1024 × 64"
)]
const fn legal_block(configuration: &Configuration<'_>) -> (u32, u32, u32) {
    let (x, y, z) = configuration.kernel.block_dim;
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
