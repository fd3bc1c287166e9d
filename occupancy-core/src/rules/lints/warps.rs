//! Lints about the resident warps: there are few, or there are not few although the author intends it.

use super::HALF;
use crate::gpu::Arch;
use crate::kernel::{Change, Configuration};
use crate::model::{Occupancy, SchedulerLoad};
use crate::rules::advice::{LargerBlocks, Nearest};
use crate::rules::help::written;
use crate::rules::{Lint, Rule};
use crate::text::Message;

pub(super) const fn is_advised_on(lint: Lint, arch: &Arch, occupancy: &Occupancy) -> bool {
    match lint {
        Lint::IdleSchedulers => load(arch, occupancy).idle_schedulers() > 0,
        Lint::LowOccupancy => is_low(occupancy),
        // It is one of all GPUs, which has been looked at before.
        _ => true,
    }
}

const fn load(arch: &Arch, occupancy: &Occupancy) -> SchedulerLoad {
    SchedulerLoad::new(arch.compute_capability(), occupancy.warps_per_sm())
}

/// Fewer than half of the warp slots: a convention, not a figure of NVIDIA's.
/// [`LatencyHiding`](crate::model::LatencyHiding) says what is enough.
const fn is_low(occupancy: &Occupancy) -> bool {
    !occupancy.ratio().at_least(HALF)
}

pub(super) const fn worded<'m>(
    configuration: &Configuration<'_>,
    out: &'m mut Message,
    lint: Lint,
    arch: &Arch,
    occupancy: &Occupancy,
) -> &'m mut Message {
    match lint {
        Lint::IdleSchedulers => idle_schedulers(configuration, out, arch, occupancy),
        Lint::LowOccupancy => low_occupancy(configuration, out, arch, occupancy),
        _ => out
            .text("low occupancy is intended, but it is ")
            .percent(occupancy.ratio())
            .text(" on ")
            .text(arch.name())
            .text("\n\n    help: `intent` can be left out"),
    }
}

const fn idle_schedulers<'m>(
    configuration: &Configuration<'_>,
    out: &'m mut Message,
    arch: &Arch,
    occupancy: &Occupancy,
) -> &'m mut Message {
    let load = load(arch, occupancy);
    let out = out
        .counted(load.warps() as u64, "resident warp")
        .text(if load.warps() == 1 {
            " leaves "
        } else {
            " leave "
        })
        .grouped(load.idle_schedulers() as u64)
        .text(" of ")
        .counted(load.schedulers() as u64, "scheduler")
        .text(" of an SM of ")
        .text(arch.name())
        .text(" without a warp: ")
        .binding_limits_allow(occupancy)
        .counted(occupancy.blocks_per_sm as u64, "block")
        .text("\n\n    help: ");
    let out = match block_for_every_scheduler(configuration) {
        Some(change) => written(out.text("`"), change).text("` gives each of them one; or "),
        None => out,
    };
    out.text("`allow(idle_schedulers)` accepts it")
}

/// The smallest larger block with which each scheduler of every GPU has a warp.
const fn block_for_every_scheduler(configuration: &Configuration<'_>) -> Option<Change> {
    let mut larger = LargerBlocks::than(configuration.kernel.block_dim);
    while let Some(change) = larger.next() {
        let changed = change.apply(configuration);
        if changed.passes() && !Lint::IdleSchedulers.fires(&changed) {
            return Some(change);
        }
    }
    None
}

const fn low_occupancy<'m>(
    configuration: &Configuration<'_>,
    out: &'m mut Message,
    arch: &Arch,
    occupancy: &Occupancy,
) -> &'m mut Message {
    let mut out = out
        .text("occupancy on ")
        .text(arch.name())
        .text(" is ")
        .percent_beside(occupancy.ratio(), HALF)
        .text(": ")
        .binding_limits_allow(occupancy)
        .counted(occupancy.blocks_per_sm as u64, "block")
        .text("\n\n    help: ");
    let half = configuration.with_min_occupancy(HALF);
    let advice = Nearest::of(&half, Rule::MinOccupancy).resident();
    let mut left = advice.as_slice();
    while let [change, others @ ..] = left {
        out = written(out.text("`"), *change).text("` reaches 50 %; ");
        if others.is_empty() {
            out = out.text("or ");
        }
        left = others;
    }
    out.text("`intent(low_occupancy, \"…\")` says that it is intended, and why")
}

impl Configuration<'_> {
    /// Whether fewer than half of the warp slots of one of the GPUs are in use.
    pub(super) const fn has_low_occupancy(&self) -> bool {
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            if let Some(occupancy) = self.launchable_occupancy(arch)
                && is_low(&occupancy)
            {
                return true;
            }
            left = others;
        }
        false
    }
}
