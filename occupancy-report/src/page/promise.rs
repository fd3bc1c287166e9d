//! The end of a page: text to copy that keeps the promise on the device side, and the figures that confirm it.

use occupancy_core::{Ratio, launch::CompileOptions, search::max_registers_per_thread};

use super::contents::{Page, Variant};
use super::keywords;
use crate::escape::{html, markdown, visible};
use crate::format::{joined, only_if};

/// Adds a part behind its separator, unless it is there: several GPUs can have one compute capability.
fn add_once(parts: &mut String, separator: char, part: &str) {
    let part = visible(part);
    if parts.split(separator).all(|other| other != part) {
        parts.push(separator);
        parts.push_str(&part);
    }
}

/// Writes the limit of the kernel's registers, and the text to copy for each tool: the short lines first, then the
/// definitions, folded, and the figures that Nsight Compute shows if all of it holds.
pub(super) fn text(page: &Page<'_>) -> String {
    let kernel_name = keywords::kernel_name(page.kernel_name);
    let mut tools = Tools::default();
    for variant in &page.variants {
        tools.add(variant, kernel_name, page.variants.len() > 1);
    }
    let measured = if page.is_compiled {
        "The machine code keeps the registers, or this would not build. When you compile it again, "
    } else {
        "The registers are a budget, not a measurement. "
    };
    let text = tools.text(kernel_name);
    text.map_or_else(String::new, |text| measured.to_owned() + &text)
}

/// The text for each tool.
#[derive(Default)]
struct Tools {
    /// The registers that the launch bounds leave a thread, a clause for each variant.
    limits: String,
    functions: String,
    nvcc: String,
    /// The targets, for NVRTC.
    targets: String,
    ptxas: String,
    definitions: String,
    gpus: usize,
    least_occupancy: Option<Ratio>,
    most_registers: u32,
    has_barriers: bool,
    has_grid: bool,
}

impl Tools {
    /// Adds the text of a variant; nothing if no block is resident.
    fn add(&mut self, variant: &Variant<'_>, kernel_name: &str, has_several: bool) -> Option<()> {
        let configuration = &variant.configuration;
        let (kernel, archs) = (&configuration.kernel, configuration.archs);
        // The blocks that every GPU holds.
        let blocks = configuration.fewest_blocks_per_sm()?;
        let ratio = configuration.least_occupancy()?.ratio();
        let registers = kernel.registers_per_thread;
        let least = self.least_occupancy.map_or(ratio, |least| ratio.min(least));
        self.least_occupancy = Some(least);
        self.most_registers = registers.max(self.most_registers);
        self.gpus += archs.len();
        self.has_barriers |= kernel.barriers > 0;
        self.has_grid |= configuration.stated_grid().is_some();

        let names = joined(", ", archs, |arch| arch.name().to_owned());
        let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
        let caps = archs.iter().map(|arch| arch.multiprocessor());
        let caps = caps.filter_map(|sm| max_registers_per_thread(sm, threads, blocks));
        let plain = CompileOptions::new(configuration);
        let of_target = variant.target.and_then(|target| plain.with_target(target));
        let options = of_target.unwrap_or(plain);
        self.add_limit(&options, registers, caps.max().unwrap_or(registers), &names);
        self.add_function(&options, kernel_name, &only_if(has_several, names.as_str()));
        for arch in archs {
            // The compiler makes code for this target.
            let mut targets = arch.multiprocessor().targets().iter().copied();
            if let Some(target) = variant.target.or_else(|| targets.next()) {
                let option = format!("--gpu-architecture={target}");
                add_once(&mut self.targets, '\n', &option);
            }
            if let Some(arguments) = options.ptxas(arch) {
                let line = format!("ptxas {arguments} {kernel_name}.ptx");
                add_once(&mut self.ptxas, '\n', &line);
            }
        }
        for word in options.nvcc().to_string().split(' ') {
            add_once(&mut self.nvcc, ' ', word);
        }
        Some(())
    }

    /// Adds the registers to which the launch bounds limit the kernel: `cap`.
    fn add_limit(&mut self, options: &CompileOptions<'_>, registers: u32, cap: u32, names: &str) {
        if !self.limits.is_empty() {
            self.limits += &format!("; on {}, ", markdown(names));
        }
        let launch_bounds = options.launch_bounds;
        self.limits += &format!("`{launch_bounds}` limits the kernel to {cap} registers");
        if cap > registers {
            self.limits += &format!(", and `__maxnreg__({registers})` instead to {registers}");
        }
    }

    /// Adds the function and the macro definitions; for the GPUs of these names, unless they are for all.
    fn add_function(&mut self, options: &CompileOptions<'_>, kernel_name: &str, names: &str) {
        let launch_bounds = options.launch_bounds;
        // A launch may state no cluster: cudarc's own do not.
        let cluster = options.cluster_dims.map(|dims| format!("{dims} "));
        let cluster = cluster.unwrap_or_default();
        let gpus = only_if(!names.is_empty(), format!(" // {names}"));
        let function =
            format!("__global__ void {launch_bounds} {cluster}{kernel_name}(/* … */){gpus}");
        add_once(&mut self.functions, '\n', &function);
        let gpus = only_if(!names.is_empty(), format!(", {}", html(names)));
        let defines = joined("\n", &options.defines, |define| format!("-D{define}"));
        self.definitions += &format!(
            "<details><summary>Macro definitions for nvcc and NVRTC{gpus}</summary>\n\n\
             ```text\n{defines}\n```\n\n</details>\n\n"
        );
    }

    /// `None` if no block is resident on any GPU.
    fn text(&self, kernel_name: &str) -> Option<String> {
        let least = self.least_occupancy?;
        let each = only_if(self.gpus != 1, ", one line for each GPU");
        let barriers = only_if(self.has_barriers, "launch__occupancy_limit_barriers,");
        let waves = only_if(self.has_grid, "launch__waves_per_multiprocessor,");
        let Self {
            limits,
            functions,
            targets,
            ptxas,
            definitions,
            most_registers,
            ..
        } = self;
        let nvcc = self.nvcc.trim_start();
        Some(format!(
            "{limits}; `ptxas -v` and the loaded function report what it uses.\n\n\
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
        ))
    }
}

#[cfg(test)]
mod tests {
    use occupancy_core::{Arch, Configuration, Kernel, Multiprocessor, Occupancy};

    use super::text;
    use crate::page::{Page, Variant};

    /// The lines of a page that state figures.
    fn figures(variants: &[(&[Arch], Kernel)]) -> Vec<String> {
        let variants = variants.iter();
        let configurations = variants.map(|(archs, kernel)| Configuration::new(archs, *kernel));
        let page = Page::new("k", configurations.map(Variant::new).collect());
        let text = page.sentence("`k`") + "\n" + &text(&page);
        let begins = [
            "Launch",
            "The registers",
            "Nsight",
            "MIN_BLOCKS",
            "__global__",
        ];
        let is_figure = |line: &&str| begins.iter().any(|begin| line.starts_with(begin));
        text.lines().filter(is_figure).map(str::to_owned).collect()
    }

    /// For every two compute capabilities, the order changes no figure, and the page states the fewest blocks and the lowest
    /// occupancy of both, even if those are on different GPUs.
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
