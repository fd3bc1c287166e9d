//! The configurations that are compared, slice by slice.
//!
//! All together would be more than 10^15. A slice goes through two or three things exhaustively and
//! takes a spread of the others; together they have every pair at its edges, and a slice drawn at
//! random mixes everything.

use std::collections::BTreeSet;

use occupancy_core::ComputeCapability;

use crate::header::{Case, Header};

/// Threads of a block, at its most.
const MOST_THREADS: u32 = 1024;
/// One more register than code can use, which the header lets pass from 7.0 on.
const MOST_REGISTERS: u32 = 256;
/// One more named barrier than a block has.
const MOST_BARRIERS: u32 = 17;

/// Points, each with all of the blocks.
pub(crate) struct Slice {
    pub(crate) name: &'static str,
    /// Everything but threads and registers.
    points: Vec<Case>,
    blocks: Blocks,
}

/// The threads and registers that each point is combined with.
enum Blocks {
    /// 1 to 1024 threads, each with 0 to 256 registers.
    Every,
    /// 1 to 1024 threads, each with every `stride`-th count of registers, another one at each point:
    /// `stride` neighbouring points have every count.
    Striped { stride: usize },
    /// These pairs.
    Some(Vec<(u32, u32)>),
    /// Those that the points have.
    OfThePoint,
}

impl Slice {
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }

    /// About how many configurations one point has.
    pub(crate) fn weight(&self) -> usize {
        match &self.blocks {
            Blocks::Every => 257 * 1024,
            Blocks::Striped { stride } => 257 * 1024 / stride,
            Blocks::Some(blocks) => blocks.len(),
            Blocks::OfThePoint => 1,
        }
    }

    /// Hands out the configurations of the points, a batch at a time.
    pub(crate) fn batches(&self, points: std::ops::Range<usize>, mut work: impl FnMut(&[Case])) {
        let mut batch = Vec::with_capacity(1024);
        for index in points {
            let point = self.points[index];
            let mut add = |threads, registers| {
                batch.push(Case {
                    threads,
                    registers,
                    ..point
                });
                if batch.len() == batch.capacity() {
                    work(&batch);
                    batch.clear();
                }
            };
            match &self.blocks {
                Blocks::Some(blocks) => blocks.iter().for_each(|&(t, r)| add(t, r)),
                Blocks::OfThePoint => add(point.threads, point.registers),
                Blocks::Every => every(0, 1, add),
                &Blocks::Striped { stride } => every(index % stride, stride, add),
            }
        }
        if !batch.is_empty() {
            work(&batch);
        }
    }
}

/// Every count of threads with each of the registers from `first` on.
fn every(first: usize, stride: usize, mut add: impl FnMut(u32, u32)) {
    for threads in 1..=MOST_THREADS {
        for registers in (0..=MOST_REGISTERS).skip(first).step_by(stride) {
            add(threads, registers);
        }
    }
}

/// The slices of one compute capability, without what the header does not know.
#[expect(
    clippy::too_many_lines,
    reason = "a list, with a few lines for each slice"
)]
pub(crate) fn slices(cc: &ComputeCapability, header: &Header, everything: bool) -> Vec<Slice> {
    let steps = edges_of_steps(cc);
    let granules = edges_of_granules(cc);
    let at_steps = steps.iter().enumerate();
    let at_steps = at_steps.map(|(index, &bytes)| shared_memory(bytes, index));
    let at_granules = granules.iter().enumerate();
    let at_granules = at_granules.map(|(index, &bytes)| shared_memory(bytes, index));

    // Each change of what 128 virtual resources allow.
    let counts = (1..=33).flat_map(|blocks| [128 / blocks, 128 / blocks + 1]);
    let counts: BTreeSet<u32> = counts.chain([1, 2]).collect();
    let both = (0..=MOST_BARRIERS)
        .flat_map(|barriers| (0..=130).map(move |virtual_resources| (barriers, virtual_resources)));
    // No larger, for the header counts in 32 bits with a sign.
    let largest = cc.shared_memory_per_sm();
    let too_large = [0, largest + 1, 2 * largest, 1 << 20, 1 << 29];
    let too_large = too_large
        .into_iter()
        .flat_map(|bytes| (0..3).map(move |i| (bytes, i)));

    let mut slices = vec![
        Slice {
            name: "every block at every step of shared memory",
            points: at_steps.flat_map(with_and_without_optin).collect(),
            blocks: Blocks::Every,
        },
        Slice {
            name: "every block under every carve-out, at one of the steps each",
            points: (-1..=100)
                .zip(steps.iter().cycle())
                .enumerate()
                .map(|(index, (carveout, &bytes))| Case {
                    carveout,
                    ..shared_memory(bytes, index)
                })
                .collect(),
            blocks: Blocks::Every,
        },
        Slice {
            name: "every block with 0 to 17 barriers",
            points: (0..=MOST_BARRIERS)
                .map(|barriers| Case {
                    barriers,
                    ..shared_memory(20 * 1024, 1)
                })
                .collect(),
            blocks: Blocks::Every,
        },
        Slice {
            name: "every block with virtual resources",
            points: counts
                .into_iter()
                .map(|virtual_resources| Case {
                    virtual_resources,
                    ..shared_memory(0, 0)
                })
                .collect(),
            blocks: Blocks::Every,
        },
        Slice {
            name: "every block size at every granule of shared memory",
            points: granules
                .iter()
                .enumerate()
                // The split into static and dynamic changes less often than the registers.
                .map(|(index, &bytes)| shared_memory(bytes, index / 16))
                .collect(),
            blocks: if everything {
                Blocks::Every
            } else {
                Blocks::Striped { stride: 16 }
            },
        },
        Slice {
            name: "every granule of shared memory under every carve-out",
            points: at_granules
                .flat_map(|point| (-1..=100).map(move |carveout| Case { carveout, ..point }))
                .flat_map(with_and_without_optin)
                .collect(),
            blocks: Blocks::Some(vec![
                (1, 0),
                (32, 16),
                (96, 96),
                (128, 33),
                (256, 64),
                (288, 208),
                (512, 40),
                (1024, 32),
            ]),
        },
        Slice {
            name: "barriers with virtual resources, for blocks of whole warps",
            points: both
                .map(|(barriers, virtual_resources)| Case {
                    barriers,
                    virtual_resources,
                    ..shared_memory(0, 0)
                })
                .collect(),
            blocks: pairs(
                &(1..=32).map(|warps| 32 * warps).collect::<Vec<_>>(),
                &[0, 24, 40, 64, 128, 255],
            ),
        },
        Slice {
            name: "what cannot launch: blocks over the limit, shared memory over that of the SM",
            points: too_large
                .map(|(bytes, index)| shared_memory(bytes, index))
                .flat_map(with_and_without_optin)
                .collect(),
            blocks: pairs(
                &[1, 512, 1023, 1024, 1025, 1056, 1057, 2048, 4096, 65_536],
                &[0, 1, 32, 64, 65, 128, 168, 169, 255, 256],
            ),
        },
        Slice {
            name: "at random",
            points: at_random(cc),
            blocks: Blocks::OfThePoint,
        },
    ];
    for point in slices.iter_mut().flat_map(|slice| &mut slice.points) {
        if !header.counts_barriers(cc) {
            point.barriers = 0;
        }
        if !header.has_virtual_resources {
            point.virtual_resources = 0;
        }
    }
    slices
}

fn with_and_without_optin(point: Case) -> [Case; 2] {
    [0, 1].map(|optin| Case { optin, ..point })
}

fn pairs(threads: &[u32], registers: &[u32]) -> Blocks {
    let threads = threads.iter();
    Blocks::Some(
        threads
            .flat_map(|&t| registers.iter().map(move |&r| (t, r)))
            .collect(),
    )
}

/// Everything at once.
fn at_random(cc: &ComputeCapability) -> Vec<Case> {
    // xorshift64*: the same configurations on every machine.
    let mut state = 0x9e37_79b9_7f4a_7c15 ^ u64::from(cc.major() * 10 + cc.minor());
    let mut below = |limit: u32| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // The high half, scaled: less than `limit`.
        let scaled = (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) * u64::from(limit);
        u32::try_from(scaled >> 32).expect("less than the limit")
    };
    let points = (0..1_000_000).map(|_| {
        let bytes = below(cc.shared_memory_per_sm() + 2048);
        let bytes = if below(4) == 0 {
            0
        } else {
            bytes / (1 + below(8))
        };
        let static_shared_memory = if below(2) == 0 { 0 } else { below(bytes + 1) };
        Case {
            threads: 1 + below(MOST_THREADS),
            registers: below(MOST_REGISTERS + 1),
            static_shared_memory,
            dynamic_shared_memory: bytes - static_shared_memory,
            optin: below(2),
            carveout: below(102).cast_signed() - 1,
            barriers: below(MOST_BARRIERS + 1),
            virtual_resources: below(20),
        }
    });
    points.collect()
}

/// A point with so much shared memory: all of it dynamic, all of it static, or some of each.
fn shared_memory(bytes: u32, index: usize) -> Case {
    let static_shared_memory = match index % 3 {
        0 => 0,
        1 => bytes,
        _ => bytes / 3,
    };
    Case {
        static_shared_memory,
        dynamic_shared_memory: bytes - static_shared_memory,
        optin: 1,
        carveout: -1,
        ..Case::default()
    }
}

/// Bytes at which the capacity or a limit changes, and one byte beside each; with what the driver
/// reserves and without.
pub(crate) fn edges_of_steps(cc: &ComputeCapability) -> Vec<u32> {
    let reserved = cc.reserved_shared_memory_per_block();
    let limits = [
        0,
        cc.shared_memory_per_block(),
        cc.shared_memory_per_block_optin(),
        cc.shared_memory_per_sm(),
    ];
    let steps = limits.iter().chain(cc.shared_memory_carveouts());
    with_neighbours(steps.flat_map(|&step| [step, step.saturating_sub(reserved)]))
}

/// Every multiple of the allocation unit, less what the driver reserves, up to past what the SM has,
/// and one byte beside each.
fn edges_of_granules(cc: &ComputeCapability) -> Vec<u32> {
    let unit = cc.shared_memory_allocation_unit();
    let granules = 0..=cc.shared_memory_per_sm() / unit + 2;
    let reserved = cc.reserved_shared_memory_per_block();
    with_neighbours(granules.filter_map(|granules| (granules * unit).checked_sub(reserved)))
}

fn with_neighbours(bytes: impl Iterator<Item = u32>) -> Vec<u32> {
    let beside = bytes.flat_map(|bytes| [bytes.saturating_sub(1), bytes, bytes + 1]);
    beside.collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As many neighbouring points as the stride have every block, however the points are shared out.
    #[test]
    fn no_block_is_left_out() {
        for (blocks, points) in [(Blocks::Every, 1), (Blocks::Striped { stride: 16 }, 16)] {
            let slice = Slice {
                name: "",
                points: vec![shared_memory(0, 0); 32],
                blocks,
            };
            let mut seen = BTreeSet::new();
            slice.batches(3..3 + points, |cases| {
                seen.extend(cases.iter().map(|case| (case.threads, case.registers)));
            });
            assert_eq!(seen.len(), 1024 * 257);
        }
    }
}
