//! What the launch side sets of a loaded function, and how it is checked against the configuration.

use occupancy_core::{Arch, Compiled, Configuration, Kernel, Rule, launch::function_attributes};

fn attributes(arch: &str, kernel: Kernel) -> Vec<(i32, i32)> {
    let archs = [Arch::find(arch).unwrap()];
    function_attributes(&Configuration::new(&archs, kernel)).collect()
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
    let preferred = kernel.with_carveout(Some(50));
    assert_eq!(attributes("a100", preferred), [(9, 50)]);
    let portable = kernel.with_cluster_dim(Some((8, 1, 1)));
    assert_eq!(attributes("h100", portable), []);
    let cluster = over
        .with_carveout(Some(100))
        .with_cluster_dim(Some((4, 4, 1)));
    assert_eq!(
        attributes("h100", cluster),
        [(8, 49_152), (9, 100), (14, 1)]
    );
}

fn configuration(archs: &[Arch]) -> Configuration<'_> {
    let kernel = Kernel::new((256, 1, 1), 64)
        .with_static_shared_memory(1024)
        .with_dynamic_shared_memory(50_000);
    Configuration::new(archs, kernel)
}

fn broken(archs: &[&str], function: &Compiled<'_>) -> Vec<Rule> {
    let archs: Vec<_> = archs.iter().map(|name| Arch::find(name).unwrap()).collect();
    rules(&configuration(&archs), function)
}

fn rules(configuration: &Configuration<'_>, function: &Compiled<'_>) -> Vec<Rule> {
    let violations = configuration.with_loaded(function).check();
    violations.iter().collect()
}

/// A function that is changed.
fn with(
    function: Compiled<'static>,
    change: impl FnOnce(&mut Compiled<'static>),
) -> Compiled<'static> {
    let mut changed = function;
    change(&mut changed);
    changed
}

/// Everything as it was declared.
fn kept() -> Compiled<'static> {
    let kept = Compiled::loaded((9, 0))
        .with_registers(64)
        .with_static_shared_memory(1024);
    with(kept, |function| {
        function.sm_count = Some(132);
        function.max_block = Some((256, 1, 1));
        function.max_dynamic_shared_memory = Some(50_000);
        function.blocks_per_sm = Some(4);
    })
}

#[test]
fn what_is_kept_and_what_is_not_known_is_no_fault() {
    assert_eq!(broken(&["h100"], &kept()), []);
    assert_eq!(broken(&["h100"], &Compiled::loaded((9, 0))), []);
    let less = kept().with_registers(40).with_static_shared_memory(0);
    let less = with(less, |function| {
        function.max_block = Some((1024, 1, 1));
        function.max_dynamic_shared_memory = Some(232_448);
        function.blocks_per_sm = Some(5);
    });
    assert_eq!(broken(&["h100"], &less), []);
    // A compute capability has no number of SMs.
    let fewer = with(kept(), |function| function.sm_count = Some(114));
    assert_eq!(broken(&["9.0"], &fewer), []);
    // Two boards of one compute capability: the one that is there.
    assert_eq!(broken(&["h100", "h100-pcie"], &fewer), []);
    // Others of the list are not at hand.
    assert_eq!(broken(&["a100", "h100"], &kept()), []);
}

#[test]
fn each_rule() {
    let one = |change: &dyn Fn(&mut Compiled<'static>), rule| {
        let function = with(kept(), |function| change(function));
        assert_eq!(broken(&["h100"], &function), [rule]);
    };
    for found in [(8, 9), (8, 0), (9, 1), (u32::MAX, u32::MAX)] {
        let other = Compiled::loaded(found).with_registers(255);
        assert_eq!(broken(&["h100"], &other), [Rule::CompiledArchitecture]);
        // Of several GPUs too, it is said once.
        let several = broken(&["h100", "t4"], &other);
        assert_eq!(several, [Rule::CompiledArchitecture]);
    }
    one(
        &|function| function.sm_count = Some(114),
        Rule::LoadedSmCount,
    );
    one(
        &|function| function.registers = Some(65),
        Rule::CompiledRegisters,
    );
    one(
        &|function| function.static_shared_memory = Some(1025),
        Rule::CompiledStaticSharedMemory,
    );
    one(
        &|function| function.max_block = Some((255, 1, 1)),
        Rule::CompiledMaxBlock,
    );
    // No block is resident then, which follows from it.
    one(
        &|function| {
            function.max_dynamic_shared_memory = Some(48_128);
            function.blocks_per_sm = Some(0);
        },
        Rule::LoadedDynamicSharedMemory,
    );
    one(
        &|function| function.blocks_per_sm = Some(3),
        Rule::CompiledBlocksPerSm,
    );
}

/// cuOccupancyMaxActiveBlocksPerMultiprocessor answers 1 for every kernel with `tcgen05.alloc`.
#[test]
fn the_answer_for_tensor_memory_is_no_number_of_blocks() {
    let of = |arch: &str, function: &Compiled<'_>| {
        let archs = [Arch::find(arch).unwrap()];
        let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
        rules(&configuration, function)
    };
    let on = |gpu, blocks| {
        with(Compiled::loaded(gpu), |function| {
            function.blocks_per_sm = Some(blocks);
        })
    };
    for (arch, gpu) in [("b200", (10, 0)), ("b300", (10, 3)), ("11.0", (11, 0))] {
        assert_eq!(of(arch, &on(gpu, 1)), [], "{arch}");
        // It is 1, and nothing else.
        for found in [0, 2, 3] {
            assert_eq!(
                of(arch, &on(gpu, found)),
                [Rule::CompiledBlocksPerSm],
                "{arch}"
            );
        }
    }
    // Where there is no tensor memory, 1 is 1.
    for (arch, gpu) in [("h100", (9, 0)), ("a100", (8, 0)), ("rtx5090", (12, 0))] {
        assert_eq!(of(arch, &on(gpu, 1)), [Rule::CompiledBlocksPerSm], "{arch}");
    }
    // Where the registers allow no more, so it is too.
    assert_eq!(
        of("b200", &on((10, 0), 1).with_registers(200)),
        [Rule::CompiledRegisters, Rule::CompiledBlocksPerSm]
    );
}

fn words(configuration: &Configuration<'_>, function: &Compiled<'_>) -> String {
    let faults = configuration.with_loaded(function).faults();
    faults.map_or_else(String::new, |faults| faults.to_string())
}

#[test]
fn all_at_once_in_words() {
    let archs = [Arch::find("h100").unwrap()];
    let configuration = configuration(&archs);
    let function = with(kept().with_registers(72), |function| {
        function.sm_count = Some(114);
        function.static_shared_memory = Some(2048);
        function.max_block = Some((128, 1, 1));
        function.max_dynamic_shared_memory = Some(49_152);
    });
    assert_eq!(
        words(&configuration, &function),
        "[OCC043] the function's GPU has 114 SMs, and H100 SXM5 80GB has 132: waves, tail efficiency and \
         persistent grids are those of another board\n\n    \
         help: `arch = \"h100-pcie\"` has as many\n\n\
         [OCC033] a block of 256 threads cannot launch: the loaded function was compiled for at most \
         128\n\n    help: `threads = 128` is what it was compiled for\n\n\
         [OCC030] the loaded function uses 72 registers per thread, more than the 64 declared\n\n    \
         help: `regs = 72` is what it uses\n\n\
         [OCC031] the loaded function uses 2,048 bytes of static shared memory, more than the 1,024 \
         declared\n\n    help: `static_smem = 2048` is what it declares\n\n\
         [OCC044] a launch with 50,000 bytes of dynamic shared memory per block would fail: the loaded \
         function is allowed 49,152\n\n    \
         help: prepare the function, which sets `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`"
    );
    let fewer = with(kept(), |function| function.blocks_per_sm = Some(3));
    assert_eq!(
        words(&configuration, &fewer),
        "[OCC045] 3 blocks of the loaded function are resident per SM, fewer than the 4 of the \
         configuration\n\n    help: declare what the function uses, or compile it with the launch bounds \
         of this configuration"
    );
    let one = with(kept(), |function| {
        function.blocks_per_sm = Some(1);
        // No board has so many.
        function.sm_count = Some(1);
    });
    assert_eq!(
        words(&configuration, &one),
        "[OCC043] the function's GPU has 1 SM, and H100 SXM5 80GB has 132: waves, tail efficiency and \
         persistent grids are those of another board\n\n    \
         help: make this GPU a `Device::new` and name it in `arch`\n\n\
         [OCC045] 1 block of the loaded function is resident per SM, fewer than the 4 of the \
         configuration\n\n    help: declare what the function uses, or compile it with the launch bounds \
         of this configuration"
    );
    assert_eq!(
        words(&configuration, &Compiled::loaded((8, 9))),
        "[OCC035] the configuration was not checked for the function's GPU, which has compute capability \
         8.9\n\n    help: add the GPU to `arch`"
    );
}

/// The device that is advised has the SMs that were found, and passes.
#[test]
fn the_device_that_is_advised_passes() {
    let of = |name: &str, sm_count| {
        let named = [Arch::find(name).unwrap()];
        let (major, minor) = {
            let cc = named[0].compute_capability();
            (cc.major(), cc.minor())
        };
        let function = with(Compiled::loaded((major, minor)), |function| {
            function.sm_count = Some(sm_count);
        });
        let configuration = Configuration::new(&named, Kernel::new((256, 1, 1), 64));
        let broken = configuration.with_loaded(&function);
        let advice = occupancy_core::rules::advice(&broken, Rule::LoadedSmCount);
        let &[occupancy_core::kernel::Change::Device(device)] = advice.as_slice() else {
            panic!("{name} {sm_count}: {advice:?}")
        };
        let advised = [Arch::Device(device)];
        assert_eq!(rules(&configuration.with_archs(&advised), &function), []);
    };
    of("h100", 114);
    of("h20", 132);
}

/// A launch that says nothing of clusters takes those of the function, which may have none.
#[test]
fn the_clusters_of_the_function_count() {
    let archs = [Arch::find("h100").unwrap()];
    let found = |declared, found| {
        let kernel = Kernel::new((256, 1, 1), 64).with_cluster_dim(declared);
        let function = with(Compiled::loaded((9, 0)), |function| {
            function.cluster_dim = found;
        });
        words(&Configuration::new(&archs, kernel), &function)
    };
    let (none, two, four) = (Some((1, 1, 1)), Some((2, 1, 1)), Some((1, 4, 1)));
    assert_eq!(found(two, two), "");
    assert_eq!(found(None, none), "");
    // A cluster of one block is none.
    assert_eq!(found(none, none), "");
    assert_eq!(
        found(two, none),
        "[OCC036] clusters of 2 cannot launch: the loaded function was compiled for none\n\n    \
         help: `cluster` can be left out"
    );
    assert_eq!(
        found(None, four),
        "[OCC036] the loaded function was compiled for clusters of (1, 4), and no `cluster` is \
         declared\n\n    help: `cluster = (1, 4)` is what it was compiled for"
    );
    for (declared, compiled) in [(two, four), (Some((4, 1, 1)), four), (None, two)] {
        let broken = found(declared, compiled);
        assert!(broken.starts_with("[OCC036] "), "{declared:?}: {broken}");
    }
    // Of a launch that states its own clusters, nothing is known here.
    assert_eq!(found(two, None), "");
}

/// A block that no GPU launches is reported as that, and only once.
#[test]
fn a_block_of_any_size_is_checked() {
    let archs = [Arch::find("h100").unwrap()];
    let function = with(Compiled::loaded((9, 0)), |function| {
        function.max_block = Some((1024, 1, 1));
    });
    for block_dim in [
        (1025, 1, 1),
        (u32::MAX, 1, 1),
        (u32::MAX, u32::MAX, u32::MAX),
    ] {
        let configuration = Configuration::new(&archs, Kernel::new(block_dim, 64));
        let broken = rules(&configuration, &function);
        assert!(!broken.contains(&Rule::CompiledMaxBlock), "{broken:?}");
        assert!(!broken.is_empty(), "{block_dim:?}");
    }
}
