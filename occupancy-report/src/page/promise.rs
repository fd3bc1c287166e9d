//! What keeps the promise on the device side, to copy, and what confirms it.

use std::fmt::Write;

use occupancy_core::{Arch, CompileOptions, Configuration, Occupancy, max_registers_per_thread};

use super::keywords;
use crate::{Report, Variant};

/// Of the first variant's GPUs.
pub(super) fn write(out: &mut String, report: &Report<'_>, variant: &Variant<'_>) {
    let configuration = &variant.configuration;
    let (kernel, registers) = (
        &configuration.kernel,
        configuration.kernel.registers_per_thread,
    );
    let Some(least) = configuration.least_occupancy() else {
        return;
    };
    let blocks = least.blocks_per_sm;
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let cap = configuration
        .archs
        .iter()
        .map(Arch::compute_capability)
        .filter_map(|cc| max_registers_per_thread(cc, threads, blocks))
        .max()
        .unwrap_or(registers);
    let registers_are = if report.is_compiled {
        "The machine code keeps to the registers, or this would not build. Compiled again,"
    } else {
        "The registers are a budget, not a measurement."
    };
    let _ = write!(
        out,
        "{registers_are} `__launch_bounds__({threads}, {blocks})` holds the kernel to {cap} registers"
    );
    if cap > registers {
        let _ = write!(
            out,
            ", `__maxnreg__({registers})` in its place to {registers}"
        );
    }
    out.push_str("; `ptxas -v` and the loaded function say what it uses.\n\n");
    let target = variant.target.filter(|_| report.variants.len() == 1);
    let kernel_name = keywords::kernel_name(report.kernel_name);
    lines(out, configuration, kernel_name, &least, target);
}

/// What to copy, each with where it goes.
fn lines(
    out: &mut String,
    configuration: &Configuration<'_>,
    kernel_name: &str,
    least: &Occupancy,
    stated_target: Option<&str>,
) {
    let options = CompileOptions::new(configuration);
    let options = stated_target
        .and_then(|target| options.with_target(target))
        .unwrap_or(options);
    // A launch may state no cluster: cudarc's own do not.
    let cluster = options.cluster_dims.map(|dims| format!("{dims} "));
    copied(
        out,
        "CUDA C:",
        &format!(
            "__global__ void {} {}{kernel_name}(/* … */)",
            options.launch_bounds,
            cluster.unwrap_or_default()
        ),
    );
    let target = stated_target.or(options.lowest_target());
    let target = target.map(|target| format!("--gpu-architecture={target}"));
    let defines = options.defines.iter().map(|define| format!("-D{define}"));
    let nvrtc: Vec<_> = target.into_iter().chain(defines).collect();
    copied(out, "NVRTC:", &nvrtc.join(" "));
    let ptxas: Vec<_> = configuration
        .archs
        .iter()
        .filter_map(|arch| options.ptxas(arch))
        .map(|arguments| format!("ptxas {arguments} {kernel_name}.ptx"))
        .collect();
    copied(out, "ptxas, for its report:", &ptxas.join("\n"));
    let barriers = if configuration.kernel.barriers > 0 {
        "launch__occupancy_limit_barriers,"
    } else {
        ""
    };
    let waves = if configuration.grid.is_some() {
        "launch__waves_per_multiprocessor,"
    } else {
        ""
    };
    copied(
        out,
        &format!(
            "Nsight Compute, which has at most {} for `launch__registers_per_thread`, and at least {} for \
             `sm__maximum_warps_per_active_cycle_pct`, the theoretical occupancy:",
            configuration.kernel.registers_per_thread,
            least.ratio()
        ),
        &format!(
            "ncu --kernel-name {kernel_name} --metrics launch__registers_per_thread,\
             launch__occupancy_limit_registers,launch__occupancy_limit_shared_mem,\
             launch__occupancy_limit_warps,launch__occupancy_limit_blocks,{barriers}{waves}\
             sm__maximum_warps_per_active_cycle_pct"
        ),
    );
}

fn copied(out: &mut String, place: &str, text: &str) {
    let _ = writeln!(out, "{place}\n\n```text\n{text}\n```\n");
}
