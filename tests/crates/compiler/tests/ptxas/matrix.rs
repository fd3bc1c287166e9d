//! Every kernel for every target that it is meant for, by launch bounds and by its budget.

use occupancy::search::max_registers_per_thread;
use occupancy_test_compiler::each;
use occupancy_test_compiler::kernels::{Build, Hold, Kernel, all};
use occupancy_test_compiler::nvcc::{Nvcc, TARGETS};
use occupancy_test_compiler::report::Entry;

use crate::{blocks_per_sm, nvcc};

#[test]
fn kernels_are_what_their_launch_structs_say() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let builds: Vec<Build> = all().iter().flat_map(Kernel::builds).collect();
    for target in TARGETS {
        let kernels = builds.iter().filter(|build| build.target() == target);
        assert!(kernels.count() >= 6, "{target}");
    }
    let over = each(&builds, |build| holds(nvcc, build));
    for kernel in all() {
        let mut over = over.iter().zip(&builds);
        let is_over = over.any(|(&over, build)| over && build.kernel.name == kernel.name);
        assert_eq!(is_over, kernel.hold == Hold::Budget, "{}", kernel.name);
    }
}

/// Holds a build to what its launch type says; whether its launch bounds leave more than its budget.
fn holds(nvcc: &Nvcc, build: &Build) -> bool {
    let sm = build.arch.multiprocessor();
    let declared = &build.declared;
    let budget = declared.registers_per_thread;
    let [by_launch_bounds, _] = [Hold::LaunchBounds, Hold::Budget].map(|hold| {
        let (entry, about) = compile(nvcc, build, hold);
        assert_eq!(
            (entry.shared_memory, entry.barriers),
            (declared.static_shared_memory, declared.barriers),
            "{about}"
        );
        let spills = (entry.spill_stores > 0, entry.spill_loads > 0);
        assert_eq!(
            spills,
            (build.kernel.spills, build.kernel.spills),
            "{about}"
        );
        let found = blocks_per_sm(sm, &declared.with_registers(entry.registers));
        // A bound that keeps the budget keeps every figure that was calculated from it.
        if hold == Hold::Budget || hold == build.kernel.hold {
            assert!(entry.registers <= budget, "{about}");
            assert!(found >= build.blocks_on_arch, "{about}: {found} blocks");
        }
        assert!(found >= build.min_blocks, "{about}: {found} blocks");
        entry.registers
    });
    let threads = u32::try_from(declared.threads_per_block()).unwrap();
    let cap = max_registers_per_thread(sm, threads, build.min_blocks);
    assert!(Some(by_launch_bounds) <= cap, "{by_launch_bounds}, {cap:?}");
    by_launch_bounds > budget
}

/// The one kernel of the source; ptxas has nothing to remark.
fn compile(nvcc: &Nvcc, build: &Build, hold: Hold) -> (Entry, String) {
    let about = format!("{} for {} by {hold:?}", build.kernel.name, build.target());
    let mut options = build.options.clone();
    options.extend(hold.option());
    let compiled = nvcc.compile(&build.kernel.source(), build.target(), &options);
    let report = compiled
        .unwrap_or_else(|printed| panic!("{about}: {printed}"))
        .report;
    assert_eq!(report.remarks, [""; 0], "{about}");
    let [entry] = report.kernels.try_into().unwrap();
    assert_eq!(entry.name, build.kernel.name, "{about}");
    assert_eq!(entry.target, build.target(), "{about}");
    let about = format!("{about}: {entry:?}");
    (entry, about)
}
