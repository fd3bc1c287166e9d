//! What the resident warps have to hide: a latency in cycles, and the latency of device memory.

use super::Rule;
use super::nearest::{MORE_WARPS, Move, Nearest};
use super::numbers::of_gpus;
use super::report::{Report, names};
use super::template::Value;
use crate::gpu::nvidia::{memory_latencies, specifications};
use crate::gpu::{Arch, WARP_SIZE};
use crate::kernel::{Change, Configuration, LatencyDemand, saturate, wide};
use crate::model::dealt;
use crate::text::Ratio;

pub(super) const fn rules(r: &mut Report<'_, '_>) {
    let Some(demand) = r.configuration.hides else {
        return;
    };
    let warps = match &r.facts.launched {
        Some(occupancy) => {
            let resident = r.configuration.resident_with(r.facts.arch, occupancy);
            Some(resident.warps_per_sm())
        }
        None => None,
    };
    cycles(r, demand, warps);
    bytes(r, demand, warps);
}

const fn cycles(r: &mut Report<'_, '_>, demand: LatencyDemand, warps: Option<u32>) {
    let without = Move::To(stated(LatencyDemand {
        cycles: None,
        instructions: None,
        ..demand
    }));
    if matches!(demand.cycles, Some(0)) && r.breaks(Rule::ZeroLatency) {
        r.head("`cycles` is at least 1: a latency of 0 needs no warps to hide it");
        r.offer(r.nearest().longest_latency(demand), " passes");
        r.help(without, " passes");
    }
    if matches!(demand.instructions, Some(0)) && r.breaks(Rule::ZeroInstructions) {
        r.head(
            "`instructions` is at least 1: the instruction that a warp waits for is one of them",
        );
        r.offer(r.nearest().instructions(demand), " passes");
        let one = Move::To(stated(LatencyDemand {
            instructions: None,
            ..demand
        }));
        r.help(one, " passes");
        r.or_help(without, " passes");
    }
    if let Some(warps) = warps
        && let (Some((latency, before)), Some(needed)) =
            (demand.latency(), demand.warps_per_sm(r.facts.cc))
        && !demand.is_hidden_by(r.facts.cc, warps)
        && r.breaks(Rule::HiddenLatency)
    {
        names!(r, warps: warps, stated: latency, before: before, needed: needed);
        r.head("{warps:resident warp} {warps?does|do} not hide {stated:cycle} on {gpu}: with {before:instruction} \
            before each wait, it takes {needed}");
        warps_and_cycles(r, demand, warps);
        needed_warps(r);
        let nearest = r.nearest();
        r.help_resident(MORE_WARPS, " hides them");
        r.offer(nearest.instructions(demand), " hides them");
        let latency = memory_latency(r.configuration);
        let shorter = LatencyDemand {
            cycles: latency,
            ..demand
        };
        if let (Some(latency), Some(cycles)) = (latency, demand.cycles)
            && latency < cycles
        {
            r.offer(nearest.instructions(shorter), " hides a load from memory");
        }
        let longest = nearest.longest_latency(demand);
        let is_load = match (latency, longest) {
            (Some(latency), Some(Change::Hides(to))) => {
                matches!(to.cycles, Some(cycles) if cycles == latency)
            }
            _ => false,
        };
        r.offer(
            longest,
            if is_load {
                " hides a load from memory"
            } else {
                " is what they hide"
            },
        );
        r.or_help(without, " demands less");
    }
}

/// The warps of each scheduler: resident, and needed.
const fn warps_and_cycles(r: &mut Report<'_, '_>, demand: LatencyDemand, warps: u32) {
    let cc = r.facts.cc;
    let (fewest, fuller) = dealt(cc, warps);
    names!(r, fewest: fewest, most: fewest.saturating_add(1), schedulers: cc.sub_partitions);
    if let (Some(share), Some(each)) = (demand.issue_share(cc, warps), demand.warps_per_scheduler())
    {
        r.name("share", Value::Ratio(share));
        names!(r, each: each);
    }
    r.detail("\n\n    resident    {warps>9} {warps?warp    |warps   }");
    r.detail(if fuller == 0 {
        "{fewest}"
    } else {
        "{fewest} or {most}"
    });
    r.detail(" on each of {schedulers:scheduler}, which issue in at most {share} of cycles");
    r.detail("\n    needed      {needed>9} {needed?warp    |warps   }{each} on each: ({stated} + {before} - 1) / \
        {before}, rounded up");
}

const fn bytes(r: &mut Report<'_, '_>, demand: LatencyDemand, warps: Option<u32>) {
    let configuration = r.configuration;
    let needed = configuration.bytes_in_flight(r.facts.arch);
    let without = Move::To(stated(LatencyDemand {
        bytes: None,
        ..demand
    }));
    if demand.bytes.is_some() && needed.is_none() && r.breaks(Rule::UnknownMemoryLatency) {
        r.head("`bytes` needs a GPU whose memory latency and bandwidth are known: ");
        r.head(match r.facts.arch {
            Arch::Device(_) => "no source states both for {gpu}",
            Arch::ComputeCapability(_) => "{gpu} is not a device",
        });
        r.help(Move::Device, " is a GPU whose memory was measured");
        r.help(without, " does without");
    }
    if matches!(demand.bytes, Some(0)) && r.breaks(Rule::ZeroBytesInFlight) {
        r.head("`bytes` is at least 1: with 0 in flight, no number of warps is enough");
        r.offer(r.nearest().bytes_in_flight(demand), " passes");
        r.help(without, " passes");
    }
    if let (Some(warps), Some(needed), Some(bytes)) = (warps, needed, demand.bytes)
        && let Some(enough) = demand.warps_in_flight(needed)
        && enough > warps as u64
        && r.breaks(Rule::BytesInFlight)
    {
        names!(r, warps: warps, stated: bytes, needed: enough);
        r.name("share", Value::Ratio(demand.bandwidth_share(needed, warps)));
        r.head("{warps:resident warp} with {stated:byte} in flight per thread {warps?reaches|reach} at most {share} \
            of the memory bandwidth of {gpu}: all of it takes {needed:warp}");
        warps_and_bytes(r, needed, bytes, warps);
        needed_warps(r);
        let nearest = r.nearest();
        r.help_resident(MORE_WARPS, " reaches all of it");
        r.offer(nearest.bytes_in_flight(demand), " reaches all of it");
        r.or_help(without, " demands less");
    }
}

/// The bytes in flight: those of the resident warps, and those that are needed.
const fn warps_and_bytes(r: &mut Report<'_, '_>, needed: Ratio, bytes: u32, warps: u32) {
    let lanes = r.facts.cc.warp_size as u64;
    let in_flight = (warps as u64)
        .saturating_mul(lanes)
        .saturating_mul(bytes as u64);
    names!(r, in_flight: in_flight, lanes: lanes, per_sm: needed.rounded_up());
    r.detail("\n\n    in flight   {in_flight>9} {in_flight?byte    |bytes   }{warps:warp} of {lanes:thread} with \
        {stated:byte} each\n    needed      {per_sm>9} {per_sm?byte    |bytes   }");
    let Arch::Device(device) = r.facts.arch else {
        return;
    };
    let (Some(latency), Some(bandwidth), Some(sms)) = (
        memory_latencies(device).dram,
        specifications(device).bandwidth_mb_per_s,
        r.configuration.sms_at_work(r.facts.arch),
    ) else {
        return;
    };
    names!(r, cycles_of_memory: latency.cycles);
    r.detail("{cycles_of_memory} cycles");
    if let Some(clock) = latency.clock_mhz {
        names!(r, clock: clock);
        r.detail(" at {clock} MHz");
    }
    names!(r, bandwidth: bandwidth / 1000, sms_at_work: sms);
    r.detail(", {bandwidth} GB/s over {sms_at_work:SM}");
}

/// The table of limits, the grid below it if that has fewer blocks than they allow, and how many warps are needed.
const fn needed_warps(r: &mut Report<'_, '_>) {
    r.limits();
    let (configuration, arch) = (r.configuration, r.facts.arch);
    if let (Some(occupancy), Some(sms), Some(Ok(grid))) = (
        &r.facts.launched,
        configuration.sms_at_work(arch),
        configuration.grid_dim(),
    ) {
        let blocks = configuration.resident_with(arch, occupancy).blocks_per_sm;
        if blocks != occupancy.blocks_per_sm {
            names!(r, of_grid: blocks, grid_blocks: grid.blocks(), sms_of_grid: sms);
            r.detail("\n    grid             {of_grid>4} {of_grid?block    |blocks   }{grid_blocks:block} over \
                {sms_of_grid:SM}: fewer than fit");
        }
    }
    r.figure("{warps} of {needed:warp} {needed?is|are} resident");
}

/// The resident warps, if the block launches.
const fn resident_warps(configuration: &Configuration<'_>, arch: &Arch) -> Option<u32> {
    match configuration.launchable_occupancy(arch) {
        Some(occupancy) => Some(configuration.resident_with(arch, &occupancy).warps_per_sm()),
        None => None,
    }
}

/// The demand as a change: `hides` is left out if it would state nothing.
const fn stated(demand: LatencyDemand) -> Change {
    if demand.cycles.is_none() && demand.bytes.is_none() {
        Change::NoHides
    } else {
        Change::Hides(demand)
    }
}

/// The latency of device memory, the longest of all GPUs; `None` if nobody measured that of one.
const fn memory_latency(configuration: &Configuration<'_>) -> Option<u32> {
    let mut longest = None;
    let mut left = configuration.archs;
    while let [arch, others @ ..] = left {
        let Arch::Device(device) = arch else {
            return None;
        };
        let Some(latency) = memory_latencies(device).dram else {
            return None;
        };
        longest = match longest {
            Some(longest) if longest > latency.cycles => Some(longest),
            _ => Some(latency.cycles),
        };
        left = others;
    }
    longest
}

/// Never suggest more instructions before each wait: each has a result, and a thread has no more registers
/// to keep them in.
const MOST_ADVISED_INSTRUCTIONS: u32 = 255;

impl Nearest<'_> {
    /// The fewest instructions before each wait with which the resident warps hide the latency on every
    /// GPU.
    const fn instructions(&self, demand: LatencyDemand) -> Option<Change> {
        let mut most = 1;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let Some(warps) = resident_warps(self.configuration, arch) {
                match demand.instructions_needed(arch.compute_capability(), warps) {
                    Some(needed) if needed > most => most = needed,
                    Some(_) => {}
                    None => return None,
                }
            }
            left = others;
        }
        if most > MOST_ADVISED_INSTRUCTIONS {
            return None;
        }
        self.accept(Change::Hides(LatencyDemand {
            instructions: Some(most),
            ..demand
        }))
    }

    /// The longest latency that the resident warps hide on every GPU.
    const fn longest_latency(&self, demand: LatencyDemand) -> Option<Change> {
        if matches!(demand.instructions, Some(0)) {
            return None;
        }
        let least = of_gpus!(self.configuration, <, arch => {
            match resident_warps(self.configuration, arch) {
                Some(warps) => Some(demand.longest_hidden_latency(arch.compute_capability(), warps)),
                None => None,
            }
        });
        match least {
            Some(cycles) => self.accept(Change::Hides(LatencyDemand {
                cycles: Some(saturate(cycles)),
                ..demand
            })),
            None => None,
        }
    }

    /// The fewest bytes in flight per thread, of whole loads, that suffice on every GPU.
    const fn bytes_in_flight(&self, demand: LatencyDemand) -> Option<Change> {
        let most = of_gpus!(self.configuration, >, arch => match (
            resident_warps(self.configuration, arch),
            self.configuration.bytes_in_flight(arch),
        ) {
            (Some(warps @ 1..), Some(needed)) => {
                Some(needed.rounded_up().div_ceil(wide(warps, WARP_SIZE)))
            }
            _ => None,
        });
        let most = match most {
            Some(most) if most > 0 => most,
            _ => 1,
        };
        self.accept(Change::Hides(LatencyDemand {
            bytes: Some(saturate(whole_loads(most))),
            ..demand
        }))
    }
}

/// As many bytes as loads of 1, 2, 4, 8 and 16 bytes have in flight, rounded up.
const fn whole_loads(bytes: u64) -> u64 {
    const WIDEST: u64 = 16;
    let loads = if bytes < WIDEST {
        bytes.checked_next_power_of_two()
    } else {
        bytes.checked_next_multiple_of(WIDEST)
    };
    match loads {
        Some(loads) => loads,
        None => bytes,
    }
}
