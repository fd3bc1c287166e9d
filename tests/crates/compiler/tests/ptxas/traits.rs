//! The tables against `cuda::arch_traits` of CCCL, NVIDIA's own table of what a device reports.
//!
//! `tests/crates/parity` takes these figures from our tables, as a program takes them from a device; here they
//! are held against another source.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use occupancy::{ComputeCapability, gpu::MAX_GRID_DIM};

use crate::nvcc;

const INCLUDE: &str = "#include <cuda/devices>\n";

/// A member of `arch_traits_t`, and ours.
fn figures(cc: &ComputeCapability) -> Vec<(&'static str, u32)> {
    let (block_x, block_y, block_z) = cc.max_block_dim();
    let (grid_x, grid_y, grid_z) = MAX_GRID_DIM;
    vec![
        ("max_threads_per_block", cc.max_threads_per_block()),
        ("max_block_dim_x", block_x),
        ("max_block_dim_y", block_y),
        ("max_block_dim_z", block_z),
        ("max_grid_dim_x", grid_x),
        ("max_grid_dim_y", grid_y),
        ("max_grid_dim_z", grid_z),
        ("warp_size", cc.warp_size()),
        ("max_shared_memory_per_block", cc.shared_memory_per_block()),
        ("max_registers_per_block", cc.registers_per_block()),
        ("max_registers_per_multiprocessor", cc.registers_per_sm()),
        ("max_registers_per_thread", cc.max_registers_per_thread()),
        (
            "max_shared_memory_per_multiprocessor",
            cc.shared_memory_per_sm(),
        ),
        ("max_blocks_per_multiprocessor", cc.max_blocks_per_sm()),
        ("max_threads_per_multiprocessor", cc.max_threads_per_sm()),
        ("max_warps_per_multiprocessor", cc.max_warps_per_sm()),
        (
            "reserved_shared_memory_per_block",
            cc.reserved_shared_memory_per_block(),
        ),
        (
            "max_shared_memory_per_block_optin",
            cc.shared_memory_per_block_optin(),
        ),
    ]
}

/// Assertions on the traits of every compute capability that they have, which is all but 7.2.
fn assertions(of: impl Fn(&ComputeCapability) -> Vec<(&'static str, u32)>) -> String {
    let mut source = INCLUDE.to_owned();
    for cc in ComputeCapability::ALL
        .iter()
        .filter(|cc| cc.name() != "7.2")
    {
        let target = cc.targets()[0];
        for (member, figure) in of(cc) {
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
        format!("{INCLUDE}constexpr auto traits = cuda::arch_traits<cuda::arch_id::sm_121>();\n");
    let options = ["-std=c++17".to_owned()];
    if let Err(printed) = nvcc.compile_text(&probe, "sm_90", &options) {
        let line = printed.lines().find(|line| line.contains("error"));
        let reason = line.unwrap_or("no reason given");
        writeln!(
            io::stderr(),
            "skipped: this CCCL has no arch_traits of sm_121: {reason}"
        )
        .unwrap();
        return;
    }
    let compiled = nvcc.compile_text(&assertions(figures), "sm_90", &options);
    assert!(compiled.is_ok(), "{}", compiled.unwrap_err());

    // And it would have said so: each figure one more.
    let wrong = |cc: &ComputeCapability| {
        let figures = figures(cc).into_iter();
        figures
            .map(|(member, figure)| (member, figure + 1))
            .collect()
    };
    let printed = nvcc
        .compile_text(&assertions(wrong), "sm_90", &options)
        .unwrap_err();
    for (member, _) in figures(&ComputeCapability::ALL[0]) {
        assert!(
            printed.contains(&format!("sm_50 {member}")),
            "{member}: {printed}"
        );
    }
}
