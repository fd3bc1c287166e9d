//! The latencies that the resident warps have to hide: one in cycles, and that of device memory.

use super::review::{Nearest, Review, Rule, Value, Wording, names};
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, LatencyDemand, Wait, wide};
use crate::model::dealt;
use crate::numbers::or;
use crate::text::Ratio;

pub(super) const fn rules(r: &mut Review<'_, '_>) {
    let (configuration, on_gpu) = (r.configuration, r.on_gpu);
    let Some(demand) = configuration.hides else {
        return;
    };
    let warps = match &on_gpu.launched {
        Some(_) => configuration.resident_warps(on_gpu.arch),
        None => None,
    };
    cycles(r, demand, warps);
    bytes(r, demand, warps);
}

const fn cycles(r: &mut Review<'_, '_>, demand: LatencyDemand, warps: Option<u32>) {
    let sm = r.on_gpu.sm;
    let without = to_demand(LatencyDemand {
        bytes: demand.bytes,
        ..LatencyDemand::NONE
    });
    if let Some(w) = r.note_if(Rule::ZeroLatency, matches!(demand.cycles, Some(0))) {
        w.head("`cycles` is at least 1: a latency of 0 needs no warps to hide it");
        w.help(w.nearest.hidden(Argument::Cycles), " passes");
        w.help_to(without, " passes");
    }
    let has_none = matches!(demand.instructions, Some(0));
    if let Some(w) = r.note_if(Rule::ZeroInstructions, has_none) {
        w.head(
            "`instructions` is at least 1: the instruction that a warp waits for is one of them",
        );
        if matches!(demand.cycles, Some(1..)) {
            w.help(w.nearest.hidden(Argument::Instructions), " passes");
        }
        let one = LatencyDemand {
            instructions: None,
            ..demand
        };
        w.help_to(to_demand(one), " passes");
        w.or_help_to(without, " passes");
    }
    if let Some(warps) = warps
        && let (Some((stated, before)), Some(needed)) = (demand.latency(), demand.warps_per_sm(sm))
        && !demand.is_hidden_by(sm, warps)
        && let Some(w) = r.note(Rule::HiddenLatency)
    {
        names!(w, warps: warps, stated: stated, before: before, needed: needed);
        w.name("awaited", Value::Text(demand.awaited()));
        w.head("{warps:resident warp} {warps?does|do} not hide {stated:cycle} on {gpu}: with {before:instruction} \
            before each wait{awaited}, it takes {needed}");
        let (fewest, fuller) = dealt(sm, warps);
        names!(w, fewest: fewest, most: fewest.saturating_add(1), schedulers: sm.sub_partitions);
        let turns = demand.in_turns(sm);
        let has_turns = demand.has_turns(sm);
        let unit = if has_turns { "turns" } else { "cycles" };
        w.name("unit", Value::Text(unit));
        let share = or(demand.issue_share(sm, warps), Ratio::ZERO);
        w.name("share", Value::Ratio(share));
        let (period, _) = or(turns.period(), (0, 0));
        names!(w, each: or(turns.warps_per_scheduler(), 0), turns: or(turns.cycles, 0), period: period);
        w.detail("\n\n    resident    {warps>9} {warps?warp    |warps   }{fewest}");
        if fuller > 0 {
            w.detail(" or {most}");
        }
        w.detail(
            " on each of {schedulers:scheduler}, which issue in at most {share} of {unit}\n    \
            needed      {needed>9} {needed?warp    |warps   }{each} on each: ",
        );
        w.detail(match demand.wait {
            Some(Wait::First) => "{period}",
            _ => "({turns} + {before} - 1)",
        });
        w.detail(" / {before}, rounded up");
        if has_turns {
            w.detail(", with a turn every {schedulers:cycle}");
        }
        needed_warps(w);
        w.help_resident(" hides them");
        if demand.wait.is_none() {
            let first = to_demand(demand.with_wait(Wait::First));
            w.help_to(first, " hides them, if a warp waits for the first");
        }
        w.help(w.nearest.hidden(Argument::Instructions), " hides them");
        w.help(w.nearest.hidden(Argument::Cycles), " is what they hide");
        w.or_help_to(without, " demands less");
    }
}

const fn bytes(r: &mut Review<'_, '_>, demand: LatencyDemand, warps: Option<u32>) {
    let Some(stated_bytes) = demand.bytes else {
        return;
    };
    let (configuration, arch, sm) = (r.configuration, r.on_gpu.arch, r.on_gpu.sm);
    let needed = configuration.bytes_in_flight(arch);
    let without = to_demand(LatencyDemand {
        bytes: None,
        ..demand
    });
    if let Some(w) = r.note_if(Rule::UnknownMemoryLatency, needed.is_none()) {
        w.head("`bytes` needs a GPU whose memory latency and bandwidth are known: ");
        w.head(match arch {
            Arch::Device(_) => "no source states both for {gpu}",
            Arch::Multiprocessor(_) => "{gpu} is not a device",
        });
        w.help(w.nearest.device(), " is a GPU whose memory was measured");
        w.help_to(without, " does without");
    }
    if let Some(w) = r.note_if(Rule::ZeroBytesInFlight, stated_bytes == 0) {
        w.head("`bytes` is at least 1: with 0 in flight, no number of warps is enough");
        w.help(w.nearest.hidden(Argument::BytesInFlight), " passes");
        w.help_to(without, " passes");
    }
    if let (Some(warps), Some(needed)) = (warps, needed)
        && let Some(enough) = demand.warps_in_flight(sm, needed)
        && enough > warps as u64
        && let Some(w) = r.note(Rule::BytesInFlight)
    {
        names!(w, warps: warps, stated: stated_bytes, needed: enough);
        let share = demand.bandwidth_share(sm, needed, warps);
        w.name("share", Value::Ratio(share));
        w.head("{warps:resident warp} with {stated:byte} in flight per thread {warps?reaches|reach} at most {share} \
            of the memory bandwidth of {gpu}: all of it takes {needed:warp}");
        let in_flight = wide(warps, sm.warp_size).saturating_mul(stated_bytes as u64);
        names!(w, in_flight: in_flight, lanes: sm.warp_size, per_sm: needed.rounded_up());
        w.detail("\n\n    in flight   {in_flight>9} {in_flight?byte    |bytes   }{warps:warp} of {lanes:thread} with \
            {stated:byte} each\n    needed      {per_sm>9} {per_sm?byte    |bytes   }");
        // Both figures that give the needed bytes are known.
        if let Arch::Device(device) = arch
            && let (Some(latency), Some(bandwidth)) =
                (device.memory_latencies(), device.bandwidth_mb_per_s())
        {
            let sms = or(configuration.sms_at_work(arch), 0);
            names!(w, cycles_of_memory: latency.dram, bandwidth: bandwidth / 1000, sms_at_work: sms);
            names!(w, clock: or(latency.clock_mhz, 0));
            w.detail(
                "{cycles_of_memory} cycles at {clock} MHz, {bandwidth} GB/s over {sms_at_work:SM}",
            );
        }
        needed_warps(w);
        let effect = " reaches the full bandwidth";
        w.help_resident(effect);
        w.help(w.nearest.hidden(Argument::BytesInFlight), effect);
        w.or_help_to(without, " demands less");
    }
}

/// Writes the table of limits, below it the grid if it has fewer blocks than they allow, and how many warps are needed.
const fn needed_warps(w: &mut Wording<'_>) {
    w.limits();
    let (configuration, on_gpu) = (w.names.configuration, w.names.on_gpu);
    if let (Some(occupancy), Some(sms), Some(Ok(grid))) = (
        &on_gpu.launched,
        configuration.sms_at_work(on_gpu.arch),
        configuration.counted_grid(),
    ) {
        let resident = configuration.resident_with(on_gpu.arch, occupancy);
        if resident.blocks_per_sm != occupancy.blocks_per_sm {
            names!(w, of_grid: resident.blocks_per_sm, grid_blocks: grid.blocks(), sms_of_grid: sms);
            w.detail("\n    grid             {of_grid>4} {of_grid?block    |blocks   }{grid_blocks:block} over \
                {sms_of_grid:SM}: fewer than fit");
        }
    }
    w.figure("{warps} of {needed:warp} {needed?is|are} resident");
}

/// The change to a demand, which leaves `hides` out if it would demand nothing.
const fn to_demand(demand: LatencyDemand) -> Change {
    match (demand.cycles, demand.bytes) {
        (None | Some(0), None | Some(0)) => Change::Without(Argument::Hides),
        _ => Change::Hides(demand),
    }
}

impl Nearest<'_> {
    /// The demand with one argument changed to the number that the resident warps just hide on every GPU: the longest
    /// latency, the fewest instructions, or the fewest bytes of whole loads.
    const fn hidden(&self, argument: Argument) -> Option<Change> {
        let change = Change::Integer(argument, 0);
        let (kept, refused) = match argument {
            Argument::Cycles => (1, u32::MAX),
            // Each has a result, and a thread has no more registers to keep them in.
            Argument::Instructions => (self.configuration.most_registers(argument), 0),
            _ => (u32::MAX, 0),
        };
        // Without a block that launches, no latency is refused, and none is the longest.
        if self.keeps(change.with_number(refused)) {
            return None;
        }
        let number = match (argument, known!(self.edge(change, kept, refused))) {
            // Loads of 1, 2, 4, 8 and 16 bytes.
            (Argument::BytesInFlight, fewest @ 0..17) => fewest.next_power_of_two(),
            (Argument::BytesInFlight, fewest) => fewest.saturating_add(15) & !15,
            (_, number) => number,
        };
        let changed = change.with_number(number).apply(&self.configuration);
        self.accept(Change::Hides(known!(changed.hides)))
    }
}
