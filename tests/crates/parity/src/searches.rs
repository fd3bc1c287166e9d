//! The dynamic shared memory that is available.

use occupancy_core::{ComputeCapability, search::max_dynamic_shared_memory};

use crate::header::{AvailableAnswer, AvailableCase, Case, Header};

/// How many were compared, and those that differ.
#[derive(Default)]
pub(crate) struct Compared {
    pub(crate) count: u64,
    pub(crate) differences: Vec<String>,
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
