//! The block-size search, and the dynamic shared memory that is available.

use occupancy_core::{ComputeCapability, search::max_dynamic_shared_memory};
use occupancy_models::max_potential_block_size;

use crate::cases::edges_of_steps;
use crate::header::{
    AvailableAnswer, AvailableCase, BlockSizeAnswer, BlockSizeCase, Case, Header, SM_COUNT,
};

/// How many were compared, how many of them differ on purpose, and those that differ otherwise.
#[derive(Default)]
pub(crate) struct Compared {
    pub(crate) count: u64,
    /// 256 registers, which the header lets pass from 7.0 on.
    pub(crate) registers_256: u64,
    pub(crate) differences: Vec<String>,
}

/// Every count of registers, with shared memory at the steps, constant and growing with the block.
pub(crate) fn block_sizes(cc: &ComputeCapability, header: &Header) -> Compared {
    let mut lifted = cc.limits();
    lifted.max_registers_per_thread = if cc.major() >= 7 { 256 } else { 255 };
    let lifted = ComputeCapability::new(lifted);
    let mut compared = Compared::default();
    let mut cases = Vec::new();
    let mut answers = Vec::new();
    for (index, bytes) in edges_of_steps(cc).into_iter().step_by(3).enumerate() {
        cases.clear();
        for registers in 0..=256 {
            for per_thread in [0, 4, 48, 200] {
                for max_threads in [1024, 1000, 768, 512, 257, 96, 33, 1] {
                    for (carveout, barriers) in [(-1, 0), (50, 3)] {
                        let static_shared_memory = if index % 2 == 0 { 0 } else { bytes / 2 };
                        cases.push(BlockSizeCase {
                            kernel: Case {
                                threads: 1,
                                registers,
                                static_shared_memory,
                                dynamic_shared_memory: bytes - static_shared_memory,
                                optin: 1,
                                carveout,
                                barriers: if header.counts_barriers(cc) {
                                    barriers
                                } else {
                                    0
                                },
                                virtual_resources: 0,
                            },
                            dynamic_shared_memory_per_thread: per_thread,
                            max_threads,
                        });
                    }
                }
            }
        }
        header.block_sizes(cc, &cases, &mut answers);
        for (case, answer) in cases.iter().zip(&answers) {
            compared.count += 1;
            if block_size(cc, case) == *answer {
                continue;
            }
            if case.kernel.registers == 256 && block_size(&lifted, case) == *answer {
                compared.registers_256 += 1;
            } else {
                compared.differences.push(format!(
                    "block size on {}: {case:?}\n    ours   {:?}\n    header {answer:?}",
                    cc.name(),
                    block_size(cc, case),
                ));
            }
        }
    }
    compared
}

/// What we say, as the header puts it.
fn block_size(cc: &ComputeCapability, case: &BlockSizeCase) -> BlockSizeAnswer {
    let bytes = |threads: u32| {
        let of_threads = threads.saturating_mul(case.dynamic_shared_memory_per_thread);
        case.kernel.dynamic_shared_memory.saturating_add(of_threads)
    };
    let kernel = case.kernel.kernel();
    match max_potential_block_size(cc, &kernel, bytes, case.max_threads) {
        Err(_) => BlockSizeAnswer {
            status: 1,
            ..BlockSizeAnswer::default()
        },
        Ok(found) => {
            let (threads, blocks_per_sm) = found.unwrap_or_default();
            let min_grid_size = blocks_per_sm * SM_COUNT;
            BlockSizeAnswer {
                status: 0,
                threads: threads.cast_signed(),
                min_grid_size: i32::try_from(min_grid_size).expect("at most 32 × 132"),
            }
        }
    }
}

/// Every carve-out and every number of blocks, with static shared memory at odd sizes.
pub(crate) fn available(cc: &ComputeCapability, header: &Header) -> Compared {
    let reserved = if header.defects.reserved_is_available {
        u64::from(cc.reserved_shared_memory_per_block())
    } else {
        0
    };
    let mut compared = Compared::default();
    let mut cases = Vec::new();
    let mut answers = Vec::new();
    for carveout in -1..=100 {
        cases.clear();
        for blocks in 1..=33 {
            for static_shared_memory in [0, 1, 100, 1024, 1025, 7000, 16_384, 33_333, 49_152] {
                for (threads, registers) in [(1, 0), (32, 255), (100, 40), (256, 32), (1024, 64)] {
                    for optin in [0, 1] {
                        cases.push(AvailableCase {
                            kernel: Case {
                                threads,
                                registers,
                                static_shared_memory,
                                optin,
                                carveout,
                                ..Case::default()
                            },
                            blocks,
                        });
                    }
                }
            }
        }
        header.available(cc, &cases, &mut answers);
        for (case, answer) in cases.iter().zip(&answers) {
            compared.count += 1;
            let ours = max_dynamic_shared_memory(cc, &case.kernel.kernel(), case.blocks);
            let theirs = (*answer
                != AvailableAnswer {
                    status: 1,
                    bytes: 0,
                })
            .then_some((answer.status, answer.bytes.wrapping_sub(reserved)));
            if ours.map(|bytes| (0, u64::from(bytes))) != theirs {
                compared.differences.push(format!(
                    "available on {}: {case:?}\n    ours   {ours:?}\n    header {answer:?}",
                    cc.name(),
                ));
            }
        }
    }
    compared
}
