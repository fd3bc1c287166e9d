//! The blocks of several kernels on one SM, and the room that they leave.

use occupancy_core::model::{Limits, scalar_registers_per_warp};
use occupancy_core::{Kernel, Multiprocessor, Occupancy};

use crate::error::Error;

/// The most sub-partitions of an SM. NVIDIA's have 2 or 4.
const SUB_PARTITIONS: u32 = 8;

/// The resources that blocks have of one SM: all of its blocks, or one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Taken {
    /// Warps, block slots, bytes of shared memory, barriers and virtual resources.
    amounts: [u32; 5],
    /// Registers of each sub-partition, and its scalar ones.
    registers: Vec<[u32; 2]>,
}

impl Taken {
    /// The resources of an SM without blocks: none.
    pub(crate) fn nothing(sm: &Multiprocessor) -> Self {
        Self {
            amounts: [0; 5],
            registers: vec![[0; 2]; sm.sub_partitions().clamp(1, SUB_PARTITIONS) as usize],
        }
    }

    /// Adds one block, or subtracts it.
    pub(crate) fn change(&mut self, block: &Self, by: fn(u32, u32) -> u32) {
        let own = self.registers.iter_mut().flatten();
        let of_block = block.registers.iter().flatten().chain(&block.amounts);
        for (own, of_block) in own.chain(&mut self.amounts).zip(of_block) {
            *own = by(*own, *of_block);
        }
    }
}

/// The resources that a block of a kernel takes of an SM.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demand<'a> {
    sm: &'a Multiprocessor,
    /// The kernel alone on an SM.
    pub(crate) alone: Occupancy,
    /// Those of [`Taken`].
    amounts: [u32; 5],
    /// Registers, and scalar ones: those of a warp.
    per_warp: [u32; 2],
    /// Those of a sub-partition.
    of_part: [u32; 2],
}

impl<'a> Demand<'a> {
    pub(crate) fn new(sm: &'a Multiprocessor, kernel: &Kernel) -> Result<Self, Error> {
        let alone = Occupancy::new(sm, kernel)?;
        let registers = alone.registers_per_block.checked_div(alone.warps_per_block);
        // A block that is never resident may have larger figures, which do not count.
        let small = |figure: u64| u32::try_from(figure).unwrap_or(u32::MAX);
        let is_counted = u64::from(alone.limits.scalar_registers.is_some());
        let scalar = is_counted * scalar_registers_per_warp(kernel.sgprs);
        let vector = sm.registers_per_sm() / sm.sub_partitions().clamp(1, SUB_PARTITIONS);
        Ok(Self {
            sm,
            alone,
            amounts: [
                small(alone.warps_per_block),
                alone.limits.block_slots.map_or(0, |_| 1),
                small(alone.shared_memory_per_block),
                kernel.barriers,
                kernel.virtual_resources,
            ],
            per_warp: [registers.unwrap_or(0), scalar].map(small),
            of_part: [vector, sm.scalar_registers_per_partition()],
        })
    }

    /// The limits of the blocks that fit beside those that have `taken`; `capacity` is the shared memory of the SM, bytes.
    fn limits(&self, taken: &Taken, capacity: u32) -> Limits {
        let (sm, mut limits) = (self.sm, self.alone.limits);
        let blocks = |at: usize, all: u32, alone: u32| {
            let free = all.saturating_sub(taken.amounts[at]);
            free.checked_div(self.amounts[at]).unwrap_or(alone)
        };
        limits.warps = blocks(0, sm.max_warps_per_sm(), limits.warps);
        let of = |limit: &mut Option<u32>, at, all| {
            *limit = limit.map(|alone| blocks(at, all, alone));
        };
        of(&mut limits.block_slots, 1, sm.max_blocks_per_sm());
        of(&mut limits.shared_memory, 2, capacity);
        of(&mut limits.barriers, 3, sm.barriers_per_sm());
        let virtual_resources = sm.virtual_resources_per_sm();
        of(&mut limits.virtual_resources, 4, virtual_resources);
        // Each warp takes its registers of both kinds from one sub-partition.
        let free = |part: &[u32; 2], kind: usize| {
            (self.of_part[kind] - part[kind]).checked_div(self.per_warp[kind])
        };
        let room = |kinds: &[usize]| {
            let parts = taken.registers.iter();
            let warps =
                parts.filter_map(|part| kinds.iter().filter_map(|kind| free(part, *kind)).min());
            warps.sum::<u32>().checked_div(self.amounts[0]).unwrap_or(0)
        };
        let [vector, scalar, both] = [&[0][..], &[1], &[0, 1]].map(room);
        limits.registers = limits.registers.map(|_| vector);
        // Those that are left may be in different sub-partitions.
        let scalar = if both < vector { both } else { scalar };
        limits.scalar_registers = limits.scalar_registers.map(|_| scalar);
        limits
    }

    /// The number of blocks that fit beside those that have `taken`.
    pub(crate) fn fits(&self, taken: &Taken, capacity: u32) -> u32 {
        match self.alone.blocks_per_sm {
            0 => 0,
            _ => self.limits(taken, capacity).least(),
        }
    }

    /// The resources of one block that fits beside those that have `taken`.
    ///
    /// Each warp goes to the first sub-partition with the most free registers that has room for it, stays there, and takes
    /// its registers from there.
    pub(crate) fn block(&self, taken: &Taken) -> Taken {
        let mut registers = vec![[0; 2]; taken.registers.len()];
        for _ in 0..self.alone.warps_per_block {
            let parts = registers.iter_mut().zip(&taken.registers);
            let key = |(own, others): &(&mut [u32; 2], &[u32; 2])| {
                let all = [0, 1].map(|kind| own[kind] + others[kind]);
                let is_full = |kind: usize| all[kind] + self.per_warp[kind] > self.of_part[kind];
                (is_full(0) || is_full(1), all)
            };
            if let Some((own, _)) = parts.min_by_key(key) {
                *own = [0, 1].map(|kind| own[kind] + self.per_warp[kind]);
            }
        }
        let amounts = self.amounts;
        Taken { amounts, registers }
    }
}

/// The occupancy of `kernel` on one SM of `compute_capability`, beside resident blocks of other
/// kernels: each kernel with the number of its blocks.
///
/// [`blocks_per_sm`](Occupancy::blocks_per_sm) and the limits are those of `kernel` in the room that the
/// others leave. Kernels run side by side in different streams, or as different clients of MPS.
///
/// # Model
///
/// Each resident block keeps its warps, registers, shared memory, barriers and its slot until it ends. Each
/// warp takes its registers from the sub-partition that has the most left. The SM has the largest carve-out
/// that one of the kernels prefers; if they prefer different ones, the driver may run them one after the
/// other instead. AMD's GPUs share theirs in the same way. The model leaves out bandwidth, caches and issue slots, which
/// the kernels share too.
///
/// # Errors
///
/// [`Error::Kernel`] if a block has no threads or a carve-out is over 100 percent, [`Error::Resident`] if there are
/// more resident blocks than an SM holds.
///
/// ```
/// use occupancy_core::{Kernel, Resource, compute_capabilities::SM_90};
/// use occupancy_models::beside;
///
/// let matrix = Kernel::new((256, 1, 1), 64);
/// let copy = Kernel::new((128, 1, 1), 32).with_dynamic_shared_memory(100 * 1024);
///
/// let occupancy = beside(&SM_90, &copy, &[(matrix, 3)])?;
/// assert_eq!(occupancy.blocks_per_sm, 2);
/// assert!(occupancy.binds(Resource::SharedMemory));
///
/// // Four blocks of the other kernel have all registers.
/// let occupancy = beside(&SM_90, &copy, &[(matrix, 4)])?;
/// assert_eq!(occupancy.blocks_per_sm, 0);
/// # Ok::<(), occupancy_models::Error>(())
/// ```
pub fn beside(
    compute_capability: &Multiprocessor,
    kernel: &Kernel,
    resident: &[(Kernel, u32)],
) -> Result<Occupancy, Error> {
    let demand = |kernel| Demand::new(compute_capability, kernel);
    let kernel = demand(kernel)?;
    let others: Vec<(Demand<'_>, u32)> = resident
        .iter()
        .map(|(other, blocks)| Ok((demand(other)?, *blocks)))
        .collect::<Result<_, Error>>()?;
    let all = others.iter().map(|(other, _)| other).chain([&kernel]);
    let capacities = all.map(|kernel| kernel.alone.shared_memory_per_sm);
    let capacity = capacities.max().unwrap_or(0);
    let mut taken = Taken::nothing(compute_capability);
    for (other, blocks) in others {
        for fit in 0..blocks {
            if other.fits(&taken, capacity) == 0 {
                return Err(Error::Resident(blocks, fit));
            }
            taken.change(&other.block(&taken), u32::saturating_add);
        }
    }
    let mut occupancy = kernel.alone;
    occupancy.shared_memory_per_sm = capacity;
    // A kernel that does not even fit alone keeps its limits.
    if occupancy.blocks_per_sm > 0 {
        occupancy.limits = kernel.limits(&taken, capacity);
    }
    occupancy.blocks_per_sm = occupancy.limits.least();
    Ok(occupancy)
}
