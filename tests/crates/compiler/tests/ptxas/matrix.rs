//! Every kernel for every target that it is meant for, by launch bounds and by its budget.

use std::fmt::Write as _;

use occupancy::search::max_registers_per_thread;
use occupancy_test_compiler::kernels::{Build, Hold, Kernel, all};
use occupancy_test_compiler::nvcc::{Nvcc, TARGETS};
use occupancy_test_compiler::report::Entry;

use crate::{blocks_per_sm, each, nvcc};

/// A build and what ptxas says of it.
struct Row {
    build: Build,
    by_launch_bounds: Entry,
    by_budget: Entry,
}

impl Row {
    fn about(&self) -> String {
        format!("{} for {}", self.build.kernel.name, self.build.target())
    }

    /// The registers that launch bounds leave.
    fn cap(&self) -> u32 {
        let threads = self.build.declared.threads_per_block();
        max_registers_per_thread(
            self.build.arch.compute_capability(),
            u32::try_from(threads).unwrap(),
            self.build.min_blocks,
        )
        .unwrap()
    }

    fn budget(&self) -> u32 {
        self.build.declared.registers_per_thread
    }

    /// The blocks that are resident with the registers found.
    fn found(&self, entry: &Entry) -> u32 {
        let kernel = self.build.declared.with_registers(entry.registers);
        blocks_per_sm(self.build.arch.compute_capability(), &kernel)
    }
}

/// Without a compiler, what is compiled is at least what was checked.
#[test]
fn definitions_are_those_of_the_configuration() {
    for kernel in all() {
        let configuration = kernel.configuration;
        assert!(configuration.check().is_empty(), "{}", kernel.name);
        assert!(kernel.source().is_file(), "{}", kernel.name);
        let bounds = format!(
            "__launch_bounds__({}, {})",
            configuration.kernel.threads_per_block(),
            kernel.blocks_per_sm,
        );
        assert_eq!(kernel.launch_bounds, bounds, "{}", kernel.name);
        for build in kernel.builds() {
            let declared = build.declared;
            let expected = [
                format!("-DTHREADS_PER_BLOCK={}", declared.threads_per_block()),
                format!("-DMIN_BLOCKS_PER_SM={}", build.min_blocks),
                format!(
                    "-DMAX_REGISTERS_PER_THREAD={}",
                    declared.registers_per_thread
                ),
                format!("-DDYNAMIC_SHARED_MEMORY={}", declared.dynamic_shared_memory),
                format!("-DITEMS_PER_THREAD={}", configuration.items_per_thread),
            ];
            let about = format!("{} for {}", kernel.name, build.target());
            assert_eq!(build.options[..expected.len()], expected, "{about}");
        }
    }
}

#[test]
fn kernels_are_what_their_launch_structs_say() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let builds: Vec<Build> = all().iter().flat_map(Kernel::builds).collect();
    for target in TARGETS {
        let kernels = builds.iter().filter(|build| build.target() == target);
        assert!(kernels.count() >= 8, "{target}");
    }

    let rows = each(&builds, |build| Row {
        build: build.clone(),
        by_launch_bounds: compile(nvcc, build, Hold::LaunchBounds),
        by_budget: compile(nvcc, build, Hold::Budget),
    });
    println!("{}", table(&rows));
    for row in &rows {
        holds(row);
    }
    for kernel in all() {
        let mut rows = rows
            .iter()
            .filter(|row| row.build.kernel.name == kernel.name);
        let over = rows.any(|row| row.by_launch_bounds.registers > row.budget());
        assert_eq!(over, kernel.hold == Hold::Budget, "{}", kernel.name);
    }
}

/// The one kernel of the source; ptxas has nothing to remark.
fn compile(nvcc: &Nvcc, build: &Build, hold: Hold) -> Entry {
    let about = format!("{} for {} by {hold:?}", build.kernel.name, build.target());
    let mut options = build.options.clone();
    options.extend(hold.option());
    let report = nvcc
        .compile(&build.kernel.source(), build.target(), &options)
        .unwrap_or_else(|printed| panic!("{about}: {printed}"));
    assert_eq!(report.remarks, [""; 0], "{about}");
    let [entry] = report.kernels.try_into().unwrap();
    assert_eq!(entry.name, build.kernel.name, "{about}");
    assert_eq!(entry.target, build.target(), "{about}");
    entry
}

fn holds(row: &Row) {
    let about = row.about();
    let declared = &row.build.declared;
    for entry in [&row.by_launch_bounds, &row.by_budget] {
        assert_eq!(
            entry.shared_memory, declared.static_shared_memory,
            "{about}"
        );
        assert_eq!(entry.barriers, declared.barriers, "{about}");
        let spills = row.build.kernel.spills;
        assert_eq!(entry.spill_stores > 0, spills, "{about}: {entry:?}");
        assert_eq!(entry.spill_loads > 0, spills, "{about}: {entry:?}");
    }

    // Launch bounds keep the blocks that they ask for, and the budget where that is all they leave.
    let registers = row.by_launch_bounds.registers;
    assert!(registers <= row.cap(), "{about}: {registers}");
    let found = row.found(&row.by_launch_bounds);
    assert!(found >= row.build.min_blocks, "{about}: {found} blocks");
    if row.build.kernel.hold == Hold::LaunchBounds {
        assert!(registers <= row.budget(), "{about}: {registers}");
        assert!(found >= row.build.blocks_on_arch, "{about}: {found} blocks");
    }

    // The budget keeps itself and all that was calculated from it.
    let registers = row.by_budget.registers;
    assert!(registers <= row.budget(), "{about}: {registers}");
    let found = row.found(&row.by_budget);
    assert!(found >= row.build.blocks_on_arch, "{about}: {found} blocks");
}

fn table(rows: &[Row]) -> String {
    let mut out = format!(
        "\n{:<22}{:<8}{:>6}{:>5}{:>7}{:>9}  {:<27}{}\n{:<22}{:<8}{:>6}{:>5}{:>7}{:>9}  {:<27}{}\n",
        "",
        "",
        "regs",
        "cap",
        "static",
        "",
        "by launch bounds",
        "by __maxnreg__",
        "kernel",
        "target",
        "budget",
        "",
        "smem",
        "barriers",
        "regs  spilled      blocks",
        "regs  spilled      blocks",
    );
    for row in rows {
        let _ = write!(
            out,
            "{:<22}{:<8}{:>6}{:>5}{:>7}{:>9}  ",
            row.build.kernel.name,
            row.build.target(),
            row.budget(),
            row.cap(),
            row.by_launch_bounds.shared_memory,
            row.by_launch_bounds.barriers,
        );
        for entry in [&row.by_launch_bounds, &row.by_budget] {
            let spilled = format!("{}/{}", entry.spill_stores, entry.spill_loads);
            let over = if entry.registers > row.budget() {
                "*"
            } else {
                " "
            };
            let _ = write!(
                out,
                "{:>4}{over} {spilled:<10} {:>3} of {:<3} ",
                entry.registers,
                row.found(entry),
                row.build.blocks_on_arch,
            );
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out.push_str(
        "\nregisters a thread, * over the budget; cap: what the launch bounds leave; spilled: bytes \
         stored and loaded;\nblocks per SM with the registers found, of those promised for the GPU\n",
    );
    out
}
