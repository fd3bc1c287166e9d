//! The documentation of a launch struct: the sentence, the configuration, the limits of each GPU, what
//! would change them, and what keeps the promise. Every figure is core's.

mod changes;
mod grid;
mod keywords;
mod promise;
mod resources;
mod words;

use std::fmt::Write;

use occupancy_core::{Arch, Carveout, Occupancy, grouped};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::ext::IdentExt;

use self::words::{counted, dims};
use crate::charts;
use crate::emit::Emission;
use crate::markdown;
use crate::model::Model;
use crate::resolved::Resolved;
use crate::syntax::{Args, Documentation};

/// The documentation of a launch type: a sentence, which editors show, and the page that rustdoc alone
/// draws.
pub(crate) fn of_launch_type(emission: &Emission<'_>) -> TokenStream {
    let (item, library) = (emission.item, &emission.library);
    let name = item.name.unraw();
    let link = item.kind.map(|kind| format!("[`{name}`]({kind}@{name})"));
    let link = link.unwrap_or_else(|| format!("`{name}`"));
    let sentence = sentence(emission.resolved, &link);
    // Spanned at the item's name, so that rustdoc keeps its lints on for the item.
    if emission.is_refused || emission.resolved.args.docs == Documentation::None {
        return quote_spanned!(name.span()=> #[doc = #sentence]);
    }
    let (kernel, arguments) = (name.to_string(), emission.arguments);
    quote_spanned! {name.span()=>
        #[doc = #sentence]
        #[cfg_attr(
            all(doc, not(doctest)),
            doc = #library::__private::__page!(#kernel, #arguments)
        )]
    }
}

/// "Launch parameters of `saxpy`: H100, 4 blocks of 256 threads per SM, 50 % occupancy; registers bind."
fn sentence(resolved: &Resolved, link: &str) -> String {
    let mut out = format!("Launch parameters of {link}");
    let archs: Vec<Vec<Arch>> = resolved.models().map(Model::arch_values).collect();
    let least = resolved
        .models()
        .zip(&archs)
        .filter_map(|(model, archs)| {
            let occupancy = model.configuration(archs).least_occupancy()?;
            Some((model.known.kernel.threads_per_block(), occupancy))
        })
        .min_by_key(|(_, occupancy)| occupancy.blocks_per_sm);
    let count = archs.iter().map(Vec::len).sum::<usize>();
    match (least, archs.first().and_then(|archs| archs.first())) {
        (Some((threads, occupancy)), Some(first)) if resolved.is_known() => {
            let gpus = if count == 1 {
                first.name().to_owned()
            } else {
                format!("{count} GPUs, at least")
            };
            let _ = write!(
                out,
                ": {gpus}{} {} of {} per SM, {} occupancy; {} {}.",
                if count == 1 { "," } else { "" },
                counted(occupancy.blocks_per_sm.into(), "block"),
                counted(threads, "thread"),
                occupancy.ratio(),
                occupancy.binding(),
                if occupancy.binding().is_singular() {
                    "binds"
                } else {
                    "bind"
                },
            );
        }
        _ => out.push_str(", checked when it compiles."),
    }
    out
}

/// The page below the sentence, of the kernel of this name.
pub(crate) fn page(kernel: &str, args: Args) -> String {
    let (resolved, from) = Resolved::for_page(args, kernel, None);
    // A paragraph of its own below the sentence.
    let (mut before, mut after) = ("\n".to_owned(), String::new());
    if !resolved.is_known() {
        deferred(&mut before, &resolved.base_args);
        return before;
    }
    for from in &from {
        let _ = writeln!(before, "{from}\n");
    }
    let (model, others) = (&resolved.base, &resolved.others);
    let archs = model.arch_values();
    let configuration = model.configuration(&archs);
    if archs.len() + others.len() > 1 {
        gpus(&mut before, model, others);
    }
    parameters(&mut before, model);
    chosen(&mut before, model);
    for (index, arch) in archs.iter().enumerate() {
        // The charts are those of the first GPU, and stand below its limits.
        let limits = if index == 0 { &mut before } else { &mut after };
        let _ = writeln!(limits, "### {}\n", heading(arch));
        resources::table(limits, &configuration, arch);
        grid::table(&mut after, &configuration, arch);
        changes::table(&mut after, arch.compute_capability(), &configuration.kernel);
    }
    for other in others {
        let archs = other.arch_values();
        let configuration = other.configuration(&archs);
        for arch in &archs {
            let _ = writeln!(after, "### {}\n", heading(arch));
            parameters(&mut after, other);
            resources::table(&mut after, &configuration, arch);
            grid::table(&mut after, &configuration, arch);
            changes::table(&mut after, arch.compute_capability(), &configuration.kernel);
        }
    }
    after.push_str("### Keeping the promise\n\n");
    let is_compiled = resolved.args.cubin.is_some();
    let target = model.stated_target().filter(|_| others.is_empty());
    promise::write(&mut after, &configuration, kernel, is_compiled, target);
    if resolved.args.docs == Documentation::Charts {
        before.push_str(&charts::markdown(model));
    }
    format!("{before}\n\n{after}")
}

/// What a configuration is made of that only the compiler can calculate.
fn deferred(out: &mut String, args: &Args) {
    out.push_str(
        "Some of its values are constants of the program: what they come to is in the constants \
         below, of which `OCCUPANCY` has every limit.\n\n| argument | value |\n|---|---|\n",
    );
    for (name, value) in args.written() {
        let _ = writeln!(out, "| {} | {} |", name.name(), markdown::cell(value));
    }
    out.push('\n');
}

/// One line for each GPU.
fn gpus(out: &mut String, model: &Model, others: &[Model]) {
    out.push_str(
        "| GPU | blocks per SM | binds | occupancy | warps | block |\n|---|--:|---|--:|--:|--:|\n",
    );
    for model in std::iter::once(model).chain(others) {
        for arch in model.arch_values() {
            let Ok(occupancy) = Occupancy::new(arch.compute_capability(), &model.known.kernel)
            else {
                continue;
            };
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} of {} | {} |",
                arch.name(),
                occupancy.blocks_per_sm,
                occupancy.binding(),
                occupancy.ratio(),
                occupancy.warps_per_sm(),
                occupancy.max_warps_per_sm,
                dims(model.known.kernel.block_dim),
            );
        }
    }
    out.push('\n');
}

fn parameters(out: &mut String, model: &Model) {
    let kernel = &model.known.kernel;
    out.push_str("| parameter | value |\n|---|---|\n");
    let _ = writeln!(
        out,
        "| block | {} = {}, {} |",
        dims(kernel.block_dim),
        counted(kernel.threads_per_block(), "thread"),
        counted(kernel.warps_per_block(), "warp"),
    );
    let _ = writeln!(
        out,
        "| registers | at most {} a thread |",
        kernel.registers_per_thread
    );
    let optin = if kernel.needs_shared_memory_optin() {
        ", needs the opt-in"
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "| shared memory | {} bytes dynamic, {} static{optin} |",
        grouped(kernel.dynamic_shared_memory.into()),
        grouped(kernel.static_shared_memory.into()),
    );
    if kernel.barriers > 0 {
        let _ = writeln!(out, "| named barriers | {} |", kernel.barriers);
    }
    if let Carveout::Percent(percent) = kernel.carveout {
        let _ = writeln!(out, "| carve-out | {percent} % preferred |");
    }
    if let Some(cluster) = kernel.cluster_dim {
        let _ = writeln!(out, "| cluster | {} blocks |", dims(cluster));
    }
    if model.known.items_per_thread > 1 {
        let _ = writeln!(
            out,
            "| elements per thread | {} |",
            grouped(model.known.items_per_thread.into())
        );
    }
    out.push('\n');
}

/// What `threads = auto` chose, and what else it could have.
fn chosen(out: &mut String, model: &Model) {
    let [best, others @ ..] = model.chosen_from.as_slice() else {
        return;
    };
    let _ = write!(
        out,
        "`threads = auto` chose {} ({} occupancy)",
        best.threads, best.occupancy
    );
    for (i, other) in others.iter().enumerate() {
        let before = if i == 0 { "; next best are" } else { " and" };
        let _ = write!(out, "{before} {} ({})", other.threads, other.occupancy);
    }
    out.push_str(".\n\n");
}

fn heading(arch: &Arch) -> String {
    match arch {
        Arch::Device(device) => format!(
            "{}: compute capability {}, {}",
            device.name,
            device.compute_capability.name,
            counted(device.sm_count.into(), "SM")
        ),
        Arch::ComputeCapability(cc) => format!("Compute capability {}", cc.name),
    }
}
