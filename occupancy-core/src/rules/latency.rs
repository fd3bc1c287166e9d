//! What the resident warps have to hide: a latency in cycles, and the latency of device memory.

use super::report::{Nearest, Report, Rule, Value, Words, names};
use crate::gpu::Arch;
use crate::kernel::{Argument, Change, Configuration, LatencyDemand, of_gpus, wide};
use crate::model::dealt;
use crate::text::Ratio;

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let (configuration, facts) = (r.configuration, r.facts);
    let Some(demand) = configuration.hides else {
        return;
    };
    let warps = match &facts.launched {
        Some(occupancy) => {
            let resident = configuration.resident_with(facts.arch, occupancy);
            Some(resident.warps_per_sm())
        }
        None => None,
    };
    cycles(r, demand, warps);
    bytes(r, demand, warps);
}

const fn cycles(r: &mut Report<'_, '_>, demand: LatencyDemand, warps: Option<u32>) {
    let (configuration, cc) = (r.configuration, r.facts.cc);
    let without = stated(LatencyDemand {
        cycles: None,
        instructions: None,
        ..demand
    });
    if let Some(w) = r.breaks_if(Rule::ZeroLatency, matches!(demand.cycles, Some(0))) {
        w.head("`cycles` is at least 1: a latency of 0 needs no warps to hide it");
        w.help(w.nearest.longest_latency(), " passes");
        w.help_to(without, " passes");
    }
    let is_broken = matches!(demand.instructions, Some(0));
    if let Some(w) = r.breaks_if(Rule::ZeroInstructions, is_broken) {
        w.head(
            "`instructions` is at least 1: the instruction that a warp waits for is one of them",
        );
        if matches!(demand.cycles, Some(1..)) {
            w.help(w.nearest.instructions(), " passes");
        }
        let one = stated(LatencyDemand {
            instructions: None,
            ..demand
        });
        w.help_to(one, " passes");
        w.or_help_to(without, " passes");
    }
    if let Some(warps) = warps
        && let (Some((stated, before)), Some(needed)) = (demand.latency(), demand.warps_per_sm(cc))
        && !demand.is_hidden_by(cc, warps)
        && let Some(w) = r.breaks(Rule::HiddenLatency)
    {
        names!(w, warps: warps, stated: stated, before: before, needed: needed);
        w.head("{warps:resident warp} {warps?does|do} not hide {stated:cycle} on {gpu}: with {before:instruction} \
            before each wait, it takes {needed}");
        warps_and_cycles(w, demand, warps);
        needed_warps(w);
        w.help_resident(" hides them");
        w.help(w.nearest.instructions(), " hides them");
        let load = memory_latency(configuration);
        if let Some(cycles) = load
            && cycles < stated
        {
            let shorter = Change::Integer(Argument::Cycles, cycles as u64).apply(configuration);
            let mut nearest = w.nearest;
            nearest.configuration = shorter;
            w.help(nearest.instructions(), OF_A_LOAD);
        }
        let longest = w.nearest.longest_latency();
        let effect = match (load, longest) {
            (Some(load), Some(Change::Hides(to))) if matches!(to.cycles, Some(to) if to == load) => {
                OF_A_LOAD
            }
            _ => " is what they hide",
        };
        w.help(longest, effect);
        w.or_help_to(without, " demands less");
    }
}

const OF_A_LOAD: &str = " hides a load from memory";

/// The warps of each scheduler: resident, and needed.
const fn warps_and_cycles(w: &mut Words<'_>, demand: LatencyDemand, warps: u32) {
    let cc = w.names.facts.cc;
    let (fewest, fuller) = dealt(cc, warps);
    names!(w, fewest: fewest, most: fewest.saturating_add(1), schedulers: cc.sub_partitions);
    if let (Some(share), Some(each)) = (demand.issue_share(cc, warps), demand.warps_per_scheduler())
    {
        w.name("share", Value::Ratio(share));
        names!(w, each: each);
    }
    w.detail("\n\n    resident    {warps>9} {warps?warp    |warps   }");
    w.detail(if fuller == 0 {
        "{fewest}"
    } else {
        "{fewest} or {most}"
    });
    w.detail(" on each of {schedulers:scheduler}, which issue in at most {share} of cycles\n    \
        needed      {needed>9} {needed?warp    |warps   }{each} on each: ({stated} + {before} - 1) / {before}, \
        rounded up");
}

const fn bytes(r: &mut Report<'_, '_>, demand: LatencyDemand, warps: Option<u32>) {
    let Some(stated_bytes) = demand.bytes else {
        return;
    };
    let arch = r.facts.arch;
    let needed = r.configuration.bytes_in_flight(arch);
    let without = stated(LatencyDemand {
        bytes: None,
        ..demand
    });
    if let Some(w) = r.breaks_if(Rule::UnknownMemoryLatency, needed.is_none()) {
        w.head("`bytes` needs a GPU whose memory latency and bandwidth are known: ");
        w.head(match arch {
            Arch::Device(_) => "no source states both for {gpu}",
            Arch::ComputeCapability(_) => "{gpu} is not a device",
        });
        w.help(w.nearest.device(), " is a GPU whose memory was measured");
        w.help_to(without, " does without");
    }
    if let Some(w) = r.breaks_if(Rule::ZeroBytesInFlight, stated_bytes == 0) {
        w.head("`bytes` is at least 1: with 0 in flight, no number of warps is enough");
        let fewest = w.nearest.hiding(Argument::BytesInFlight, u32::MAX, 0);
        w.help(fewest, " passes");
        w.help_to(without, " passes");
    }
    if let (Some(warps), Some(needed)) = (warps, needed)
        && let Some(enough) = demand.warps_in_flight(needed)
        && enough > warps as u64
        && let Some(w) = r.breaks(Rule::BytesInFlight)
    {
        names!(w, warps: warps, stated: stated_bytes, needed: enough);
        let share = demand.bandwidth_share(needed, warps);
        w.name("share", Value::Ratio(share));
        w.head("{warps:resident warp} with {stated:byte} in flight per thread {warps?reaches|reach} at most {share} \
            of the memory bandwidth of {gpu}: all of it takes {needed:warp}");
        warps_and_bytes(w, needed, stated_bytes, warps);
        needed_warps(w);
        w.help_resident(" reaches all of it");
        let fewest = w.nearest.hiding(Argument::BytesInFlight, u32::MAX, 0);
        w.help(fewest, " reaches all of it");
        w.or_help_to(without, " demands less");
    }
}

/// The bytes in flight: those of the resident warps, and those that are needed.
const fn warps_and_bytes(w: &mut Words<'_>, needed: Ratio, bytes: u32, warps: u32) {
    let (configuration, facts) = (w.names.configuration, w.names.facts);
    let lanes = facts.cc.warp_size;
    let in_flight = wide(warps, lanes).saturating_mul(bytes as u64);
    names!(w, in_flight: in_flight, lanes: lanes, per_sm: needed.rounded_up());
    w.detail("\n\n    in flight   {in_flight>9} {in_flight?byte    |bytes   }{warps:warp} of {lanes:thread} with \
        {stated:byte} each\n    needed      {per_sm>9} {per_sm?byte    |bytes   }");
    let Arch::Device(device) = facts.arch else {
        return;
    };
    if let (Some(latency), Some(bandwidth), Some(sms)) = (
        device.memory_latencies(),
        device.bandwidth_mb_per_s(),
        configuration.sms_at_work(facts.arch),
    ) {
        names!(w, cycles_of_memory: latency.dram, bandwidth: bandwidth / 1000, sms_at_work: sms);
        w.name("clock", Value::some(latency.clock_mhz));
        w.detail("{cycles_of_memory} cycles");
        if latency.clock_mhz.is_some() {
            w.detail(" at {clock} MHz");
        }
        w.detail(", {bandwidth} GB/s over {sms_at_work:SM}");
    }
}

/// The table of limits, the grid below it if that has fewer blocks than they allow, and how many warps are needed.
const fn needed_warps(w: &mut Words<'_>) {
    w.limits();
    let (configuration, facts) = (w.names.configuration, w.names.facts);
    if let (Some(occupancy), Some(sms), Some(Ok(grid))) = (
        &facts.launched,
        configuration.sms_at_work(facts.arch),
        configuration.grid_dim(),
    ) {
        let resident = configuration.resident_with(facts.arch, occupancy);
        if resident.blocks_per_sm != occupancy.blocks_per_sm {
            names!(w, of_grid: resident.blocks_per_sm, grid_blocks: grid.blocks(), sms_of_grid: sms);
            w.detail("\n    grid             {of_grid>4} {of_grid?block    |blocks   }{grid_blocks:block} over \
                {sms_of_grid:SM}: fewer than fit");
        }
    }
    w.figure("{warps} of {needed:warp} {needed?is|are} resident");
}

/// The demand as a change: `hides` is left out if it would state nothing.
const fn stated(demand: LatencyDemand) -> Change {
    if demand.cycles.is_none() && demand.bytes.is_none() {
        Change::Without(Argument::Hides)
    } else {
        Change::Hides(demand)
    }
}

/// The latency of device memory, the longest of all GPUs; `None` if nobody measured that of one.
const fn memory_latency(configuration: &Configuration<'_>) -> Option<u32> {
    let longest = of_gpus!(configuration, >, arch => match arch {
        Arch::Device(device) => match device.memory_latencies() {
            Some(latency) => Some(latency.dram),
            None => Some(u32::MAX),
        },
        Arch::ComputeCapability(_) => Some(u32::MAX),
    });
    match longest {
        Some(u32::MAX) => None,
        longest => longest,
    }
}

/// Never suggest more instructions before each wait: each has a result, and a thread has no more registers
/// to keep them in.
const MOST_ADVISED_INSTRUCTIONS: u32 = 255;

impl Nearest<'_> {
    /// The fewest instructions before each wait with which the resident warps hide the latency on every
    /// GPU.
    const fn instructions(&self) -> Option<Change> {
        self.hiding(Argument::Instructions, MOST_ADVISED_INSTRUCTIONS, 0)
    }

    /// The longest latency that the resident warps hide on every GPU.
    const fn longest_latency(&self) -> Option<Change> {
        // Without a block that launches, every latency is kept, and none is the longest.
        if self.keeps(Change::Integer(Argument::Cycles, u32::MAX as u64)) {
            return None;
        }
        self.hiding(Argument::Cycles, 1, u32::MAX)
    }

    /// The demand with the number of one argument that is nearest to a refused one; of bytes, those of whole loads.
    const fn hiding(&self, argument: Argument, kept: u32, refused: u32) -> Option<Change> {
        let change = Change::Integer(argument, 0);
        let number = match (argument, self.edge(change, kept, refused)) {
            // Loads of 1, 2, 4, 8 and 16 bytes.
            (Argument::BytesInFlight, Some(fewest @ 0..17)) => fewest.next_power_of_two(),
            (Argument::BytesInFlight, Some(fewest)) => fewest.saturating_add(15) & !15,
            (_, Some(number)) => number,
            (_, None) => return None,
        };
        match change.with_number(number).apply(&self.configuration).hides {
            Some(demand) => self.accept(Change::Hides(demand)),
            None => None,
        }
    }
}
