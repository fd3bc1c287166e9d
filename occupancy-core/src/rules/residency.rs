//! Demands on one SM: resident blocks, and occupancy.

use super::Rule;
use super::nearest::{Move, Nearest};
use super::numbers::of_gpus;
use super::report::{Report, names};
use super::template::Value;
use crate::kernel::{Argument, Change, Configuration};
use crate::model::{Occupancy, SchedulerLoad};
use crate::text::Ratio;

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let (configuration, launched) = (r.configuration, &r.facts.launched);
    let blocks = match launched {
        Some(occupancy) => Some(occupancy.blocks_per_sm),
        None => None,
    };
    if let Some(asked) = configuration.min_blocks {
        if let Some(w) = r.breaks_if(Rule::ZeroMinBlocks, asked == 0) {
            w.head("`min_blocks` is at least 1: 0 demands nothing");
            w.help(Move::Set(Argument::MinBlocks, 1), " passes");
        }
        if let Some(w) = r.breaks_if(
            Rule::MinBlocks,
            matches!(blocks, Some(blocks) if blocks < asked),
        ) {
            // One block fits, or another rule is broken: the demand is for several.
            w.head("{min_blocks:block} of {threads:thread} do not fit on one SM of {gpu}: {binding}{blocks}");
            w.limits();
            w.figure("{binding}{blocks:block}");
            w.help_resident(None, " keeps {min_blocks!block}");
            w.help(
                that_fit(configuration, Argument::MinBlocks),
                " is what fits",
            );
        }
    }
    if let Some(most) = configuration.max_blocks {
        if let Some(w) = r.breaks_if(Rule::ZeroMaxBlocks, most == 0) {
            w.head("`max_blocks` is at least 1: with 0 nothing could launch");
            w.help(that_fit(configuration, Argument::MaxBlocks), " passes");
        }
        let is_broken = most > 0 && matches!(blocks, Some(blocks) if blocks > most);
        if let Some(w) = r.breaks_if(Rule::MaxBlocks, is_broken) {
            w.head("{blocks:block} of {threads:thread} fit on one SM of {gpu}, but at most {max_blocks} \
                {max_blocks?is|are} accepted");
            w.limits();
            w.figure("{binding}{blocks:block}");
            w.offer(w.nearest.padding(), " leaves room for {max_blocks:block}");
            w.help(
                that_fit(configuration, Argument::MaxBlocks),
                " is what fits",
            );
        }
    }
    if let Some(asked) = configuration.min_occupancy {
        let is_zero = asked.numerator() == 0;
        let is_over_one = asked.numerator() > asked.denominator();
        if let Some(w) = r.breaks_if(Rule::ZeroMinOccupancy, is_zero) {
            w.head("`min_occupancy` is over 0: 0 demands nothing");
            w.help(reached(configuration), " is reached");
            w.help(Move::To(Change::Without(Argument::MinOccupancy)), "");
        }
        if let Some(w) = r.breaks_if(Rule::MinOccupancyOverOne, is_over_one) {
            w.head("`min_occupancy` is at most 1.0, or 100 %: all warp slots");
            let meant = Change::MinOccupancy(percent_of(asked));
            w.help(Move::To(meant), " is {ratio}");
            w.or_help(reached(configuration), " is {ratio}");
        }
        let is_broken = !is_zero
            && !is_over_one
            && matches!(launched, Some(occupancy) if !occupancy.ratio().at_least(asked));
        if let Some(w) = r.breaks_if(Rule::MinOccupancy, is_broken) {
            w.head("occupancy on {gpu} is {occupancy~min_occupancy}, below the {min_occupancy~occupancy} asked for: \
                {binding}{blocks:block}");
            w.limits();
            w.figure("{occupancy}, {binding}{blocks:block}");
            w.help_resident(None, " reaches {reached}");
            w.help(reached(configuration), " is reached");
            w.or_help(Move::To(Change::Without(Argument::MinOccupancy)), "");
        }
    }
}

/// What a demand over 100 % means: 50 is 50 %, but 1.5 has no other meaning.
pub(super) const fn percent_of(asked: Ratio) -> Ratio {
    if asked.denominator() == 1 {
        Ratio::of(asked.numerator(), 100)
    } else {
        Ratio::ONE
    }
}

/// The lowest occupancy over all archs, as a demand.
const fn reached(configuration: &Configuration<'_>) -> Move {
    match configuration.lowest_occupancy() {
        Some(lowest) => Move::To(Change::MinOccupancy(lowest.floor_to_four_digits())),
        None => Move::Nothing,
    }
}

/// The demand for as many blocks as fit on every GPU, or for the most that fit on one.
const fn that_fit(configuration: &Configuration<'_>, argument: Argument) -> Move {
    let blocks = if matches!(argument, Argument::MaxBlocks) {
        of_gpus!(configuration, >, arch => configuration.resident_blocks(arch))
    } else {
        of_gpus!(configuration, <, arch => configuration.resident_blocks(arch))
    };
    match blocks {
        Some(blocks) => Move::Set(argument, blocks as u64),
        None => Move::Nothing,
    }
}

impl Nearest<'_> {
    /// The least dynamic shared memory that leaves room for no more blocks than are accepted.
    const fn padding(&self) -> Option<Change> {
        let kernel = &self.configuration.kernel;
        let room = of_gpus!(self.configuration, <, arch => Some(
            self.configuration.shared_memory_allowed(arch).saturating_sub(kernel.static_shared_memory)
        ));
        let padded = Change::Integer(Argument::DynamicSharedMemory, 0);
        let Some(room) = room else { return None };
        // More shared memory never leaves room for more blocks.
        let Some(kept) = self.edge(padded, room, kernel.dynamic_shared_memory) else {
            return None;
        };
        // Whole 16-byte units are what code declares.
        match self.accept(padded.with_number(kept.saturating_add(15) & !15)) {
            None => Some(padded.with_number(kept)),
            whole => whole,
        }
    }
}

pub(super) const fn warnings(r: &mut Report<'_, '_>, occupancy: &Occupancy) {
    let configuration = r.configuration;
    let blocks = occupancy.blocks_per_sm;
    if r.asks(Rule::MoreBlocksFit) {
        let all = Change::Integer(Argument::MinBlocks, blocks as u64);
        let is_fewer = matches!(configuration.min_blocks, Some(asked) if asked < blocks);
        if let Some(w) = r.breaks_if(Rule::MoreBlocksFit, is_fewer && configuration.takes(all)) {
            w.head("{min_blocks:block} {min_blocks?is|are} demanded, but {blocks} fit on one SM of {gpu}");
            w.offer(Some(all), " demands all of them");
        }
    }
    let load = SchedulerLoad::new(r.facts.cc, occupancy.warps_per_sm());
    if let Some(w) = r.breaks_if(Rule::IdleSchedulers, load.idle_schedulers() > 0) {
        names!(w, warps: load.warps(), idle: load.idle_schedulers(), schedulers: load.schedulers());
        w.head("{warps:resident warp} {warps?leaves|leave} {idle} of {schedulers:scheduler} of an SM of {gpu} \
            without a warp: {binding}{blocks:block}");
        w.help(Move::LargerBlock, " gives each of them one");
        w.also = "`allow(idle_schedulers)` accepts it";
    }
    let is_low = is_low(occupancy);
    if let Some(w) = r.breaks_if(
        Rule::LowOccupancy,
        is_low && !configuration.low_occupancy_intended,
    ) {
        w.name("half", Value::Ratio(HALF));
        w.head("occupancy on {gpu} is {occupancy~half}: {binding}{blocks:block}");
        let half = configuration.with_min_occupancy(HALF);
        let nearest = Nearest::of(&half, Rule::MinOccupancy, true);
        w.help_resident(Some(&nearest), " reaches 50 %");
        w.also = "`intent(low_occupancy, \"…\")` says that it is intended, and why";
    }
    let is_unfulfilled = configuration.low_occupancy_intended && !has_low_occupancy(configuration);
    if let Some(w) = r.breaks_if(Rule::UnfulfilledIntent, is_unfulfilled) {
        w.head("low occupancy is intended, but it is {occupancy} on {gpu}");
        w.also = "`intent` can be left out";
    }
}

/// Fewer warp slots in use are few: a convention, not a figure of NVIDIA's.
/// [`LatencyHiding`](crate::model::LatencyHiding) says what is enough.
const HALF: Ratio = Ratio::of(1, 2);

const fn is_low(occupancy: &Occupancy) -> bool {
    !occupancy.ratio().at_least(HALF)
}

/// Whether fewer than half of the warp slots of one of the GPUs are in use.
const fn has_low_occupancy(configuration: &Configuration<'_>) -> bool {
    match configuration.lowest_occupancy() {
        Some(lowest) => !lowest.at_least(HALF),
        None => false,
    }
}
