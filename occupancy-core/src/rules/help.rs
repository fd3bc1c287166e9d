//! The `help:` line: the changes that keep a rule, as they are written in the attribute.

use super::message::INDENT;
use super::{Advice, Rule, advice, compiled, latency};
use crate::kernel::{Change, Configuration};
use crate::text::{Message, Text};

/// Appends the changes that keep the rule, and those that are only `for_some` GPUs.
pub(super) const fn help<'m>(
    out: &'m mut Message,
    configuration: &Configuration<'_>,
    rule: Rule,
    for_some: &str,
) -> &'m mut Message {
    let advice: Advice = advice(configuration, rule);
    let changes = advice.as_slice();
    if changes.is_empty() && for_some.is_empty() {
        return compiled::help(out, configuration, rule);
    }
    let mut out = out.text("\n").text(INDENT).text("help: ");
    let (mut left, mut is_first) = (changes, true);
    while let [change, others @ ..] = left {
        if !is_first {
            let is_last = others.is_empty() && for_some.is_empty();
            out = out.text(if is_last { "; or " } else { "; " });
        }
        out = rule.effect(
            written(out.text("`"), *change).text("`"),
            configuration,
            *change,
            is_first,
        );
        (left, is_first) = (others, false);
    }
    if for_some.is_empty() {
        return out;
    }
    let out = if is_first { out } else { out.text("; or ") };
    let out = out.text("`").text(for_some);
    if matches!(rule, Rule::ClusterUnsupported) {
        out.text("` in place of `cluster`")
    } else {
        out.text("` leaves the others as they are")
    }
}

/// The change as it is written in the attribute: `regs = 80`.
pub const fn change(change: Change) -> Text<96> {
    let mut out = Message::new();
    written(&mut out, change);
    *Text::new().text(out.as_str())
}

pub(super) const fn written(out: &mut Message, change: Change) -> &mut Message {
    match change {
        Change::Integer(argument, value) => out.text(argument.key()).text(" = ").number(value),
        Change::Threads(block_dim) => out.text("threads = ").dims(block_dim),
        Change::RegistersAndDynamicSharedMemory(registers, bytes) => out
            .text("regs = ")
            .number(registers as u64)
            .text(", smem = ")
            .number(bytes as u64),
        Change::DynamicInsteadOfStatic(bytes) => {
            out.text("static_smem = 0, smem = ").number(bytes as u64)
        }
        Change::Grid(dims) => out.text("grid = ").dims(dims),
        Change::AllowPartialWarp => out.text("allow(partial_warp)"),
        Change::Hides(demand) => latency::written(out, demand),
        Change::NoHides => out.text("hides"),
        Change::MinOccupancy(ratio) => out.text("min_occupancy = ").decimal(ratio),
        Change::TailEfficiency(ratio) => out.text("tail_efficiency = ").decimal(ratio),
        Change::NoMinOccupancy => out.text("min_occupancy"),
        Change::NoTailEfficiency => out.text("tail_efficiency"),
        Change::Device(device) => {
            let name = match device.aliases {
                [short, ..] => short,
                [] => device.name,
            };
            out.text("arch = \"").text(name).text("\"")
        }
        Change::Cluster(dims) => out.text("cluster = ").dims(dims),
        Change::NoCluster => out.text("cluster"),
        Change::Accumulator(accumulator) => out.text("accumulator = ").text(accumulator.name()),
        Change::Problem((m, n)) => out
            .text("problem = (")
            .number(m as u64)
            .text(", ")
            .number(n as u64)
            .text(")"),
        Change::NoTile => out.text("tile"),
    }
}
