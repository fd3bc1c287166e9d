//! What is compiled at run time, checked against configurations.
use occupancy_binary::ErrorKind;
use occupancy_binary::compiled::check;
use occupancy_core::{Arch, Configuration, Kernel, Rule};

const CUBIN: &[u8] = include_bytes!("../../fixtures/sm_90.cubin");
const SPILLS: &[u8] = include_bytes!("../../fixtures/spills.cubin");

/// The rules that a kernel breaks, and their messages.
fn broken(
    archs: &[&str],
    kernel: Kernel,
    min_blocks: u32,
    (compiled, name): (&[u8], &str),
) -> (Vec<Rule>, String) {
    let archs: Vec<Arch> = archs.iter().map(|name| Arch::find(name).unwrap()).collect();
    let configuration = Configuration::new(&archs, kernel).with_min_blocks(min_blocks);
    match check(&configuration, compiled, name) {
        Ok(()) => (vec![], String::new()),
        Err(error) if error.kind() == ErrorKind::BrokenRules => {
            (error.rules().to_vec(), error.to_string())
        }
        Err(error) => panic!("{error}"),
    }
}

fn rules(archs: &[&str], kernel: Kernel, min_blocks: u32, code: (&[u8], &str)) -> Vec<Rule> {
    broken(archs, kernel, min_blocks, code).0
}

#[test]
fn what_uses_less_breaks_no_rule() {
    let dot = Kernel::new((256, 1, 1), 32).with_static_shared_memory(1024);
    for archs in [&["h100"][..], &["sm_90"], &["a100", "h200"]] {
        assert_eq!(rules(archs, dot, 8, (CUBIN, "blas::dot")), []);
    }
}

#[test]
fn every_broken_rule_is_said() {
    let kernel = Kernel::new((512, 1, 1), 8);
    let (rules, message) = broken(&["h100"], kernel, 1, (CUBIN, "dot"));
    assert_eq!(
        rules,
        [
            Rule::CompiledMaxBlock,
            Rule::CompiledRegisters,
            Rule::CompiledStaticSharedMemory,
        ]
    );
    // In the words of the attribute.
    assert_eq!(
        message,
        "[OCC033] a block of 512 threads cannot launch: kernel `dot` (sm_90) was compiled for at most 256\n\n    \
         help: `threads = 256` is what it was compiled for\n\n\
         [OCC030] kernel `dot` (sm_90) uses 12 registers per thread, more than the 8 declared\n\n    \
         help: `regs = 12` is what it uses\n\n\
         [OCC031] kernel `dot` (sm_90) uses 1,024 bytes of static shared memory, more than the 0 declared\n\n    \
         help: `static_smem = 1024` is what it declares"
    );
}

/// With or without the kernel's own figures: no configuration that cannot be launched passes.
#[test]
fn the_configuration_itself_is_checked() {
    let at = |threads| Kernel::new((threads, 1, 1), 32);
    for (kernel, rule) in [
        (at(2048), Rule::ThreadsPerBlock),
        (at(100), Rule::PartialWarp),
        (
            at(128).with_dynamic_shared_memory(300 << 10),
            Rule::SharedMemory,
        ),
        (at(256).with_registers(300), Rule::RegistersPerThread),
    ] {
        let found = rules(&["h100"], kernel, 1, (CUBIN, "saxpy"));
        assert!(found.contains(&rule), "{kernel:?}: {found:?}");
    }
    let (rules, message) = broken(&["a100", "h100"], at(1024), 3, (CUBIN, "saxpy"));
    assert_eq!(rules, [Rule::MinBlocks]);
    assert!(
        message.starts_with("[OCC012] 3 blocks of 1,024 threads do not fit"),
        "{message}"
    );
}

#[test]
fn fewer_blocks_are_resident() {
    // 10 registers hold 32 blocks of 64 threads; 40 KiB of shared memory 5.
    let kernel = Kernel::new((64, 1, 1), 10).with_dynamic_shared_memory(40 << 10);
    assert_eq!(rules(&["h100"], kernel, 5, (CUBIN, "saxpy")), []);
    let without = Kernel::new((64, 1, 1), 8);
    let found = rules(&["h100"], without, 1, (CUBIN, "saxpy"));
    assert_eq!(found, [Rule::CompiledRegisters]);
}

#[test]
fn a_required_block_is_exactly_that() {
    let of = |dims| rules(&["h100"], Kernel::new(dims, 32), 1, (SPILLS, "exact"));
    assert_eq!(of((16, 8, 1)), []);
    assert_eq!(of((128, 1, 1)), [Rule::CompiledRequiredBlock]);
}

#[test]
fn another_gpu_and_what_is_to_be_linked() {
    let kernel = Kernel::new((256, 1, 1), 32);
    let (rules, message) = broken(&["b200", "a100"], kernel, 1, (CUBIN, "saxpy"));
    assert_eq!(rules, [Rule::CompiledArchitecture]);
    assert_eq!(
        message,
        "[OCC035] no code for B200 SXM 180GB (compute capability 10.0): `cubin` is for sm_90; \
         A100-SXM4-40GB fails too\n\n    \
         help: compile the kernel for this GPU too, with nvcc's `-gencode`"
    );
    let relocatable = include_bytes!("../../fixtures/relocatable.o");
    let linked_later = "[OCC209] kernel `saxpy` (sm_90) is input for the linker, ";
    let archs = [Arch::find("h100").unwrap()];
    let of = |kernel| {
        let configuration = Configuration::new(&archs, kernel);
        check(&configuration, relocatable, "saxpy").unwrap_err()
    };
    let error = of(kernel);
    assert_eq!(error.kind(), ErrorKind::Relocatable);
    assert!(error.to_string().starts_with(linked_later), "{error}");
    // Beside what it breaks, too.
    let error = of(Kernel::new((256, 1, 1), 1));
    assert_eq!(error.kind(), ErrorKind::BrokenRules);
    assert!(error.to_string().contains(linked_later), "{error}");
}

#[test]
fn what_cannot_be_checked_is_an_error() {
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 32));
    let ptx = include_bytes!("../../fixtures/kernels.ptx");
    // NVRTC's PTX ends with a zero.
    let with_zero = [&ptx[..], b"\0"].concat();
    // And what it has of a cubin, beside PTX for a virtual architecture, is no bytes.
    for text in [&ptx[..], &with_zero, b""] {
        let error = check(&configuration, text, "saxpy").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OnlyPtx);
        assert!(error.to_string().contains("`nvrtcGetCUBIN`"));
    }
    let missing = check(&configuration, CUBIN, "saxpi").unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::UnknownKernel);
    assert!(missing.to_string().contains("saxpy"));
    for bytes in [&b" "[..], b"text", &CUBIN[..1000]] {
        assert!(check(&configuration, bytes, "saxpy").is_err());
    }
}

#[test]
fn a_gpu_is_checked_against_the_machine_code_that_it_loads() {
    let sm_80 = include_bytes!("../../fixtures/sm_80-abi7.cubin");
    let of = |gpu, registers| {
        let kernel = Kernel::new((256, 1, 1), registers);
        rules(&[gpu], kernel, 1, (sm_80, "saxpy"))
    };
    for gpu in ["8.0", "8.6", "8.9", "rtx3090"] {
        assert_eq!(of(gpu, 32), [], "{gpu}");
        assert!(of(gpu, 8).contains(&Rule::CompiledRegisters), "{gpu}");
    }
    for gpu in ["7.5", "8.7", "9.0"] {
        assert_eq!(of(gpu, 32), [Rule::CompiledArchitecture], "{gpu}");
    }
    // What two GPUs load is said once, and against the SM of each.
    let (rules, message) = broken(
        &["8.6", "8.0"],
        Kernel::new((256, 1, 1), 8),
        1,
        (sm_80, "saxpy"),
    );
    assert_eq!(rules.len(), message.matches("[OCC").count(), "{message}");
    let registers = |rule: &&Rule| **rule == Rule::CompiledRegisters;
    assert_eq!(rules.iter().filter(registers).count(), 1, "{rules:?}");
}

#[test]
fn barriers_are_compared_where_they_are_declared() {
    let of = |barriers| {
        let kernel = Kernel::new((128, 1, 1), 32)
            .with_static_shared_memory(2048)
            .with_barriers(barriers)
            .with_cluster_dim(Some((2, 1, 2)));
        let fixture = include_bytes!("../../../tests/fixtures/cubins/cluster-sm_90-12.4.cubin");
        broken(&["h100"], kernel, 1, (fixture, "cluster"))
    };
    assert_eq!(of(16).0, []);
    assert!(of(2).0.contains(&Rule::CompiledBarriers));
    // None is not known; that 16 of 64 leave 4 blocks is.
    let (rules, message) = of(0);
    assert_eq!(rules, [Rule::CompiledBlocksPerSm]);
    let words = "[OCC045] 4 blocks of kernel `cluster` (sm_90) are resident per SM, fewer than the 16 of \
                 the configuration";
    assert!(message.starts_with(words), "{message}");
}

#[test]
fn a_cluster_is_at_most_what_was_compiled() {
    let fixture = include_bytes!("../../../tests/fixtures/cubins/cluster-sm_90-12.4.cubin");
    let of = |cluster| {
        let kernel = Kernel::new((128, 1, 1), 32).with_cluster_dim(cluster);
        let name = "cluster_of_at_most_eight";
        rules(&["h100"], kernel, 1, (fixture, name))
    };
    assert_eq!(of(None), []);
    assert_eq!(of(Some((8, 1, 1))), []);
    assert_eq!(of(Some((16, 1, 1))), [Rule::CompiledCluster]);
}
