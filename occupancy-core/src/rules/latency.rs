//! What the resident warps have to hide: a latency in cycles, and the latency of device memory.

use super::Rule;
use super::about::{About, RESIDENCY};
use super::advice::{Advice, Nearest, saturate};
use super::check::bit;
use super::limits;
use super::message::INDENT;
use crate::gpu::Arch;
use crate::gpu::nvidia::{memory_latencies, specifications};
use crate::kernel::{Argument, Arguments, Change, Configuration, LatencyDemand};
use crate::model::{BytesInFlight, Facts, LatencyHiding, SchedulerLoad};
use crate::text::Message;

/// What the resident warps depend on: a small grid has fewer than fit.
const RESIDENT: Arguments = RESIDENCY.and(Arguments::of(&[
    Argument::Grid,
    Argument::Elements,
    Argument::ItemsPerThread,
    Argument::Sms,
]));

pub(super) const fn about(rule: Rule) -> About {
    match rule {
        Rule::ZeroLatency => About::new("OCC052", Argument::Cycles),
        Rule::ZeroInstructions => About::new("OCC053", Argument::Instructions),
        Rule::HiddenLatency => About::new("OCC054", Argument::Cycles)
            .reading(RESIDENT.with(Argument::Cycles).with(Argument::Instructions))
            .by_gpu(),
        Rule::ZeroBytesInFlight => About::new("OCC047", Argument::BytesInFlight),
        Rule::UnknownMemoryLatency => About::new("OCC048", Argument::Arch)
            .reading(Arguments::of(&[Argument::Arch, Argument::BytesInFlight]))
            .by_gpu(),
        _ => About::new("OCC049", Argument::BytesInFlight)
            .reading(RESIDENT.with(Argument::BytesInFlight))
            .by_gpu(),
    }
}

/// [`Rule::UnknownMemoryLatency`] is broken whatever the block needs.
pub(super) const fn broken_by_gpu(
    configuration: &Configuration<'_>,
    demand: LatencyDemand,
    arch: &Arch,
) -> u64 {
    if demand.bytes.is_some() && configuration.bytes_in_flight(arch).is_none() {
        bit(Rule::UnknownMemoryLatency)
    } else {
        0
    }
}

pub(super) const fn broken(
    configuration: &Configuration<'_>,
    demand: LatencyDemand,
    facts: &Facts<'_>,
) -> u64 {
    let mut broken = 0;
    if matches!(demand.cycles, Some(0)) {
        broken |= bit(Rule::ZeroLatency);
    }
    if matches!(demand.instructions, Some(0)) {
        broken |= bit(Rule::ZeroInstructions);
    }
    if matches!(demand.bytes, Some(0)) {
        broken |= bit(Rule::ZeroBytesInFlight);
    }
    let Some(occupancy) = &facts.launched else {
        return broken;
    };
    let warps = configuration
        .resident_with(facts.arch, occupancy)
        .warps_per_sm();
    if let Some(hiding) = demand.latency_hiding()
        && !hiding.is_hidden_by(facts.cc, warps)
    {
        broken |= bit(Rule::HiddenLatency);
    }
    if let Some((needed, bytes)) = configuration.bytes_in_flight(facts.arch)
        && let Some(needed) = needed.warps_per_sm(bytes)
        && needed > warps as u64
    {
        broken |= bit(Rule::BytesInFlight);
    }
    broken
}

/// The resident warps and the demands on them, if the block launches.
const fn resident(configuration: &Configuration<'_>, arch: &Arch) -> Option<(u32, LatencyDemand)> {
    match (
        configuration.launchable_occupancy(arch),
        configuration.hides,
    ) {
        (Some(occupancy), Some(demand)) => {
            let resident = configuration.resident_with(arch, &occupancy);
            Some((resident.warps_per_sm(), demand))
        }
        _ => None,
    }
}

pub(super) const fn headline<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    match rule {
        Rule::ZeroLatency => {
            out.text("`cycles` is at least 1: a latency of 0 needs no warps to hide it")
        }
        Rule::ZeroInstructions => out.text(
            "`instructions` is at least 1: the instruction that a warp waits for is one of them",
        ),
        Rule::ZeroBytesInFlight => {
            out.text("`bytes` is at least 1: with 0 in flight, no number of warps is enough")
        }
        Rule::UnknownMemoryLatency => {
            let out =
                out.text("`bytes` needs a GPU whose memory latency and bandwidth are known: ");
            match arch {
                Arch::Device(_) => out.text("no source states both for ").text(arch.name()),
                Arch::ComputeCapability(_) => out.text(arch.name()).text(" is not a device"),
            }
        }
        Rule::HiddenLatency => hidden_latency(out, configuration, arch),
        _ => bytes_in_flight(out, configuration, arch),
    }
}

const fn hidden_latency<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let Some((warps, demand)) = resident(configuration, arch) else {
        return out;
    };
    let Some(hiding) = demand.latency_hiding() else {
        return out;
    };
    out.counted(warps as u64, "resident warp")
        .text(if warps == 1 { " does" } else { " do" })
        .text(" not hide ")
        .counted(hiding.latency_cycles() as u64, "cycle")
        .text(" on ")
        .text(arch.name())
        .text(": with ")
        .counted(hiding.instructions() as u64, "instruction")
        .text(" before each wait, it takes ")
        .grouped(hiding.warps_per_sm(arch.compute_capability()))
}

const fn bytes_in_flight<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let (Some((warps, _)), Some((needed, bytes))) = (
        resident(configuration, arch),
        configuration.bytes_in_flight(arch),
    ) else {
        return out;
    };
    let Some(enough) = needed.warps_per_sm(bytes) else {
        return out;
    };
    out.counted(warps as u64, "resident warp")
        .text(" with ")
        .counted(bytes as u64, "byte")
        .text(" in flight per thread ")
        .text(if warps == 1 { "reaches" } else { "reach" })
        .text(" at most ")
        .percent(needed.bandwidth_share(warps, bytes))
        .text(" of the memory bandwidth of ")
        .text(arch.name())
        .text(": all of it takes ")
        .counted(enough, "warp")
}

pub(super) const fn detail<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let Some((warps, demand)) = resident(configuration, arch) else {
        return out;
    };
    let out = match rule {
        Rule::HiddenLatency => match demand.latency_hiding() {
            Some(hiding) => warps_and_cycles(out, hiding, warps, arch),
            None => return out,
        },
        Rule::BytesInFlight => match configuration.bytes_in_flight(arch) {
            Some((needed, bytes)) => {
                let sms = configuration.sms_at_work(arch);
                warps_and_bytes(out, needed, bytes, warps, arch, sms)
            }
            None => return out,
        },
        _ => return out,
    };
    let out = limits::table(out, configuration, arch);
    grid_beside_limits(out, configuration, arch)
}

/// The grid below the table of limits, if it has fewer blocks than they allow.
const fn grid_beside_limits<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    arch: &Arch,
) -> &'m mut Message {
    let (Some(occupancy), Some(sms), Some(Ok(grid))) = (
        configuration.launchable_occupancy(arch),
        configuration.sms_at_work(arch),
        configuration.grid_dim(),
    ) else {
        return out;
    };
    let blocks = configuration.resident_with(arch, &occupancy).blocks_per_sm;
    if blocks == occupancy.blocks_per_sm {
        return out;
    }
    limits::row(out, "grid", blocks)
        .text(if blocks == 1 { "    " } else { "   " })
        .counted(grid.blocks(), "block")
        .text(" over ")
        .counted(sms as u64, "SM")
        .text(": fewer than fit")
}

/// The warps of each scheduler: resident, and needed.
const fn warps_and_cycles<'m>(
    out: &'m mut Message,
    hiding: LatencyHiding,
    warps: u32,
    arch: &Arch,
) -> &'m mut Message {
    let cc = arch.compute_capability();
    let load = SchedulerLoad::new(cc, warps);
    let out = line(out.text("\n"), "resident", warps as u64, "warp");
    let out = if load.fuller_schedulers() == 0 {
        out.grouped(load.most_warps() as u64)
    } else {
        out.grouped(load.fewest_warps() as u64)
            .text(" or ")
            .grouped(load.most_warps() as u64)
    };
    let out = out
        .text(" on each of ")
        .counted(load.schedulers() as u64, "scheduler")
        .text(", which issue in at most ")
        .percent(hiding.issue_share(cc, warps))
        .text(" of cycles");
    line(out, "needed", hiding.warps_per_sm(cc), "warp")
        .grouped(hiding.warps_per_scheduler())
        .text(" on each: (")
        .grouped(hiding.latency_cycles() as u64)
        .text(" + ")
        .grouped(hiding.instructions() as u64)
        .text(" - 1) / ")
        .grouped(hiding.instructions() as u64)
        .text(", rounded up")
}

/// The bytes in flight: those of the resident warps, and those that are needed.
const fn warps_and_bytes<'m>(
    out: &'m mut Message,
    needed: BytesInFlight,
    bytes: u32,
    warps: u32,
    arch: &Arch,
    sms: Option<u32>,
) -> &'m mut Message {
    let in_flight = (warps as u64)
        .saturating_mul(arch.compute_capability().warp_size as u64)
        .saturating_mul(bytes as u64);
    let out = line(out.text("\n"), "in flight", in_flight, "byte")
        .counted(warps as u64, "warp")
        .text(" of ")
        .counted(arch.compute_capability().warp_size as u64, "thread")
        .text(" with ")
        .counted(bytes as u64, "byte")
        .text(" each");
    let out = line(out, "needed", needed.per_sm(), "byte");
    let Arch::Device(device) = arch else {
        return out;
    };
    let (latency, bandwidth) = (
        memory_latencies(device).dram,
        specifications(device).bandwidth_mb_per_s,
    );
    let (Some(latency), Some(bandwidth), Some(sms)) = (latency, bandwidth, sms) else {
        return out;
    };
    let out = out.grouped(latency.cycles as u64).text(" cycles");
    let out = match latency.clock_mhz {
        Some(clock) => out.text(" at ").grouped(clock as u64).text(" MHz"),
        None => out,
    };
    out.text(", ")
        .grouped((bandwidth / 1000) as u64)
        .text(" GB/s over ")
        .counted(sms as u64, "SM")
}

/// A line of the figures: what it is, the number, and its unit, with room for what explains it.
const fn line<'m>(out: &'m mut Message, name: &str, number: u64, unit: &str) -> &'m mut Message {
    out.text(INDENT)
        .padded(name, 12)
        .aligned(number, 9)
        .text(" ")
        .text(unit)
        .text(if number == 1 { "    " } else { "s   " })
}

pub(super) const fn figure<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    arch: &Arch,
) -> &'m mut Message {
    let Some((warps, demand)) = resident(configuration, arch) else {
        return out;
    };
    let mut alone = *configuration;
    alone.hides = Some(match rule {
        Rule::HiddenLatency => LatencyDemand {
            bytes: None,
            ..demand
        },
        Rule::BytesInFlight => LatencyDemand {
            cycles: None,
            ..demand
        },
        _ => return out,
    });
    let Some(needed) = alone.warps_needed(arch) else {
        return out;
    };
    out.grouped(warps as u64)
        .text(" of ")
        .counted(needed, "warp")
        .text(if needed == 1 { " is" } else { " are" })
        .text(" resident")
}

pub(super) const fn passing(nearest: &Nearest<'_>) -> Advice {
    let Some(demand) = nearest.configuration.hides else {
        return Advice::NONE;
    };
    let none = Advice::NONE;
    match nearest.rule {
        Rule::ZeroLatency => none
            .with(nearest.longest_latency(demand))
            .with(nearest.accept(without_cycles(demand))),
        Rule::ZeroInstructions => none
            .with(nearest.instructions(demand))
            .with(nearest.accept(without_instructions(demand)))
            .or(nearest.accept(without_cycles(demand))),
        Rule::HiddenLatency => nearest
            .resident()
            .with(nearest.instructions(demand))
            .with(nearest.memory_latency(demand))
            .with(nearest.longest_latency(demand))
            .or(nearest.accept(without_cycles(demand))),
        Rule::ZeroBytesInFlight => none
            .with(nearest.bytes(demand))
            .with(nearest.accept(without_bytes(demand))),
        Rule::UnknownMemoryLatency => none
            .with(nearest.device())
            .with(nearest.accept(without_bytes(demand))),
        _ => nearest
            .resident()
            .with(nearest.bytes(demand))
            .or(nearest.accept(without_bytes(demand))),
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

const fn without_cycles(mut demand: LatencyDemand) -> Change {
    demand.cycles = None;
    demand.instructions = None;
    stated(demand)
}

const fn without_instructions(mut demand: LatencyDemand) -> Change {
    demand.instructions = None;
    stated(demand)
}

const fn without_bytes(mut demand: LatencyDemand) -> Change {
    demand.bytes = None;
    stated(demand)
}

pub(super) const fn effect<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    change: Change,
) -> &'m mut Message {
    match (rule, change) {
        (_, Change::NoHides) => out.text(" can be left out"),
        (_, Change::Device(_)) => out.text(" is a GPU whose memory was measured"),
        (Rule::UnknownMemoryLatency, _) => out.text(" does without"),
        (Rule::HiddenLatency, Change::Hides(to)) => match (configuration.hides, to.cycles) {
            (Some(from), Some(cycles)) if !matches!(from.cycles, Some(before) if before == cycles) => {
                match memory_latency(configuration) {
                    Some(latency) if latency == cycles => out.text(" hides a load from memory"),
                    _ => out.text(" is what they hide"),
                }
            }
            (_, Some(_)) => out.text(" hides them"),
            (_, None) => out.text(" demands less"),
        },
        (Rule::HiddenLatency, _) => out.text(" hides them"),
        (Rule::BytesInFlight, Change::Hides(to)) if to.bytes.is_none() => out.text(" demands less"),
        (Rule::BytesInFlight, _) => out.text(" reaches all of it"),
        _ => out.text(" passes"),
    }
}

/// The demand as it is written in the attribute.
pub(super) const fn written(out: &mut Message, demand: LatencyDemand) -> &mut Message {
    let mut out = out.text("hides(");
    let mut is_first = true;
    let mut left: &[(&str, Option<u32>)] = &[
        (Argument::Cycles.key(), demand.cycles),
        (Argument::Instructions.key(), demand.instructions),
        (Argument::BytesInFlight.key(), demand.bytes),
    ];
    while let [(key, value), others @ ..] = left {
        if let Some(value) = *value {
            out = out
                .text(if is_first { "" } else { ", " })
                .text(key)
                .text(" = ")
                .number(value as u64);
            is_first = false;
        }
        left = others;
    }
    out.text(")")
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
    /// A load from memory, for a latency that is longer.
    const fn memory_latency(&self, demand: LatencyDemand) -> Option<Change> {
        match (memory_latency(self.configuration), demand.cycles) {
            (Some(latency), Some(cycles)) if latency < cycles => self.instructions(LatencyDemand {
                cycles: Some(latency),
                ..demand
            }),
            _ => None,
        }
    }

    /// The fewest instructions before each wait with which the resident warps hide the latency on every
    /// GPU.
    const fn instructions(&self, demand: LatencyDemand) -> Option<Change> {
        // What is needed does not depend on what is stated.
        let fewest = LatencyDemand {
            instructions: Some(1),
            ..demand
        };
        let Some(hiding) = fewest.latency_hiding() else {
            return None;
        };
        let mut most = 1;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let Some((warps, _)) = resident(self.configuration, arch) {
                match hiding.instructions_needed(arch.compute_capability(), warps) {
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
        // What is hidden does not depend on what is stated.
        let shortest = LatencyDemand {
            cycles: Some(1),
            ..demand
        };
        let Some(hiding) = shortest.latency_hiding() else {
            return None;
        };
        let mut least: Option<u64> = None;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let Some((warps, _)) = resident(self.configuration, arch) {
                let hidden = hiding.longest_hidden_latency(arch.compute_capability(), warps);
                least = match least {
                    Some(least) if least < hidden => Some(least),
                    _ => Some(hidden),
                };
            }
            left = others;
        }
        match least {
            Some(cycles) => self.accept(Change::Hides(LatencyDemand {
                cycles: Some(saturate(cycles)),
                ..demand
            })),
            None => None,
        }
    }

    /// The fewest bytes in flight per thread, of whole loads, that suffice on every GPU.
    const fn bytes(&self, demand: LatencyDemand) -> Option<Change> {
        let mut most = 1;
        let mut left = self.configuration.archs;
        while let [arch, others @ ..] = left {
            if let Some((warps, _)) = resident(self.configuration, arch)
                && let Some((needed, _)) = self.configuration.bytes_in_flight(arch)
                && let Some(bytes) = needed.bytes_per_thread(warps)
                && bytes > most
            {
                most = bytes;
            }
            left = others;
        }
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
