//! What resident blocks leave free on one SM.

use occupancy_core::{ComputeCapability, Kernel, Limits, Occupancy, Resource};

use crate::error::Error;

/// The most sub-partitions of an SM. NVIDIA's have 2 or 4.
const SUB_PARTITIONS: u32 = 8;

/// What one block of a kernel takes of an SM.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demand {
    /// The kernel alone on an SM.
    pub(crate) alone: Occupancy,
    warps: u32,
    registers_per_warp: u32,
    barriers: u32,
    virtual_resources: u32,
}

impl Demand {
    pub(crate) fn new(cc: &ComputeCapability, kernel: &Kernel) -> Result<Self, Error> {
        let alone = Occupancy::new(cc, kernel)?;
        let registers = alone.registers_per_block.checked_div(alone.warps_per_block);
        // Of a block that is never resident, neither figure counts.
        let small = |figure: u64| u32::try_from(figure).unwrap_or(u32::MAX);
        Ok(Self {
            alone,
            warps: small(alone.warps_per_block),
            registers_per_warp: small(registers.unwrap_or(0)),
            barriers: alone.limits.barriers.map_or(0, |_| kernel.barriers),
            virtual_resources: (alone.limits.virtual_resources)
                .map_or(0, |_| kernel.virtual_resources),
        })
    }
}

/// What one SM has free.
///
/// Each warp goes to the sub-partition with the most free registers, stays there, and takes its registers
/// from there.
#[derive(Clone, Debug)]
pub(crate) struct Room {
    warps: u32,
    block_slots: u32,
    /// Of each sub-partition.
    registers: Vec<u32>,
    /// Shared memory that is taken; the total depends on the carve-out.
    shared_memory: u64,
    barriers: u32,
    virtual_resources: u32,
}

/// The registers of one block in each sub-partition.
pub(crate) type Dealt = Vec<u32>;

impl Room {
    /// An SM without a block.
    pub(crate) fn empty(cc: &ComputeCapability) -> Self {
        let sub_partitions = cc.sub_partitions().clamp(1, SUB_PARTITIONS);
        Self {
            warps: cc.max_warps_per_sm(),
            block_slots: cc.max_blocks_per_sm(),
            registers: vec![cc.registers_per_sm() / sub_partitions; sub_partitions as usize],
            shared_memory: 0,
            barriers: cc.barriers_per_sm(),
            virtual_resources: cc.virtual_resources_per_sm(),
        }
    }

    /// Blocks that fit into it, and what limits them; `capacity` is the shared memory of the SM.
    pub(crate) fn limits(&self, demand: &Demand, capacity: u32) -> Limits {
        let blocks = |free: u32, each: u32| free.checked_div(each).unwrap_or(u32::MAX);
        let mut limits = demand.alone.limits;
        limits.warps = blocks(self.warps, demand.warps);
        limits.block_slots = self.block_slots;
        if let Some(limit) = &mut limits.registers {
            let warps = self.registers.iter();
            let warps = warps.map(|free| blocks(*free, demand.registers_per_warp));
            *limit = blocks(warps.fold(0, u32::saturating_add), demand.warps);
        }
        if let Some(limit) = &mut limits.shared_memory {
            let free = u64::from(capacity).saturating_sub(self.shared_memory);
            let blocks = free.checked_div(demand.alone.shared_memory_per_block);
            *limit = blocks.map_or(*limit, |blocks| u32::try_from(blocks).unwrap_or(u32::MAX));
        }
        if let Some(limit) = &mut limits.barriers {
            *limit = self.barriers.checked_div(demand.barriers).unwrap_or(*limit);
        }
        if let Some(limit) = &mut limits.virtual_resources {
            let blocks = self.virtual_resources.checked_div(demand.virtual_resources);
            *limit = blocks.unwrap_or(*limit);
        }
        limits
    }

    /// Blocks that fit into it.
    pub(crate) fn fits(&self, demand: &Demand, capacity: u32) -> u32 {
        match demand.alone.blocks_per_sm {
            0 => 0,
            _ => least(&self.limits(demand, capacity)),
        }
    }

    /// Places one block, which fits; returns where its registers are.
    pub(crate) fn take(&mut self, demand: &Demand) -> Dealt {
        let mut dealt = vec![0; self.registers.len()];
        for _ in 0..demand.warps {
            // The first of those with the most.
            let parts = self.registers.iter_mut().zip(&mut dealt).rev();
            if let Some((free, dealt)) = parts.max_by_key(|(free, _)| **free) {
                *free -= demand.registers_per_warp;
                *dealt += demand.registers_per_warp;
            }
        }
        self.warps -= demand.warps;
        self.block_slots -= 1;
        self.shared_memory += demand.alone.shared_memory_per_block;
        self.barriers -= demand.barriers;
        self.virtual_resources -= demand.virtual_resources;
        dealt
    }

    /// Gives back a block that was taken.
    pub(crate) fn give_back(&mut self, demand: &Demand, dealt: &Dealt) {
        for (free, dealt) in self.registers.iter_mut().zip(dealt) {
            *free += dealt;
        }
        self.warps += demand.warps;
        self.block_slots += 1;
        self.shared_memory -= demand.alone.shared_memory_per_block;
        self.barriers += demand.barriers;
        self.virtual_resources += demand.virtual_resources;
    }
}

fn least(limits: &Limits) -> u32 {
    let blocks = Resource::ALL.into_iter();
    let blocks = blocks.filter_map(|resource| limits.of(resource)).min();
    blocks.unwrap_or(0)
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
/// other instead. The model leaves out bandwidth, caches and issue slots, which the kernels share too.
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
    compute_capability: &ComputeCapability,
    kernel: &Kernel,
    resident: &[(Kernel, u32)],
) -> Result<Occupancy, Error> {
    let demand = |kernel| Demand::new(compute_capability, kernel);
    let kernel = demand(kernel)?;
    let others: Vec<(Demand, u32)> = resident
        .iter()
        .map(|(other, blocks)| Ok((demand(other)?, *blocks)))
        .collect::<Result<_, Error>>()?;
    let all = others.iter().map(|(other, _)| other).chain([&kernel]);
    let capacities = all.map(|kernel| kernel.alone.shared_memory_per_sm);
    let capacity = capacities.max().unwrap_or(0);
    let mut room = Room::empty(compute_capability);
    for (other, blocks) in others {
        for fit in 0..blocks {
            if room.fits(&other, capacity) == 0 {
                return Err(Error::Resident(blocks, fit));
            }
            room.take(&other);
        }
    }
    let mut occupancy = kernel.alone;
    occupancy.shared_memory_per_sm = capacity;
    // What does not even fit alone keeps its limits.
    if occupancy.blocks_per_sm > 0 {
        occupancy.limits = room.limits(&kernel, capacity);
    }
    occupancy.blocks_per_sm = least(&occupancy.limits);
    Ok(occupancy)
}
