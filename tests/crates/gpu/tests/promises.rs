//! The attributes that the cudarc adapter sets and compares, on the GPU at hand.

use std::thread;

use cudarc::driver::sys::{CUfunction_attribute_enum as Attribute, CUresult};
use cudarc::driver::{CudaFunction, PushKernelArg};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use occupancy::cudarc::{LaunchConfig, VerifyError, nvrtc_options};
use occupancy::driver::{loaded, prepare, verify};
use occupancy::{
    Configuration, Kernel, Occupancy, Rule, launch_config, search::max_registers_per_thread,
};
use occupancy_core::text::grouped;
use occupancy_test_gpu::{Gpu, Source, registers, say};

/// On every GPU that the tables know; the tests launch it themselves.
#[expect(dead_code, reason = "its launch type is what is tested")]
#[launch_config(arch = "5.0..", threads = 256, regs = 32)]
fn plain() {}

/// A block that few registers fit, on every GPU that the tables know.
#[expect(dead_code, reason = "its launch type is what is tested")]
#[launch_config(arch = "5.0..", threads = 1024, regs = 32)]
fn wide() {}

fn broken(configuration: &Configuration<'_>, function: &CudaFunction) -> Vec<Rule> {
    match verify(configuration, function) {
        Ok(()) => Vec::new(),
        Err(VerifyError::Broken { rules, .. }) => rules,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn what_is_prepared_is_set() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let archs = gpu.archs();
    let sm = gpu.compute_capability;
    let function = gpu.function(Source::Plain, None);
    let most = sm.shared_memory_per_block_optin();
    let kernel = Kernel::new((256, 1, 1), 32)
        .with_dynamic_shared_memory(most)
        .with_carveout(Some(50));
    let configuration = Configuration::new(&archs, kernel);
    let set = |attribute| function.get_attribute(attribute).unwrap().unsigned_abs();
    let bytes = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    if kernel.needs_shared_memory_optin() {
        let expected = [Rule::LoadedDynamicSharedMemory];
        assert_eq!(broken(&configuration, &function), expected);
    }
    // A thread to which no context is bound.
    thread::scope(|scope| {
        scope
            .spawn(|| {
                prepare(&configuration, &function).unwrap();
                verify(&configuration, &function).unwrap();
            })
            .join()
            .unwrap();
    });
    assert!(set(bytes) >= most);
    assert_eq!(
        set(Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT),
        50
    );
    // No launch takes away what another relies on.
    let less = Configuration::new(&archs, kernel.with_dynamic_shared_memory(most - 1));
    prepare(&less, &function).unwrap();
    assert!(set(bytes) >= most);
}

#[test]
fn what_is_not_kept_is_told() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let archs = gpu.archs();
    let function = gpu.function(Source::Hungry(1000), Some(96));
    let registers = registers(&function);
    let kernel = Kernel::new((128, 1, 1), registers).with_static_shared_memory(1000);
    let kept = Configuration::new(&archs, kernel);
    assert_eq!(broken(&kept, &function), []);

    let budget = kept.with_kernel(kernel.with_registers(32));
    assert_eq!(
        broken(&budget, &function),
        [Rule::CompiledRegisters, Rule::CompiledBlocksPerSm]
    );
    let blocks =
        |kernel| Occupancy::new(gpu.compute_capability, &kernel).map(|found| found.blocks_per_sm);
    let found = loaded(&budget.kernel, &function).unwrap();
    assert_eq!(found.registers, Some(registers));
    assert_eq!(found.blocks_per_sm, blocks(kernel).ok());
    assert_eq!(found.static_shared_memory, Some(1000));

    let none = kept.with_kernel(kernel.with_static_shared_memory(0));
    let told = broken(&none, &function);
    assert_eq!(told[0], Rule::CompiledStaticSharedMemory);

    // With fewer registers the block would launch, were it not for what the function was compiled for.
    let large = kept.with_kernel(kernel.with_block_dim((1024, 1, 1)).with_registers(32));
    let found = function.max_threads_per_block().unwrap().unsigned_abs();
    assert!(found < 1024, "{found}");
    assert_eq!(
        broken(&large, &function),
        [Rule::CompiledMaxBlock, Rule::CompiledRegisters]
    );

    let other = occupancy::compute_capabilities::ALL
        .iter()
        .filter(|sm| sm.name() != gpu.compute_capability.name())
        .map(occupancy::Arch::Multiprocessor)
        .next_back()
        .unwrap();
    let elsewhere = [other];
    let configuration = Configuration::new(&elsewhere, kernel);
    let told = broken(&configuration, &function);
    assert_eq!(told, [Rule::CompiledArchitecture]);
}

/// cudarc's launches say nothing of clusters: the kernel has those that it was compiled for.
#[test]
fn clusters_are_those_of_the_kernel() {
    let Some(gpu) = Gpu::or_skip() else { return };
    if gpu.compute_capability.max_portable_cluster_size() == 0 {
        say(format_args!("skipped: this GPU has no clusters"));
        return;
    }
    let archs = gpu.archs();
    let two = (2, 1, 1);
    let plain = gpu.function(Source::Plain, None);
    let pairs = gpu.function(Source::Clustered(2), None);
    let declared = |cluster_dim| {
        let kernel = Kernel::new((256, 1, 1), 32).with_cluster_dim(cluster_dim);
        Configuration::new(&archs, kernel)
    };
    let other = [Rule::CompiledCluster];
    assert_eq!(broken(&declared(None), &plain), []);
    assert_eq!(broken(&declared(Some(two)), &pairs), []);
    assert_eq!(broken(&declared(Some(two)), &plain), other);
    assert_eq!(broken(&declared(None), &pairs), other);
}

/// The kernel is told its numbers by the configuration, and keeps them.
#[test]
fn what_is_compiled_for_a_configuration_keeps_it() {
    const TOLD: &str = "extern \"C\" __global__ void \
        __launch_bounds__(THREADS_PER_BLOCK, MIN_BLOCKS_PER_SM) hungry(volatile float *numbers) {\n\
        float kept[200];\n\
        #pragma unroll\n\
        for (int i = 0; i < 200; ++i) kept[i] = numbers[THREADS_PER_BLOCK * i + threadIdx.x];\n\
        __syncthreads();\n\
        #pragma unroll\n\
        for (int i = 0; i < 200; ++i)\n\
        numbers[THREADS_PER_BLOCK * i + threadIdx.x] = kept[i] * kept[(7 * i + 3) % 200];\n\
        }";
    let Some(gpu) = Gpu::or_skip() else { return };
    let archs = gpu.archs();
    let cc = gpu.compute_capability;
    for (threads, blocks) in [(128, 3), (256, 2), (256, 4), (512, 2), (1024, 1)] {
        // The budget that those blocks imply: launch bounds keep no other.
        let registers = max_registers_per_thread(cc, threads, blocks).unwrap();
        let kernel = Kernel::new((threads, 1, 1), registers);
        let configuration = Configuration::new(&archs, kernel);
        let options = CompileOptions {
            name: Some("hungry.cu".to_owned()),
            ..nvrtc_options(&configuration)
        };
        let function = compile_ptx_with_opts(TOLD, options)
            .map(|ptx| gpu.context.load_module(ptx).unwrap())
            .map(|module| module.load_function("hungry").unwrap())
            .unwrap();
        assert_eq!(broken(&configuration, &function), [], "{kernel:?}");
        assert_eq!(
            function.max_threads_per_block(),
            Ok(i32::try_from(threads).unwrap())
        );
    }
}

/// Every block of a cooperative grid is resident; the driver refuses one more, and we say how many are.
#[test]
fn a_cooperative_grid_is_resident() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let function = gpu.function(Source::Plain, None);
    PlainLaunch::verify(&function).unwrap();
    let prepared = PlainLaunch::prepare(&function).unwrap();
    let registers = registers(&function);
    let kernel = Kernel::new(PlainLaunch::BLOCK_DIM, registers.max(1));
    let blocks_per_sm = Occupancy::new(gpu.compute_capability, &kernel)
        .unwrap()
        .blocks_per_sm;
    let resident = gpu.sm_count * blocks_per_sm;
    let full = PlainLaunch::for_grid((resident, 1, 1)).unwrap();
    let over = PlainLaunch::for_grid((resident + 1, 1, 1)).unwrap();
    let mut builder = prepared.launch_builder(&gpu.stream);
    // SAFETY: the kernel takes no arguments.
    unsafe { builder.launch_cooperative(full) }.unwrap();
    gpu.stream.synchronize().unwrap();
    // SAFETY: as above.
    let refused = unsafe { builder.launch_cooperative(over) }.unwrap_err();
    let answer = CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE;
    assert_eq!(refused.driver().unwrap().0, answer);
    let words = refused.to_string();
    let most = format!(
        "help: a grid of {} blocks is resident",
        grouped(resident.into())
    );
    assert!(words.contains(&most), "{words}");
    // SAFETY: as above.
    let refused = unsafe { builder.args().launch_cooperative(LaunchConfig::from(over)) };
    assert_eq!(refused.unwrap_err().0, answer);
}

/// The driver's answer to a block that the register file does not hold comes back with the registers that the
/// function has, not those that were declared.
#[test]
fn a_refused_launch_is_explained() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let function = gpu.function(Source::Hungry(0), Some(96));
    let registers = registers(&function);
    assert!(registers > 64, "{registers} registers fit 1,024 threads");
    let wide = WideLaunch::prepare(&function).unwrap();
    let mut builder = wide.launch_builder(&gpu.stream);
    let numbers = gpu
        .stream
        .alloc_zeros::<f32>(1024 * Source::LIVE as usize)
        .unwrap();
    builder.arg(&numbers);
    let launch = WideLaunch::for_grid((1, 1, 1)).unwrap();
    // SAFETY: the kernel takes one pointer, to as many numbers as its threads have.
    let error = unsafe { builder.launch(launch) }.unwrap_err();
    let words = error.to_string();
    say(format_args!("{words}"));
    let rules: Vec<_> = error.rules().collect();
    assert_eq!(rules, [Rule::RegisterFile], "{words}");
    let used = format!("{registers} registers per thread");
    assert!(words.contains(&used), "{words}");
}
