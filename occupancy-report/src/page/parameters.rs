//! What a block asks for: what the GPUs have in common once, and the rest with each GPU.

use occupancy_core::kernel::{Argument, Change, Form};
use occupancy_core::rules::change;
use occupancy_core::{Configuration, text::grouped};

use crate::escape::markdown;
use crate::report::{Report, Variant};
use crate::words::{block, code_cell, counted, dims, joined, needs_cuda_13, only_if, table};

/// The integers that have their own words.
const SAID: [Argument; 6] = [
    Argument::Registers,
    Argument::DynamicSharedMemory,
    Argument::StaticSharedMemory,
    Argument::Barriers,
    Argument::Carveout,
    Argument::Sms,
];

/// The parameters of a variant that all others share, or those that not all do.
pub(super) fn some(report: &Report<'_>, variant: &Variant<'_>, is_shared: bool) -> String {
    let all: Vec<_> = report.variants.iter().map(rows).collect();
    let mut rows = rows(variant);
    rows.retain(|row| all.iter().all(|other| other.contains(row)) == is_shared);
    if rows.is_empty() {
        return String::new();
    }
    table("| parameter | value |\n|---|---|", &rows, String::clone)
}

fn rows(variant: &Variant<'_>) -> Vec<String> {
    let configuration = &variant.configuration;
    let kernel = &configuration.kernel;
    let threads = counted(kernel.threads_per_block(), "thread");
    let warps = counted(configuration.warps_per_block(), "warp");
    let block = dims(kernel.block_dim);
    let registers = kernel.registers_per_thread;
    let dynamic = grouped(kernel.dynamic_shared_memory.into());
    let declared = grouped(kernel.static_shared_memory.into());
    let mut archs = configuration.archs.iter();
    let needs_toolkit = archs.any(|arch| needs_cuda_13(configuration, arch));
    let toolkit = only_if(needs_toolkit, ", which compile since CUDA 13.0");
    let optin = only_if(kernel.needs_shared_memory_optin(), ", needs the opt-in");
    let memory = format!("{dynamic} bytes dynamic, {declared} static{toolkit}{optin}");
    let barriers = (kernel.barriers > 0).then(|| kernel.barriers.to_string());
    let preferred = |percent: u32| format!("{percent} % preferred");
    let blocks = |cluster| format!("{} blocks", dims(cluster));
    let sms = |sms: u32| counted(sms.into(), "SM");
    let intended = |why: &str| format!("intended: {}", markdown(&why.replace('\n', " ")));
    let number = |of| Some(Change::Integer(of, configuration.integer(of)?));
    let ratio = |of| Some(Change::Ratio(of, configuration.ratio(of)?));
    let demands = [
        configuration.hides.map(Change::Hides),
        number(Argument::MinBlocks),
        number(Argument::MaxBlocks),
        ratio(Argument::MinOccupancy),
        ratio(Argument::TailEfficiency),
    ];
    let demands: Vec<_> = demands.into_iter().flatten().collect();
    let demands = joined(", ", &demands, |demand| format!("`{}`", change(*demand)));
    let mut rows = Vec::new();
    let mut row = |name: &str, value: &str| rows.push(format!("| {name} | {value} |"));
    for (name, value) in &[
        ("block", Some(format!("{block} = {threads}, {warps}"))),
        ("registers", Some(format!("at most {registers} per thread"))),
        ("shared memory", Some(memory)),
        ("named barriers", barriers),
        ("carve-out", kernel.carveout.map(preferred)),
        ("cluster", kernel.cluster_dim.map(blocks)),
        ("share of the GPU", configuration.sms.map(sms)),
        ("demanded", (!demands.is_empty()).then_some(demands)),
        ("low occupancy", variant.intent.map(intended)),
    ] {
        if let Some(value) = value {
            row(name, value);
        }
    }
    let others = Argument::ALL.iter().copied();
    for argument in others.filter(|argument| !SAID.contains(argument)) {
        // A default says nothing.
        let number = configuration.integer(argument);
        let number = number.filter(|number| argument.row().left_out < Some(*number));
        if let (Some((_, words)), Some(number)) = (argument.row().column, number) {
            row(&words.to_lowercase(), grouped(number).as_str());
        }
    }
    for (argument, text) in &variant.written {
        if let Some(value) = value(configuration, *argument) {
            let name = format!("`{}`", argument.key());
            row(&name, &format!("{value} = {}", code_cell(text)));
        }
    }
    rows
}

/// The value of an argument, as messages write it; `None` for a file.
fn value(configuration: &Configuration<'_>, argument: Argument) -> Option<String> {
    if let Some(number) = configuration.integer(argument) {
        return Some(grouped(number).to_string());
    }
    Some(match argument {
        Argument::Arch => joined(", ", configuration.archs, |arch| markdown(arch.name())),
        Argument::Accumulator => configuration.tile?.accumulator.name().to_owned(),
        Argument::Problem => {
            let (m, n) = configuration.tile?.problem?;
            format!("{} × {}", grouped(m.into()), grouped(n.into()))
        }
        _ => match argument.form() {
            Form::Extents => block(configuration.extents(argument)?),
            _ => configuration.ratio(argument)?.to_string(),
        },
    })
}
