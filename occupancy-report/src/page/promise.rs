//! What keeps the promise on the device side, to copy, and what confirms it.

use std::fmt::Write;

use occupancy_core::{Arch, Ratio, launch::CompileOptions, search::max_registers_per_thread};

use super::keywords;
use crate::report::{Report, Variant};

pub(super) fn write(out: &mut String, report: &Report<'_>) {
    let held: Vec<Held<'_>> = report.variants.iter().filter_map(Held::new).collect();
    let Some(least) = held.iter().map(|held| held.least).min() else {
        return;
    };
    bounds(out, report, &held);
    lines(out, keywords::kernel_name(report.kernel_name), &held);
    nsight(out, keywords::kernel_name(report.kernel_name), &held, least);
}

/// A variant with its options for the compilers.
struct Held<'a> {
    variant: &'a Variant<'a>,
    least: Ratio,
    /// The blocks that every GPU holds.
    blocks: u32,
    options: CompileOptions<'a>,
}

impl<'a> Held<'a> {
    fn new(variant: &'a Variant<'a>) -> Option<Self> {
        let configuration = &variant.configuration;
        let options = CompileOptions::new(configuration);
        let with_target = |target| options.with_target(target);
        Some(Self {
            variant,
            least: configuration.least_occupancy()?.ratio(),
            blocks: configuration.fewest_blocks_per_sm()?,
            options: variant.target.and_then(with_target).unwrap_or(options),
        })
    }

    fn archs(&self) -> &'a [Arch] {
        self.variant.configuration.archs
    }

    fn registers(&self) -> u32 {
        self.variant.configuration.kernel.registers_per_thread
    }

    /// "A100-SXM4-40GB, H100 SXM5 80GB".
    fn names(&self) -> String {
        let names: Vec<_> = self.archs().iter().map(Arch::name).collect();
        names.join(", ")
    }

    /// The registers that the launch bounds leave a thread.
    fn cap(&self) -> u32 {
        let kernel = &self.variant.configuration.kernel;
        let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
        let caps = self.archs().iter().filter_map(|arch| {
            max_registers_per_thread(arch.compute_capability(), threads, self.blocks)
        });
        caps.max().unwrap_or(self.registers())
    }

    /// What the compiler makes code for: the stated target, or the plain ones of the GPUs.
    fn targets(&self) -> Vec<&'static str> {
        if let Some(target) = self.variant.target {
            return vec![target];
        }
        let targets = self.archs().iter();
        let plain = targets.filter_map(|arch| arch.compute_capability().targets().first());
        plain.copied().collect()
    }
}

/// What limits the kernel's registers.
fn bounds(out: &mut String, report: &Report<'_>, held: &[Held<'_>]) {
    out.push_str(if report.is_compiled {
        "The machine code keeps the registers, or this would not build. When you compile it again, "
    } else {
        "The registers are a budget, not a measurement. "
    });
    for (at, held) in held.iter().enumerate() {
        if at > 0 {
            let _ = write!(out, "; on {}, ", held.names());
        }
        let (cap, registers) = (held.cap(), held.registers());
        let _ = write!(
            out,
            "`{}` limits the kernel to {cap} registers",
            held.options.launch_bounds
        );
        if cap > registers {
            let _ = write!(
                out,
                ", and `__maxnreg__({registers})` instead to {registers}"
            );
        }
    }
    out.push_str("; `ptxas -v` and the loaded function report what it uses.\n\n");
}

/// What to copy, each with where it goes: the short lines first, and the definitions folded.
fn lines(out: &mut String, kernel_name: &str, held: &[Held<'_>]) {
    let is_one = held.len() == 1;
    let functions = held.iter().map(|held| {
        let options = &held.options;
        // A launch may state no cluster: cudarc's own do not.
        let cluster = options.cluster_dims.map(|dims| format!("{dims} "));
        let gpus = if is_one {
            String::new()
        } else {
            format!(" // {}", held.names())
        };
        format!(
            "__global__ void {} {}{kernel_name}(/* … */){gpus}",
            options.launch_bounds,
            cluster.unwrap_or_default()
        )
    });
    copied(out, "CUDA C:", functions);
    let nvcc = held.iter().map(|held| held.options.nvcc().to_string());
    let nvcc = once(nvcc.flat_map(|line| line.split(' ').map(str::to_owned).collect::<Vec<_>>()));
    copied(out, "nvcc:", [nvcc.join(" ")]);
    let targets = held.iter().flat_map(Held::targets);
    copied(
        out,
        if held.iter().map(|held| held.archs().len()).sum::<usize>() == 1 {
            "NVRTC:"
        } else {
            "NVRTC, one line for each GPU:"
        },
        targets.map(|target| format!("--gpu-architecture={target}")),
    );
    let ptxas = held.iter().flat_map(|held| {
        let archs = held.archs().iter();
        let arguments = archs.filter_map(|arch| held.options.ptxas(arch));
        arguments.map(|arguments| format!("ptxas {arguments} {kernel_name}.ptx"))
    });
    copied(out, "ptxas, for its report:", ptxas);
    for held in held {
        let gpus = if is_one {
            String::new()
        } else {
            format!(", {}", held.names())
        };
        let defines = held.options.defines.iter();
        let defines: Vec<String> = defines.map(|define| format!("-D{define}")).collect();
        let _ = writeln!(
            out,
            "<details><summary>Macro definitions for nvcc and NVRTC{gpus}</summary>\n\n\
             ```text\n{}\n```\n\n</details>\n",
            defines.join("\n")
        );
    }
}

/// What Nsight Compute shows if all of it holds.
fn nsight(out: &mut String, kernel_name: &str, held: &[Held<'_>], least: Ratio) {
    let any = |has: fn(&Held<'_>) -> bool| held.iter().any(has);
    let barriers = if any(|held| held.variant.configuration.kernel.barriers > 0) {
        "launch__occupancy_limit_barriers,"
    } else {
        ""
    };
    let waves = if any(|held| held.variant.configuration.grid.is_some()) {
        "launch__waves_per_multiprocessor,"
    } else {
        ""
    };
    let registers = held.iter().map(Held::registers).max().unwrap_or(0);
    copied(
        out,
        &format!(
            "Nsight Compute, which has at most {registers} for `launch__registers_per_thread`, and at least \
             {least} for `sm__maximum_warps_per_active_cycle_pct`, the theoretical occupancy:"
        ),
        [format!(
            "ncu --kernel-name {kernel_name} --metrics launch__registers_per_thread,\
             launch__occupancy_limit_registers,launch__occupancy_limit_shared_mem,\
             launch__occupancy_limit_warps,launch__occupancy_limit_blocks,{barriers}{waves}\
             sm__maximum_warps_per_active_cycle_pct"
        )],
    );
}

/// Lines to copy.
fn copied(out: &mut String, place: &str, lines: impl IntoIterator<Item = String>) {
    let _ = writeln!(out, "{place}\n\n```text\n{}\n```\n", once(lines).join("\n"));
}

/// Each text once: several GPUs can have one compute capability.
fn once(all: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for one in all {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel, Occupancy};

    use super::write;
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
        let mut page = String::new();
        write(&mut page, &report);
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
            let mut page = String::new();
            write(&mut page, &report);
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
        let variant = Variant::new(Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
        let report = Report::new("gemm", vec![variant.with_target(Some("sm_90a"))]);
        let mut page = String::new();
        write(&mut page, &report);
        assert_eq!(lines(&page, "NVRTC:"), ["--gpu-architecture=sm_90a"]);
        assert_eq!(
            lines(&page, "nvcc:"),
            ["-gencode=arch=compute_90a,code=sm_90a"]
        );
    }
}
