//! What keeps the promise on the device side, to copy, and what confirms it.

use occupancy_core::{
    Arch, Configuration, Ratio, launch::CompileOptions, search::max_registers_per_thread,
};

use super::keywords;
use crate::report::{Report, Variant};
use crate::words::{joined, only_if};

/// What limits the kernel's registers, and what to copy, each with where it goes: the short lines first, the
/// definitions folded, and what Nsight Compute shows if all of it holds.
pub(super) fn text(report: &Report<'_>) -> String {
    let held: Vec<Held<'_>> = report.variants.iter().filter_map(Held::new).collect();
    let Some(least) = held.iter().map(|held| held.least).min() else {
        return String::new();
    };
    let kernel_name = keywords::kernel_name(report.kernel_name);
    let bounds = bounds(report, &held);
    let has_several = held.len() > 1;
    let functions = held.iter().map(|each| {
        let bounds = each.options.launch_bounds;
        // A launch may state no cluster: cudarc's own do not.
        let cluster = each.options.cluster_dims.map(|dims| format!("{dims} "));
        let cluster = cluster.unwrap_or_default();
        let gpus = only_if(has_several, format!(" // {}", each.names));
        format!("__global__ void {bounds} {cluster}{kernel_name}(/* … */){gpus}")
    });
    let functions = once("\n", functions);
    let nvcc = joined(" ", held.iter().map(|held| held.options.nvcc()));
    let nvcc = once(" ", nvcc.split(' ').map(str::to_owned));
    let gpus = held.iter().map(|held| held.configuration.archs.len());
    let each = only_if(gpus.sum::<usize>() != 1, ", one line for each GPU");
    let targets = held.iter().flat_map(|held| &held.targets);
    let targets = once(
        "\n",
        targets.map(|target| format!("--gpu-architecture={target}")),
    );
    let ptxas = held.iter().flat_map(|held| {
        let archs = held.configuration.archs.iter();
        let arguments = archs.filter_map(|arch| held.options.ptxas(arch));
        arguments.map(|arguments| format!("ptxas {arguments} {kernel_name}.ptx"))
    });
    let ptxas = once("\n", ptxas);
    let definitions = held.iter().map(|each| {
        let defines = each.options.defines.iter();
        let defines = joined("\n", defines.map(|define| format!("-D{define}")));
        let gpus = only_if(has_several, format!(", {}", each.names));
        format!(
            "<details><summary>Macro definitions for nvcc and NVRTC{gpus}</summary>\n\n\
             ```text\n{defines}\n```\n\n</details>\n\n"
        )
    });
    let definitions = joined("", definitions);
    let configurations = || held.iter().map(|held| held.configuration);
    let has_barriers = configurations().any(|one| one.kernel.barriers > 0);
    let barriers = only_if(has_barriers, "launch__occupancy_limit_barriers,");
    let has_grid = configurations().any(|one| one.grid.is_some());
    let waves = only_if(has_grid, "launch__waves_per_multiprocessor,");
    let registers = held.iter().map(Held::registers).max().unwrap_or(0);
    format!(
        "{bounds}; `ptxas -v` and the loaded function report what it uses.\n\n\
         CUDA C:\n\n```text\n{functions}\n```\n\n\
         nvcc:\n\n```text\n{nvcc}\n```\n\n\
         NVRTC{each}:\n\n```text\n{targets}\n```\n\n\
         ptxas, for its report:\n\n```text\n{ptxas}\n```\n\n\
         {definitions}\
         Nsight Compute, which has at most {registers} for `launch__registers_per_thread`, and at least {least} for \
         `sm__maximum_warps_per_active_cycle_pct`, the theoretical occupancy:\n\n\
         ```text\n\
         ncu --kernel-name {kernel_name} --metrics launch__registers_per_thread,\
         launch__occupancy_limit_registers,launch__occupancy_limit_shared_mem,\
         launch__occupancy_limit_warps,launch__occupancy_limit_blocks,{barriers}{waves}\
         sm__maximum_warps_per_active_cycle_pct\n\
         ```\n\n"
    )
}

/// A variant with its options for the compilers.
struct Held<'a> {
    configuration: &'a Configuration<'a>,
    /// "A100-SXM4-40GB, H100 SXM5 80GB".
    names: String,
    least: Ratio,
    /// The registers that the launch bounds leave a thread.
    cap: u32,
    options: CompileOptions<'a>,
    /// What the compiler makes code for: the stated target, or the plain ones of the GPUs.
    targets: Vec<&'static str>,
}

impl<'a> Held<'a> {
    fn new(variant: &'a Variant<'a>) -> Option<Self> {
        let configuration = &variant.configuration;
        let kernel = &configuration.kernel;
        let options = CompileOptions::new(configuration);
        let of_target = variant
            .target
            .and_then(|target| options.with_target(target));
        // The blocks that every GPU holds.
        let blocks = configuration.fewest_blocks_per_sm()?;
        let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
        let archs = configuration.archs.iter();
        let ccs = archs.clone().map(Arch::compute_capability);
        let caps = ccs
            .clone()
            .filter_map(|cc| max_registers_per_thread(cc, threads, blocks));
        let plain = ccs.filter_map(|cc| cc.targets().first().copied());
        Some(Self {
            configuration,
            names: joined(", ", archs.map(Arch::name)),
            least: configuration.least_occupancy()?.ratio(),
            cap: caps.max().unwrap_or(kernel.registers_per_thread),
            options: of_target.unwrap_or(options),
            targets: variant
                .target
                .map_or_else(|| plain.collect(), |target| vec![target]),
        })
    }

    fn registers(&self) -> u32 {
        self.configuration.kernel.registers_per_thread
    }
}

/// What limits the kernel's registers.
fn bounds(report: &Report<'_>, held: &[Held<'_>]) -> String {
    let measured = if report.is_compiled {
        "The machine code keeps the registers, or this would not build. When you compile it again, "
    } else {
        "The registers are a budget, not a measurement. "
    };
    let limits = held.iter().enumerate().map(|(at, held)| {
        let on = only_if(at > 0, format!("; on {}, ", held.names));
        let (cap, registers) = (held.cap, held.registers());
        let instead = format!(", and `__maxnreg__({registers})` instead to {registers}");
        let instead = only_if(cap > registers, instead);
        let bounds = held.options.launch_bounds;
        format!("{on}`{bounds}` limits the kernel to {cap} registers{instead}")
    });
    let limits = joined("", limits);
    format!("{measured}{limits}")
}

/// Each text once: several GPUs can have one compute capability.
fn once(separator: &str, all: impl IntoIterator<Item = String>) -> String {
    let mut found: Vec<String> = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found.join(separator)
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
