//! Demands on one SM: its resident blocks, and its occupancy.

use super::nearest::UNIT;
use super::review::{Nearest, Review, Rule, Value, names};
use crate::kernel::{Argument, Change, of_gpus};
use crate::model::Occupancy;
use crate::numbers::multiple;
use crate::text::Ratio;

pub(super) const fn rules(r: &mut Review<'_, '_>) {
    let (configuration, launched) = (r.configuration, &r.on_gpu.launched);
    if let Some(demand) = configuration.min_blocks {
        if let Some(w) = r.note_if(Rule::ZeroMinBlocks, demand == 0) {
            w.head("`min_blocks` is at least 1: 0 demands nothing");
            w.set(Argument::MinBlocks, 1, " passes");
        }
        let is_broken = matches!(launched, Some(one) if one.blocks_per_sm < demand);
        if let Some(w) = r.note_if(Rule::MinBlocks, is_broken) {
            // One block fits, or another rule is broken, so the demand is for several.
            w.head("{min_blocks:block} of {threads:thread} do not fit on one SM of {gpu}: {binding}{blocks}");
            w.limits();
            w.figure("{binding}{blocks:block}");
            w.help_resident(" keeps {min_blocks!block}");
            w.help(w.nearest.that_fit(Argument::MinBlocks), " is what fits");
        }
    }
    if let Some(most) = configuration.max_blocks {
        if let Some(w) = r.note_if(Rule::ZeroMaxBlocks, most == 0) {
            w.head("`max_blocks` is at least 1: with 0 nothing could launch");
            w.help(w.nearest.that_fit(Argument::MaxBlocks), " passes");
        }
        let is_broken = matches!(launched, Some(one) if one.blocks_per_sm > most);
        if let Some(w) = r.note_if(Rule::MaxBlocks, is_broken && most > 0) {
            w.head("{blocks:block} of {threads:thread} fit on one SM of {gpu}, but at most {max_blocks} \
                {max_blocks?is|are} accepted");
            w.limits();
            w.figure("{binding}{blocks:block}");
            w.help(w.nearest.padding(), " leaves room for {max_blocks:block}");
            w.help(w.nearest.that_fit(Argument::MaxBlocks), " is what fits");
        }
    }
    if let Some(demand) = configuration.min_occupancy {
        let is_possible = is_possible(r, Argument::MinOccupancy, demand);
        let is_broken = is_possible
            && matches!(launched, Some(occupancy) if !occupancy.ratio().at_least(demand));
        if let Some(w) = r.note_if(Rule::MinOccupancy, is_broken) {
            w.head("occupancy on {gpu} is {occupancy~min_occupancy}, below the {min_occupancy~occupancy} asked for: \
                {binding}{blocks:block}");
            w.limits();
            w.figure("{occupancy}, {binding}{blocks:block}");
            w.help_resident(" reaches {reached}");
            w.help(w.nearest.reached(Argument::MinOccupancy), " is reached");
        }
    }
}

/// Returns `true` if the ratio that an argument demands is over 0 and at most 1, and notes the rule that it breaks
/// otherwise.
pub(super) const fn is_possible(r: &mut Review<'_, '_>, argument: Argument, demand: Ratio) -> bool {
    use Rule::{MinOccupancyOverOne, TailEfficiencyOverOne, ZeroMinOccupancy, ZeroTailEfficiency};
    let (zero, over_one, most) = match argument {
        Argument::MinOccupancy => (ZeroMinOccupancy, MinOccupancyOverOne, "all warp slots"),
        _ => (ZeroTailEfficiency, TailEfficiencyOverOne, "full waves only"),
    };
    let is_zero = demand.numerator() == 0;
    if let Some(w) = r.note_if(zero, is_zero) {
        w.name("key", Value::Text(argument.key()));
        w.head("`{key}` is over 0: 0 demands nothing");
        w.help(w.nearest.reached(argument), " is reached");
        w.help_to(Change::Without(argument), "");
    }
    let is_over_one = demand.numerator() > demand.denominator();
    if let Some(w) = r.note_if(over_one, is_over_one) {
        w.name("key", Value::Text(argument.key()));
        w.head("`{key}` is at most 1.0, or 100 %: ");
        w.head(most);
        // 50 means 50 %; 1.5 has no other meaning.
        let meant = match demand.denominator() {
            1 => Ratio::of(demand.numerator(), 100),
            _ => Ratio::ONE,
        };
        w.help_to(Change::Ratio(argument, meant), " is {ratio}");
        if w.advice.as_slice().is_empty() {
            w.help(w.nearest.reached(argument), " is {ratio}");
        }
    }
    !is_zero && !is_over_one
}

impl Nearest<'_> {
    /// The demand for the lowest occupancy over all archs, or for the lowest tail efficiency.
    pub(super) const fn reached(&self, argument: Argument) -> Option<Change> {
        let lowest = match argument {
            Argument::MinOccupancy => self.configuration.lowest_occupancy(),
            _ => self.configuration.lowest_tail_efficiency(),
        };
        let floored = Ratio::of(known!(lowest).ten_thousandths(), 10_000);
        self.accept(Change::Ratio(argument, floored))
    }

    /// The demand for as many blocks as fit on every GPU, or for the most that fit on one.
    const fn that_fit(&self, argument: Argument) -> Option<Change> {
        let configuration = &self.configuration;
        let blocks = if matches!(argument, Argument::MaxBlocks) {
            of_gpus!(configuration, >, arch: Some(one) = configuration.launchable_occupancy(arch) => one.blocks_per_sm)
        } else {
            of_gpus!(configuration, <, arch: Some(one) = configuration.launchable_occupancy(arch) => one.blocks_per_sm)
        };
        self.accept(Change::Integer(argument, known!(blocks) as u64))
    }

    /// The least dynamic shared memory that leaves room for no more blocks than are accepted.
    const fn padding(&self) -> Option<Change> {
        let kernel = &self.configuration.kernel;
        let room = of_gpus!(self.configuration, <, arch => Some(
            self.configuration.shared_memory_allowed(arch).saturating_sub(kernel.static_shared_memory)
        ));
        let padded = Change::Integer(Argument::DynamicSharedMemory, 0);
        // More shared memory never leaves room for more blocks.
        let kept = known!(self.edge(padded, known!(room), kernel.dynamic_shared_memory));
        self.accept(padded.with_number(known!(multiple(kept, UNIT, true))))
    }
}

pub(super) const fn warnings(r: &mut Review<'_, '_>, occupancy: &Occupancy) {
    let configuration = r.configuration;
    let blocks = occupancy.blocks_per_sm;
    let all = Change::Integer(Argument::MinBlocks, blocks as u64);
    if r.looks_for(Rule::MoreBlocksFit)
        && matches!(configuration.min_blocks, Some(demand) if demand < blocks)
        && configuration.takes(all)
        && let Some(w) = r.note(Rule::MoreBlocksFit)
    {
        w.head(
            "{min_blocks:block} {min_blocks?is|are} demanded, but {blocks} fit on one SM of {gpu}",
        );
        w.help(Some(all), " demands all of them");
    }
    let (warps, schedulers) = (occupancy.warps_per_sm(), r.on_gpu.sm.sub_partitions);
    if let Some(w) = r.note_if(Rule::IdleSchedulers, warps < schedulers) {
        names!(w, warps: warps, idle: schedulers.saturating_sub(warps), schedulers: schedulers);
        w.head("{warps:resident warp} {warps?leaves|leave} {idle} of {schedulers:scheduler} of an SM of {gpu} \
            without a warp: {binding}{blocks:block}");
        w.help(w.nearest.larger_block(), " gives each of them one");
    }
    let is_low = !occupancy.ratio().at_least(HALF);
    let is_broken = is_low && !configuration.low_occupancy_intended;
    if let Some(w) = r.note_if(Rule::LowOccupancy, is_broken) {
        w.name("half", Value::Ratio(HALF));
        w.head("occupancy on {gpu} is {occupancy~half}: {binding}{blocks:block}");
        let half = configuration.with_min_occupancy(HALF);
        w.nearest = Nearest::of(&half, w.nearest.first, Rule::MinOccupancy, true);
        w.help_resident(" reaches 50 %");
        w.also = "`intent(low_occupancy, \"…\")` says that it is intended, and why";
    }
    let is_unfulfilled = configuration.low_occupancy_intended
        && !matches!(configuration.lowest_occupancy(), Some(lowest) if !lowest.at_least(HALF));
    if let Some(w) = r.note_if(Rule::UnfulfilledIntent, is_unfulfilled) {
        w.head("low occupancy is intended, but it is {occupancy} on {gpu}");
        w.also = "`intent` can be left out";
    }
}

/// A lower occupancy is low: a convention, not a figure of NVIDIA's. [`LatencyDemand`](crate::kernel::LatencyDemand)
/// says what is enough.
const HALF: Ratio = Ratio::of(1, 2);
