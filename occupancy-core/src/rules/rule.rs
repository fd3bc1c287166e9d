//! The list of rules. Everything else about a rule is in the file of its family.

use super::about::About;
use super::advice::{Advice, Nearest};
use super::{
    barriers, block, cluster, compiled, grid, latency, named_gpus, registers, residency, share,
    shared_memory, tail, tile,
};
use crate::gpu::Arch;
use crate::kernel::{Argument, Arguments, Change, Configuration, Kernel};
use crate::text::Message;

/// A rule that a configuration can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// No dimension of the block is zero.
    EmptyBlock,
    /// At most 1024, 1024 and 64 threads in x, y and z.
    BlockDimension,
    /// At most 1024 threads per block.
    ThreadsPerBlock,
    /// Threads come in whole warps, unless a partial warp is allowed.
    PartialWarp,
    /// 1 to 255 registers per thread.
    RegistersPerThread,
    /// The registers of one block fit the register file.
    RegisterFile,
    /// At most 48 KiB of static shared memory, or what a block can opt in to for a target such as `sm_90a`. What
    /// compiled code declares has compiled.
    StaticSharedMemory,
    /// Static and dynamic shared memory fit what a block may opt in to.
    SharedMemory,
    /// At most 16 named barriers.
    Barriers,
    /// A carve-out is at most 100 percent.
    Carveout,
    /// A grid is within the limits of each axis.
    GridDimension,
    /// The demanded blocks are resident.
    MinBlocks,
    /// No more blocks are resident than are accepted.
    MaxBlocks,
    /// The demanded occupancy is reached.
    MinOccupancy,
    /// The demanded tail efficiency is reached.
    TailEfficiency,
    /// Tail efficiency needs an SM count: a device, not a compute capability.
    TailWithoutDevice,
    /// Tail efficiency needs a grid.
    TailWithoutGrid,
    /// At least one block is demanded.
    ZeroMinBlocks,
    /// At least one block is accepted.
    ZeroMaxBlocks,
    /// Some occupancy is demanded.
    ZeroMinOccupancy,
    /// No more than full occupancy is demanded.
    MinOccupancyOverOne,
    /// Some tail efficiency is demanded.
    ZeroTailEfficiency,
    /// No more than full tail efficiency is demanded.
    TailEfficiencyOverOne,
    /// A grid has blocks.
    EmptyGrid,
    /// A thread works on at least one element.
    ZeroItemsPerThread,
    /// The virtual resources of one block fit the SM.
    VirtualResources,
    /// At least one GPU is named.
    NoArch,
    /// The GPU has clusters: compute capability 9.0 and later.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters; the PTX ISA has
    /// `.reqnctapercluster` from `sm_90`.
    ClusterUnsupported,
    /// No dimension of the cluster is zero.
    EmptyCluster,
    /// At most 8 blocks per cluster, or the most that NVIDIA documents for the compute capability: 16 on
    /// 9.0 and 10.0.
    ///
    /// If NVIDIA documents no size over 8, none is accepted: `cudaOccupancyMaxPotentialClusterSize`
    /// reports it on the GPU. Not checked: a GPU or a MIG instance with fewer than 8 SMs takes fewer
    /// blocks, but NVIDIA does not document how many.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters; Hopper Tuning Guide (H100:
    /// 16) and Blackwell Tuning Guide (B200: 16).
    ClusterSize,
    /// A cluster is resident: the SMs of the GPU hold all of its blocks at once. If they certainly do
    /// not, no launch succeeds; [`Configuration::resident_clusters_at_most`] has the bound.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters ("co-scheduled on a GPU
    /// Processing Cluster (GPC)").
    ResidentCluster,
    /// A grid is made of whole clusters: each dimension a multiple of the cluster's.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters.
    ClusterGrid,
    /// There is code that the GPU runs: see [`Compiled::runs_on`](crate::Compiled::runs_on). A function
    /// is loaded on a GPU that the configuration names.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Binary Compatibility.
    CompiledArchitecture,
    /// The machine code uses no more registers than declared.
    CompiledRegisters,
    /// The code uses no more static shared memory than declared.
    CompiledStaticSharedMemory,
    /// The code uses no more named barriers than declared.
    CompiledBarriers,
    /// The block is within the launch bounds that the code was compiled for: a launch with more threads
    /// fails.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Launch Bounds.
    CompiledMaxBlock,
    /// The block is what the code was compiled for with `__block_size__` or `.reqntid`: a launch with
    /// another fails.
    ///
    /// Source: PTX ISA 9.1, 11.4.3 `.reqntid`.
    CompiledRequiredBlock,
    /// The cluster is what the code was compiled for, and within its `.maxclusterrank`.
    ///
    /// Source: PTX ISA 9.1, 11.7 Cluster Dimension Directives.
    CompiledCluster,
    /// The GPU that the function is loaded on has as many SMs as the named device.
    LoadedSmCount,
    /// The function is allowed the dynamic shared memory of a launch; otherwise the launch fails.
    ///
    /// Source: CUDA Driver API 13.0, `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`: if a launch asks
    /// for more, "the launch will fail".
    LoadedDynamicSharedMemory,
    /// As many blocks of the compiled kernel are resident per SM as the configuration counts.
    ///
    /// For a loaded function, the driver reports the number; for other code, only a check at run time
    /// counts and compares it.
    CompiledBlocksPerSm,
    /// A share of a GPU has at least one of its SMs, and at most all.
    SmShare,
    /// A latency to hide takes at least one cycle.
    ZeroLatency,
    /// A warp issues at least one instruction before it waits.
    ZeroInstructions,
    /// The resident warps hide the stated latency: see [`LatencyHiding`](crate::model::LatencyHiding).
    HiddenLatency,
    /// A thread has at least one byte in flight.
    ZeroBytesInFlight,
    /// The latency and the bandwidth of the GPU's memory are known.
    UnknownMemoryLatency,
    /// The resident warps have as many bytes in flight as the memory of the GPU needs: see
    /// [`BytesInFlight`](crate::model::BytesInFlight).
    BytesInFlight,
    /// The extents of a tile are 1 to 65,536.
    TileExtent,
    /// The elements of a tile's operands have at least one byte.
    TileElement,
    /// A block can have the shared memory that the operands of its tile take.
    TileOperands,
    /// The stated shared memory holds the operands of the tile.
    TileSharedMemory,
    /// A thread can have the registers that the accumulators of the tile take, and the extra ones: 255,
    /// and fewer if the register file does not hold 255 for every thread of the block.
    TileAccumulators,
    /// The stated registers hold the accumulators of the tile, and the extra registers.
    TileRegisters,
    /// Tensor memory holds the accumulators that are kept there: see
    /// [`TensorMemory`](crate::model::TensorMemory).
    TileTensorMemory,
    /// A product has elements, and fewer than 2^64 in its tiles.
    TileProblem,
    /// A stated grid has a block for each tile of the product.
    TileGrid,
}

/// Rules about the same arguments: a file each.
enum Family {
    NamedGpus,
    Block,
    Registers,
    SharedMemory,
    Barriers,
    Residency,
    Grid,
    Cluster,
    Tail,
    Compiled,
    Share,
    Latency,
    Tile,
}

impl Rule {
    /// All rules, in the order in which violations are reported.
    pub const ALL: [Self; 58] = [
        Self::NoArch,
        Self::SmShare,
        Self::CompiledArchitecture,
        Self::LoadedSmCount,
        Self::EmptyBlock,
        Self::BlockDimension,
        Self::ThreadsPerBlock,
        Self::PartialWarp,
        Self::CompiledRequiredBlock,
        Self::CompiledMaxBlock,
        Self::CompiledRegisters,
        Self::CompiledStaticSharedMemory,
        Self::LoadedDynamicSharedMemory,
        Self::CompiledBarriers,
        Self::CompiledCluster,
        Self::CompiledBlocksPerSm,
        Self::RegistersPerThread,
        Self::RegisterFile,
        Self::StaticSharedMemory,
        Self::SharedMemory,
        Self::Barriers,
        Self::VirtualResources,
        Self::Carveout,
        Self::TileExtent,
        Self::TileElement,
        Self::TileOperands,
        Self::TileSharedMemory,
        Self::TileAccumulators,
        Self::TileRegisters,
        Self::TileTensorMemory,
        Self::TileProblem,
        Self::TileGrid,
        Self::ClusterUnsupported,
        Self::EmptyCluster,
        Self::ClusterSize,
        Self::ResidentCluster,
        Self::ZeroMinBlocks,
        Self::MinBlocks,
        Self::ZeroMaxBlocks,
        Self::MaxBlocks,
        Self::ZeroMinOccupancy,
        Self::MinOccupancyOverOne,
        Self::MinOccupancy,
        Self::ZeroLatency,
        Self::ZeroInstructions,
        Self::HiddenLatency,
        Self::UnknownMemoryLatency,
        Self::ZeroBytesInFlight,
        Self::BytesInFlight,
        Self::EmptyGrid,
        Self::ZeroItemsPerThread,
        Self::GridDimension,
        Self::ClusterGrid,
        Self::ZeroTailEfficiency,
        Self::TailEfficiencyOverOne,
        Self::TailWithoutGrid,
        Self::TailWithoutDevice,
        Self::TailEfficiency,
    ];

    const fn family(self) -> Family {
        match self {
            Self::NoArch => Family::NamedGpus,
            Self::EmptyBlock | Self::BlockDimension | Self::ThreadsPerBlock | Self::PartialWarp => {
                Family::Block
            }
            Self::RegistersPerThread | Self::RegisterFile => Family::Registers,
            Self::StaticSharedMemory | Self::SharedMemory | Self::Carveout => Family::SharedMemory,
            Self::Barriers | Self::VirtualResources => Family::Barriers,
            Self::ZeroMinBlocks
            | Self::MinBlocks
            | Self::ZeroMaxBlocks
            | Self::MaxBlocks
            | Self::ZeroMinOccupancy
            | Self::MinOccupancyOverOne
            | Self::MinOccupancy => Family::Residency,
            Self::EmptyGrid | Self::ZeroItemsPerThread | Self::GridDimension => Family::Grid,
            Self::ClusterUnsupported
            | Self::EmptyCluster
            | Self::ClusterSize
            | Self::ResidentCluster
            | Self::ClusterGrid => Family::Cluster,
            Self::ZeroTailEfficiency
            | Self::TailEfficiencyOverOne
            | Self::TailWithoutGrid
            | Self::TailWithoutDevice
            | Self::TailEfficiency => Family::Tail,
            Self::CompiledArchitecture
            | Self::CompiledRequiredBlock
            | Self::CompiledMaxBlock
            | Self::CompiledRegisters
            | Self::CompiledStaticSharedMemory
            | Self::CompiledBarriers
            | Self::CompiledCluster
            | Self::LoadedSmCount
            | Self::LoadedDynamicSharedMemory
            | Self::CompiledBlocksPerSm => Family::Compiled,
            Self::SmShare => Family::Share,
            Self::ZeroLatency
            | Self::ZeroInstructions
            | Self::HiddenLatency
            | Self::ZeroBytesInFlight
            | Self::UnknownMemoryLatency
            | Self::BytesInFlight => Family::Latency,
            Self::TileExtent
            | Self::TileElement
            | Self::TileOperands
            | Self::TileSharedMemory
            | Self::TileAccumulators
            | Self::TileRegisters
            | Self::TileTensorMemory
            | Self::TileProblem
            | Self::TileGrid => Family::Tile,
        }
    }

    const fn about(self, configuration: &Configuration<'_>) -> About {
        match self.family() {
            Family::NamedGpus => named_gpus::about(),
            Family::Block => block::about(self),
            Family::Registers => registers::about(self),
            Family::SharedMemory => shared_memory::about(self, configuration),
            Family::Barriers => barriers::about(self),
            Family::Residency => residency::about(self),
            Family::Grid => grid::about(self, configuration),
            Family::Cluster => cluster::about(self, configuration),
            Family::Tail => tail::about(self, configuration),
            Family::Compiled => compiled::about(self, configuration),
            Family::Share => share::about(),
            Family::Latency => latency::about(self),
            Family::Tile => tile::about(self, configuration),
        }
    }

    /// What is known about the rule for any configuration.
    const fn about_any(self) -> About {
        self.about(&Configuration::new(&[], Kernel::new((1, 1, 1), 1)))
    }

    /// The stable code that a message starts with.
    pub const fn code(self) -> &'static str {
        self.about_any().code
    }

    /// Whether the rule is the same on every GPU, so that breaking it needs no GPU to be named.
    /// [`Rule::ClusterGrid`] is the same on every GPU that has clusters.
    pub const fn is_common_to_all_archs(self) -> bool {
        self.about_any().is_common_to_all_archs
    }

    /// Whether the rule is about only the compiled kernel.
    pub const fn concerns_compiled_kernel(self) -> bool {
        matches!(self.family(), Family::Compiled)
    }

    /// The argument whose value breaks the rule.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        self.about(configuration).argument
    }

    /// The arguments that decide whether `configuration` breaks the rule.
    pub const fn reads(self, configuration: &Configuration<'_>) -> Arguments {
        self.about(configuration).reads
    }

    /// The headline: what was asked for, and what there is.
    pub(super) const fn headline<'m>(
        self,
        out: &'m mut Message,
        configuration: &Configuration<'_>,
        arch: &Arch,
    ) -> &'m mut Message {
        match self.family() {
            Family::NamedGpus => named_gpus::headline(out),
            Family::Block => block::headline(out, configuration, self, arch),
            Family::Registers => registers::headline(out, configuration, self, arch),
            Family::SharedMemory => shared_memory::headline(out, configuration, self, arch),
            Family::Barriers => barriers::headline(out, configuration, self, arch),
            Family::Residency => residency::headline(out, configuration, self, arch),
            Family::Grid => grid::headline(out, configuration, self),
            Family::Cluster => cluster::headline(out, configuration, self, arch),
            Family::Tail => tail::headline(out, configuration, self, arch),
            Family::Compiled => compiled::headline(out, configuration, self, arch),
            Family::Share => share::headline(out, configuration, arch),
            Family::Latency => latency::headline(out, configuration, self, arch),
            Family::Tile => tile::headline(out, configuration, self, arch),
        }
    }

    /// The numbers that decide, if the headline does not have them.
    pub(super) const fn detail<'m>(
        self,
        out: &'m mut Message,
        configuration: &Configuration<'_>,
        arch: &Arch,
    ) -> &'m mut Message {
        match self.family() {
            Family::Registers => registers::detail(out, configuration, self, arch),
            Family::SharedMemory => shared_memory::detail(out, configuration, self, arch),
            Family::Residency => residency::detail(out, configuration, self, arch),
            Family::Cluster => cluster::detail(out, configuration, self, arch),
            Family::Tail => tail::detail(out, configuration, self, arch),
            Family::Latency => latency::detail(out, configuration, self, arch),
            Family::Tile => tile::detail(out, configuration, self),
            Family::NamedGpus
            | Family::Block
            | Family::Barriers
            | Family::Grid
            | Family::Compiled
            | Family::Share => out,
        }
    }

    /// The numbers that decide on one more GPU of a list, in a few words; none for a rule whose numbers
    /// the headline has.
    pub(super) const fn figure<'m>(
        self,
        out: &'m mut Message,
        configuration: &Configuration<'_>,
        arch: &Arch,
    ) -> &'m mut Message {
        match self.family() {
            Family::SharedMemory => shared_memory::figure(out, configuration, self, arch),
            Family::Residency => residency::figure(out, configuration, self, arch),
            Family::Cluster => cluster::figure(out, configuration, self, arch),
            Family::Tail => tail::figure(out, configuration, self, arch),
            Family::Latency => latency::figure(out, configuration, self, arch),
            Family::Tile => tile::figure(out, configuration, self, arch),
            Family::NamedGpus
            | Family::Block
            | Family::Registers
            | Family::Barriers
            | Family::Grid
            | Family::Compiled
            | Family::Share => out,
        }
    }

    /// The values that keep the rule.
    pub(super) const fn passing(self, nearest: &Nearest<'_>) -> Advice {
        match self.family() {
            // Without a GPU, there is nothing to suggest.
            Family::NamedGpus => Advice::NONE,
            Family::Block => block::passing(nearest),
            Family::Registers => registers::passing(nearest),
            Family::SharedMemory => shared_memory::passing(nearest),
            Family::Barriers => barriers::passing(nearest),
            Family::Residency => residency::passing(nearest),
            Family::Grid => grid::passing(nearest),
            Family::Cluster => cluster::passing(nearest),
            Family::Tail => tail::passing(nearest),
            Family::Compiled => compiled::passing(nearest),
            Family::Share => share::passing(nearest),
            Family::Latency => latency::passing(nearest),
            Family::Tile => tile::passing(nearest),
        }
    }

    /// What a change that keeps the rule does, in a few words.
    pub(super) const fn effect<'m>(
        self,
        out: &'m mut Message,
        configuration: &Configuration<'_>,
        change: Change,
        is_first: bool,
    ) -> &'m mut Message {
        match self.family() {
            Family::Block => block::effect(out, self, change),
            Family::Registers => registers::effect(out, self),
            Family::SharedMemory => shared_memory::effect(out, configuration, self, change),
            Family::Residency => residency::effect(out, configuration, self, change, is_first),
            Family::Grid => grid::effect(out, configuration, self, change),
            Family::Cluster => cluster::effect(out, configuration, self, change, is_first),
            Family::Tail => tail::effect(out, configuration, self, change),
            Family::Compiled => compiled::effect(out, self, change),
            Family::Share => share::effect(out, change),
            Family::Latency => latency::effect(out, configuration, self, change),
            Family::Tile => tile::effect(out, self, change),
            Family::NamedGpus | Family::Barriers => out.text(" passes"),
        }
    }
}
