//! Configurations compared with machine code and PTX, without the attribute.

use occupancy_binary::ErrorKind;
use occupancy_binary::cubin::{usage, usage_for};
use occupancy_binary::ptx;
use occupancy_core::{
    Arch, Compiled, Configuration, Kernel, Lint, Rule, build_script, devices,
    kernel::{Argument, Change},
    rules::advice,
};

const SAXPY: &[u8] = include_bytes!("../../../tests/kernels/saxpy.cubin");
const SAXPY_SM_80: &[u8] = include_bytes!("../../../tests/kernels/saxpy_sm_80.cubin");
const REDUCE: &[u8] = include_bytes!("../../../tests/kernels/reduce.fatbin");
const CLUSTERS: &[u8] = include_bytes!("../../../tests/kernels/clusters.cubin");

fn of_saxpy() -> Compiled<'static> {
    usage(SAXPY, "saxpy").unwrap()
}

fn rules(configuration: &Configuration<'_>) -> Vec<Rule> {
    let violations = configuration.check();
    violations.iter().collect()
}

const H100: &[Arch] = &[devices::H100.arch()];

#[test]
fn what_the_code_needs_is_kept_or_broken() {
    let code = [of_saxpy()];
    let with = |block, registers| {
        Configuration::new(H100, Kernel::new(block, registers)).with_compiled(&code)
    };
    assert_eq!(rules(&with((256, 1, 1), 10)), []);
    assert_eq!(rules(&with((256, 1, 1), 9)), [Rule::CompiledRegisters]);
    assert_eq!(rules(&with((32, 8, 1), 255)), []);
    assert_eq!(rules(&with((288, 1, 1), 10)), [Rule::CompiledMaxBlock]);
    // A block that cannot be is that, and nothing else.
    assert_eq!(rules(&with((2048, 1, 1), 10)), [Rule::ThreadsPerBlock]);
}

#[test]
fn a_gpu_runs_its_own_major_version_from_the_minor_one_on() {
    let sm_80 = [usage(SAXPY_SM_80, "saxpy").unwrap()];
    let both = [sm_80[0], of_saxpy()];
    for (name, of_sm_80, of_both) in [
        ("t4", false, false),
        ("a100", true, true),
        ("rtx4090", true, true),
        ("h100", false, true),
        ("b200", false, false),
    ] {
        let archs = [Arch::find(name).unwrap()];
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 16));
        let runs =
            |code| !rules(&configuration.with_compiled(code)).contains(&Rule::CompiledArchitecture);
        assert_eq!((runs(&sm_80), runs(&both)), (of_sm_80, of_both), "{name}");
    }
}

#[test]
fn of_a_fat_binary_the_image_that_the_gpu_loads() {
    let of = |cc| usage_for(REDUCE, cc, "reduce").map(|usage| usage.compute_capability);
    assert_eq!(of((8, 0)), Ok((8, 0)));
    assert_eq!(of((8, 9)), Ok((8, 0)));
    assert_eq!(of((9, 0)), Ok((9, 0)));
    for none in [(7, 5), (10, 0)] {
        assert_eq!(of(none).unwrap_err().kind(), ErrorKind::NoImage, "{none:?}");
    }
}

#[test]
fn clusters() {
    let clustered = [usage(CLUSTERS, "clustered").unwrap()];
    let exact = [usage(CLUSTERS, "exact").unwrap()];
    let kernel = Kernel::new((128, 1, 1), 16);
    let with = |code, cluster| {
        rules(&Configuration::new(H100, kernel.with_cluster_dim(cluster)).with_compiled(code))
    };
    assert_eq!(with(&clustered, Some((2, 1, 1))), []);
    assert_eq!(with(&clustered, None), [Rule::CompiledCluster]);
    for other in [(1, 2, 1), (2, 2, 1)] {
        assert_eq!(with(&clustered, Some(other)), [Rule::CompiledCluster]);
    }
    // One block is no cluster.
    assert_eq!(with(&exact, None), []);
    let other = Configuration::new(H100, kernel.with_block_dim((64, 2, 1))).with_compiled(&exact);
    assert_eq!(rules(&other), [Rule::CompiledRequiredBlock]);
}

#[test]
fn ptx_runs_on_later_gpus_and_has_no_registers() {
    let text = ".version 8.5 .target sm_90 .entry k() .maxntid 256 { .shared .b32 s[64]; bar.sync 2; ret; }";
    let code = [ptx::usage(text, "k").unwrap()];
    assert_eq!(code[0].registers, None);
    let kernel = Kernel::new((256, 1, 1), 1)
        .with_static_shared_memory(256)
        .with_barriers(3);
    for (name, expected) in [
        ("h100", &[][..]),
        ("b200", &[]),
        ("a100", &[Rule::CompiledArchitecture]),
    ] {
        let archs = [Arch::find(name).unwrap()];
        let configuration = Configuration::new(&archs, kernel).with_compiled(&code);
        assert_eq!(rules(&configuration), expected, "{name}");
    }
    let less = kernel.with_static_shared_memory(255).with_barriers(2);
    assert_eq!(
        rules(&Configuration::new(H100, less).with_compiled(&code)),
        [Rule::CompiledStaticSharedMemory, Rule::CompiledBarriers]
    );
    let only = text.replace("sm_90", "sm_90a");
    let code = [ptx::usage(&only, "k").unwrap()];
    let archs = [Arch::find("b200").unwrap()];
    let configuration = Configuration::new(&archs, kernel).with_compiled(&code);
    assert_eq!(rules(&configuration), [Rule::CompiledArchitecture]);
}

/// PTX ISA 9.1, 11.1.2 `.target`.
#[test]
fn ptx_runs_where_its_target_says() {
    for (target, name, runs) in [
        ("sm_86", "8.0", false),
        ("sm_86", "8.6", true),
        ("sm_86", "9.0", true),
        ("sm_90a", "9.0", true),
        ("sm_100a", "10.3", false),
        ("sm_100f", "10.0", true),
        ("sm_100f", "10.3", true),
        ("sm_103f", "10.0", false),
        ("sm_100f", "11.0", false),
    ] {
        let text = format!(".version 8.8 .target {target} .entry k() {{ ret; }}");
        let code = ptx::usage(&text, "k").unwrap();
        let arch = Arch::find(name).unwrap();
        assert_eq!(
            code.runs_on(arch.compute_capability()),
            runs,
            "{target} on {name}"
        );
    }
}

#[test]
fn a_gpu_takes_the_latest_that_it_runs() {
    let texts = ["sm_80", "sm_86", "sm_90", "sm_120"]
        .map(|target| format!(".version 8.8 .target {target} .entry k() {{ ret; }}"));
    let mut code = texts.each_ref().map(|text| ptx::usage(text, "k").unwrap());
    for _ in 0..code.len() {
        code.rotate_left(1);
        let configuration =
            Configuration::new(H100, Kernel::new((256, 1, 1), 16)).with_compiled(&code);
        for (name, expected) in [
            ("8.0", Some((8, 0))),
            ("8.9", Some((8, 6))),
            ("9.0", Some((9, 0))),
            ("7.5", None),
        ] {
            let found = configuration.compiled_on(&Arch::find(name).unwrap());
            let found = found.map(|code| code.compute_capability);
            assert_eq!(found, expected, "{name}");
        }
    }
}

#[test]
fn of_two_that_are_as_late_a_gpu_takes_the_first() {
    let text = ".version 8.8 .target sm_90 .entry j() { ret; } .entry k() { ret; }";
    let code = ["j", "k"].map(|name| ptx::usage(text, name).unwrap());
    let configuration = Configuration::new(H100, Kernel::new((256, 1, 1), 16)).with_compiled(&code);
    assert_eq!(configuration.compiled_on(&H100[0]), Some(&code[0]));
}

#[test]
fn ptx_may_ask_for_a_cluster_and_bound_it() {
    let text = ".version 8.5 .target sm_90 .entry k() .explicitcluster .maxclusterrank 4 { ret; }";
    let code = [ptx::usage(text, "k").unwrap()];
    let with = |cluster| {
        let kernel = Kernel::new((128, 1, 1), 16).with_cluster_dim(cluster);
        rules(&Configuration::new(H100, kernel).with_compiled(&code))
    };
    assert_eq!(with(None), [Rule::CompiledCluster]);
    assert_eq!(with(Some((4, 1, 1))), []);
    assert_eq!(with(Some((8, 1, 1))), [Rule::CompiledCluster]);
}

#[test]
fn what_the_code_has_is_advised() {
    let ptx = |directives: &str| {
        format!(
            ".version 8.5 .target sm_90 .entry k() {directives} {{ .shared .b32 s[64]; bar.sync 2; ret; }}"
        )
    };
    let (plain, ranked) = (ptx(""), ptx(".maxclusterrank 4"));
    let of_ptx = |text| ptx::usage(text, "k").unwrap();
    let saxpy = of_saxpy();
    let clusters = |name| usage(CLUSTERS, name).unwrap();
    let kernel = Kernel::new((256, 1, 1), 64);
    let stated = kernel.with_static_shared_memory(256).with_barriers(3);
    let small = Kernel::new((128, 1, 1), 16);
    for (code, kernel, rule, change) in [
        (
            saxpy,
            kernel.with_registers(9),
            Rule::CompiledRegisters,
            Change::Integer(Argument::Registers, 10),
        ),
        (
            saxpy,
            kernel.with_block_dim((288, 1, 1)),
            Rule::CompiledMaxBlock,
            Change::Threads((256, 1, 1)),
        ),
        (
            clusters("exact"),
            small.with_block_dim((64, 2, 1)),
            Rule::CompiledRequiredBlock,
            Change::Threads((128, 1, 1)),
        ),
        (
            clusters("clustered"),
            small,
            Rule::CompiledCluster,
            Change::Cluster((2, 1, 1)),
        ),
        (
            of_ptx(&ranked),
            stated.with_cluster_dim(Some((8, 1, 1))),
            Rule::CompiledCluster,
            Change::Without(Argument::Cluster),
        ),
        (
            of_ptx(&plain),
            stated.with_static_shared_memory(0),
            Rule::CompiledStaticSharedMemory,
            Change::Integer(Argument::StaticSharedMemory, 256),
        ),
        (
            of_ptx(&plain),
            stated.with_barriers(1),
            Rule::CompiledBarriers,
            Change::Integer(Argument::Barriers, 3),
        ),
    ] {
        let code = [code];
        let configuration = Configuration::new(H100, kernel).with_compiled(&code);
        assert_eq!(rules(&configuration), [rule]);
        assert_eq!(
            advice(&configuration, rule).as_slice(),
            [change],
            "{rule:?}"
        );
    }
    // No argument changes what a file is for.
    let code = [saxpy];
    let archs = [Arch::find("t4").unwrap()];
    let configuration = Configuration::new(&archs, kernel).with_compiled(&code);
    assert!(
        advice(&configuration, Rule::CompiledArchitecture)
            .as_slice()
            .is_empty()
    );
}

#[test]
fn the_register_cap_tells_the_launch_bounds() {
    let code = [of_saxpy()];
    let configuration = Configuration::new(H100, Kernel::new((256, 1, 1), 16)).with_compiled(&code);
    let said = |blocks| {
        configuration
            .with_min_blocks(blocks)
            .advise(Lint::RegisterCap)
            .is_some()
    };
    // Compiled with `__launch_bounds__(256, 4)`.
    assert_eq!(
        [1, 2, 3, 4, 5, 8].map(said),
        [true, true, true, false, true, true]
    );
    assert!(configuration.advise(Lint::RegisterCap).is_none());
    // A cap that no number of resident blocks gives.
    let mut other = of_saxpy();
    other.register_cap = Some(24);
    let code = [other];
    let of_other = configuration.with_compiled(&code).with_min_blocks(2);
    assert!(of_other.advise(Lint::RegisterCap).is_none());
    let report = build_script::check("saxpy", &configuration.with_min_blocks(2)).to_string();
    assert!(
        report.contains("[OCC208] kernel `saxpy` (sm_90)"),
        "{report}"
    );
}
