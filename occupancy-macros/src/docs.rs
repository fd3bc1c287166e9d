//! The documentation of a launch struct: the sentence, the configuration, the limits of each GPU, what
//! would change them, and what keeps the promise. Every figure is core's.

mod changes;
mod grid;
mod keywords;
mod promise;
mod resources;
mod words;

use std::fmt::Write;

use occupancy_core::{Arch, Carveout, Configuration, Occupancy, grouped};
use syn::ext::IdentExt;

use self::words::{counted, dims};
use crate::args::{Args, Documentation};
use crate::code;
use crate::configurations::Configurations;
use crate::errors::Errors;
use crate::item::Item;
use crate::markdown;
use crate::model::{Model, State};

/// Markdown before and after the charts.
pub(crate) struct Docs {
    pub(crate) before: String,
    /// Whether there are charts between the two.
    pub(crate) charts: bool,
    pub(crate) after: String,
}

/// The documentation of the struct of `item`.
pub(crate) fn launch_struct(all: &Configurations<'_>, item: &Item) -> Docs {
    let (mut before, mut after) = (String::new(), String::new());
    let name = item.name.unraw();
    let link = item.kind.map(|kind| format!("[`{name}`]({kind}@{name})"));
    let link = link.unwrap_or_else(|| format!("`{name}`"));
    let _ = writeln!(
        before,
        "Launch parameters of {link}, checked when it compiles.\n"
    );
    let nothing_else = |before| Docs {
        before,
        charts: false,
        after: String::new(),
    };
    if all.base.docs == Documentation::None {
        return nothing_else(before);
    }
    let kernel = name.to_string();
    let pictured = Pictured::new(all, &kernel);
    let (Some(model), Some(others)) = (&pictured.model, &pictured.others) else {
        deferred(&mut before, all.base);
        return nothing_else(before);
    };
    for from in &pictured.from {
        let _ = writeln!(before, "{from}\n");
    }
    let archs = model.arch_values();
    let configuration = model.configuration(&archs);
    if archs.len() + others.len() > 1 {
        gpus(&mut before, model, others);
    } else {
        for arch in &archs {
            sentence(&mut before, &configuration, arch);
        }
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
    let mut all_args = std::iter::once(all.base).chain(all.merged);
    let is_compiled = all_args.all(|args| args.cubin.is_some());
    promise::write(&mut after, &configuration, &kernel, is_compiled);
    Docs {
        before,
        charts: all.base.docs == Documentation::Charts,
        after,
    }
}

/// What the page shows of each configuration: what is known of it, with what the macro can read of a
/// file. What counts is the constant, which the compiler makes of the same file.
struct Pictured {
    /// `None` where it holds constants of the program.
    model: Option<Model>,
    others: Option<Vec<Model>>,
    /// Where it is from, for each file.
    from: Vec<String>,
}

impl Pictured {
    fn new(all: &Configurations<'_>, kernel: &str) -> Self {
        let mut from = Vec::new();
        let mut picture = |args: &Args, model: &Model| {
            if model.state != State::Deferred {
                return Some(model.clone());
            }
            let (read, sentence) = code::read(args, Some(kernel), None)?;
            // What is wrong is reported at the values.
            let mut reported = Errors::default();
            let model = Model::resolve(&read, &mut reported);
            let is_known = reported.is_empty() && model.state == State::Known;
            let _ = reported.into_tokens();
            if !is_known {
                return None;
            }
            if !from.contains(&sentence) {
                from.push(sentence);
            }
            Some(model)
        };
        let model = picture(all.base, all.model);
        let others = all.merged.iter().zip(all.others);
        let others = others.map(|(args, other)| picture(args, other)).collect();
        Self {
            model,
            others,
            from,
        }
    }
}

/// What a configuration is made of that only the compiler can calculate.
fn deferred(out: &mut String, args: &Args) {
    out.push_str(
        "Some of its values are constants of the program: what they come to is in the constants \
         below, of which `OCCUPANCY` has every limit.\n\n| argument | value |\n|---|---|\n",
    );
    for (name, value) in args.written() {
        let _ = writeln!(out, "| {name} | {} |", markdown::cell(value));
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
            let Ok(occupancy) = Occupancy::new(arch.compute_capability(), &model.kernel) else {
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
                dims(model.kernel.block_dim),
            );
        }
    }
    out.push('\n');
}

/// "4 blocks of 256 threads per SM on H100 …".
fn sentence(out: &mut String, configuration: &Configuration<'_>, arch: &Arch) {
    let Ok(occupancy) = Occupancy::new(arch.compute_capability(), &configuration.kernel) else {
        return;
    };
    let _ = writeln!(
        out,
        "**{}**: {} of {} per SM, {} of {} warps, {} occupancy; {} {}.\n",
        arch.name(),
        counted(occupancy.blocks_per_sm.into(), "block"),
        counted(configuration.kernel.threads_per_block(), "thread"),
        occupancy.warps_per_sm(),
        occupancy.max_warps_per_sm,
        occupancy.ratio(),
        occupancy.binding(),
        if occupancy.binding().is_singular() {
            "binds"
        } else {
            "bind"
        },
    );
}

fn parameters(out: &mut String, model: &Model) {
    let kernel = &model.kernel;
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
    if model.items_per_thread > 1 {
        let _ = writeln!(
            out,
            "| elements per thread | {} |",
            grouped(model.items_per_thread.into())
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
