//! What resident blocks leave free on one SM.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    reason = "places below the number of sub-partitions, and sums that are compared with what is free before"
)]

use super::{InvalidKernel, Limits, Occupancy};
use crate::gpu::ComputeCapability;
use crate::kernel::Kernel;

/// The most sub-partitions of an SM. NVIDIA's have 2 or 4.
pub(super) const SUB_PARTITIONS: usize = 8;

/// What one block of a kernel takes of an SM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Demand {
    /// The kernel alone on an SM.
    pub(super) occupancy: Occupancy,
    pub(super) block: Block,
}

/// What a block takes while it is resident.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    warps: u32,
    registers_per_warp: u32,
    shared_memory: u64,
    barriers: u32,
    virtual_resources: u32,
}

impl Demand {
    pub(super) const fn new(
        cc: &ComputeCapability,
        kernel: &Kernel,
    ) -> Result<Self, InvalidKernel> {
        let occupancy = match Occupancy::new(cc, kernel) {
            Ok(occupancy) => occupancy,
            Err(invalid) => return Err(invalid),
        };
        // A resident block has no more warps and registers than an SM.
        let (warps, registers_per_warp) = match occupancy
            .registers_per_block
            .checked_div(occupancy.warps_per_block)
        {
            Some(registers) if occupancy.blocks_per_sm > 0 => {
                (occupancy.warps_per_block as u32, registers as u32)
            }
            _ => (0, 0),
        };
        let limits = &occupancy.limits;
        Ok(Self {
            occupancy,
            block: Block {
                warps,
                registers_per_warp,
                shared_memory: occupancy.shared_memory_per_block,
                barriers: if limits.barriers.is_some() {
                    kernel.barriers
                } else {
                    0
                },
                virtual_resources: if limits.virtual_resources.is_some() {
                    kernel.virtual_resources
                } else {
                    0
                },
            },
        })
    }
}

impl Block {
    /// One that takes nothing.
    pub(super) const NONE: Self = Self {
        warps: 0,
        registers_per_warp: 0,
        shared_memory: 0,
        barriers: 0,
        virtual_resources: 0,
    };
}

/// What one SM has free.
///
/// Each warp goes to the sub-partition with the most free registers, stays there, and takes its registers
/// from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    warps: u32,
    block_slots: u32,
    registers: [u32; SUB_PARTITIONS],
    sub_partitions: u32,
    /// Shared memory that is taken; the total depends on the carve-out.
    shared_memory: u64,
    barriers: u32,
    virtual_resources: u32,
}

/// The warps of one block in each sub-partition.
pub(super) type Dealt = [u8; SUB_PARTITIONS];

impl Room {
    /// That of no SM.
    pub(super) const NONE: Self = Self {
        warps: 0,
        block_slots: 0,
        registers: [0; SUB_PARTITIONS],
        sub_partitions: 0,
        shared_memory: 0,
        barriers: 0,
        virtual_resources: 0,
    };

    /// An SM without a block.
    pub(super) const fn empty(cc: &ComputeCapability) -> Self {
        let sub_partitions = if cc.sub_partitions as usize > SUB_PARTITIONS {
            SUB_PARTITIONS as u32
        } else {
            cc.sub_partitions
        };
        let mut registers = [0; SUB_PARTITIONS];
        let mut part = 0;
        while part < sub_partitions as usize {
            registers[part] = cc.registers_per_sm / sub_partitions;
            part += 1;
        }
        Self {
            warps: cc.max_warps_per_sm,
            block_slots: cc.max_blocks_per_sm,
            registers,
            sub_partitions,
            shared_memory: 0,
            barriers: cc.barriers_per_sm,
            virtual_resources: cc.virtual_resources_per_sm,
        }
    }

    /// Blocks that fit into it, and what limits them.
    ///
    /// `capacity` is the shared memory of the SM.
    pub(super) const fn limits(&self, demand: &Demand, capacity: u32) -> Limits {
        let (alone, block) = (&demand.occupancy.limits, &demand.block);
        let free = (capacity as u64).saturating_sub(self.shared_memory);
        Limits {
            warps: match self.warps.checked_div(block.warps) {
                Some(blocks) => blocks,
                None => 0,
            },
            registers: match alone.registers {
                Some(_) => Some(self.blocks_by_registers(block)),
                None => None,
            },
            shared_memory: match (alone.shared_memory, free.checked_div(block.shared_memory)) {
                (Some(_), Some(blocks)) => Some(blocks as u32),
                (limit, _) => limit,
            },
            block_slots: self.block_slots,
            barriers: match (alone.barriers, self.barriers.checked_div(block.barriers)) {
                (Some(_), Some(blocks)) => Some(blocks),
                (limit, _) => limit,
            },
            virtual_resources: match (
                alone.virtual_resources,
                self.virtual_resources.checked_div(block.virtual_resources),
            ) {
                (Some(_), Some(blocks)) => Some(blocks),
                (limit, _) => limit,
            },
        }
    }

    const fn blocks_by_registers(&self, block: &Block) -> u32 {
        let mut warps = 0_u32;
        let mut part = 0;
        while part < self.sub_partitions as usize {
            if let Some(fit) = self.registers[part].checked_div(block.registers_per_warp) {
                warps = warps.saturating_add(fit);
            }
            part += 1;
        }
        match warps.checked_div(block.warps) {
            Some(blocks) => blocks,
            None => 0,
        }
    }

    /// Places one block, which fits according to [`limits`](Self::limits); returns the sub-partitions of its
    /// warps.
    pub(super) const fn take(&mut self, block: &Block) -> Dealt {
        let mut dealt = [0; SUB_PARTITIONS];
        let mut warp = 0;
        while warp < block.warps {
            let (mut most, mut part) = (0, 1);
            while part < self.sub_partitions as usize {
                if self.registers[part] > self.registers[most] {
                    most = part;
                }
                part += 1;
            }
            self.registers[most] = self.registers[most].saturating_sub(block.registers_per_warp);
            dealt[most] += 1;
            warp += 1;
        }
        self.warps = self.warps.saturating_sub(block.warps);
        self.block_slots = self.block_slots.saturating_sub(1);
        self.shared_memory = self.shared_memory.saturating_add(block.shared_memory);
        self.barriers = self.barriers.saturating_sub(block.barriers);
        self.virtual_resources = self
            .virtual_resources
            .saturating_sub(block.virtual_resources);
        dealt
    }

    /// Gives back a block that was taken.
    pub(super) const fn give_back(&mut self, block: &Block, dealt: Dealt) {
        let mut part = 0;
        while part < SUB_PARTITIONS {
            let registers = block.registers_per_warp.saturating_mul(dealt[part] as u32);
            self.registers[part] = self.registers[part].saturating_add(registers);
            part += 1;
        }
        self.warps = self.warps.saturating_add(block.warps);
        self.block_slots = self.block_slots.saturating_add(1);
        self.shared_memory = self.shared_memory.saturating_sub(block.shared_memory);
        self.barriers = self.barriers.saturating_add(block.barriers);
        self.virtual_resources = self
            .virtual_resources
            .saturating_add(block.virtual_resources);
    }
}

impl Occupancy {
    /// The occupancy of `kernel` on one SM of `compute_capability`, beside resident blocks of other
    /// kernels: each kernel with the number of its blocks.
    ///
    /// [`blocks_per_sm`](Self::blocks_per_sm) and the limits are those of `kernel` in the room that the
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
    /// [`InvalidKernel`] if a block has no threads, a carve-out is over 100 percent, or there are more
    /// resident blocks than an SM holds.
    ///
    /// ```
    /// use occupancy_core::{Kernel, Occupancy, Resource, compute_capabilities::SM_90};
    ///
    /// let matrix = Kernel::new((256, 1, 1), 64);
    /// let copy = Kernel::new((128, 1, 1), 32).with_dynamic_shared_memory(100 * 1024);
    ///
    /// let beside = Occupancy::beside(&SM_90, &copy, &[(matrix, 3)])?;
    /// assert_eq!(beside.blocks_per_sm, 2);
    /// assert!(beside.binds(Resource::SharedMemory));
    ///
    /// // Four blocks of the other kernel have all registers.
    /// let beside = Occupancy::beside(&SM_90, &copy, &[(matrix, 4)])?;
    /// assert_eq!(beside.blocks_per_sm, 0);
    /// # Ok::<(), occupancy_core::model::InvalidKernel>(())
    /// ```
    pub const fn beside(
        compute_capability: &ComputeCapability,
        kernel: &Kernel,
        resident: &[(Kernel, u32)],
    ) -> Result<Self, InvalidKernel> {
        let demand = match Demand::new(compute_capability, kernel) {
            Ok(demand) => demand,
            Err(invalid) => return Err(invalid),
        };
        let mut capacity = demand.occupancy.shared_memory_per_sm;
        let mut left = resident;
        while let [(other, _), others @ ..] = left {
            match Self::new(compute_capability, other) {
                Ok(other) if other.shared_memory_per_sm > capacity => {
                    capacity = other.shared_memory_per_sm;
                }
                Ok(_) => {}
                Err(invalid) => return Err(invalid),
            }
            left = others;
        }
        let mut room = Room::empty(compute_capability);
        let mut left = resident;
        while let [(other, blocks), others @ ..] = left {
            let other = match Demand::new(compute_capability, other) {
                Ok(other) => other,
                Err(invalid) => return Err(invalid),
            };
            let mut count = 0;
            while count < *blocks {
                if room.limits(&other, capacity).least() == 0 {
                    return Err(InvalidKernel::Resident {
                        blocks: *blocks,
                        fit: count,
                    });
                }
                room.take(&other.block);
                count += 1;
            }
            left = others;
        }
        let limits = if demand.occupancy.blocks_per_sm == 0 {
            // It does not even fit alone.
            demand.occupancy.limits
        } else {
            room.limits(&demand, capacity)
        };
        Ok(Self {
            blocks_per_sm: limits.least(),
            limits,
            shared_memory_per_sm: capacity,
            ..demand.occupancy
        })
    }
}
