//! The configurations that are compared, slice by slice.
//!
//! All together would be more than 10^15. A slice goes through two or three things exhaustively and
//! takes a spread of the others; together they have every pair at its edges, and a slice drawn at
//! random mixes everything.

use std::collections::BTreeSet;

use occupancy_core::Multiprocessor;

use crate::header::Case;
use crate::random::Random;

/// Threads of a block, at its most.
const MOST_THREADS: u32 = 1024;
/// One more register than code can use, which the header lets pass from 7.0 on.
const MOST_REGISTERS: u32 = 256;
/// One more named barrier than a block has.
const MOST_BARRIERS: u32 = 17;

/// Points, each with all of the blocks.
pub(crate) struct Slice {
    /// Everything but threads and registers.
    points: Vec<Case>,
    blocks: Blocks,
}

/// The threads and registers that each point is combined with.
enum Blocks {
    /// 1 to 1024 threads, each with every `stride`-th count of registers, another one at each point:
    /// `stride` neighbouring points have all of 0 to 256.
    Every { stride: usize },
    /// These pairs.
    Some(Vec<(u32, u32)>),
    /// Those that the points have.
    OfThePoint,
}

impl Slice {
    /// Hands out the configurations, a batch at a time.
    pub(crate) fn each(&self, mut work: impl FnMut(&[Case])) {
        let mut batch = Vec::with_capacity(1024);
        for (index, &point) in self.points.iter().enumerate() {
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
                Blocks::Every { stride } => {
                    for threads in 1..=MOST_THREADS {
                        let registers = (0..=MOST_REGISTERS).skip(index % stride);
                        registers
                            .step_by(*stride)
                            .for_each(|registers| add(threads, registers));
                    }
                }
            }
        }
        work(&batch);
    }
}

/// The slices of one compute capability.
pub(crate) fn slices(sm: &Multiprocessor) -> Vec<Slice> {
    let mut slices = Vec::new();
    let mut add = |blocks, points| slices.push(Slice { points, blocks });
    let steps = edges_of_steps(sm);
    let granules = edges_of_granules(sm);

    // Every block at every step of shared memory.
    let numbered = steps.iter().enumerate();
    let points = numbered.map(|(index, &bytes)| shared_memory(bytes, index));
    add(EVERY, points.flat_map(with_and_without_optin).collect());

    // Every block under every carve-out, at one of the steps each.
    let carveouts = (-1..=100).zip(steps.iter().cycle()).enumerate();
    let points = carveouts.map(|(index, (carveout, &bytes))| Case {
        carveout,
        ..shared_memory(bytes, index)
    });
    add(EVERY, points.collect());

    // Every block with 0 to 17 barriers.
    let points = (0..=MOST_BARRIERS).map(|barriers| Case {
        barriers,
        ..shared_memory(20 * 1024, 1)
    });
    add(EVERY, points.collect());

    // Every block at each change of what 128 virtual resources allow.
    let changes = (1..=33).flat_map(|blocks| [128 / blocks, 128 / blocks + 1]);
    let counts: BTreeSet<u32> = changes.chain([1, 2]).collect();
    let points = counts.into_iter().map(|virtual_resources| Case {
        virtual_resources,
        ..shared_memory(0, 0)
    });
    add(EVERY, points.collect());

    // Every block size at every granule of shared memory. The split into static and dynamic changes less often than
    // the registers.
    let numbered = granules.iter().enumerate();
    let points = numbered.map(|(index, &bytes)| shared_memory(bytes, index / 16));
    add(Blocks::Every { stride: 16 }, points.collect());

    // Every granule of shared memory under every carve-out.
    let points = granules
        .iter()
        .enumerate()
        .map(|(index, &bytes)| shared_memory(bytes, index))
        .flat_map(|point| (-1..=100).map(move |carveout| Case { carveout, ..point }));
    let blocks = [(1, 0), (32, 16), (96, 96), (128, 33)];
    let more = [(256, 64), (288, 208), (512, 40), (1024, 32)];
    let blocks = Blocks::Some([blocks, more].concat());
    add(blocks, points.flat_map(with_and_without_optin).collect());

    // Barriers with virtual resources, for blocks of whole warps.
    let both = (0..=MOST_BARRIERS)
        .flat_map(|barriers| (0..=130).map(move |virtual_resources| (barriers, virtual_resources)));
    let points = both.map(|(barriers, virtual_resources)| Case {
        barriers,
        virtual_resources,
        ..shared_memory(0, 0)
    });
    let warps: Vec<u32> = (1..=32).map(|warps| 32 * warps).collect();
    add(pairs(&warps, &[0, 24, 40, 64, 128, 255]), points.collect());

    // Blocks that cannot launch: over the limit, or with shared memory over that of the SM. They are no larger, because
    // the header counts in 32 bits with a sign.
    let largest = sm.shared_memory_per_sm();
    let points = [0, largest + 1, 2 * largest, 1 << 20, 1 << 29];
    let points = points
        .into_iter()
        .flat_map(|bytes| (0..3).map(move |index| shared_memory(bytes, index)));
    let blocks = pairs(
        &[1, 512, 1023, 1024, 1025, 1056, 1057, 2048, 4096, 65_536],
        &[0, 1, 32, 64, 65, 128, 168, 169, 255, 256],
    );
    add(blocks, points.flat_map(with_and_without_optin).collect());

    // Kernels that both refuse: no threads, and carve-outs over 100 percent.
    let refused = [(0, -1), (0, 50), (32, 101), (1024, 200), (32, i32::MAX)];
    let points = refused.into_iter().flat_map(|(threads, carveout)| {
        [0, 32, 256].map(|registers| Case {
            threads,
            registers,
            carveout,
            ..Case::default()
        })
    });
    add(Blocks::OfThePoint, points.collect());

    add(Blocks::OfThePoint, at_random(sm));
    slices
}

const EVERY: Blocks = Blocks::Every { stride: 1 };

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
fn at_random(sm: &Multiprocessor) -> Vec<Case> {
    let mut random = Random(0x9e37_79b9_7f4a_7c15 ^ u64::from(sm.major() * 10 + sm.minor()));
    let mut below = |limit: u32| random.small(0, limit - 1);
    let points = (0..1_000_000).map(|_| {
        let most = below(sm.shared_memory_per_sm() + 2048);
        let bytes = if below(4) == 0 {
            0
        } else {
            most / (1 + below(8))
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
pub(crate) fn edges_of_steps(sm: &Multiprocessor) -> Vec<u32> {
    let reserved = sm.reserved_shared_memory_per_block();
    let limits = [
        0,
        sm.shared_memory_per_block(),
        sm.shared_memory_per_block_optin(),
        sm.shared_memory_per_sm(),
    ];
    let steps = limits.iter().chain(sm.shared_memory_carveouts());
    with_neighbours(steps.flat_map(|&step| [step, step.saturating_sub(reserved)]))
}

/// Every multiple of the allocation unit, less what the driver reserves, up to past what the SM has,
/// and one byte beside each.
fn edges_of_granules(sm: &Multiprocessor) -> Vec<u32> {
    let unit = sm.shared_memory_allocation_unit();
    let granules = 0..=sm.shared_memory_per_sm() / unit + 2;
    let reserved = sm.reserved_shared_memory_per_block();
    with_neighbours(granules.filter_map(|granules| (granules * unit).checked_sub(reserved)))
}

fn with_neighbours(bytes: impl Iterator<Item = u32>) -> Vec<u32> {
    let beside = bytes.flat_map(|bytes| [bytes.saturating_sub(1), bytes, bytes + 1]);
    beside.collect::<BTreeSet<_>>().into_iter().collect()
}
