//! What holds a kernel to its register budget, and what does not.
//!
//! The kernel is the one that takes all the registers it is left.

use std::fs;

use configurations::{BetweenTwoUnitsLaunch, BoundBySharedMemoryLaunch, TwoGpusLaunch};
use occupancy::{
    Configuration, Kernel, Variant, launch::CompileOptions, search::max_registers_per_thread,
};
use occupancy_test_compiler::kernels::{Hold, defines, outer_products};
use occupancy_test_compiler::nvcc::{Nvcc, TARGETS};
use occupancy_test_compiler::report::Report;

use crate::{blocks_per_sm, compute_capability, each, nvcc};

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
    let source = outer_products().source();
    nvcc.compile(&source, target, options).unwrap()
}

fn options(defines: &[impl AsRef<str>], more: impl IntoIterator<Item = String>) -> Vec<String> {
    let defines = defines
        .iter()
        .map(|define| format!("-D{}", define.as_ref()));
    defines.chain(more).collect()
}

/// The registers of the kernel, by launch bounds and by its budget.
fn registers(nvcc: &Nvcc, target: &str, defines: &[impl AsRef<str>]) -> (u32, u32) {
    let [by_launch_bounds, by_budget] = [Hold::LaunchBounds, Hold::Budget].map(|hold| {
        let report = compile(nvcc, target, &options(defines, hold.option()));
        assert_eq!(report.remarks, [""; 0]);
        report.kernels[0].registers
    });
    (by_launch_bounds, by_budget)
}

fn blocks(target: &str, kernel: &Kernel, registers: u32) -> u32 {
    blocks_per_sm(
        compute_capability(target),
        &kernel.with_registers(registers),
    )
}

/// A kernel that could use more gets exactly what [`max_registers_per_thread`] says.
#[test]
fn launch_bounds_leave_the_registers_that_are_calculated() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let cases: Vec<_> = TARGETS
        .iter()
        .flat_map(|target| BOUNDS.map(|bounds| (*target, bounds)))
        .collect();
    each(&cases, |(target, (threads, blocks))| {
        let cap = max_registers_per_thread(compute_capability(target), *threads, *blocks);
        let defines = [
            format!("THREADS_PER_BLOCK={threads}"),
            format!("MIN_BLOCKS_PER_SM={blocks}"),
        ];
        let report = compile(nvcc, target, &options(&defines, None));
        let about = format!("__launch_bounds__({threads}, {blocks}) for {target}");
        assert_eq!(report.remarks, [""; 0], "{about}");
        assert_eq!(Some(report.kernels[0].registers), cap, "{about}");
        assert!(report.kernels[0].spill_stores > 0, "{about}");
    });
}

/// The launch bounds of a list are those of the GPU where fewest blocks are resident: there they
/// keep the promise, on another GPU not what its own variant promises. The budget keeps both, and so
/// do the launch bounds of the variant alone.
#[test]
fn launch_bounds_of_a_list_leave_more_than_the_budget_of_another_gpu() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    assert_eq!(TwoGpusLaunch::LAUNCH_BOUNDS, "__launch_bounds__(256, 4)");
    let [t4, h100] = TwoGpusLaunch::VARIANTS else {
        panic!("two GPUs");
    };
    let promised = |variant: &Variant<TwoGpusLaunch>| variant.occupancy().unwrap().blocks_per_sm;
    assert_eq!((promised(t4), promised(h100)), (4, 8));

    let (by_launch_bounds, by_budget) = registers(nvcc, "sm_75", TwoGpusLaunch::DEFINES);
    assert_eq!((by_launch_bounds, by_budget), (64, 32));
    assert_eq!(blocks("sm_75", t4.kernel(), by_launch_bounds), 4);

    let (by_launch_bounds, by_budget) = registers(nvcc, "sm_90", TwoGpusLaunch::DEFINES);
    assert_eq!((by_launch_bounds, by_budget), (64, 32));
    assert_eq!(blocks("sm_90", h100.kernel(), by_launch_bounds), 4, "not 8");
    assert_eq!(blocks("sm_90", h100.kernel(), by_budget), 8);

    let archs = [*h100.arch()];
    let own = CompileOptions::new(&Configuration::new(&archs, *h100.kernel()));
    assert_eq!(own.launch_bounds.as_str(), "__launch_bounds__(256, 8)");
    let (by_launch_bounds, _) = registers(nvcc, "sm_90", &defines(&own));
    assert_eq!(by_launch_bounds, 32);
}

/// On the one GPU of a configuration, launch bounds keep the blocks whatever they leave: the budget
/// is only exceeded where another resource decides, or within a unit of allocation.
#[test]
fn launch_bounds_of_one_gpu_keep_its_blocks_and_not_the_budget() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let defines = BoundBySharedMemoryLaunch::DEFINES;
    let kernel = BoundBySharedMemoryLaunch::CONFIGURATION.kernel;
    assert_eq!(BoundBySharedMemoryLaunch::BLOCKS_PER_SM, 3);
    assert_eq!(registers(nvcc, "sm_90", defines), (168, 64));
    assert_eq!(blocks("sm_90", &kernel, 168), 3);

    let defines = BetweenTwoUnitsLaunch::DEFINES;
    let kernel = BetweenTwoUnitsLaunch::CONFIGURATION.kernel;
    assert_eq!(BetweenTwoUnitsLaunch::BLOCKS_PER_SM, 7);
    assert_eq!(registers(nvcc, "sm_90", defines), (72, 68));
    assert_eq!(blocks("sm_90", &kernel, 72), 7);
}

/// `--maxrregcount` caps a kernel that has no launch bounds. Beside them it does nothing, and
/// ptxas says so only where they have a minimum of blocks.
#[test]
fn maxrregcount_does_nothing_beside_launch_bounds() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let source = fs::read_to_string(outer_products().source()).unwrap();
    let options = options(&["THREADS_PER_BLOCK=128"], ["--maxrregcount=64".to_owned()]);
    let cases: Vec<_> = TARGETS
        .iter()
        .flat_map(|target| {
            [
                (*target, "", 64, Some("with 64 of maxrregcount")),
                (*target, "__launch_bounds__(128)", 255, None),
                (
                    *target,
                    "__launch_bounds__(128, 3)",
                    168,
                    Some("Overriding global maxrregcount 64 with entry-specific value 168"),
                ),
            ]
        })
        .collect();
    each(&cases, |(target, bounds, registers, said)| {
        let about = format!("'{bounds}' for {target}");
        let define = format!("#define BOUNDS {bounds}");
        let bound = source.replace("#include \"bounds.cuh\"", &define);
        assert_ne!(bound, source);
        let report = nvcc.compile_text(&bound, target, &options).unwrap();
        assert_eq!(report.kernels[0].registers, *registers, "{about}");
        // ptxas pads some numbers.
        let remarks = report.remarks.iter();
        let remarks: Vec<String> = remarks
            .map(|remark| remark.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        match said {
            Some(said) => assert!(remarks.len() == 1 && remarks[0].contains(said), "{about}"),
            None => assert_eq!(remarks, [""; 0], "{about}"),
        }
    });
}

/// CUDA C takes launch bounds or `__maxnreg__`; PTX takes all three directives, and the tightest
/// decides.
#[test]
fn ptx_takes_what_cuda_c_does_not() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    each(&TARGETS, |target| {
        let both =
            "extern \"C\" __global__ void __launch_bounds__(128, 3) __maxnreg__(64) both() {}\n";
        let printed = nvcc.compile_text(both, target, &[]).unwrap_err();
        assert!(
            printed.contains("cannot be applied to the same kernel"),
            "{target}: {printed}"
        );

        let bounds = options(&["THREADS_PER_BLOCK=128", "MIN_BLOCKS_PER_SM=3"], None);
        let ptx = nvcc
            .ptx(&outer_products().source(), Some(target), &bounds)
            .unwrap();
        assert!(ptx.contains(".maxntid 128"), "{target}");
        for (budget, registers) in [(64, 64), (200, 168)] {
            let directives = format!(".minnctapersm 3\n.maxnreg {budget}");
            let all_three = ptx.replace(".minnctapersm 3", &directives);
            assert_ne!(all_three, ptx, "{target}");
            let report = nvcc.assemble(&all_three, target).unwrap();
            assert_eq!(report.remarks, [""; 0], "{target}");
            assert_eq!(report.kernels[0].registers, registers, "{target}");
        }
    });
}
