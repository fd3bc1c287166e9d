//! The page of a launch type: the configuration, the limits of each GPU, what would change them, and what
//! keeps the promise.

mod changes;
mod grid;
mod keywords;
mod promise;
mod resources;

use std::fmt::Write;

use occupancy_core::{Arch, Carveout, Occupancy, grouped};

use crate::words::{counted, dims};
use crate::{Report, Variant, charts, markdown};

/// What a page has of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// Tables and drawings.
    Charts,
    /// Tables alone.
    Tables,
}

impl Report<'_> {
    /// The page below the [sentence](Report::sentence), in Markdown.
    pub fn page(&self, contents: Contents) -> String {
        // A paragraph of its own below the sentence.
        let (mut before, mut after) = ("\n".to_owned(), String::new());
        let [variant, others @ ..] = self.variants.as_slice() else {
            return before;
        };
        if !self.is_known() {
            deferred(&mut before, variant);
            return before;
        }
        for source in &self.sources {
            let _ = writeln!(before, "{source}\n");
        }
        let configuration = &variant.configuration;
        if configuration.archs.len() + others.len() > 1 {
            gpus(&mut before, &self.variants);
        }
        parameters(&mut before, variant);
        chosen(&mut before, variant);
        for (index, arch) in configuration.archs.iter().enumerate() {
            // The charts are those of the first GPU, and stand below its limits.
            let limits = if index == 0 { &mut before } else { &mut after };
            let _ = writeln!(limits, "### {}\n", heading(arch));
            resources::table(limits, configuration, arch);
            grid::table(&mut after, configuration, arch);
            changes::table(&mut after, arch.compute_capability(), &configuration.kernel);
        }
        for other in others {
            let configuration = &other.configuration;
            for arch in configuration.archs {
                let _ = writeln!(after, "### {}\n", heading(arch));
                parameters(&mut after, other);
                resources::table(&mut after, configuration, arch);
                grid::table(&mut after, configuration, arch);
                changes::table(&mut after, arch.compute_capability(), &configuration.kernel);
            }
        }
        after.push_str("### Keeping the promise\n\n");
        promise::write(&mut after, self, variant);
        if contents == Contents::Charts
            && let Some(arch) = configuration.archs.first()
        {
            before.push_str(&charts::markdown(configuration, arch));
        }
        format!("{before}\n\n{after}")
    }
}

/// What a configuration is made of that only the compiler can calculate.
fn deferred(out: &mut String, variant: &Variant<'_>) {
    out.push_str(
        "Some of its values are constants of the program: what they come to is in the constants \
         below, of which `OCCUPANCY` has every limit.\n\n| argument | value |\n|---|---|\n",
    );
    for written in &variant.written {
        let value = markdown::code(&written.code);
        let _ = writeln!(out, "| {} | {value} |", written.name);
    }
    out.push('\n');
}

/// One line for each GPU.
fn gpus(out: &mut String, variants: &[Variant<'_>]) {
    out.push_str(
        "| GPU | blocks per SM | binds | occupancy | warps | block |\n|---|--:|---|--:|--:|--:|\n",
    );
    for variant in variants {
        let kernel = &variant.configuration.kernel;
        for arch in variant.configuration.archs {
            let Ok(occupancy) = Occupancy::new(arch.compute_capability(), kernel) else {
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
                dims(kernel.block_dim),
            );
        }
    }
    out.push('\n');
}

fn parameters(out: &mut String, variant: &Variant<'_>) {
    let kernel = &variant.configuration.kernel;
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
    if variant.configuration.items_per_thread > 1 {
        let _ = writeln!(
            out,
            "| elements per thread | {} |",
            grouped(variant.configuration.items_per_thread.into())
        );
    }
    out.push('\n');
}

/// What `threads = auto` chose, and what else it could have.
fn chosen(out: &mut String, variant: &Variant<'_>) {
    let [best, others @ ..] = variant.block_sizes else {
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
