//! What the launch side sets of a loaded function, and what it holds against the configuration.

use occupancy_core::{
    Arch, BrokenPromise, Carveout, Configuration, FunctionSettings, Kernel, LoadedFunction,
};

fn attributes(arch: &str, kernel: Kernel) -> Vec<(i32, i32)> {
    let archs = [Arch::find(arch).unwrap()];
    let settings = FunctionSettings::of(&Configuration::new(&archs, kernel));
    let attributes: Vec<_> = settings.attributes().collect();
    assert_eq!(attributes.is_empty(), settings.is_empty());
    attributes
}

#[test]
fn only_what_is_relied_on() {
    let kernel = Kernel::new((256, 1, 1), 32);
    assert_eq!(attributes("h100", kernel), []);
    let most = kernel.with_dynamic_shared_memory(49_152);
    assert_eq!(attributes("h100", most), []);
    // Static shared memory counts towards the 48 KiB.
    let over = most.with_static_shared_memory(1);
    assert_eq!(attributes("h100", over), [(8, 49_152)]);
    let preferred = kernel.with_carveout(Carveout::Percent(50));
    assert_eq!(attributes("a100", preferred), [(9, 50)]);
    let portable = kernel.with_cluster_dim(Some((8, 1, 1)));
    assert_eq!(attributes("h100", portable), []);
    let cluster = over
        .with_carveout(Carveout::Percent(100))
        .with_cluster_dim(Some((4, 4, 1)));
    assert_eq!(
        attributes("h100", cluster),
        [(8, 49_152), (9, 100), (14, 1)]
    );
}

fn broken(archs: &[&str], loaded: LoadedFunction) -> Vec<BrokenPromise> {
    let archs: Vec<_> = archs.iter().map(|name| Arch::find(name).unwrap()).collect();
    let kernel = Kernel::new((256, 1, 1), 64)
        .with_static_shared_memory(1024)
        .with_dynamic_shared_memory(50_000);
    let configuration = Configuration::new(&archs, kernel);
    match configuration.verify(&loaded) {
        Ok(()) => Vec::new(),
        Err(broken) => broken.as_slice().to_vec(),
    }
}

/// Everything as it was declared.
fn kept() -> LoadedFunction {
    LoadedFunction::on(9, 0)
        .with_sm_count(132)
        .with_registers(64)
        .with_static_shared_memory(1024)
        .with_max_threads_per_block(256)
        .with_max_dynamic_shared_memory(50_000)
        .with_blocks_per_sm(4)
}

#[test]
fn what_is_kept_and_what_is_not_known_is_no_fault() {
    assert_eq!(broken(&["h100"], kept()), []);
    assert_eq!(broken(&["h100"], LoadedFunction::on(9, 0)), []);
    let less = kept()
        .with_registers(40)
        .with_static_shared_memory(0)
        .with_max_threads_per_block(1024)
        .with_max_dynamic_shared_memory(232_448)
        .with_blocks_per_sm(5);
    assert_eq!(broken(&["h100"], less), []);
    // A compute capability has no number of SMs.
    assert_eq!(broken(&["9.0"], kept().with_sm_count(114)), []);
    // Two boards of one compute capability: the one that is there.
    assert_eq!(
        broken(&["h100", "h100-pcie"], kept().with_sm_count(114)),
        []
    );
}

#[test]
fn each_promise() {
    use BrokenPromise as B;
    let one = |loaded: LoadedFunction| {
        let broken = broken(&["h100"], loaded);
        assert_eq!(broken.len(), 1, "{broken:?}");
        broken[0]
    };
    for found in [(8, 9), (8, 0), (9, 1)] {
        let other = LoadedFunction::on(found.0, found.1).with_registers(255);
        assert_eq!(one(other), B::ComputeCapability { found });
    }
    let (declared, found) = (132, 114);
    assert_eq!(
        one(kept().with_sm_count(114)),
        B::SmCount { declared, found }
    );
    let (declared, found) = (64, 65);
    assert_eq!(
        one(kept().with_registers(65)),
        B::Registers { declared, found }
    );
    let (declared, found) = (1024, 1025);
    assert_eq!(
        one(kept().with_static_shared_memory(1025)),
        B::StaticSharedMemory { declared, found }
    );
    let (declared, found) = (256, 255);
    assert_eq!(
        one(kept().with_max_threads_per_block(255)),
        B::ThreadsPerBlock { declared, found }
    );
    // No block is resident then, which follows from it.
    let (declared, found) = (50_000, 48_128);
    assert_eq!(
        one(kept()
            .with_max_dynamic_shared_memory(48_128)
            .with_blocks_per_sm(0)),
        B::DynamicSharedMemory { declared, found }
    );
    let (declared, found) = (4, 3);
    assert_eq!(
        one(kept().with_blocks_per_sm(3)),
        B::BlocksPerSm { declared, found }
    );
}

/// cuOccupancyMaxActiveBlocksPerMultiprocessor answers 1 for every kernel with `tcgen05.alloc`.
#[test]
fn the_answer_for_tensor_memory_is_no_number_of_blocks() {
    let of = |arch: &str, loaded: LoadedFunction| {
        let archs = [Arch::find(arch).unwrap()];
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        let broken = configuration.verify(&loaded);
        broken.map_err(|broken| broken.as_slice().to_vec())
    };
    let on = |(major, minor), blocks| LoadedFunction::on(major, minor).with_blocks_per_sm(blocks);
    for (arch, gpu) in [("b200", (10, 0)), ("b300", (10, 3)), ("11.0", (11, 0))] {
        assert_eq!(of(arch, on(gpu, 1)), Ok(()), "{arch}");
        // It is 1, and nothing else.
        for found in [0, 2, 3] {
            let blocks = BrokenPromise::BlocksPerSm { declared: 4, found };
            assert_eq!(of(arch, on(gpu, found)), Err(vec![blocks]), "{arch}");
        }
    }
    // Where there is no tensor memory, 1 is 1.
    for (arch, gpu) in [("h100", (9, 0)), ("a100", (8, 0)), ("rtx5090", (12, 0))] {
        let found = of(arch, on(gpu, 1)).unwrap_err();
        assert!(
            matches!(found[..], [BrokenPromise::BlocksPerSm { found: 1, .. }]),
            "{arch}"
        );
    }
    // Where the registers allow no more, so it is too.
    let found = of("b200", on((10, 0), 1).with_registers(200)).unwrap_err();
    assert_eq!(
        found,
        [
            BrokenPromise::Registers {
                declared: 64,
                found: 200
            },
            BrokenPromise::BlocksPerSm {
                declared: 4,
                found: 1
            },
        ]
    );
}

#[test]
fn all_at_once_in_words() {
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    let loaded = kept()
        .with_sm_count(114)
        .with_registers(72)
        .with_max_threads_per_block(128)
        .with_blocks_per_sm(3);
    let error = configuration.verify(&loaded).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the GPU has 114 SMs where 132 were declared: waves, tail efficiency and persistent grids \
         are those of another board; name this one in `arch`\n\
         the function uses 72 registers a thread where 64 were declared: fewer blocks may fit than \
         were checked; cap it with `__maxnreg__(64)`, or declare `regs = 72`\n\
         the function declares 1024 bytes of shared memory where 0 were declared: fewer blocks may fit \
         than were checked; declare `static_smem = 1024`\n\
         a block of 256 threads cannot be launched: the function was compiled for at most 128; \
         compile it with the launch bounds, or declare `threads = 128`\n\
         3 blocks are resident per SM where 4 were checked: occupancy, waves and cooperative grids \
         are not what was declared; compile it with the launch bounds, or declare what it uses"
    );
}

/// A launch that says nothing of clusters takes those of the function, which may have none.
#[test]
fn the_clusters_of_the_function_count() {
    let archs = [Arch::find("h100").unwrap()];
    let found = |declared, found| {
        let kernel = Kernel::new((256, 1, 1), 64).with_cluster_dim(declared);
        let loaded = LoadedFunction::on(9, 0).with_cluster_dim(found);
        Configuration::new(&archs, kernel)
            .verify(&loaded)
            .map_err(|broken| broken.to_string())
    };
    let (none, two, four) = ((0, 0, 0), (2, 1, 1), (1, 4, 1));
    assert_eq!(found(Some(two), two), Ok(()));
    assert_eq!(found(None, none), Ok(()));
    // A cluster of one block is none.
    assert_eq!(found(Some((1, 1, 1)), none), Ok(()));
    assert_eq!(found(None, (1, 1, 1)), Ok(()));
    let clusters = "the function runs in clusters of";
    assert_eq!(
        found(Some(two), none).unwrap_err(),
        format!(
            "{clusters} 1 block in x where 2 were declared: the blocks of a cluster are not those that \
             were checked; compile it with `__cluster_dims__` of what was declared, or declare its own \
             as `cluster`"
        )
    );
    assert!(
        found(None, four)
            .unwrap_err()
            .starts_with(&format!("{clusters} 4 blocks in y where 1 was declared"))
    );
    for (declared, loaded) in [(Some(two), four), (Some((4, 1, 1)), four), (None, two)] {
        let broken = found(declared, loaded).unwrap_err();
        assert!(broken.starts_with(clusters), "{declared:?}: {broken}");
    }
    // Of a launch that states its own clusters, nothing is known here.
    let kernel = Kernel::new((256, 1, 1), 64).with_cluster_dim(Some(two));
    let configuration = Configuration::new(&archs, kernel);
    assert_eq!(configuration.verify(&LoadedFunction::on(9, 0)), Ok(()));
}

/// A block of more threads than a number of 32 bits holds is one of the most that it holds.
#[test]
fn a_block_of_any_size_is_held_against_the_function() {
    let archs = [Arch::find("h100").unwrap()];
    let declared = |block_dim| {
        let configuration = Configuration::new(&archs, Kernel::new(block_dim, 64));
        let loaded = LoadedFunction::on(9, 0).with_max_threads_per_block(1024);
        let broken = configuration.verify(&loaded).unwrap_err();
        match broken.as_slice() {
            [
                BrokenPromise::ThreadsPerBlock {
                    declared,
                    found: 1024,
                },
            ] => *declared,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(declared((1025, 1, 1)), 1025);
    assert_eq!(declared((u32::MAX, 1, 1)), u32::MAX);
    assert_eq!(declared((u32::MAX, 2, 1)), u32::MAX);
    assert_eq!(declared((u32::MAX, u32::MAX, u32::MAX)), u32::MAX);
}

#[test]
fn broken_promises_are_shown_as_their_list() {
    let archs = [Arch::find("h100").unwrap()];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    let broken = configuration
        .verify(&LoadedFunction::on(9, 0).with_registers(72))
        .unwrap_err();
    assert_eq!(
        format!("{broken:?}"),
        "[Registers { declared: 64, found: 72 }]"
    );
}
