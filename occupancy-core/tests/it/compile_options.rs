//! The arguments of nvcc and ptxas, and the header, for a configuration. The documentation of each method has its usual
//! output.

use occupancy_core::search::max_registers_per_thread;
use occupancy_core::{Arch, Configuration, Kernel, Occupancy, gpu::Vendor, launch::CompileOptions};

use crate::any_configuration::for_random;

/// The header of a configuration whose numbers all differ, except those that are 1.
const HEADER: &str = include_str!("compile_options.h");

const KERNEL: Kernel = Kernel::new((32, 8, 1), 64);

fn archs(names: &str) -> Vec<Arch> {
    names.split(' ').map(crate::common::arch).collect()
}

fn options(archs: &[Arch], kernel: Kernel) -> CompileOptions<'_> {
    CompileOptions::new(&Configuration::new(archs, kernel))
}

/// nvcc compiles for each compute capability once, and the lowest is the lowest number, not the first in the alphabet.
#[test]
fn targets_of_a_list() {
    for (names, lowest, nvcc) in [
        ("h200 a100 h100 a100", "sm_80", "90 80"),
        ("b200 h100 rtx5090", "sm_90", "100 90 120"),
        ("8.0 8.9", "sm_80", "80 89"),
        ("8.9 8.0", "sm_80", "89 80"),
        ("8.9 9.0", "sm_89", "89 90"),
    ] {
        let archs = archs(names);
        let options = options(&archs, KERNEL);
        assert_eq!(options.lowest_target(), Some(lowest), "{names}");
        let targets = nvcc.split(' ');
        let arguments = targets.map(|sm| format!("-gencode=arch=compute_{sm},code=sm_{sm}"));
        let arguments = arguments.collect::<Vec<_>>().join(" ");
        assert_eq!(options.nvcc().as_str(), arguments, "{names}");
    }
    let none = options(&[], KERNEL);
    assert_eq!((none.nvcc().as_str(), none.lowest_target()), ("", None));
    assert!(none.ptxas(&archs("h100")[0]).is_none());
}

#[test]
fn a_target_is_that_of_its_own_compute_capability() {
    let archs = archs("h100 b200");
    let plain = options(&archs, KERNEL);
    let family = plain.with_target("sm_100f").unwrap();
    assert_eq!(
        family.nvcc().as_str(),
        "-gencode=arch=compute_90,code=sm_90 -gencode=arch=compute_100f,code=sm_100f"
    );
    let ptxas = family.ptxas(&archs[1]).unwrap().to_string();
    assert!(ptxas.starts_with("--gpu-name=sm_100f "));
    for other in ["sm_120a", "sm_9", "sm_90ab", "90a", ""] {
        assert!(plain.with_target(other).is_none(), "{other}");
    }
}

fn header(configuration: &Configuration<'_>) -> String {
    let options = CompileOptions::new(configuration);
    options.header("_a9").unwrap().to_string()
}

#[test]
fn a_header_is_every_definition_and_the_bounds() {
    let archs = archs("h100");
    let mut configuration = Configuration::new(&archs, KERNEL);
    assert!(header(&configuration).contains("#define _a9_CLUSTER_DIMS\n"));
    configuration.items_per_thread = 5;
    configuration.kernel = KERNEL
        .with_static_shared_memory(1024)
        .with_dynamic_shared_memory(512)
        .with_cluster_dim(Some((2, 3, 1)));
    assert_eq!(header(&configuration), HEADER.replace("\r\n", "\n"));
}

/// In a list of both vendors, the options for each compiler are those of its own GPUs, and the macros of the compilers
/// choose among the numbers of the header.
#[test]
fn each_compiler_has_its_own_gpus() {
    let archs = archs("h100 mi300x rx7900xtx mi355x");
    let configuration = Configuration::new(&archs, KERNEL.with_vgprs(96));
    let options = CompileOptions::new(&configuration);
    assert_eq!(options.launch_bounds.as_str(), "__launch_bounds__(256, 4)");
    assert_eq!(
        options.nvcc().as_str(),
        "-gencode=arch=compute_90,code=sm_90"
    );
    assert_eq!(options.lowest_target(), Some("sm_90"));
    assert_eq!(
        options.hipcc().unwrap().as_str(),
        "--offload-arch=gfx942 --offload-arch=gfx1100 --offload-arch=gfx950"
    );
    assert!(options.with_target("gfx942").is_none());
    assert!(options.ptxas(&archs[1]).is_none());
    let of_amd = CompileOptions::of_vendor(&configuration, Vendor::Amd).unwrap();
    assert_eq!(
        of_amd.amdgpu_attributes.unwrap().as_str(),
        "__attribute__((amdgpu_flat_work_group_size(1, 256), amdgpu_waves_per_eu(10), amdgpu_num_vgpr(48)))"
    );
    assert!(of_amd.describes(&archs[3]) && !of_amd.describes(&archs[2]));
    let header = header(&configuration);
    let is_choice = |line: &&str| {
        let mut words = line.split([' ', '(']);
        words.any(|word| word == "defined" || word == "#else" || word.ends_with("_BOUNDS"))
    };
    let choices: Vec<&str> = header.lines().filter(is_choice).collect();
    assert_eq!(
        choices,
        [
            "#if defined(__gfx1100__)",
            "#define _a9_LAUNCH_BOUNDS __launch_bounds__(256, 16)",
            "#elif defined(__HIP__) || defined(__HIP_PLATFORM_AMD__)",
            "#define _a9_LAUNCH_BOUNDS __launch_bounds__(256, 5)",
            "#else",
            "#define _a9_LAUNCH_BOUNDS __launch_bounds__(256, 4)",
        ]
    );
    let nvidia = Configuration::new(&archs[..1], KERNEL);
    assert!(CompileOptions::of_vendor(&nvidia, Vendor::Amd).is_none());
}

/// In any order, launch bounds leave so few registers that each GPU of their vendor keeps the blocks, or they have more
/// wavefronts than its SIMDs have slots for, which only those of another kind need. The attributes keep the budget.
#[test]
fn launch_bounds_keep_the_blocks_on_each_gpu() {
    let mut seen = [0_u32; 3];
    for_random(20_000, |random| {
        let mut archs: Vec<Arch> = (0..random.within(1..=4)).map(|_| random.arch()).collect();
        let [threads, registers, vgprs] =
            [(1, 1024), (1, 255), (1, 512)].map(|(from, to)| random.within(from..=to));
        let bytes = random.of(&[0, 0, 16_384]);
        let kernel = Kernel::new((threads, 1, 1), registers)
            .with_vgprs(vgprs)
            .with_static_shared_memory(bytes);
        let configuration = Configuration::new(&archs, kernel);
        let Some(resident) = configuration
            .fewest_blocks_per_sm()
            .filter(|blocks| *blocks > 0)
        else {
            return;
        };
        let options = CompileOptions::new(&configuration);
        let vendor = archs[0].multiprocessor().vendor();
        let numbers = options.launch_bounds.to_string();
        let number = numbers.trim_end_matches(')').rsplit(' ').next().unwrap();
        let number: u32 = number.parse().unwrap();
        let of_vendor = archs
            .iter()
            .filter(|arch| arch.multiprocessor().vendor() == vendor);
        for arch in of_vendor {
            let sm = arch.multiprocessor();
            let is_amd = vendor == Vendor::Amd;
            let parts = sm.sub_partitions();
            if is_amd && number > sm.max_warps_per_sm() / parts {
                assert!(
                    archs.iter().any(|other| !options.describes(other)),
                    "{numbers} {archs:?}"
                );
                seen[0] += 1;
                continue;
            }
            // LLVM rounds what a SIMD has for each wavefront down to the unit.
            let left = if is_amd {
                let unit = sm.register_allocation_unit();
                sm.registers_per_sm() / parts / number / unit * unit / sm.warp_size()
            } else {
                max_registers_per_thread(sm, threads, number).unwrap()
            };
            let left = left.min(sm.max_registers_per_thread());
            let compiled = if is_amd {
                kernel.with_vgprs(left)
            } else {
                kernel.with_registers(left)
            };
            let kept = Occupancy::new(sm, &compiled).unwrap().blocks_per_sm;
            assert!(
                kept >= resident,
                "{kept} of {resident}: {numbers} {kernel:?} {archs:?}"
            );
            seen[1] += u32::from(is_amd);
            if let Some(attributes) = options.amdgpu_attributes {
                let (_, named) = attributes.as_str().rsplit_once('(').unwrap();
                let named: u32 = named.trim_end_matches(')').parse().unwrap();
                let limit = if sm.has_accumulation_half() {
                    2 * named
                } else {
                    named
                };
                assert!(
                    (1..=vgprs.max(2)).contains(&limit),
                    "{limit}: {attributes} {archs:?}"
                );
                seen[2] += u32::from(arch == &archs[0] && options.amdgpu_vgprs == Some(limit));
            }
        }
        let bounds = options.launch_bounds;
        archs.reverse();
        let is_first = |arch: &Arch| arch.multiprocessor().vendor() == vendor;
        let at = archs.iter().position(is_first).unwrap();
        archs.swap(0, at);
        let reordered = CompileOptions::new(&Configuration::new(&archs, kernel));
        assert_eq!(
            reordered.launch_bounds.as_str(),
            bounds.as_str(),
            "{archs:?}"
        );
    });
    assert!(seen.iter().all(|seen| *seen > 10), "{seen:?}");
}

#[test]
fn a_prefix_is_an_identifier() {
    const AT_BYTE_1: &str = "the character at byte 1 is not an ASCII letter, a digit or `_`";
    let archs = archs("h100");
    let options = options(&archs, KERNEL);
    for (prefix, error) in [
        ("", "this one is empty"),
        ("9a", "a digit cannot be its first character"),
        ("a b", AT_BYTE_1),
        ("a\n#error", AT_BYTE_1),
        ("aé", AT_BYTE_1),
    ] {
        let error = format!("the prefix of a macro has to be a C identifier: {error}");
        assert_eq!(options.header(prefix).unwrap_err().to_string(), error);
    }
}

#[test]
fn every_number_is_written_whole() {
    let most = (u32::MAX, u32::MAX, u32::MAX);
    let kernel = Kernel::new(most, u32::MAX).with_cluster_dim(Some(most));
    let archs = archs("h100");
    let options = options(&archs, kernel);
    let of_amd = [crate::common::arch("mi300x")];
    let of_amd = CompileOptions::new(&Configuration::new(&of_amd, kernel.with_vgprs(u32::MAX)));
    assert!(of_amd.defines.iter().all(|define| !define.is_cut()));
    assert!(!of_amd.amdgpu_attributes.unwrap().is_cut());
    assert_eq!(
        options.launch_bounds.as_str(),
        "__launch_bounds__(18446744073709551615, 0)"
    );
    assert_eq!(
        options.cluster_dims.unwrap().as_str(),
        "__cluster_dims__(4294967295, 4294967295, 4294967295)"
    );
    assert!(options.defines.iter().all(|define| !define.is_cut()));
}
