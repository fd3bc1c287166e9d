//! Blocks per SM, as calculated and as the driver answers.

use std::collections::BTreeSet;

use cudarc::driver::CudaFunction;
use cudarc::driver::sys::{CUfunction_attribute_enum as Attribute, CUresult};
use occupancy::{Kernel, Resource, gpu::DEFAULT_SHARED_MEMORY_PER_BLOCK};
use occupancy_test_gpu::{Gpu, Row, Source, assert_predicted, compile, load, record, registers};

/// Caps under which `hungry` is compiled, most of them at a step of the registers that a warp is given
/// and some between two; what it then has is asked of the driver.
const REGISTERS: [u32; 20] = [
    24, 32, 33, 40, 47, 56, 64, 65, 72, 80, 90, 96, 104, 113, 128, 144, 168, 169, 192, 255,
];

const STATIC_SHARED_MEMORY: [u32; 4] = [0, 1_000, 24 * 1024, 48 * 1024];

/// Whole warps and partial ones, and one over the most.
const THREADS: [u32; 13] = [1, 32, 33, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1025];

/// The answer of the driver for the function of the kernel.
fn ask(gpu: &Gpu, function: &CudaFunction, kernel: Kernel) -> Row {
    let blocks = function.occupancy_max_active_blocks_per_multiprocessor(
        u32::try_from(kernel.threads_per_block()).unwrap(),
        kernel.dynamic_shared_memory as usize,
        None,
    );
    let answer = match blocks {
        Ok(blocks) => Some(blocks),
        Err(error) if error.0 == CUresult::CUDA_ERROR_INVALID_VALUE => None,
        Err(error) => panic!("{kernel:?}: {error}"),
    };
    Row::new(gpu.compute_capability, &kernel, answer)
}

/// Allows the function the most dynamic shared memory that it can have.
fn opt_in(gpu: &Gpu, function: &CudaFunction, static_shared_memory: u32) {
    let most = gpu.compute_capability.shared_memory_per_block_optin() - static_shared_memory;
    function
        .set_attribute(
            Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
            i32::try_from(most).unwrap(),
        )
        .unwrap_or_else(|error| panic!("the opt-in to {most} bytes: {error}"));
}

/// Bytes of dynamic shared memory to ask for, beside so many of static: around what needs no opt-in,
/// and, with one, up to what there is, and one over.
fn dynamic_shared_memory(gpu: &Gpu, static_shared_memory: u32, optin: bool) -> BTreeSet<u32> {
    let plain = DEFAULT_SHARED_MEMORY_PER_BLOCK - static_shared_memory;
    if !optin {
        return [0, 1, 3_000, plain / 3, plain / 2, plain, plain + 1].into();
    }
    let sm = gpu.compute_capability;
    let most = sm.shared_memory_per_block_optin() - static_shared_memory;
    [
        0,
        plain + 1,
        most / 3,
        most / 2,
        most.saturating_sub(1),
        most,
        most + 1,
    ]
    .into()
}

#[test]
fn registers_threads_and_shared_memory() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let target = gpu.compute_capability.targets()[0];
    let mut answers = Vec::new();
    let mut counts = BTreeSet::new();
    for static_shared_memory in STATIC_SHARED_MEMORY {
        let source = Source::Hungry(static_shared_memory);
        let ptx = compile(source, target);
        for cap in REGISTERS {
            let function = load(&gpu, source, &ptx, Some(cap));
            let registers = registers(&function);
            assert!(
                registers <= cap,
                "{registers} registers under a cap of {cap}"
            );
            counts.insert(registers);
            for optin in [false, true] {
                if optin {
                    opt_in(&gpu, &function, static_shared_memory);
                }
                for bytes in dynamic_shared_memory(&gpu, static_shared_memory, optin) {
                    for threads in THREADS {
                        let kernel = Kernel::new((threads, 1, 1), registers)
                            .with_static_shared_memory(static_shared_memory)
                            .with_dynamic_shared_memory(bytes)
                            .with_shared_memory_optin(optin)
                            // The barrier of its `__syncthreads`.
                            .with_barriers(1);
                        answers.push(ask(&gpu, &function, kernel));
                    }
                }
            }
        }
    }
    record(&gpu, "resources", &answers);
    assert!(answers.len() >= 10_000, "{}", answers.len());
    // The rows say something only if they are spread.
    assert!(counts.len() >= 12, "registers: {counts:?}");
    assert!(*counts.first().unwrap() <= 40 && *counts.last().unwrap() >= 200);
    for resource in [
        Resource::Registers,
        Resource::SharedMemory,
        Resource::Warps,
        Resource::BlockSlots,
    ] {
        let predicted = answers.iter().filter_map(Row::predicted);
        let rows = predicted
            .filter(|occupancy| occupancy.blocks_per_sm > 0 && occupancy.binds(resource))
            .count();
        assert!(rows >= 100, "{} binds in {rows} rows", resource.name());
    }
    assert_predicted(&gpu.name, &answers);
}

/// Each preference in steps that fall between the sizes that an SM can be split into.
#[test]
fn carveouts() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let mut answers = Vec::new();
    for static_shared_memory in [0, 1_000] {
        let source = Source::Declared(static_shared_memory);
        let function = gpu.function(source, None);
        let registers = registers(&function);
        opt_in(&gpu, &function, static_shared_memory);
        for percent in [
            0, 1, 3, 5, 10, 14, 20, 25, 28, 33, 43, 50, 57, 66, 75, 88, 99, 100,
        ] {
            function
                .set_attribute(
                    Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
                    i32::try_from(percent).unwrap(),
                )
                .unwrap_or_else(|error| panic!("a carve-out of {percent} percent: {error}"));
            for bytes in dynamic_shared_memory(&gpu, static_shared_memory, true) {
                for threads in [32, 256, 1024] {
                    let kernel = Kernel::new((threads, 1, 1), registers)
                        .with_static_shared_memory(static_shared_memory)
                        .with_dynamic_shared_memory(bytes)
                        .with_carveout(Some(percent));
                    answers.push(ask(&gpu, &function, kernel));
                }
            }
        }
    }
    record(&gpu, "carveouts", &answers);
    assert_predicted(&gpu.name, &answers);
}

/// 16 of an SM's 64 barriers leave 4 blocks where barriers limit, from compute capability 9.0.
#[test]
fn barriers() {
    let Some(gpu) = Gpu::or_skip() else { return };
    let mut answers = Vec::new();
    for barriers in 1..=16 {
        let source = Source::Barriers(barriers);
        let function = gpu.function(source, None);
        for threads in [32, 64, 256] {
            let kernel = Kernel::new((threads, 1, 1), registers(&function)).with_barriers(barriers);
            answers.push(ask(&gpu, &function, kernel));
        }
    }
    record(&gpu, "barriers", &answers);
    assert_predicted(&gpu.name, &answers);
}

/// The kilobyte that the driver keeps in each block, from compute capability 8.0, is no part of what
/// it reports of a function: `verify` compares that with what was declared.
#[test]
fn static_shared_memory_is_reported_as_declared() {
    let Some(gpu) = Gpu::or_skip() else { return };
    for declared in STATIC_SHARED_MEMORY {
        let source = Source::Declared(declared);
        let reported = gpu.function(source, None).shared_size_bytes();
        assert_eq!(
            reported.map(i64::from),
            Ok(i64::from(declared)),
            "the GPU reserves {} bytes per block",
            gpu.compute_capability.reserved_shared_memory_per_block()
        );
    }
}
