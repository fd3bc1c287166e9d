//! What keeps the promise on the device side, to copy, and what confirms it.

use occupancy_core::{launch::CompileOptions, search::max_registers_per_thread};

use super::keywords;
use crate::escape::{html, markdown, visible};
use crate::report::Report;
use crate::words::{joined, only_if};

/// Adds a line behind its separator, each once: several GPUs can have one compute capability.
fn add(lines: &mut String, separator: char, line: &str) {
    let line = visible(line);
    if lines.split(separator).all(|other| other != line) {
        lines.push(separator);
        lines.push_str(&line);
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
            let sm = arch.multiprocessor();
            cap = cap.max(max_registers_per_thread(sm, threads, blocks));
            // What the compiler makes code for.
            if let Some(target) = variant.target.or(sm.targets().first().copied()) {
                add(&mut targets, '\n', &format!("--gpu-architecture={target}"));
            }
            if let Some(arguments) = options.ptxas(arch) {
                let line = format!("ptxas {arguments} {kernel_name}.ptx");
                add(&mut ptxas, '\n', &line);
            }
        }
        let cap = cap.unwrap_or(registers);
        let launch_bounds = options.launch_bounds;
        let on = only_if(!bounds.is_empty(), format!("; on {}, ", markdown(&names)));
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
        let only = only_if(has_several, format!(", {}", html(&names)));
        let defines = joined("\n", &options.defines, |define| format!("-D{define}"));
        let folded = format!(
            "<details><summary>Macro definitions for nvcc and NVRTC{only}</summary>\n\n\
             ```text\n{defines}\n```\n\n</details>\n\n"
        );
        definitions.push_str(&folded);
        if kernel.barriers > 0 {
            barriers = "launch__occupancy_limit_barriers,";
        }
        if configuration.stated_grid().is_some() {
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
    use occupancy_core::{Arch, Configuration, Kernel, Multiprocessor, Occupancy};

    use super::text;
    use crate::report::{Report, Variant};

    /// The figures that a page states, below its sentence.
    fn figures(variants: &[(&[Arch], Kernel)]) -> Vec<String> {
        let variants = variants.iter();
        let variants = variants.map(|(archs, kernel)| Configuration::new(archs, *kernel));
        let report = Report::new("k", variants.map(Variant::new).collect());
        let page = report.sentence("`k`") + "\n" + &text(&report);
        let begins = [
            "Launch",
            "The registers",
            "Nsight",
            "MIN_BLOCKS",
            "__global__",
        ];
        let is_figure = |line: &&str| begins.iter().any(|begin| line.starts_with(begin));
        page.lines().filter(is_figure).map(str::to_owned).collect()
    }

    /// Every two compute capabilities: the order changes no figure, and the blocks and the occupancy are the lowest of
    /// both, even where those are of different GPUs.
    #[test]
    fn the_order_of_gpus_changes_no_figure() {
        let kernels = [(512, 48), (512, 40), (256, 32), (1024, 32), (96, 72)];
        let kernels = kernels.map(|(threads, registers)| Kernel::new((threads, 1, 1), registers));
        let all = || Multiprocessor::ALL.iter().map(Arch::Multiprocessor);
        for (at, &kernel) in kernels.iter().enumerate() {
            let own = kernels[(at + 1) % kernels.len()];
            for (one, other) in all().flat_map(|one| all().map(move |other| (one, other))) {
                let said = figures(&[(&[one, other], kernel)]);
                assert_eq!(said, figures(&[(&[other, one], kernel)]));
                let both = [one, other]
                    .map(|arch| Occupancy::new(arch.multiprocessor(), &kernel).unwrap());
                let blocks = both.map(|occupancy| occupancy.blocks_per_sm);
                let least = blocks[0].min(blocks[1]);
                let ratio = both[0].ratio().min(both[1].ratio());
                let sentence = &said[0];
                assert!(sentence.contains(&format!(" {least} block")), "{sentence}");
                assert!(
                    sentence.contains(&format!(" SM, {ratio} occupancy")),
                    "{sentence}"
                );
                let lowest = format!("at least {ratio} for");
                assert!(said.iter().any(|line| line.contains(&lowest)), "{said:?}");
                let (first, second) = ((&[one][..], kernel), (&[other][..], own));
                assert_eq!(figures(&[first, second])[0], figures(&[second, first])[0]);
            }
        }
    }
}
