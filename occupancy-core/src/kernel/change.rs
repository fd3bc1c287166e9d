//! One change to a configuration.

use super::{Accumulator, Argument, Carveout, Configuration, Grid, LatencyDemand};
use crate::gpu::Device;
use crate::text::Ratio;

/// One change to a configuration, in terms of the attribute's arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// `regs = …`
    Registers(u32),
    /// `threads = …`
    Threads((u32, u32, u32)),
    /// `smem = …`
    DynamicSharedMemory(u32),
    /// `static_smem = …`
    StaticSharedMemory(u32),
    /// `regs = …, smem = …`
    RegistersAndDynamicSharedMemory(u32, u32),
    /// `static_smem = 0, smem = …`
    DynamicInsteadOfStatic(u32),
    /// `barriers = …`
    Barriers(u32),
    /// `carveout = …`
    Carveout(u32),
    /// `grid = …`
    Grid((u32, u32, u32)),
    /// `elements = …`
    Elements(u64),
    /// `items_per_thread = …`
    ItemsPerThread(u32),
    /// `allow(partial_warp)`
    AllowPartialWarp,
    /// `min_blocks = …`
    MinBlocks(u32),
    /// `max_blocks = …`
    MaxBlocks(u32),
    /// `min_occupancy = …`
    MinOccupancy(Ratio),
    /// `tail_efficiency = …`
    TailEfficiency(Ratio),
    /// `hides(…)`
    Hides(LatencyDemand),
    /// Leave `hides` out.
    NoHides,
    /// Leave `min_occupancy` out.
    NoMinOccupancy,
    /// Leave `tail_efficiency` out.
    NoTailEfficiency,
    /// `arch = …`: a device of the same compute capability.
    Device(Device),
    /// `cluster = …`
    Cluster((u32, u32, u32)),
    /// Leave `cluster` out.
    NoCluster,
    /// `sms = …`
    Sms(u32),
    /// `m = …`, or another integer of `tile(…)`.
    Tile(Argument, u32),
    /// `accumulator = …` of `tile(…)`
    Accumulator(Accumulator),
    /// `problem = …` of `tile(…)`
    Problem((u32, u32)),
    /// Leave `tile` out.
    NoTile,
}

impl Change {
    /// The configuration with the change made; for [`Change::Device`], which replaces a GPU of a
    /// list that the configuration only borrows, the configuration as it is.
    #[must_use = "returns the changed configuration"]
    pub const fn apply<'a>(self, configuration: &Configuration<'a>) -> Configuration<'a> {
        let same = *configuration;
        let kernel = configuration.kernel;
        match self {
            Self::Registers(registers) => same.with_kernel(kernel.with_registers(registers)),
            Self::Threads(block_dim) => same.with_block_dim(block_dim),
            Self::DynamicSharedMemory(bytes) => same.with_dynamic_shared_memory(bytes),
            Self::StaticSharedMemory(bytes) => {
                same.with_kernel(kernel.with_static_shared_memory(bytes))
            }
            Self::RegistersAndDynamicSharedMemory(registers, bytes) => same.with_kernel(
                kernel
                    .with_registers(registers)
                    .with_dynamic_shared_memory(bytes),
            ),
            Self::DynamicInsteadOfStatic(bytes) => same.with_kernel(
                kernel
                    .with_static_shared_memory(0)
                    .with_dynamic_shared_memory(bytes),
            ),
            Self::Barriers(barriers) => same.with_kernel(kernel.with_barriers(barriers)),
            Self::Carveout(percent) => {
                same.with_kernel(kernel.with_carveout(Carveout::Percent(percent)))
            }
            Self::Grid(dims) => same.with_grid(Some(Grid::Blocks(dims))),
            Self::Elements(elements) => same.with_grid(Some(Grid::Elements(elements))),
            Self::ItemsPerThread(items) => same.with_items_per_thread(items),
            Self::AllowPartialWarp => same.with_partial_warp_allowed(true),
            Self::MinBlocks(blocks) => same.with_min_blocks(blocks),
            Self::MaxBlocks(blocks) => same.with_max_blocks(blocks),
            Self::Hides(demand) => same.with_hides(Some(demand)),
            Self::NoHides => same.with_hides(None),
            Self::MinOccupancy(ratio) => same.with_min_occupancy(ratio),
            Self::TailEfficiency(ratio) => same.with_tail_efficiency(Some(ratio)),
            Self::NoMinOccupancy => {
                let mut changed = same;
                changed.min_occupancy = None;
                changed
            }
            Self::NoTailEfficiency => same.with_tail_efficiency(None),
            Self::Device(_) => same,
            Self::Cluster(dims) => same.with_kernel(kernel.with_cluster_dim(Some(dims))),
            Self::NoCluster => same.with_kernel(kernel.with_cluster_dim(None)),
            Self::Sms(sms) => same.with_sms(Some(sms)),
            Self::Tile(..) | Self::Accumulator(_) | Self::Problem(_) => {
                self.apply_to_tile(configuration)
            }
            Self::NoTile => same.without_tile(),
        }
    }

    const fn apply_to_tile<'a>(self, configuration: &Configuration<'a>) -> Configuration<'a> {
        let Some(mut tile) = configuration.tile else {
            return *configuration;
        };
        match self {
            Self::Tile(argument, number) => match argument {
                Argument::TileRows => tile.m = number,
                Argument::TileColumns => tile.n = number,
                Argument::TileDepth => tile.k = number,
                Argument::Stages => tile.stages = number,
                Argument::ElementOfA => tile.a_bytes = number,
                Argument::ElementOfB => tile.b_bytes = number,
                Argument::ExtraRegisters => tile.extra_registers = number,
                _ => {}
            },
            Self::Accumulator(accumulator) => tile.accumulator = accumulator,
            Self::Problem(problem) => tile.problem = Some(problem),
            _ => {}
        }
        configuration.with_tile(Some(tile))
    }

    /// The same change to another number: the last, of those that have several.
    pub(crate) const fn with_number(self, number: u32) -> Self {
        match self {
            Self::Registers(_) => Self::Registers(number),
            Self::DynamicSharedMemory(_) => Self::DynamicSharedMemory(number),
            Self::StaticSharedMemory(_) => Self::StaticSharedMemory(number),
            Self::RegistersAndDynamicSharedMemory(registers, _) => {
                Self::RegistersAndDynamicSharedMemory(registers, number)
            }
            Self::Barriers(_) => Self::Barriers(number),
            Self::Tile(argument, _) => Self::Tile(argument, number),
            other => other,
        }
    }
}
