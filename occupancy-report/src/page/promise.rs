//! The end of a page: text to copy that keeps the promise on the device side, and the figures that confirm it.

use std::fmt::Write;

use occupancy_core::{
    Arch, Configuration, gpu::Vendor, launch::CompileOptions, search::max_registers_per_thread,
};

use super::contents::{Page, Variant};
use super::keywords;
use crate::escape::{html, markdown, visible};
use crate::format::{self, joined, only_if, worded};

/// Adds a part after its separator, unless it is there: several GPUs can have one compute capability.
fn add_once(parts: &mut String, separator: char, part: &str) {
    let part = visible(part);
    if parts.split(separator).all(|other| other != part) {
        parts.push(separator);
        parts.push_str(&part);
    }
}

/// Writes the limit of the kernel's registers, and the text to copy for each tool: the short lines first, then the
/// definitions, folded, and the figures that Nsight Compute shows if all of it holds. Each vendor has a part of its own.
pub(super) fn text(page: &Page<'_>) -> String {
    let measured = if page.is_compiled {
        "The machine code keeps the registers, or this would not build. When you compile it again, "
    } else if page.has_budget() {
        "The registers are those that launch bounds leave: every figure is one of a kernel that keeps them. "
    } else {
        "The registers are a budget, not a measurement. "
    };
    let measured = worded(measured, page.words());
    let [cuda, hip] = [Vendor::Nvidia, Vendor::Amd].map(|vendor| part(page, vendor));
    if cuda.is_empty() || hip.is_empty() {
        return measured + &cuda + &hip;
    }
    let measured = measured.trim_end();
    let measured = measured.trim_end_matches(" When you compile it again,");
    format!("{measured}\n\n## NVIDIA\n\n{cuda}## AMD\n\n{hip}")
}

/// Returns the configurations that a kernel is compiled for on the GPUs of a vendor, each for GPUs whose launch bounds are
/// the same: once for the largest of its sizes.
fn compiled_for<'a>(page: &'a Page<'_>, vendor: Vendor) -> Vec<(&'a Variant<'a>, Vec<Arch>)> {
    let threads = |one: &&Variant<'_>| one.configuration.kernel.threads_per_block();
    let all = page.by_gpus();
    let mut kinds = Vec::new();
    for variant in all.filter_map(|sizes| sizes.iter().max_by_key(threads)) {
        let mut left = variant.configuration.archs.to_vec();
        left.retain(|arch| arch.multiprocessor().vendor() == vendor);
        while !left.is_empty() {
            let options = CompileOptions::new(&variant.configuration.with_archs(&left));
            let (kind, others) = left.iter().partition(|arch| options.describes(arch));
            kinds.push((variant, kind));
            left = others;
        }
    }
    kinds
}

/// Writes what the tools of one vendor take; nothing if no GPU is of this vendor.
fn part(page: &Page<'_>, vendor: Vendor) -> String {
    let kernel_name = keywords::kernel_name(page.kernel_name);
    let [mut limits, mut functions, mut nvcc] = [const { String::new() }; 3];
    let [mut targets, mut ptxas, mut definitions] = [const { String::new() }; 3];
    let [mut attributes, mut hipcc] = [const { String::new() }; 2];
    let compilers = match vendor {
        Vendor::Amd => "hipcc and hipRTC",
        _ => "nvcc and NVRTC",
    };
    let kinds = compiled_for(page, vendor);
    for (variant, archs) in &kinds {
        let configuration: Configuration<'_> = variant.configuration.with_archs(archs);
        let plain = CompileOptions::new(&configuration);
        let of_target = variant.target.and_then(|target| plain.with_target(target));
        let options = of_target.unwrap_or(plain);
        let names = format::names(archs);
        let has_several = kinds.len() > 1;

        let on = only_if(!limits.is_empty(), format!("; on {}, ", markdown(&names)));
        limits += &(on + &limit(&configuration, &options));
        // A launch may state no cluster: cudarc's own do not.
        let cluster = options.cluster_dims.map(|dims| format!("{dims} "));
        let cluster = cluster.unwrap_or_default();
        let comment = only_if(has_several, format!(" // {names}"));
        let function = |bounds: &str| {
            format!("__global__ void {bounds} {cluster}{kernel_name}(/* … */){comment}")
        };
        let bounds = function(options.launch_bounds.as_str());
        add_once(&mut functions, '\n', &bounds);
        if let Some(bounds) = &options.amdgpu_attributes {
            add_once(&mut attributes, '\n', &function(bounds.as_str()));
        }
        for word in options.nvcc().to_string().split(' ') {
            add_once(&mut nvcc, ' ', word);
        }
        for arch in archs {
            // The compiler makes code for this target.
            let of_arch = arch.multiprocessor().targets().first();
            if let Some(target) = variant.target.or(of_arch.copied()) {
                add_once(&mut targets, '\n', &format!("--gpu-architecture={target}"));
            }
            if let Some(arguments) = options.ptxas(arch) {
                let line = format!("ptxas {arguments} {kernel_name}.ptx");
                add_once(&mut ptxas, '\n', &line);
            }
            let alone = configuration.with_archs(std::slice::from_ref(arch));
            if let Some(arguments) = CompileOptions::new(&alone).hipcc() {
                add_once(&mut hipcc, '\n', arguments.as_str());
            }
        }
        // Code for several sizes has no one size.
        if page.sizes() > 1 {
            continue;
        }
        let gpus = only_if(has_several, format!(", {}", html(&names)));
        let defines = joined("\n", &options.defines, |define| format!("-D{define}"));
        let _ = write!(
            definitions,
            "<details><summary>Macro definitions for {compilers}{gpus}</summary>\n\n\
             ```text\n{defines}\n```\n\n</details>\n\n"
        );
    }
    let gpus = kinds.iter().map(|(_, archs)| archs.len());
    let each = only_if(gpus.sum::<usize>() != 1, ", one line for each GPU");
    let nvcc = nvcc.trim_start();
    match vendor {
        _ if kinds.is_empty() => String::new(),
        Vendor::Amd => format!(
            "{limits}; hipcc reports what it uses with `-Rpass-analysis=kernel-resource-usage`.\n\n\
             HIP C++:\n\n```text{functions}\n```\n\n\
             The attributes, which keep the budget, too:\n\n```text{attributes}\n```\n\n\
             hipcc and hipRTC{each}:\n\n```text{hipcc}\n```\n\n\
             {definitions}"
        ),
        _ => format!(
            "{limits}; `ptxas -v` and the loaded function report what it uses.\n\n\
             CUDA C:\n\n```text{functions}\n```\n\n\
             nvcc:\n\n```text\n{nvcc}\n```\n\n\
             NVRTC{each}:\n\n```text{targets}\n```\n\n\
             ptxas, for its report:\n\n```text{ptxas}\n```\n\n\
             {definitions}{}",
            profile(page, kernel_name)
        ),
    }
}

/// Writes to how many registers the launch bounds limit the kernel.
fn limit(configuration: &Configuration<'_>, options: &CompileOptions<'_>) -> String {
    let sms = || configuration.archs.iter().map(Arch::multiprocessor);
    let Some(first) = sms().next() else {
        return String::new();
    };
    let registers = configuration.kernel.registers_on(first);
    let threads = u32::try_from(configuration.kernel.threads_per_block()).unwrap_or(u32::MAX);
    // Every GPU holds these blocks.
    let blocks = configuration.fewest_blocks_per_sm().unwrap_or_default();
    let caps = sms().filter_map(|sm| max_registers_per_thread(sm, threads, blocks));
    let cap = caps.max().unwrap_or(registers);
    let instead = match options.amdgpu_vgprs {
        Some(vgprs) => format!(", and its attributes instead to {vgprs}"),
        None => format!(", and `__maxnreg__({registers})` instead to {registers}"),
    };
    let launch_bounds = options.launch_bounds;
    let limited = format!("`{launch_bounds}` limits the kernel to {cap} registers");
    worded(&limited, first.words()) + &only_if(cap > registers, instead)
}

/// Writes the command for Nsight Compute, and the figures that it shows.
fn profile(page: &Page<'_>, kernel_name: &str) -> String {
    let all = || page.variants.iter().map(|variant| &variant.configuration);
    let registers = all().map(|one| one.kernel.registers_per_thread);
    let most_registers = registers.max().unwrap_or_default();
    let outcomes = page.variants.iter().flat_map(Variant::outcomes);
    let own = outcomes.filter(|one| one.sm.vendor() == Vendor::Nvidia);
    let Some(least) = own.map(|one| one.occupancy.ratio()).min() else {
        return String::new();
    };
    let has_barriers = all().any(|one| one.kernel.barriers > 0);
    let barriers = only_if(has_barriers, "launch__occupancy_limit_barriers,");
    let has_grid = all().any(|one| one.stated_grid().is_some());
    let waves = only_if(has_grid, "launch__waves_per_multiprocessor,");
    format!(
        "Nsight Compute, which has at most {most_registers} for `launch__registers_per_thread`, and at least {least} \
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
    use occupancy_core::{Arch, Configuration, Kernel, Occupancy, compute_capabilities};

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

    /// For every two compute capabilities, the order changes no figure, and the page states the fewest blocks and the
    /// lowest occupancy of both, even if those are on different GPUs.
    #[test]
    fn the_order_of_gpus_changes_no_figure() {
        let kernels = [(512, 48), (512, 40), (256, 32), (1024, 32), (96, 72)]
            .map(|(threads, registers)| Kernel::new((threads, 1, 1), registers));
        let all = || compute_capabilities::ALL.iter().map(Arch::Multiprocessor);
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
