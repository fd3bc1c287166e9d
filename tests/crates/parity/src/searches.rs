//! The block-size search, and the dynamic shared memory that is available.

use occupancy_core::{Multiprocessor, search::max_dynamic_shared_memory};
use occupancy_models::max_potential_block_size;

use crate::cases::edges_of_steps;
use crate::compare::{OnPurpose, Outcome, Tally};
use crate::header::{
    AvailableAnswer, AvailableCase, BlockSizeAnswer, BlockSizeCase, Case, Header, SM_COUNT,
};

/// Every count of registers, with shared memory at the steps, constant and growing with the block.
pub(crate) fn block_sizes(sm: &Multiprocessor, header: &Header, tally: &mut Tally) {
    let mut lifted = sm.limits();
    lifted.max_registers_per_thread = if sm.major() >= 7 { 256 } else { 255 };
    let lifted = Multiprocessor::new(lifted);
    for (index, bytes) in edges_of_steps(sm).into_iter().step_by(3).enumerate() {
        let static_shared_memory = if index % 2 == 0 { 0 } else { bytes / 2 };
        let mut cases = Vec::new();
        for registers in 0..=256 {
            for dynamic_shared_memory_per_thread in [0, 4, 48, 200] {
                for max_threads in [1024, 1000, 768, 512, 257, 96, 33, 1] {
                    for (carveout, barriers) in [(-1, 0), (50, 3)] {
                        cases.push(BlockSizeCase {
                            kernel: Case {
                                threads: 1,
                                registers,
                                static_shared_memory,
                                dynamic_shared_memory: bytes - static_shared_memory,
                                optin: 1,
                                carveout,
                                barriers,
                                virtual_resources: 0,
                            },
                            dynamic_shared_memory_per_thread,
                            max_threads,
                        });
                    }
                }
            }
        }
        for (case, answer) in cases.iter().zip(header.ask(sm, &cases)) {
            let ours = block_size(sm, case);
            let outcome = if ours == answer {
                Outcome::Same
            } else if case.kernel.registers == 256 && block_size(&lifted, case) == answer {
                Outcome::OnPurpose(OnPurpose::Registers256)
            } else {
                Outcome::Differs
            };
            let name = sm.name();
            tally.take(outcome, || {
                format!(
                    "block size on {name}: {case:?}\n    ours   {ours:?}\n    header {answer:?}"
                )
            });
        }
    }
}

/// Our answer, in the form of the header's.
fn block_size(sm: &Multiprocessor, case: &BlockSizeCase) -> BlockSizeAnswer {
    let bytes = |threads: u32| {
        let of_threads = threads.saturating_mul(case.dynamic_shared_memory_per_thread);
        case.kernel.dynamic_shared_memory.saturating_add(of_threads)
    };
    let kernel = case.kernel.kernel();
    let found = max_potential_block_size(sm, &kernel, bytes, case.max_threads);
    let (threads, blocks_per_sm) = found.unwrap_or_default().unwrap_or_default();
    BlockSizeAnswer {
        status: i32::from(found.is_err()),
        threads: threads.cast_signed(),
        min_grid_size: i32::try_from(blocks_per_sm * SM_COUNT).expect("at most 32 × 132"),
    }
}

/// Every carve-out and every number of blocks, with static shared memory at odd sizes.
pub(crate) fn available(sm: &Multiprocessor, header: &Header, tally: &mut Tally) {
    const REFUSED: AvailableAnswer = AvailableAnswer {
        status: 1,
        bytes: 0,
    };
    let mut cases = Vec::new();
    for carveout in -1..=100 {
        for blocks in 1..=33 {
            for static_shared_memory in [0, 1, 100, 1024, 1025, 7000, 16_384, 33_333, 49_152] {
                for (threads, registers) in [(1, 0), (32, 255), (100, 40), (256, 32), (1024, 64)] {
                    cases.extend([0, 1].map(|optin| AvailableCase {
                        kernel: Case {
                            threads,
                            registers,
                            static_shared_memory,
                            optin,
                            carveout,
                            ..Case::default()
                        },
                        blocks,
                    }));
                }
            }
        }
    }
    for (case, answer) in cases.iter().zip(header.ask(sm, &cases)) {
        let ours = max_dynamic_shared_memory(sm, &case.kernel.kernel(), case.blocks);
        let as_theirs = ours.map_or(REFUSED, |bytes| AvailableAnswer {
            status: 0,
            bytes: bytes.into(),
        });
        let outcome = if as_theirs == answer {
            Outcome::Same
        } else {
            Outcome::Differs
        };
        let name = sm.name();
        tally.take(outcome, || {
            format!("available on {name}: {case:?}\n    ours   {ours:?}\n    header {answer:?}")
        });
    }
}
