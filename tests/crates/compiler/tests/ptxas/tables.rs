//! The tables against the targets that the compiler knows, and against `cuda::arch_traits` of CCCL, NVIDIA's own table
//! of what a device reports.
//!
//! `tests/crates/parity` takes these figures from our tables, as a program takes them from a device; here they
//! are held against another source.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use occupancy::compute_capabilities::{SM_88, SM_107};
use occupancy::{Multiprocessor, gpu::MAX_GRID_DIM};
use occupancy_test_compiler::found_or_skip;
use occupancy_test_compiler::nvcc::number_of;

use crate::nvcc;

/// Targets that the tables leave out on purpose, since they are older than 5.0, and those that only CUDA 12 has.
const LEFT_OUT: [&str; 7] = [
    "sm_30", "sm_32", "sm_35", "sm_37", "sm_101", "sm_101a", "sm_101f",
];

/// The compute capabilities of the newest compiler.
fn compute_capabilities() -> impl Iterator<Item = &'static Multiprocessor> {
    let without_a_product: &[_] = &[SM_88, SM_107];
    occupancy::compute_capabilities::ALL
        .iter()
        .chain(without_a_product)
}

#[test]
fn the_compiler_knows_the_targets_of_the_tables_and_no_other() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let targets = nvcc.targets();
    let known: BTreeSet<&str> = targets.iter().map(String::as_str).collect();
    let all = compute_capabilities();
    let ours: BTreeSet<&str> = all.flat_map(|sm| sm.targets().iter().copied()).collect();
    let left_out = BTreeSet::from(LEFT_OUT);
    assert!(ours.is_disjoint(&left_out));
    let new: Vec<_> = known
        .difference(&ours)
        .filter(|target| !left_out.contains(*target))
        .collect();
    assert!(new.is_empty(), "the tables do not have {new:?}");
    // A compiler drops the oldest, and knows none that is newer than itself.
    let numbers = known.iter().map(|target| number_of(target));
    let (oldest, newest) = (numbers.clone().min().unwrap(), numbers.max().unwrap());
    for target in ours.difference(&known) {
        let is_between = (oldest..=newest).contains(&number_of(target));
        assert!(
            !is_between || nvcc.toolkit() < 130,
            "{target} is not known to {}",
            nvcc.version
        );
    }
    assert!(known.contains("sm_90a"), "{known:?}");
}

const INCLUDE: &str = "#include <cuda/devices>\n";

/// A member of `arch_traits_t`, and ours.
fn figures(sm: &Multiprocessor) -> [(&'static str, u32); 18] {
    let (block_x, block_y, block_z) = sm.max_block_dim();
    let (grid_x, grid_y, grid_z) = MAX_GRID_DIM;
    [
        ("max_threads_per_block", sm.max_threads_per_block()),
        ("max_block_dim_x", block_x),
        ("max_block_dim_y", block_y),
        ("max_block_dim_z", block_z),
        ("max_grid_dim_x", grid_x),
        ("max_grid_dim_y", grid_y),
        ("max_grid_dim_z", grid_z),
        ("warp_size", sm.warp_size()),
        ("max_shared_memory_per_block", sm.shared_memory_per_block()),
        ("max_registers_per_block", sm.registers_per_block()),
        ("max_registers_per_multiprocessor", sm.registers_per_sm()),
        ("max_registers_per_thread", sm.max_registers_per_thread()),
        (
            "max_shared_memory_per_multiprocessor",
            sm.shared_memory_per_sm(),
        ),
        ("max_blocks_per_multiprocessor", sm.max_blocks_per_sm()),
        ("max_threads_per_multiprocessor", sm.max_threads_per_sm()),
        ("max_warps_per_multiprocessor", sm.max_warps_per_sm()),
        (
            "reserved_shared_memory_per_block",
            sm.reserved_shared_memory_per_block(),
        ),
        (
            "max_shared_memory_per_block_optin",
            sm.shared_memory_per_block_optin(),
        ),
    ]
}

/// Assertions on the traits of every compute capability that they have, which is all but 7.2.
fn assertions() -> String {
    let mut source = INCLUDE.to_owned();
    for sm in compute_capabilities().filter(|sm| sm.name() != "7.2") {
        let target = sm.targets()[0];
        for (member, figure) in figures(sm) {
            let _ = writeln!(
                source,
                "static_assert(cuda::arch_traits<cuda::arch_id::{target}>().{member} == {figure}, \
                 \"{target} {member}\");"
            );
        }
    }
    source
}

#[test]
fn the_tables_are_those_of_arch_traits() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let probe =
        format!("{INCLUDE}constexpr auto traits = cuda::arch_traits<cuda::arch_id::sm_107>();\n");
    let options = ["-std=c++17"];
    let probed = nvcc.compile_text(&probe, "sm_90", &options);
    let probed =
        probed.map_err(|printed| format!("this CCCL has no arch_traits of sm_107: {printed}"));
    if found_or_skip(probed).is_none() {
        return;
    }
    let compiled = nvcc.compile_text(&assertions(), "sm_90", &options);
    assert!(compiled.is_ok(), "{}", compiled.unwrap_err());
}
