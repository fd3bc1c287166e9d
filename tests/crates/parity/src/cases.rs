//! The configurations that are compared, slice by slice.
//!
//! All together would be more than 10^15. A slice goes through two or three things exhaustively and
//! takes a spread of the others; together they have every pair at its edges, and a slice drawn at
//! random mixes everything.

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
    Striped { stride: u32 },
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
            Blocks::Striped { stride } => 257 * 1024 / *stride as usize,
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
                Blocks::Every => {
                    for threads in 1..=MOST_THREADS {
                        for registers in 0..=MOST_REGISTERS {
                            add(threads, registers);
                        }
                    }
                }
                Blocks::Striped { stride } => {
                    let first = index % *stride as usize;
                    for threads in 1..=MOST_THREADS {
                        for registers in (0..=MOST_REGISTERS).skip(first).step_by(*stride as usize)
                        {
                            add(threads, registers);
                        }
                    }
                }
                Blocks::Some(blocks) => blocks.iter().for_each(|&(t, r)| add(t, r)),
                Blocks::OfThePoint => add(point.threads, point.registers),
            }
        }
        if !batch.is_empty() {
            work(&batch);
        }
    }
}

/// The slices of one compute capability, without what the header does not know.
pub(crate) fn slices(cc: &ComputeCapability, header: &Header, everything: bool) -> Vec<Slice> {
    let mut slices = vec![
        at_the_steps(cc),
        under_every_carveout(cc),
        with_barriers(),
        with_virtual_resources(),
        at_the_granules(cc, everything),
        granules_under_every_carveout(cc),
        with_barriers_and_virtual_resources(),
        too_large(cc),
        at_random(cc),
    ];
    for slice in &mut slices {
        for point in &mut slice.points {
            if !header.counts_barriers(cc) {
                point.barriers = 0;
            }
            if !header.has_virtual_resources {
                point.virtual_resources = 0;
            }
        }
    }
    slices
}

/// Every block, at every carve-out step and limit of shared memory and one byte beside it, with the
/// opt-in and without.
fn at_the_steps(cc: &ComputeCapability) -> Slice {
    let mut points = Vec::new();
    for (index, bytes) in edges_of_steps(cc).into_iter().enumerate() {
        for optin in [0, 1] {
            points.push(Case {
                optin,
                ..shared_memory(bytes, index)
            });
        }
    }
    Slice {
        name: "every block at every step of shared memory",
        points,
        blocks: Blocks::Every,
    }
}

/// Every block under every carve-out, at one of the steps each.
fn under_every_carveout(cc: &ComputeCapability) -> Slice {
    let edges = edges_of_steps(cc);
    let points =
        (-1..=100)
            .zip(edges.iter().cycle())
            .enumerate()
            .map(|(index, (carveout, &bytes))| Case {
                carveout,
                ..shared_memory(bytes, index)
            });
    Slice {
        name: "every block under every carve-out",
        points: points.collect(),
        blocks: Blocks::Every,
    }
}

/// Every block with 0 to 17 named barriers.
fn with_barriers() -> Slice {
    let points = (0..=MOST_BARRIERS).map(|barriers| Case {
        barriers,
        ..shared_memory(20 * 1024, 1)
    });
    Slice {
        name: "every block with 0 to 17 barriers",
        points: points.collect(),
        blocks: Blocks::Every,
    }
}

/// Every block with virtual resources, at each change of what 128 of them allow.
fn with_virtual_resources() -> Slice {
    let mut counts: Vec<u32> = (1..=33).map(|blocks| 128 / blocks).collect();
    counts.extend((1..=33).map(|blocks| 128 / blocks + 1));
    counts.extend([1, 2]);
    counts.sort_unstable();
    counts.dedup();
    let points = counts.into_iter().map(|virtual_resources| Case {
        virtual_resources,
        ..shared_memory(0, 0)
    });
    Slice {
        name: "every block with virtual resources",
        points: points.collect(),
        blocks: Blocks::Every,
    }
}

/// Every block size at every granule edge of shared memory and one byte beside it.
fn at_the_granules(cc: &ComputeCapability, everything: bool) -> Slice {
    let points = edges_of_granules(cc)
        .into_iter()
        .enumerate()
        // The split into static and dynamic changes less often than the registers.
        .map(|(index, bytes)| shared_memory(bytes, index / 16));
    Slice {
        name: "every block size at every granule of shared memory",
        points: points.collect(),
        blocks: if everything {
            Blocks::Every
        } else {
            Blocks::Striped { stride: 16 }
        },
    }
}

/// Every granule edge under every carve-out, with the opt-in and without, for a few blocks.
fn granules_under_every_carveout(cc: &ComputeCapability) -> Slice {
    let mut points = Vec::new();
    for (index, bytes) in edges_of_granules(cc).into_iter().enumerate() {
        for carveout in -1..=100 {
            for optin in [0, 1] {
                points.push(Case {
                    optin,
                    carveout,
                    ..shared_memory(bytes, index)
                });
            }
        }
    }
    Slice {
        name: "every granule of shared memory under every carve-out",
        points,
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
    }
}

/// Barriers with virtual resources, exhaustively, for blocks of whole warps.
fn with_barriers_and_virtual_resources() -> Slice {
    let mut points = Vec::new();
    for barriers in 0..=MOST_BARRIERS {
        for virtual_resources in 0..=130 {
            points.push(Case {
                barriers,
                virtual_resources,
                ..shared_memory(0, 0)
            });
        }
    }
    let blocks = (1..=32).flat_map(|warps| [0, 24, 40, 64, 128, 255].map(|r| (warps * 32, r)));
    Slice {
        name: "barriers with virtual resources",
        points,
        blocks: Blocks::Some(blocks.collect()),
    }
}

/// What no device can launch: blocks over the limit, shared memory over that of the SM.
fn too_large(cc: &ComputeCapability) -> Slice {
    let largest = cc.shared_memory_per_sm();
    let mut points = Vec::new();
    for bytes in [0, largest + 1, 2 * largest, 1 << 20, 1 << 29] {
        for index in 0..3 {
            for optin in [0, 1] {
                points.push(Case {
                    optin,
                    ..shared_memory(bytes, index)
                });
            }
        }
    }
    // No larger, for the header counts in 32 bits with a sign.
    let threads = [1, 512, 1023, 1024, 1025, 1056, 1057, 2048, 4096, 65_536];
    let blocks = threads.into_iter().flat_map(|threads| {
        [0, 1, 32, 64, 65, 128, 168, 169, 255, 256].map(|registers| (threads, registers))
    });
    Slice {
        name: "what cannot launch",
        points,
        blocks: Blocks::Some(blocks.collect()),
    }
}

/// Everything at once.
fn at_random(cc: &ComputeCapability) -> Slice {
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
    Slice {
        name: "at random",
        points: points.collect(),
        blocks: Blocks::OfThePoint,
    }
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
    let mut edges = Vec::new();
    for &step in limits.iter().chain(cc.shared_memory_carveouts()) {
        for step in [step, step.saturating_sub(reserved)] {
            edges.extend(beside(step));
        }
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Every multiple of the allocation unit, less what the driver reserves, up to past what the SM has,
/// and one byte beside each.
pub(crate) fn edges_of_granules(cc: &ComputeCapability) -> Vec<u32> {
    let unit = cc.shared_memory_allocation_unit();
    let reserved = cc.reserved_shared_memory_per_block();
    let mut edges: Vec<u32> = (0..=cc.shared_memory_per_sm() / unit + 2)
        .map(|granules| granules * unit)
        .filter_map(|allocated| allocated.checked_sub(reserved))
        .flat_map(beside)
        .collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

fn beside(bytes: u32) -> [u32; 3] {
    [bytes.saturating_sub(1), bytes, bytes + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_granules_have_their_edges() {
        for cc in ComputeCapability::ALL {
            let reserved = cc.reserved_shared_memory_per_block();
            let steps = edges_of_steps(cc);
            let granules = edges_of_granules(cc);
            for &step in cc.shared_memory_carveouts() {
                for bytes in beside(step)
                    .into_iter()
                    .chain(beside(step.saturating_sub(reserved)))
                {
                    assert!(steps.contains(&bytes), "{}: {bytes}", cc.name());
                }
            }
            let mut allocated = reserved;
            while allocated <= cc.shared_memory_per_sm() {
                for bytes in beside(allocated - reserved) {
                    assert!(
                        granules.binary_search(&bytes).is_ok(),
                        "{}: {bytes}",
                        cc.name()
                    );
                }
                allocated += cc.shared_memory_allocation_unit();
            }
        }
    }

    /// As many neighbouring points as the stride have every count of registers.
    #[test]
    fn stripes_leave_no_count_of_registers_out() {
        let slice = Slice {
            name: "",
            points: vec![shared_memory(0, 0); 16],
            blocks: Blocks::Striped { stride: 16 },
        };
        let mut seen = vec![0_u32; 257];
        slice.batches(0..16, |cases| {
            for case in cases {
                if case.threads == 1000 {
                    seen[case.registers as usize] += 1;
                }
            }
        });
        assert_eq!(seen, vec![1; 257]);
    }

    /// The configurations of a slice do not depend on how its points are shared out.
    #[test]
    fn batches_leave_no_block_out() {
        let slice = with_barriers();
        assert_eq!(slice.len(), 18);
        let mut threads = vec![0_u32; 1025];
        slice.batches(3..4, |cases| {
            for case in cases {
                assert_eq!(case.barriers, 3);
                threads[case.threads as usize] += case.registers + 1;
            }
        });
        assert_eq!(threads[0], 0);
        assert!(threads[1..].iter().all(|&sum| sum == 257 * 258 / 2));
    }
}
