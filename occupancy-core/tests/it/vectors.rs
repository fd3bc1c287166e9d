//! Parity with NVIDIA's `cuda_occupancy.h` of CUDA 13.5: 28,500 rows that the header computed, in
//! every column, and the results that differ from it on purpose. `tests/crates/parity` compares many more where
//! the header is at hand.
//!
//! The rows are drawn at random over block sizes, registers, static and dynamic shared memory, the
//! opt-in, carve-outs, barriers and virtual resources, 1,500 for each compute capability.

use std::collections::BTreeMap;

use crate::common::{block, blocks_on, compute_capability, occupancy_on};
use occupancy_core::{Arch, ComputeCapability, Configuration, Kernel, Resource, Rule};

const ROWS: &str = include_str!("../vectors/cuda_occupancy_13.5.csv");

const COLUMNS: &str = "cc,threads,regs,static_smem,dynamic_smem,optin,carveout,barriers,virtual,\
                       status,active_blocks,limit_regs,limit_smem,limit_warps,limit_blocks,\
                       limit_barriers,limit_virtual,regs_per_block,smem_per_block";

/// Columns that are asked; the others are answered.
const ASKED: usize = 9;

#[test]
fn every_row_in_every_column() {
    let mut lines = ROWS.lines();
    assert_eq!(lines.next(), Some(COLUMNS));
    let mut rows_per_compute_capability = BTreeMap::<&str, usize>::new();
    let mut differing = Vec::new();
    for (index, line) in lines.enumerate() {
        let cells: Vec<&str> = line.split(',').collect();
        let (asked, header) = cells.split_at(ASKED);
        *rows_per_compute_capability.entry(asked[0]).or_default() += 1;
        let ours = answer(compute_capability(asked[0]), &kernel(asked));
        if ours != header.join(",") {
            let line_number = index + 2;
            differing.push(format!("line {line_number}: {line}\n    ours: {ours}"));
        }
    }
    assert!(
        differing.is_empty(),
        "{} rows differ, the first of them:\n{}",
        differing.len(),
        differing[..differing.len().min(10)].join("\n")
    );
    assert_eq!(rows_per_compute_capability.values().sum::<usize>(), 28_500);
    for cc in ComputeCapability::ALL {
        assert_eq!(
            rows_per_compute_capability.get(cc.name()),
            Some(&1_500),
            "rows of {}",
            cc.name()
        );
    }
}

/// The kernel that a row asks about.
fn kernel(asked: &[&str]) -> Kernel {
    let number = |column: usize| -> u32 {
        asked[column]
            .parse()
            .unwrap_or_else(|_| panic!("{} in {asked:?}", asked[column]))
    };
    Kernel::new((number(1), 1, 1), number(2))
        .with_static_shared_memory(number(3))
        .with_dynamic_shared_memory(number(4))
        .with_shared_memory_optin(number(5) == 1)
        .with_carveout(if asked[6] == "-1" {
            None
        } else {
            Some(number(6))
        })
        .with_barriers(number(7))
        .with_virtual_resources(number(8))
}

/// What we answer, written as the columns of a row from `status` on.
fn answer(cc: &ComputeCapability, kernel: &Kernel) -> String {
    let Ok(occupancy) = occupancy_core::Occupancy::new(cc, kernel) else {
        return "refused".to_owned();
    };
    let limit = |resource| {
        occupancy
            .limits
            .of(resource)
            .map_or(String::new(), |blocks| blocks.to_string())
    };
    [
        "0".to_owned(),
        occupancy.blocks_per_sm.to_string(),
        limit(Resource::Registers),
        limit(Resource::SharedMemory),
        limit(Resource::Warps),
        limit(Resource::BlockSlots),
        limit(Resource::Barriers),
        limit(Resource::VirtualResources),
        occupancy.registers_per_block.to_string(),
        occupancy.shared_memory_per_block.to_string(),
    ]
    .join(",")
}

/// The header: 2 blocks of 128 threads on 7.0 and later; code can use 255 registers.
#[test]
fn differs_on_purpose_256_registers_are_illegal() {
    for cc in ComputeCapability::ALL {
        let archs = [Arch::ComputeCapability(cc)];
        let with = |registers| Configuration::new(&archs, block(128, registers)).check();
        assert!(
            with(256).contains(Rule::RegistersPerThread),
            "{}",
            cc.name()
        );
        assert_eq!(
            crate::common::blocks(cc, &block(128, 256)),
            0,
            "{}",
            cc.name()
        );
        assert!(with(255).is_empty(), "{}", cc.name());
    }
    assert_eq!(blocks_on("9.0", &block(128, 255)), 2);
}

/// The header: 17 barriers on 9.0 keep 3 blocks, and before 9.0 it does not look at all.
#[test]
fn differs_on_purpose_more_than_16_barriers_are_illegal() {
    for cc in ComputeCapability::ALL {
        let archs = [Arch::ComputeCapability(cc)];
        let with = |barriers| {
            let kernel = block(128, 32).with_barriers(barriers);
            let broken = Configuration::new(&archs, kernel).check();
            (
                crate::common::blocks(cc, &kernel),
                broken.contains(Rule::Barriers),
                broken.len(),
            )
        };
        assert_eq!(with(17), (0, true, 1), "{}", cc.name());
        assert!(with(16).0 > 0, "{}", cc.name());
        assert_eq!(with(16).2, 0, "{}", cc.name());
    }
}

/// The header looks at the carve-out from 7.0 on, and refuses it there too.
#[test]
fn differs_on_purpose_a_carve_out_over_100_percent_is_an_error() {
    for cc in ComputeCapability::ALL {
        let with = |percent| {
            let kernel = block(128, 32).with_carveout(Some(percent));
            occupancy_core::Occupancy::new(cc, &kernel)
        };
        assert!(with(100).is_ok(), "{}", cc.name());
        let refused = with(101).unwrap_err().to_string();
        assert!(
            refused.starts_with("a carve-out of 101 percent"),
            "{}",
            cc.name()
        );
    }
}

/// The header: `limitingFactors` 0x1b, which is warps, registers, blocks and barriers.
#[test]
fn differs_on_purpose_a_limit_that_is_not_the_least_does_not_bind() {
    let occupancy = occupancy_on("sm_90", &block(64, 32).with_barriers(16));
    assert_eq!(occupancy.blocks_per_sm, 4);
    assert_eq!(occupancy.limits.warps, 32);
    assert_eq!(occupancy.limits.registers, Some(32));
    assert_eq!(occupancy.limits.block_slots, 32);
    assert_eq!(occupancy.limits.barriers, Some(4));
    let binding: Vec<Resource> = occupancy.binding_resources().collect();
    assert_eq!(binding, [Resource::Barriers]);
}
