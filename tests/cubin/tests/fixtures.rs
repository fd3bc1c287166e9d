//! The committed binaries: read by the compiler and at run time, and compared with what ptxas and
//! cuobjdump said of them.

use occupancy_core::cubin::{Image, usage, usage_on};
use occupancy_test_cubin::compare::Differences;
use occupancy_test_cubin::fixtures::{FATBIN, FIXTURES};
use occupancy_test_cubin::golden;

#[test]
fn what_is_read_is_what_the_tools_say() {
    let mut differences = Differences::default();
    for fixture in FIXTURES {
        let (dump, ptxas) = golden::read(fixture.golden).unwrap();
        differences.image(fixture.name, fixture.bytes, &dump);
        assert_eq!(ptxas.len(), dump.kernels.len(), "{}", fixture.name);
        for entry in &ptxas {
            let read = usage(fixture.bytes, &entry.name).unwrap();
            differences.ptxas(fixture.name, &read, entry);
        }
    }
    let lines = &differences.lines;
    assert!(lines.is_empty(), "{}", lines.join("\n"));
    assert!(differences.compared > 400, "{}", differences.compared);
}

#[test]
fn the_compiler_reads_the_same() {
    for fixture in FIXTURES {
        let mut at_run_time: Vec<_> = Image::new(fixture.bytes)
            .unwrap()
            .kernels()
            .collect::<Result<_, _>>()
            .unwrap();
        let mut by_the_compiler = fixture.read.to_vec();
        at_run_time.sort_by_key(|kernel| kernel.name);
        by_the_compiler.sort_by_key(|kernel| kernel.name);
        assert_eq!(by_the_compiler, at_run_time, "{}", fixture.name);
    }
}

/// Both layouts, both kinds of file, and at least one value of every figure.
#[test]
fn the_fixtures_have_everything() {
    let all = || FIXTURES.iter().flat_map(|fixture| fixture.read);
    for compute_capability in [(8, 0), (9, 0), (10, 0), (12, 0)] {
        assert!(all().any(|kernel| kernel.compute_capability == compute_capability));
        assert!(
            all().all(|kernel| kernel.known_compute_capability().is_some()),
            "{compute_capability:?}"
        );
    }
    for toolkit in [(11, 8), (12, 4), (12, 8)] {
        assert!(all().any(|kernel| kernel.toolkit == Some(toolkit)));
    }
    assert!(all().any(|kernel| kernel.is_relocatable));
    assert!(all().any(|kernel| kernel.static_shared_memory == 1024));
    assert!(all().any(|kernel| kernel.frame > 0));
    assert!(all().any(|kernel| kernel.stack.is_none()));
    assert!(all().any(|kernel| kernel.barriers == 16));
    assert!(all().any(|kernel| kernel.max_block == Some((256, 1, 1))));
    assert!(all().any(|kernel| kernel.register_cap == Some(24)));
    assert!(all().any(|kernel| kernel.cluster_dim == Some((2, 1, 2))));
    assert!(all().any(|kernel| kernel.is_cluster_explicit));
    assert!(all().any(|kernel| kernel.max_cluster_rank == Some(8)));
    assert!(all().any(|kernel| kernel.spill_instructions.is_none()));
    assert!(all().any(|kernel| kernel.spill_instructions > Some(0)));
    assert!(all().any(|kernel| kernel.virtual_resources == 128));
    for fixture in FIXTURES {
        assert!(fixture.bytes.len() < 10 << 10, "{}", fixture.name);
    }
}

#[test]
fn a_fat_binary_is_read_by_its_cubin() {
    const SAXPY: u32 = match usage(FATBIN, "saxpy") {
        Ok(usage) => usage.registers,
        Err(_) => panic!(),
    };
    let same = FIXTURES
        .iter()
        .find(|fixture| fixture.name == "saxpy-sm_80-13")
        .unwrap();
    for kernel in ["saxpy", "blas::reversed"] {
        let of_cubin = usage(same.bytes, kernel).unwrap();
        assert_eq!(usage(FATBIN, kernel).unwrap(), of_cubin);
        assert_eq!(usage_on(FATBIN, (8, 0), kernel).unwrap(), of_cubin);
    }
    assert_eq!(SAXPY, usage(same.bytes, "saxpy").unwrap().registers);
}
