//! What keeps the promise on the device side, to copy, and what confirms it.

use occupancy_core::{launch::CompileOptions, search::max_registers_per_thread};

use super::keywords;
use crate::report::Report;
use crate::words::{joined, only_if};

/// Adds a line behind its separator, each once: several GPUs can have one compute capability.
fn add(lines: &mut String, separator: char, line: &str) {
    if lines.split(separator).all(|other| other != line) {
        lines.push(separator);
        lines.push_str(line);
    }
}

/// What limits the kernel's registers, and what to copy, each with where it goes: the short lines first, the
/// definitions folded, and what Nsight Compute shows if all of it holds.
pub(super) fn text(report: &Report<'_>) -> String {
    let kernel_name = keywords::kernel_name(report.kernel_name);
    let has_several = report.variants.len() > 1;
    let [mut bounds, mut functions, mut nvcc] = [const { String::new() }; 3];
    let [mut targets, mut ptxas, mut definitions] = [const { String::new() }; 3];
    let (mut barriers, mut waves) = ("", "");
    let (mut gpus, mut least, mut most_registers) = (0, None, 0);
    for variant in &report.variants {
        let configuration = &variant.configuration;
        let (kernel, archs) = (&configuration.kernel, configuration.archs);
        // The blocks that every GPU holds.
        let blocks = configuration.fewest_blocks_per_sm();
        let Some((blocks, lowest)) = blocks.zip(configuration.least_occupancy()) else {
            continue;
        };
        let (registers, ratio) = (kernel.registers_per_thread, lowest.ratio());
        least = Some(least.map_or(ratio, |least| ratio.min(least)));
        most_registers = registers.max(most_registers);
        gpus += archs.len();
        let names = joined(", ", archs, |arch| arch.name().to_owned());
        let plain = CompileOptions::new(configuration);
        let of_target = variant.target.and_then(|target| plain.with_target(target));
        let options = of_target.unwrap_or(plain);

        // The registers that the launch bounds leave a thread.
        let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
        let mut cap = None;
        for arch in archs {
            let cc = arch.compute_capability();
            cap = cap.max(max_registers_per_thread(cc, threads, blocks));
            // What the compiler makes code for.
            if let Some(target) = variant.target.or(cc.targets().first().copied()) {
                add(&mut targets, '\n', &format!("--gpu-architecture={target}"));
            }
            if let Some(arguments) = options.ptxas(arch) {
                let line = format!("ptxas {arguments} {kernel_name}.ptx");
                add(&mut ptxas, '\n', &line);
            }
        }
        let cap = cap.unwrap_or(registers);
        let launch_bounds = options.launch_bounds;
        let on = only_if(!bounds.is_empty(), format!("; on {names}, "));
        let instead = format!(", and `__maxnreg__({registers})` instead to {registers}");
        let instead = only_if(cap > registers, instead);
        let limit = format!("`{launch_bounds}` limits the kernel to {cap} registers");
        bounds += &(on + &limit + &instead);

        // A launch may state no cluster: cudarc's own do not.
        let cluster = options.cluster_dims.map(|dims| format!("{dims} "));
        let cluster = cluster.unwrap_or_default() + kernel_name;
        let only = only_if(has_several, format!(" // {names}"));
        let function = format!("__global__ void {launch_bounds} {cluster}(/* … */){only}");
        add(&mut functions, '\n', &function);
        for word in options.nvcc().to_string().split(' ') {
            add(&mut nvcc, ' ', word);
        }
        let only = only_if(has_several, format!(", {names}"));
        let defines = joined("\n", &options.defines, |define| format!("-D{define}"));
        let folded = format!(
            "<details><summary>Macro definitions for nvcc and NVRTC{only}</summary>\n\n\
             ```text\n{defines}\n```\n\n</details>\n\n"
        );
        definitions.push_str(&folded);
        if kernel.barriers > 0 {
            barriers = "launch__occupancy_limit_barriers,";
        }
        if configuration.grid.is_some() {
            waves = "launch__waves_per_multiprocessor,";
        }
    }
    let Some(least) = least else {
        return String::new();
    };
    let measured = if report.is_compiled {
        "The machine code keeps the registers, or this would not build. When you compile it again, "
    } else {
        "The registers are a budget, not a measurement. "
    };
    let each = only_if(gpus != 1, ", one line for each GPU");
    let nvcc = nvcc.trim_start();
    format!(
        "{measured}{bounds}; `ptxas -v` and the loaded function report what it uses.\n\n\
         CUDA C:\n\n```text{functions}\n```\n\n\
         nvcc:\n\n```text\n{nvcc}\n```\n\n\
         NVRTC{each}:\n\n```text{targets}\n```\n\n\
         ptxas, for its report:\n\n```text{ptxas}\n```\n\n\
         {definitions}\
         Nsight Compute, which has at most {most_registers} for `launch__registers_per_thread`, and at least {least} \
         for `sm__maximum_warps_per_active_cycle_pct`, the theoretical occupancy:\n\n\
         ```text\n\
         ncu --kernel-name {kernel_name} --metrics launch__registers_per_thread,\
         launch__occupancy_limit_registers,launch__occupancy_limit_shared_mem,\
         launch__occupancy_limit_warps,launch__occupancy_limit_blocks,{barriers}{waves}\
         sm__maximum_warps_per_active_cycle_pct\n\
         ```\n\n"
    )
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel, Occupancy};

    use super::text;
    use crate::report::{Report, Variant};

    /// The lines below a place.
    fn lines<'a>(page: &'a str, place: &str) -> Vec<&'a str> {
        let (_, rest) = page.split_once(place).expect("the place");
        let (_, rest) = rest.split_once("```text\n").expect("a block");
        let (lines, _) = rest.split_once("\n```").expect("its end");
        lines.lines().collect()
    }

    #[test]
    fn every_gpu_has_its_lines() {
        let common = ["a100", "h100", "h200"].map(|name| Arch::find(name).unwrap());
        let own = [Arch::find("b200").unwrap()];
        let variant = |archs, threads| {
            Variant::new(Configuration::new(archs, Kernel::new((threads, 1, 1), 32)))
        };
        let report = Report::new("sort", vec![variant(&common, 1024), variant(&own, 512)]);
        let page = text(&report);
        let functions = lines(&page, "CUDA C:");
        assert_eq!(functions.len(), 2);
        assert!(functions[0].starts_with("__global__ void __launch_bounds__(1024, 2) sort("));
        assert!(functions[1].starts_with("__global__ void __launch_bounds__(512, 4) sort("));
        assert_eq!(
            lines(&page, "nvcc:"),
            [
                "-gencode=arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=sm_90 \
              -gencode=arch=compute_100,code=sm_100"
            ]
        );
        assert_eq!(
            lines(&page, "NVRTC, one line for each GPU:"),
            [
                "--gpu-architecture=sm_80",
                "--gpu-architecture=sm_90",
                "--gpu-architecture=sm_100"
            ]
        );
        assert_eq!(
            lines(&page, "ptxas, for its report:"),
            [
                "ptxas --gpu-name=sm_80 --warn-on-spills --verbose sort.ptx",
                "ptxas --gpu-name=sm_90 --warn-on-spills --verbose sort.ptx",
                "ptxas --gpu-name=sm_100 --warn-on-spills --verbose sort.ptx"
            ]
        );
        assert_eq!(page.matches("-DTHREADS_PER_BLOCK=1024").count(), 1);
        assert_eq!(page.matches("-DTHREADS_PER_BLOCK=512").count(), 1);
    }

    /// The bounds and what Nsight Compute shows are the same in any order, and the occupancy is the lowest.
    #[test]
    fn the_order_of_a_list_changes_no_figure() {
        let figures = |archs: &[Arch], kernel| {
            let report = Report::new("k", vec![Variant::new(Configuration::new(archs, kernel))]);
            let page = text(&report);
            let figures = page.lines().filter(|line| {
                ["The registers", "Nsight", "MIN_BLOCKS", "__global__"]
                    .iter()
                    .any(|start| line.starts_with(start))
            });
            figures.map(str::to_owned).collect::<Vec<_>>()
        };
        for (threads, registers) in [(512, 48), (512, 40), (256, 32), (96, 72)] {
            let kernel = Kernel::new((threads, 1, 1), registers);
            for one in ComputeCapability::ALL.iter().map(Arch::ComputeCapability) {
                for other in ComputeCapability::ALL.iter().map(Arch::ComputeCapability) {
                    let said = figures(&[one, other], kernel);
                    assert_eq!(said, figures(&[other, one], kernel));
                    let ratio = |arch: Arch| {
                        let occupancy = Occupancy::new(arch.compute_capability(), &kernel);
                        occupancy.unwrap().ratio()
                    };
                    let lowest = format!("at least {} for", ratio(one).min(ratio(other)));
                    assert!(said.iter().any(|line| line.contains(&lowest)), "{said:?}");
                }
            }
        }
    }

    #[test]
    fn the_stated_target_is_compiled_for() {
        let archs = [Arch::find("sm_90a").unwrap()];
        let mut variant = Variant::new(Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
        variant.target = Some("sm_90a");
        let report = Report::new("gemm", vec![variant]);
        let page = text(&report);
        assert_eq!(lines(&page, "NVRTC:"), ["--gpu-architecture=sm_90a"]);
        assert_eq!(
            lines(&page, "nvcc:"),
            ["-gencode=arch=compute_90a,code=sm_90a"]
        );
    }
}
