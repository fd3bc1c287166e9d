//! Bounds that hold a kernel to its register budget, and others that do not.
//!
//! The kernel is the one that takes all the registers it is left.

use configurations::{BetweenTwoUnitsLaunch, BoundBySharedMemoryLaunch, TwoGpusLaunch};
use occupancy::{Configuration, Kernel, launch::CompileOptions, search::max_registers_per_thread};
use occupancy_test_compiler::each;
use occupancy_test_compiler::kernels::{Hold, options, options_of, outer_products_kernel};
use occupancy_test_compiler::nvcc::{Nvcc, TARGETS};
use occupancy_test_compiler::report::Report;

use crate::{blocks_per_sm, compute_capability, nvcc};

mod configurations {
    #![expect(dead_code, reason = "their launch types are what is tested")]

    use occupancy::launch_config;

    /// Registers decide on an H100, where 8 blocks fit; on a T4, 1,024 threads do, and 4 blocks.
    #[launch_config(arch = ["t4", "h100"], threads = 256, regs = 32)]
    pub(super) fn two_gpus() {}

    /// Shared memory decides: 3 blocks, with which registers would be left over.
    #[launch_config(arch = "h100", threads = 128, regs = 64, smem = 64 * 1024)]
    pub(super) fn bound_by_shared_memory() {}

    /// The same number of registers is allocated for 68 and for 72.
    #[launch_config(arch = "h100", threads = 128, regs = 68)]
    pub(super) fn between_two_units() {}
}

/// Launch bounds that leave 255 registers, 64, and numbers between them.
const BOUNDS: [(u32, u32); 8] = [
    (32, 1),
    (96, 5),
    (128, 3),
    (128, 7),
    (256, 3),
    (288, 1),
    (544, 1),
    (1024, 1),
];

fn compile(nvcc: &Nvcc, target: &str, options: &[String]) -> Report {
    let source = outer_products_kernel().source();
    nvcc.compile(&source, target, options).unwrap().report
}

/// A kernel that could use more gets exactly what [`max_registers_per_thread`] says.
#[test]
fn launch_bounds_leave_the_registers_that_are_calculated() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let cases = TARGETS.map(|target| BOUNDS.map(|bounds| (target, bounds)));
    each(cases.as_flattened(), |&(target, (threads, blocks))| {
        let cap = max_registers_per_thread(compute_capability(target), threads, blocks);
        let report = compile(nvcc, target, &bounds(threads, blocks));
        let about = format!("__launch_bounds__({threads}, {blocks}) for {target}");
        assert_eq!(report.remarks, [""; 0], "{about}");
        assert_eq!(Some(report.kernels[0].registers), cap, "{about}");
        assert!(report.kernels[0].spill_stores > 0, "{about}");
    });
}

fn bounds(threads: u32, blocks: u32) -> Vec<String> {
    options(&[
        format!("THREADS_PER_BLOCK={threads}"),
        format!("MIN_BLOCKS_PER_SM={blocks}"),
    ])
}

/// The launch bounds of a list are those of the GPU where fewest blocks are resident: there they keep the promise, on
/// another GPU not what its own variant promises. The budget keeps both, and so do the launch bounds of the variant
/// alone. On the one GPU of a configuration, launch bounds keep the blocks whatever they leave: the budget is only
/// exceeded where another resource decides, or within a unit of allocation.
#[test]
fn launch_bounds_keep_blocks_and_not_the_budget() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let two_gpus = TwoGpusLaunch::CONFIGURATION;
    let h100 = *TwoGpusLaunch::VARIANTS[1].arch();
    assert_eq!(TwoGpusLaunch::LAUNCH_BOUNDS, "__launch_bounds__(256, 4)");
    let archs = [h100];
    let alone = Configuration::new(&archs, two_gpus.kernel);
    let bounds = CompileOptions::new(&alone).launch_bounds;
    assert_eq!(bounds.as_str(), "__launch_bounds__(256, 8)");
    let both = options(TwoGpusLaunch::DEFINES);
    // The blocks that are promised; registers and blocks by launch bounds, and by the budget.
    for (target, options, kernel, promised, by_launch_bounds, by_budget) in [
        ("sm_75", &both, two_gpus.kernel, 4, (64, 4), (32, 4)),
        ("sm_90", &both, two_gpus.kernel, 8, (64, 4), (32, 8)),
        (
            "sm_90",
            &options_of(&alone),
            two_gpus.kernel,
            8,
            (32, 8),
            (32, 8),
        ),
        (
            "sm_90",
            &options(BoundBySharedMemoryLaunch::DEFINES),
            BoundBySharedMemoryLaunch::CONFIGURATION.kernel,
            3,
            (168, 3),
            (64, 3),
        ),
        (
            "sm_90",
            &options(BetweenTwoUnitsLaunch::DEFINES),
            BetweenTwoUnitsLaunch::CONFIGURATION.kernel,
            7,
            (72, 7),
            (68, 7),
        ),
    ] {
        let sm = compute_capability(target);
        assert_eq!(blocks_per_sm(sm, &kernel), promised, "{kernel:?}");
        let found = [Hold::LaunchBounds, Hold::Budget].map(|hold| {
            let mut options = options.clone();
            options.extend(hold.option());
            let report = compile(nvcc, target, &options);
            assert_eq!(report.remarks, [""; 0]);
            let registers = report.kernels[0].registers;
            (
                registers,
                blocks_per_sm(sm, &kernel.with_registers(registers)),
            )
        });
        assert_eq!(
            found,
            [by_launch_bounds, by_budget],
            "{kernel:?} for {target}"
        );
    }
}

/// Launch bounds leave 168 registers; ptxas holds the kernel to fewer where it is told twice.
#[test]
fn ptxas_holds_to_the_budget_what_launch_bounds_do_not() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    each(&["sm_80", "sm_90", "sm_120"], |target| {
        let archs = [occupancy::Arch::find(target).unwrap()];
        let kernel = Kernel::new((128, 1, 1), 64).with_dynamic_shared_memory(24 * 1024);
        let option =
            CompileOptions::new(&Configuration::new(&archs, kernel)).ptxas_register_limit();
        let limit = format!("--ptxas-options={}", option.as_str().replace(' ', ","));
        let registers = |more: &[String]| {
            let all = [&bounds(128, 3), more].concat();
            compile(nvcc, target, &all).kernels[0].registers
        };
        let cap = max_registers_per_thread(compute_capability(target), 128, 3);
        assert_eq!(Some(registers(&[])), cap, "{target}");
        assert_eq!(registers(&[limit]), 64, "{target}");
    });
}
