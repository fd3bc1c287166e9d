//! A change as it is written in the attribute.

use super::template::{Value, fill};
use crate::kernel::{Argument, Change, Configuration, Kernel, LatencyDemand};
use crate::text::{Message, Text};

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
        Change::RegistersAndDynamicSharedMemory(registers, bytes) => {
            let values = [Value::of(registers), Value::of(bytes)];
            fill(out, "regs = {#}, smem = {#}", &values)
        }
        Change::DynamicInsteadOfStatic(bytes) => {
            fill(out, "static_smem = 0, smem = {#}", &[Value::of(bytes)])
        }
        Change::Grid(dims) => out.text("grid = ").dims(dims),
        Change::AllowPartialWarp => out.text("allow(partial_warp)"),
        Change::Hides(demand) => hides(out, demand),
        Change::Ratio(argument, ratio) => out.text(argument.key()).text(" = ").decimal(ratio),
        Change::Device(device) => {
            let name = match device.aliases {
                [short, ..] => short,
                [] => device.name,
            };
            fill(out, "arch = \"{}\"", &[Value::Text(name)])
        }
        Change::Cluster(dims) => out.text("cluster = ").dims(dims),
        Change::Accumulator(accumulator) => out.text("accumulator = ").text(accumulator.name()),
        Change::Problem((m, n)) => fill(out, "problem = ({#}, {#})", &[Value::of(m), Value::of(n)]),
        Change::Without(argument) => out.text(argument.key()),
    }
}

const fn hides(out: &mut Message, demand: LatencyDemand) -> &mut Message {
    let stating = Configuration::new(&[], Kernel::new((1, 1, 1), 1)).with_hides(Some(demand));
    let mut begin = "hides(";
    let mut left = Argument::OF_HIDES;
    while let Some((argument, others)) = left.split_first() {
        if let Some(value) = stating.integer(argument) {
            written(out.text(begin), Change::Integer(argument, value));
            begin = ", ";
        }
        left = others;
    }
    out.text(")")
}
