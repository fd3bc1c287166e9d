//! The committed binaries: read by the compiler and at run time, and compared with what ptxas and
//! cuobjdump said of them.

use occupancy_binary::cubin::{Image, usage, usage_for};
use occupancy_test_cubin::compare::Differences;
use occupancy_test_cubin::dump::{Dump, Kernel};
use occupancy_test_cubin::fixtures::{FATBIN, FIXTURES, Fixture};
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

/// What the tools say is spoiled, one figure after the other: each of them shows, and no other does.
#[test]
fn every_figure_that_differs_is_found() {
    type Spoil = (&'static str, fn(&mut Kernel));
    const SPOIL: [Spoil; 19] = [
        ("registers", |kernel| kernel.function.registers += 1),
        ("register count", |kernel| kernel.register_count = Some(255)),
        ("stack", |kernel| kernel.function.stack = Some(4096)),
        ("least stack", |kernel| kernel.min_stack = Some(4096)),
        ("frame", |kernel| kernel.frame = Some(4096)),
        ("shared memory", |kernel| kernel.function.shared += 1),
        ("barriers", |kernel| kernel.barriers += 1),
        ("parameters", |kernel| kernel.parameter_bytes += 1),
        ("constant bank", |kernel| {
            kernel.function.constant_bank = Some(1);
        }),
        ("block", |kernel| kernel.max_block = Some((7, 7, 7))),
        ("required block", |kernel| {
            kernel.required_block = Some((7, 7, 7));
        }),
        ("register cap", |kernel| kernel.register_cap = Some(8)),
        ("cluster", |kernel| kernel.cluster_dim = Some((7, 7, 7))),
        ("cluster rank", |kernel| kernel.max_cluster_rank = Some(7)),
        ("explicit cluster", |kernel| {
            kernel.is_cluster_explicit = !kernel.is_cluster_explicit;
        }),
        ("blocks are clusters", |kernel| {
            kernel.are_blocks_clusters = !kernel.are_blocks_clusters;
        }),
        ("toolkit", |kernel| {
            kernel.toolkit = kernel.toolkit.map(|toolkit| toolkit + 1);
        }),
        ("spills", |kernel| kernel.spill_instructions += 1),
        ("virtual resources", |kernel| kernel.virtual_resources += 1),
    ];
    let differing = |name: &str, bytes, said: &Dump| {
        let mut differences = Differences::default();
        differences.image(name, bytes, said);
        let figures = differences.figures.iter();
        let figures: Vec<_> = figures
            .filter(|(_, (_, differing))| *differing > 0)
            .map(|(figure, _)| *figure)
            .collect();
        assert_eq!(figures.len(), differences.lines.len(), "{name}");
        figures
    };
    for fixture in FIXTURES {
        let (said, _) = golden::read(fixture.golden).unwrap();
        let name = said.kernels.keys().next().unwrap();
        for (figure, spoil) in SPOIL {
            // Before linking the stack is not compared.
            if said.is_relocatable && figure.contains("stack") {
                continue;
            }
            // Nor where it is not stated: spills before 12.8, and parameters where there are none.
            let before = &said.kernels[name];
            if figure == "spills" && before.toolkit < Some(128)
                || figure == "constant bank" && before.parameter_base.is_none()
            {
                continue;
            }
            let mut spoiled = said.clone();
            spoil(spoiled.kernels.get_mut(name).unwrap());
            let found = differing(fixture.name, fixture.bytes, &spoiled);
            assert_eq!(found, [figure], "{}", fixture.name);
        }
        let mut spoiled = said.clone();
        spoiled.abi = 15 - said.abi;
        assert_eq!(differing(fixture.name, fixture.bytes, &spoiled), ["abi"]);
        let mut spoiled = said.clone();
        spoiled
            .kernels
            .insert("another".to_owned(), Kernel::default());
        assert_eq!(
            differing(fixture.name, fixture.bytes, &spoiled),
            ["kernels"]
        );
    }
}

#[test]
fn the_compiler_reads_the_same() {
    for fixture in FIXTURES {
        let mut at_run_time: Vec<_> = Image::new(fixture.bytes)
            .unwrap()
            .kernels()
            .collect::<Result<_, _>>()
            .unwrap();
        let mut by_the_compiler = fixture.read();
        at_run_time.sort_by_key(|kernel| kernel.name);
        by_the_compiler.sort_by_key(|kernel| kernel.name);
        assert_eq!(by_the_compiler, at_run_time, "{}", fixture.name);
    }
}

/// Both layouts, both kinds of file, and at least one value of every figure.
#[test]
fn the_fixtures_have_everything() {
    let all = || FIXTURES.iter().flat_map(Fixture::read);
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
    assert!(all().any(|kernel| kernel.static_shared_memory.unwrap() == 1024));
    assert!(all().any(|kernel| kernel.frame.unwrap() > 0));
    assert!(all().any(|kernel| kernel.stack.is_none()));
    assert!(all().any(|kernel| kernel.barriers.unwrap() == 16));
    assert!(all().any(|kernel| kernel.max_block == Some((256, 1, 1))));
    assert!(all().any(|kernel| kernel.register_cap == Some(24)));
    assert!(all().any(|kernel| kernel.cluster_dim == Some((2, 1, 2))));
    assert!(all().any(|kernel| kernel.is_cluster_explicit));
    assert!(all().any(|kernel| kernel.max_cluster_rank == Some(8)));
    assert!(all().any(|kernel| kernel.spill_instructions.is_none()));
    assert!(all().any(|kernel| kernel.spill_instructions > Some(0)));
    assert!(all().any(|kernel| kernel.virtual_resources.unwrap() == 128));
    for fixture in FIXTURES {
        assert!(fixture.bytes.len() < 10 << 10, "{}", fixture.name);
    }
}

#[test]
fn a_fat_binary_is_read_by_its_cubin() {
    let same = FIXTURES
        .iter()
        .find(|fixture| fixture.name == "saxpy-sm_80-13")
        .unwrap();
    for kernel in ["saxpy", "blas::reversed"] {
        let of_cubin = usage(same.bytes, kernel).unwrap();
        assert_eq!(usage(FATBIN, kernel).unwrap(), of_cubin);
        assert_eq!(usage_for(FATBIN, (8, 0), kernel).unwrap(), of_cubin);
    }
}
