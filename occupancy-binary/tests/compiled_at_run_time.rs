//! What is compiled at run time, held against configurations.
#![cfg(feature = "std")]

use occupancy_binary::ImageError;
use occupancy_binary::compiled::{CompiledError, Contradiction, check};
use occupancy_core::{Arch, BrokenPromise, Configuration, Kernel};

const CUBIN: &[u8] = include_bytes!("../fixtures/sm_90.cubin");
const SPILLS: &[u8] = include_bytes!("../fixtures/spills.cubin");

fn contradictions(
    archs: &[&str],
    kernel: Kernel,
    min_blocks: u32,
    (compiled, name): (&[u8], &str),
) -> Vec<Contradiction> {
    let archs: Vec<Arch> = archs.iter().map(|name| Arch::find(name).unwrap()).collect();
    let configuration = Configuration::new(&archs, kernel).with_min_blocks(min_blocks);
    match check(&configuration, compiled, name) {
        Ok(()) => vec![],
        Err(CompiledError::Contradictions(all)) => all,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn what_uses_less_keeps_every_promise() {
    let dot = Kernel::new((256, 1, 1), 32).with_static_shared_memory(1024);
    for archs in [&["h100"][..], &["sm_90"], &["a100", "h200"]] {
        assert_eq!(contradictions(archs, dot, 8, (CUBIN, "blas::dot")), []);
    }
}

#[test]
fn every_contradiction_is_said() {
    let kernel = Kernel::new((512, 1, 1), 8);
    let found = contradictions(&["h100"], kernel, 1, (CUBIN, "dot"));
    let promises: Vec<BrokenPromise> = found
        .iter()
        .map(|one| match one {
            Contradiction::Promise(promise) => *promise,
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(
        promises,
        [
            BrokenPromise::Registers {
                declared: 8,
                found: 12
            },
            BrokenPromise::StaticSharedMemory {
                declared: 0,
                found: 1024
            },
            BrokenPromise::ThreadsPerBlock {
                declared: 512,
                found: 256
            },
        ]
    );
}

#[test]
fn fewer_blocks_are_resident() {
    // 10 registers hold 32 blocks of 64 threads; 40 KiB of shared memory 5.
    let kernel = Kernel::new((64, 1, 1), 10).with_dynamic_shared_memory(40 << 10);
    assert_eq!(contradictions(&["h100"], kernel, 5, (CUBIN, "saxpy")), []);
    let without = Kernel::new((64, 1, 1), 8);
    let found = contradictions(&["h100"], without, 1, (CUBIN, "saxpy"));
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_required_block_is_exactly_that() {
    let of = |dims| contradictions(&["h100"], Kernel::new(dims, 32), 1, (SPILLS, "exact"));
    assert_eq!(of((16, 8, 1)), []);
    assert_eq!(
        of((128, 1, 1)),
        [Contradiction::RequiredBlock {
            declared: (128, 1, 1),
            required: (16, 8, 1)
        }]
    );
}

#[test]
fn another_gpu_and_what_is_to_be_linked() {
    let kernel = Kernel::new((256, 1, 1), 32);
    let archs = ["b200", "a100"].map(|name| Arch::find(name).unwrap());
    let error = check(&Configuration::new(&archs, kernel), CUBIN, "saxpy").unwrap_err();
    let found = vec![(9, 0)];
    let arch = Box::new(archs[0]);
    assert_eq!(error, CompiledError::OtherArchitecture { arch, found });
    // In the words of the attribute.
    assert_eq!(
        error.to_string().lines().next(),
        Some(
            "[OCC035] no code for B200 SXM 180GB (compute capability 10.0): `cubin` is for compute \
             capability 9.0"
        )
    );
    let relocatable = include_bytes!("../fixtures/relocatable.o");
    assert_eq!(
        contradictions(&["h100"], kernel, 1, (relocatable, "saxpy")),
        [Contradiction::Relocatable]
    );
}

#[test]
fn what_cannot_be_checked_is_an_error() {
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 32));
    let ptx = include_bytes!("../fixtures/kernels.ptx");
    // NVRTC's PTX ends with a zero.
    let with_zero = [&ptx[..], b"\0"].concat();
    // And what it has of a cubin, beside PTX for a virtual architecture, is no bytes.
    for text in [&ptx[..], &with_zero, b""] {
        let error = check(&configuration, text, "saxpy").unwrap_err();
        assert_eq!(error, CompiledError::OnlyPtx);
        assert!(error.to_string().contains("`nvrtcGetCUBIN`"));
    }
    let missing = check(&configuration, CUBIN, "saxpi").unwrap_err();
    assert!(matches!(
        missing,
        CompiledError::Image(ImageError::Cubin { .. })
    ));
    assert!(missing.to_string().contains("saxpy"));
    for bytes in [&b" "[..], b"text", &CUBIN[..1000]] {
        assert!(check(&configuration, bytes, "saxpy").is_err());
    }
}

#[test]
fn a_gpu_is_checked_against_the_machine_code_that_it_loads() {
    let sm_80 = include_bytes!("../fixtures/sm_80-abi7.cubin");
    let of = |gpu, registers| {
        let archs = [Arch::find(gpu).unwrap()];
        let kernel = Kernel::new((256, 1, 1), registers);
        check(&Configuration::new(&archs, kernel), sm_80, "saxpy")
    };
    for gpu in ["8.0", "8.6", "8.9", "rtx3090"] {
        assert_eq!(of(gpu, 32), Ok(()), "{gpu}");
        let error = of(gpu, 8).unwrap_err();
        assert!(matches!(error, CompiledError::Contradictions(_)), "{gpu}");
    }
    for gpu in ["7.5", "8.7", "9.0"] {
        let error = of(gpu, 32).unwrap_err();
        assert!(
            matches!(error, CompiledError::OtherArchitecture { .. }),
            "{gpu}"
        );
    }
    // What two GPUs load is said once, and against the SM of each.
    let both = contradictions(
        &["8.6", "8.0"],
        Kernel::new((256, 1, 1), 8),
        1,
        (sm_80, "saxpy"),
    );
    let registers = |one: &&Contradiction| {
        matches!(one, Contradiction::Promise(BrokenPromise::Registers { .. }))
    };
    assert_eq!(both.iter().filter(registers).count(), 1, "{both:?}");
}

#[test]
fn barriers_are_compared_where_they_are_declared() {
    let of = |barriers| {
        let kernel = Kernel::new((128, 1, 1), 32)
            .with_static_shared_memory(2048)
            .with_barriers(barriers)
            .with_cluster_dim(Some((2, 1, 2)));
        let fixture = include_bytes!("../../tests/fixtures/cubins/cluster-sm_90-12.4.cubin");
        contradictions(&["h100"], kernel, 1, (fixture, "cluster"))
    };
    assert_eq!(of(16), []);
    let barriers = Contradiction::Barriers {
        declared: 2,
        found: 16,
    };
    assert!(of(2).contains(&barriers));
    assert!(
        barriers
            .to_string()
            .ends_with("or share some in the kernel")
    );
    // None is not known; that 16 of 64 leave 4 blocks is.
    let blocks = Contradiction::Promise(BrokenPromise::BlocksPerSm {
        declared: 16,
        found: 4,
    });
    assert_eq!(of(0), [blocks]);
}

#[test]
fn a_cluster_is_at_most_what_was_compiled() {
    let fixture = include_bytes!("../../tests/fixtures/cubins/cluster-sm_90-12.4.cubin");
    let of = |cluster| {
        let kernel = Kernel::new((128, 1, 1), 32).with_cluster_dim(cluster);
        let name = "cluster_of_at_most_eight";
        contradictions(&["h100"], kernel, 1, (fixture, name))
    };
    assert_eq!(of(None), []);
    assert_eq!(of(Some((8, 1, 1))), []);
    let size = Contradiction::ClusterSize {
        declared: 16,
        most: 8,
    };
    assert_eq!(of(Some((16, 1, 1))), [size]);
    assert!(size.to_string().starts_with("a cluster of 16 blocks"));
}
