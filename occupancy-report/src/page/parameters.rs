//! The parameters of a launch: those that the GPUs share once, and the others with each GPU.

use occupancy_core::gpu::{Vendor, Words};
use occupancy_core::kernel::{Argument, Change, Form};
use occupancy_core::rules::change;
use occupancy_core::{Configuration, text::grouped};

use super::contents::{Page, Variant};
use crate::escape::{code_cell, markdown};
use crate::format::{block, counted, dims, joined, names, of_each, only_if, table, worded};
use crate::outcome::needs_cuda_13;

/// Writes the parameters of a variant: those that all variants share, or the others.
pub(super) fn some(page: &Page<'_>, variant: &Variant<'_>, is_shared: bool) -> String {
    let all: Vec<_> = page.variants.iter().map(rows).collect();
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
    let archs = configuration.archs;
    let words = Words::of(archs);
    let threads = counted(kernel.threads_per_block(), "thread");
    let warps = of_each(archs, |sm| counted(kernel.warps_per_block(sm), "warp"));
    let block = dims(kernel.block_dim);
    let barriers = (kernel.barriers > 0).then(|| kernel.barriers.to_string());
    let preferred = |percent: u32| format!("{percent} % preferred");
    let blocks = |cluster| worded(&format!("{} blocks", dims(cluster)), words);
    let sms = |sms: u32| of_each(archs, |_| counted(sms.into(), "SM"));
    let intended = |reason: &str| format!("intended: {}", markdown(&reason.replace('\n', " ")));
    let budget = |vendor, registers: u32, auto: Option<u32>| {
        let left = only_if(auto.is_some(), ", what launch bounds leave");
        let value = format!("at most {registers} per thread{left}");
        configuration.is_for(vendor).then_some(value)
    };
    let registers = kernel.registers_per_thread;
    let registers = budget(Vendor::Nvidia, registers, configuration.auto_registers);
    let vgprs = budget(Vendor::Amd, kernel.vgprs, configuration.auto_vgprs);
    let count = |of: Argument| {
        let number = configuration.integer(of)?;
        // A default is no news.
        let is_news = of.row().left_out < Some(number);
        is_news.then(|| grouped(number).to_string())
    };
    let groups = configuration.setmaxnreg.map(|groups| {
        let each = joined(" + ", groups.as_slice(), u32::to_string);
        let (all, of_block) = (groups.registers(), kernel.registers_of_block());
        let [all, of_block] = [all, of_block].map(grouped);
        format!("{each} per thread, {all} of the {of_block} that the block enters with")
    });
    let together = count(Argument::ThreadsPerItem);
    let sgprs = (kernel.sgprs > 0).then(|| format!("{} per wavefront", kernel.sgprs));
    let mut rows = Vec::new();
    let mut row = |name: &str, value: &str| {
        rows.push(format!("| {} | {value} |", worded(name, words)));
    };
    for (name, value) in &[
        ("block", Some(format!("{block} = {threads}, {warps}"))),
        ("registers", registers),
        ("registers of warp groups", groups),
        ("VGPRs", vgprs),
        ("SGPRs", sgprs),
        ("shared memory", Some(shared_memory(configuration))),
        ("named barriers", barriers),
        ("carve-out", kernel.carveout.map(preferred)),
        ("cluster", kernel.cluster_dim.map(blocks)),
        ("share of the GPU", configuration.sms.map(sms)),
        ("demanded", demands(configuration)),
        ("low occupancy", variant.intent.map(intended)),
        ("elements per thread", count(Argument::ItemsPerThread)),
        ("threads that work on each element together", together),
    ] {
        if let Some(value) = value {
            row(name, value);
        }
    }
    for (argument, code) in &variant.written {
        if let Some(value) = value(configuration, *argument) {
            let name = format!("`{}`", argument.key());
            row(&name, &format!("{value} = {}", code_cell(code)));
        }
    }
    rows
}

fn shared_memory(configuration: &Configuration<'_>) -> String {
    let kernel = &configuration.kernel;
    let dynamic = grouped(kernel.dynamic_shared_memory.into());
    let declared = grouped(kernel.static_shared_memory.into());
    let mut archs = configuration.archs.iter();
    let needs_toolkit = archs.any(|arch| needs_cuda_13(configuration, arch));
    let toolkit = only_if(needs_toolkit, ", which compile since CUDA 13.0");
    let needs_optin = configuration.needs_shared_memory_optin();
    let optin = only_if(needs_optin, ", needs the opt-in");
    format!("{dynamic} bytes dynamic, {declared} static{toolkit}{optin}")
}

/// Writes the demands of the author; `None` if there are none.
fn demands(configuration: &Configuration<'_>) -> Option<String> {
    let number = |of| Some(Change::Integer(of, configuration.integer(of)?));
    let ratio = |of| Some(Change::Ratio(of, configuration.ratio(of)?));
    let all = [
        configuration.hides.map(Change::Hides),
        number(Argument::MinBlocks),
        number(Argument::MaxBlocks),
        ratio(Argument::MinOccupancy),
        ratio(Argument::TailEfficiency),
    ];
    let stated = all.into_iter().flatten();
    let mut stated: Vec<_> = stated
        .map(|demand| format!("`{}`", change(demand)))
        .collect();
    let is_cooperative = configuration.cooperative;
    stated.extend(is_cooperative.then(|| format!("`{}`", Argument::Cooperative.key())));
    (!stated.is_empty()).then(|| stated.join(", "))
}

/// Writes the value of an argument as messages do; `None` for a file.
fn value(configuration: &Configuration<'_>, argument: Argument) -> Option<String> {
    if let Some(number) = configuration.integer(argument) {
        return Some(grouped(number).to_string());
    }
    Some(match argument {
        Argument::Arch => markdown(&names(configuration.archs)),
        Argument::Accumulator => configuration.tile?.accumulator.name().to_owned(),
        Argument::Wait => configuration.hides?.wait?.name().to_owned(),
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
