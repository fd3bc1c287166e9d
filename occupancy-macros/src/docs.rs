//! The documentation of a launch struct: the sentence, the configuration, the limits of each GPU
//! and what would change them. Every figure is core's.

use std::fmt::Write;

use occupancy_core::{
    Arch, Carveout, Change, Configuration, Kernel, Occupancy, Ratio, Resource, change, figures,
    grouped, max_registers_per_thread, next_block,
};
use syn::ext::IdentExt;

use crate::args::Args;
use crate::item::Item;
use crate::model::{Model, State};

/// Markdown for the struct of `item`.
pub(crate) fn launch_struct(model: &Model, others: &[Model], args: &Args, item: &Item) -> String {
    let archs = model.arch_values();
    let configuration = model.configuration(&archs);
    let mut out = String::new();
    let name = item.name.unraw();
    let link = item.kind.map(|kind| format!("[`{name}`]({kind}@{name})"));
    let link = link.unwrap_or_else(|| format!("`{name}`"));
    let _ = writeln!(
        out,
        "Launch parameters of {link}, checked when it compiles.\n"
    );
    if model.state == State::Deferred {
        deferred(&mut out, args);
        return out;
    }
    if archs.len() + others.len() > 1 {
        gpus(&mut out, model, others);
    } else {
        for arch in &archs {
            sentence(&mut out, &configuration, arch);
        }
    }
    parameters(&mut out, model);
    chosen(&mut out, model);
    for index in 0..archs.len() {
        limits(&mut out, &configuration, index);
    }
    budget(&mut out, &archs, model);
    for other in others {
        out.push('\n');
        let archs = other.arch_values();
        let configuration = other.configuration(&archs);
        for (index, arch) in archs.iter().enumerate() {
            let _ = writeln!(out, "### On {}\n", arch.name());
            parameters(&mut out, other);
            limits(&mut out, &configuration, index);
        }
    }
    out
}

/// What a configuration is made of that only the compiler can calculate.
fn deferred(out: &mut String, args: &Args) {
    out.push_str(
        "Some of its values are constants of the program: what they come to is in the constants \
         below, of which `OCCUPANCY` has every limit.\n\n| argument | value |\n|---|---|\n",
    );
    for (name, value) in args.written() {
        // A `|` would end the cell.
        let value = value.to_string().replace('|', "\\|");
        let _ = writeln!(out, "| {name} | `{value}` |");
    }
    out.push('\n');
}

/// One line for each GPU.
fn gpus(out: &mut String, model: &Model, others: &[Model]) {
    out.push_str(
        "| GPU | block | blocks per SM | warps | occupancy | binds |\n|---|--:|--:|--:|--:|---|\n",
    );
    for model in std::iter::once(model).chain(others) {
        for arch in model.arch_values() {
            let Ok(occupancy) = Occupancy::new(arch.compute_capability(), &model.kernel) else {
                continue;
            };
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} of {} | {} | {} |",
                arch.name(),
                dims(model.kernel.block_dim),
                occupancy.blocks_per_sm,
                occupancy.warps_per_sm(),
                occupancy.max_warps_per_sm,
                occupancy.ratio(),
                occupancy.binding(),
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

/// The limits table of one GPU, its grid, and what would fit one block more.
fn limits(out: &mut String, configuration: &Configuration<'_>, index: usize) {
    let Some(arch) = configuration.archs.get(index) else {
        return;
    };
    let cc = arch.compute_capability();
    let Ok(occupancy) = Occupancy::new(cc, &configuration.kernel) else {
        return;
    };
    let _ = writeln!(out, "### {}\n", heading(arch));
    out.push_str("| resource | blocks per SM | each block | |\n|---|--:|---|---|\n");
    for resource in Resource::ALL {
        if let Some(blocks) = occupancy.limits.of(resource) {
            let _ = writeln!(
                out,
                "| {resource} | {blocks} | {} | {} |",
                figures(&occupancy, configuration, arch, resource),
                if occupancy.binds(resource) {
                    "**binds**"
                } else {
                    ""
                },
            );
        }
    }
    out.push('\n');
    waves(out, configuration, arch);
    one_more(out, configuration, index, &occupancy);
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

fn waves(out: &mut String, configuration: &Configuration<'_>, arch: &Arch) {
    let (Some(waves), Some(Ok(grid))) = (configuration.waves(arch), configuration.grid_dim())
    else {
        return;
    };
    let _ = write!(
        out,
        "A grid of {} is {} of {}",
        counted_dims(grid.dims(), waves.grid_blocks()),
        counted(waves.count(), "wave"),
        counted(waves.blocks_per_wave(), "block"),
    );
    if waves.last_wave_blocks() == waves.blocks_per_wave() {
        out.push_str("; the last is full.\n\n");
        return;
    }
    let _ = write!(
        out,
        "; the last holds {} ({}), tail efficiency {}. Full waves are ",
        counted(waves.last_wave_blocks(), "block"),
        waves.last_wave_utilization(),
        waves.tail_efficiency(),
    );
    if let Some(below) = waves.full_waves_below() {
        let _ = write!(out, "{} or ", counted(below, "block"));
    }
    let _ = writeln!(out, "{}.\n", counted(waves.full_waves_above(), "block"));
}

fn one_more(
    out: &mut String,
    configuration: &Configuration<'_>,
    index: usize,
    occupancy: &Occupancy,
) {
    let advice = next_block(configuration, index);
    let changes = advice.as_slice();
    if changes.is_empty() {
        return;
    }
    let next = occupancy.blocks_per_sm + 1;
    let _ = write!(out, "For {} per SM: ", counted(next.into(), "block"));
    for (i, &each) in changes.iter().enumerate() {
        let separator = if i == 0 { "" } else { ", or " };
        let _ = write!(out, "{separator}`{}`", change(each));
        if let Some(ratio) = occupancy_after(configuration, index, each) {
            let _ = write!(out, " ({ratio} occupancy)");
        }
    }
    out.push_str(".\n\n");
}

fn occupancy_after(
    configuration: &Configuration<'_>,
    index: usize,
    change: Change,
) -> Option<Ratio> {
    let arch = configuration.archs.get(index)?;
    let changed: Kernel = change.apply(configuration).kernel;
    Some(
        Occupancy::new(arch.compute_capability(), &changed)
            .ok()?
            .ratio(),
    )
}

/// What makes the register budget true, and what does not.
fn budget(out: &mut String, archs: &[Arch], model: &Model) {
    let (kernel, registers) = (&model.kernel, model.kernel.registers_per_thread);
    let Some(least) = model.least_occupancy() else {
        return;
    };
    let blocks = least.blocks_per_sm;
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let cap = archs
        .iter()
        .filter_map(|arch| max_registers_per_thread(arch.compute_capability(), threads, blocks))
        .max()
        .unwrap_or(registers);
    let _ = write!(
        out,
        "The registers are a budget, not a measurement. `__launch_bounds__({threads}, {blocks})` \
         holds the kernel to {cap} registers"
    );
    if cap > registers {
        let _ = write!(
            out,
            ", `__maxnreg__({registers})` in its place to {registers}"
        );
    }
    out.push_str("; `ptxas -v` and the loaded function say what it uses.\n");
}

fn dims((x, y, z): (u32, u32, u32)) -> String {
    format!("{x} × {y} × {z}")
}

fn counted_dims((x, y, z): (u32, u32, u32), blocks: u64) -> String {
    if y == 1 && z == 1 {
        counted(blocks, "block")
    } else {
        format!("{} = {}", dims((x, y, z)), counted(blocks, "block"))
    }
}

fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}
