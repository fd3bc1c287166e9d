//! The table of rules, a row each. The file of its family says when a rule is broken, and in which words.

#[macro_use]
mod warnings;

use Argument::{
    Accumulator, Arch, Barriers, BytesInFlight, Carveout, Cluster, Cooperative, Cubin, Cycles,
    DynamicSharedMemory, ElementOfA, ElementOfB, Elements, ExtraRegisters, Grid, Hides, Hsaco,
    Instructions, Intent, ItemsPerThread, MaxBlocks, MinBlocks, MinOccupancy, Packed, Problem, Ptx,
    Registers, Setmaxnreg, Sgprs, Sms, Stages, StaticSharedMemory, TailEfficiency, Threads,
    ThreadsPerItem, Tile, TileColumns, TileDepth, TileRows, Vgprs,
};

use crate::gpu::Vendor;
use crate::kernel::{self, Argument, Arguments, Configuration};
use crate::set::set;

/// The arguments that decide the shared memory of a block.
const SHARED_MEMORY: Arguments = of(&[StaticSharedMemory, DynamicSharedMemory]);

/// The arguments that decide how many blocks one SM holds.
const RESIDENCY: Arguments =
    of(&[Arch, Threads, Registers, Vgprs, Sgprs, Barriers, Carveout]).union(SHARED_MEMORY);

/// All of `hides(…)`: a help for one of its numbers states the others, too.
const HIDES: Arguments = Argument::OF_HIDES;

/// The arguments that decide which code a GPU runs.
const CODE: Arguments = Argument::FILES.with(Arch);

const EXTENTS: Arguments = of(&Argument::TILE_EXTENTS);

/// The arguments that decide how much shared memory the operands of a tile take.
const OPERANDS: Arguments = kernel::Tile::OPERANDS.with(Arch);

/// The arguments that decide how many registers per thread the accumulators of a tile take.
const ACCUMULATORS: Arguments = EXTENTS.union(of(&[Arch, Threads, Accumulator, ExtraRegisters]));

const fn of(arguments: &[Argument]) -> Arguments {
    Arguments::of(arguments)
}

defaults! {
    /// The part of a rule that is the same for every configuration.
    pub(super) struct Row {
        code: &'static str = "",
        /// The arguments whose values can break the rule. If they are several, its family says which one does.
        pub(super) blamed: &'static [Argument] = &[],
        /// The arguments that decide whether it is broken.
        reads: Arguments = Arguments::NONE,
        /// Set if the arguments that make a grid of elements decide, too.
        is_of_grid: bool = false,
        /// Set if the figure that decides is the same on every GPU of NVIDIA in the tables.
        pub(super) is_common: bool = false,
        /// The argument that can be left out if nothing else keeps the rule.
        pub(super) optional: Option<Argument> = None,
        /// The name of a warning; empty for a rule that refuses.
        pub(super) name: &'static str = "",
        /// Set if a warning is on unless it is allowed.
        pub(super) is_default: bool = true,
    }

    /// A rule that refuses and reads nothing.
    const USUAL;
}

impl Row {
    /// A rule that reads what it blames.
    const fn new(blamed: &'static [Argument]) -> Self {
        Self {
            blamed,
            reads: of(blamed),
            ..Self::USUAL
        }
    }

    /// Makes the rule read these arguments, too.
    const fn reading(mut self, arguments: Arguments) -> Self {
        self.reads = self.reads.union(arguments);
        self
    }

    /// Makes a figure decide that is the same on every GPU of NVIDIA in the tables, but may differ on others, and on a GPU
    /// of the program.
    const fn by_common_figure(mut self) -> Self {
        self.is_common = true;
        self.reading(of(&[Arch]))
    }

    /// Makes the rule read the grid: a small one has fewer blocks than fit.
    const fn by_grid(mut self) -> Self {
        self.is_of_grid = true;
        self.reading(Argument::OF_GRID)
    }

    /// Names an argument that can be left out if nothing else keeps the rule.
    const fn or_without(mut self, argument: Argument) -> Self {
        self.optional = Some(argument);
        self
    }

    /// Makes the rule only warn.
    const fn warning(mut self, name: &'static str) -> Self {
        self.name = name;
        self.reading(of(&[Arch]))
    }

    /// Makes a warning silent unless it is turned on.
    const fn on_demand(mut self) -> Self {
        self.is_default = false;
        self
    }
}

macro_rules! rules {
    (
        refusals { $($(#[$docs:meta])* $refusal:ident $code:ident $case:literal = $row:expr,)+ }
        warnings { $($(#[$lint_docs:meta])* $lint:ident $name:ident $lint_code:ident $lint_case:literal = $lint_row:expr => $note:literal,)+ }
    ) => {
        /// A rule that a configuration can break. Most of them [refuse](Self::ALL) it; a [`Lint`] only warns.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $($(#[$docs])* $refusal,)+
            $($(#[$lint_docs])* $lint,)+
        }

        impl Rule {
            /// The rules that refuse a configuration, in the order in which violations are reported.
            pub const ALL: [Self; [$(Self::$refusal),+].len()] = [$(Self::$refusal),+];

            pub(super) const fn row(self) -> &'static Row {
                match self {
                    $(Self::$refusal => const { &Row { code: stringify!($code), ..$row } },)+
                    $(Self::$lint => const { &Row { code: stringify!($lint_code), ..$lint_row.warning(stringify!($name)) } },)+
                }
            }
        }

        /// A rule that only warns about a configuration that passes its check. `allow(…)`, `warn(…)` and `deny(…)` name
        /// it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Lint {
            $($(#[$lint_docs])* $lint,)+
        }

        impl Lint {
            /// All lints.
            pub const ALL: [Self; [$(Self::$lint),+].len()] = [$(Self::$lint),+];

            /// The lint as a rule.
            pub const fn rule(self) -> Rule {
                match self {
                    $(Self::$lint => Rule::$lint,)+
                }
            }
        }
    };
}

/// Calls the macro `$with` with the rows of the rules that refuse, after its other input.
///
/// A row has, in turn: the documentation; the variant; the code; the case of `tests/ui` that is the example on the
/// code's page; and the `Row`.
#[doc(hidden)]
#[macro_export]
macro_rules! __refusals {
    ($with:ident $($given:tt)*) => { $with! { $($given)* refusals {
        /// At least one GPU is named.
        NoArch OCC023 "rustc/check-no-gpu" = Row::new(&[Arch]),
        /// A share of a GPU has at least one of its SMs, and at most all.
        SmShare OCC046 "share/more-than-all" = Row::new(&[Sms]).reading(of(&[Arch])),
        /// There is code that the GPU runs: see [`Compiled::runs_on`](crate::Compiled::runs_on). A function
        /// is loaded on a GPU that the configuration names.
        ///
        /// Sources: CUDA C++ Programming Guide 13.0, Binary Compatibility; LLVM, User Guide for AMDGPU Backend, Generic
        /// Processors, and Target Features for the modes of RDNA.
        CompiledArchitecture OCC035 "cubin/other-architecture" = Row::new(&[Cubin, Ptx, Hsaco, Arch]),
        /// The GPU that the function is loaded on has as many SMs as the named device.
        LoadedSmCount OCC043 "rustc/check-sm-count-of-the-gpu" = Row::new(&[Arch]).reading(CODE),
        /// No dimension of the block is zero.
        EmptyBlock OCC001 "block/zero-threads" = Row::new(&[Threads]),
        /// At most 1024, 1024 and 64 threads in x, y and z, or 1024 in each on AMD.
        BlockDimension OCC002 "block/z-over-64" = Row::new(&[Threads]).by_common_figure(),
        /// At most 1024 threads per block.
        ThreadsPerBlock OCC003 "block/threads-over-1024" = Row::new(&[Threads]).by_common_figure(),
        /// Threads come in whole warps, unless a partial warp is allowed.
        PartialWarp OCC004 "block/partial-warp" = Row::new(&[Threads]).by_common_figure(),
        /// The block is what the code was compiled for with `__block_size__` or `.reqntid`: a launch with
        /// another fails.
        ///
        /// Sources: PTX ISA 9.1, 11.4.3 `.reqntid`; LLVM, User Guide for AMDGPU Backend, `.reqd_workgroup_size`.
        CompiledRequiredBlock OCC034 "cubin/block-that-is-not-the-required-one" = Row::new(&[Threads]).reading(CODE),
        /// The block is within the launch bounds that the code was compiled for: a launch with more threads
        /// fails.
        ///
        /// Sources: CUDA C++ Programming Guide 13.0, Launch Bounds; LLVM, User Guide for AMDGPU Backend,
        /// `.max_flat_workgroup_size`.
        CompiledMaxBlock OCC033 "cubin/block-over-the-launch-bounds" = Row::new(&[Threads]).reading(CODE),
        /// The machine code uses no more registers than declared, of AMD no more vector and scalar ones.
        CompiledRegisters OCC030 "cubin/more-registers-than-declared" = Row::new(&[Registers, Vgprs, Sgprs]).reading(CODE),
        /// The code uses no more static shared memory than declared.
        CompiledStaticSharedMemory OCC031 "cubin/more-static-shared-memory-than-declared" = Row::new(&[StaticSharedMemory]).reading(CODE),
        /// The function is allowed the dynamic shared memory of a launch; otherwise the launch fails.
        ///
        /// Source: CUDA Driver API 13.0, `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`: if a launch asks
        /// for more, "the launch will fail".
        LoadedDynamicSharedMemory OCC044 "rustc/check-unprepared-function" = Row::new(&[DynamicSharedMemory]).reading(CODE),
        /// The code uses no more named barriers than declared.
        CompiledBarriers OCC032 "cubin/more-barriers-than-declared" = Row::new(&[Barriers]).reading(CODE),
        /// The cluster is what the code was compiled for, and within its `.maxclusterrank`.
        ///
        /// Source: PTX ISA 9.1, 11.7 Cluster Dimension Directives.
        CompiledCluster OCC036 "cubin/cluster-that-is-not-declared" = Row::new(&[Cluster, Cubin, Ptx, Arch]),
        /// The grid of a launch counts blocks: a kernel with `.blocksareclusters` counts clusters, and a launch of this
        /// configuration would run too many blocks.
        ///
        /// Source: PTX ISA 9.1, 11.8.1 `.blocksareclusters`.
        CompiledGrid OCC064 "ptx/grid-of-clusters" = Row::new(&[Cubin, Ptx, Arch]),
        /// The function is allowed a cluster of more than the portable blocks, if the launch has one; otherwise the
        /// launch fails.
        ///
        /// Source: CUDA Driver API 13.1, `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`: "1 is allowed, 0 is
        /// disallowed".
        LoadedCluster OCC065 "rustc/check-function-unprepared-for-its-cluster" = Row::new(&[Cluster]).reading(CODE),
        /// As many blocks of the compiled kernel are resident per SM as the configuration counts.
        ///
        /// For a loaded function, the driver reports the number; for other code, only a check at run time
        /// counts and compares it.
        CompiledBlocksPerSm OCC045 "rustc/check-fewer-blocks-resident" = Row::new(&[Cubin, Ptx, Arch]).reading(RESIDENCY),
        /// Each GPU has a budget of registers in the unit of its vendor.
        NoBudget OCC067 "amd/budget-of-the-other-vendor" = Row::new(&[Arch]).reading(of(&[Registers, Vgprs])),
        /// 1 to 255 registers per thread, or as many vector registers per lane as a target of AMD addresses.
        RegistersPerThread OCC005 "budget/registers-over-255" = Row::new(&[Registers, Vgprs]).by_common_figure(),
        /// The GPU has `setmaxnreg`: see [`has_setmaxnreg`](crate::Multiprocessor::has_setmaxnreg).
        NoSetmaxnreg OCC072 "split/without-setmaxnreg" = Row::new(&[Setmaxnreg]).reading(of(&[Arch])),
        /// A split states each warp group of the block, a multiple of 8 from 24 to 256 or the registers at launch, and takes at
        /// most the registers that the block entered with.
        ///
        /// Source: PTX ISA 9.0, `setmaxnreg`.
        RegisterSplit OCC073 "split/over-the-pool" = Row::new(&[Setmaxnreg]).reading(of(&[Arch, Threads, Registers])).or_without(Setmaxnreg),
        /// A wavefront of AMD has at most 108 scalar registers.
        ///
        /// Source: LLVM, `IsaInfo::getAddressableNumSGPRs` and `getNumExtraSGPRs`.
        ScalarRegisters OCC068 "amd/sgprs-over-108" = Row::new(&[Sgprs]).reading(of(&[Arch])),
        /// The registers of one block fit the register file.
        RegisterFile OCC006 "budget/register-file-below-one-block" = Row::new(&[Registers, Vgprs]).reading(of(&[Arch, Threads])),
        /// At most 48 KiB of static shared memory, or what a block can opt in to for a target such as `sm_90a`, or all LDS
        /// of a workgroup on AMD. What
        /// machine code declares has compiled; PTX is held to its target.
        StaticSharedMemory OCC007 "budget/static-smem-over-48-kib" = Row::new(&[StaticSharedMemory]).reading(CODE),
        /// Static and dynamic shared memory fit what a block may opt in to.
        SharedMemory OCC008 "budget/smem-over-opt-in" = Row::new(&[DynamicSharedMemory, StaticSharedMemory]).reading(of(&[Arch])),
        /// At most 16 named barriers, and none on most GPUs of AMD.
        Barriers OCC009 "budget/barriers-over-16" = Row::new(&[Barriers]).by_common_figure(),
        /// The virtual resources of one block fit the SM.
        VirtualResources OCC022 "rustc/check-virtual-resources" = Row::new(&[Arch]),
        /// A carve-out is at most 100 percent.
        Carveout OCC010 "budget/carveout-over-100" = Row::new(&[Carveout]),
        /// The extents of a tile are 1 to 65,536.
        TileExtent OCC055 "tile/extent-zero" = Row::new(&[TileRows, TileColumns, TileDepth]).or_without(Tile),
        /// The elements of a tile's operands have at least one byte.
        TileElement OCC056 "tile/element-of-no-bytes" = Row::new(&[ElementOfA, ElementOfB, Packed]).or_without(Tile),
        /// A block can have the shared memory that the operands of its tile take.
        TileOperands OCC057 "tile/operands-over-a-block" = Row::new(&[Stages, TileDepth]).reading(OPERANDS).or_without(Tile),
        /// The stated shared memory holds the operands of the tile.
        TileSharedMemory OCC058 "tile/operands-over-smem" =
            Row::new(&[DynamicSharedMemory, StaticSharedMemory, TileDepth]).reading(OPERANDS).or_without(Tile),
        /// A thread can have the registers that the accumulators of the tile take, and the extra ones: 255,
        /// and fewer if the register file does not hold 255 for every thread of the block.
        TileAccumulators OCC059 "tile/accumulators-over-255-registers" =
            Row::new(&[TileRows, ExtraRegisters]).reading(ACCUMULATORS).or_without(Tile),
        /// The stated registers hold the accumulators of the tile, and the extra registers.
        TileRegisters OCC060 "tile/accumulators-over-regs" = Row::new(&[Registers, Vgprs]).reading(ACCUMULATORS).or_without(Tile),
        /// Tensor memory holds the accumulators that are kept there: see
        /// [`Accumulator`](crate::kernel::Accumulator::TensorMemory).
        TileTensorMemory OCC061 "tile/tensor-memory-of-none" =
            Row::new(&[TileColumns, Accumulator]).reading(EXTENTS.with(Arch)).or_without(Tile),
        /// A product has elements, and fewer than 2^64 in its tiles.
        TileProblem OCC062 "tile/problem-without-rows" = Row::new(&[Problem]).reading(EXTENTS).or_without(Tile),
        /// A stated grid has a block for each tile of the product.
        TileGrid OCC063 "tile/grid-of-fewer-blocks" = Row::new(&[Grid, Elements]).reading(EXTENTS.with(Problem)).by_grid().or_without(Tile),
        /// The GPU has clusters: compute capability 9.0 and later.
        ///
        /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters; the PTX ISA has
        /// `.reqnctapercluster` from `sm_90`.
        ClusterUnsupported OCC024 "cluster/without-clusters" = Row::new(&[Cluster]).reading(of(&[Arch])),
        /// No dimension of the cluster is zero.
        EmptyCluster OCC025 "cluster/empty" = Row::new(&[Cluster]),
        /// At most 8 blocks per cluster, or the most that NVIDIA documents for the compute capability: 16 on
        /// 9.0 and 10.0.
        ///
        /// If NVIDIA documents no size over 8, none is accepted: `cudaOccupancyMaxPotentialClusterSize`
        /// reports it on the GPU. Not checked: a GPU or a MIG instance with fewer than 8 SMs takes fewer
        /// blocks, but NVIDIA does not document how many.
        ///
        /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters; Hopper Tuning Guide (H100:
        /// 16) and Blackwell Tuning Guide (B200: 16).
        ClusterSize OCC026 "cluster/too-large" = Row::new(&[Cluster]).reading(of(&[Arch])).or_without(Cluster),
        /// A cluster is resident: the SMs of the GPU hold all of its blocks at once. If they certainly do
        /// not, no launch succeeds; [`Configuration::resident_clusters_at_most`] has the bound.
        ///
        /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters ("co-scheduled on a GPU
        /// Processing Cluster (GPC)").
        ResidentCluster OCC040 "cluster/not-one-resident" = Row::new(&[Cluster]).reading(RESIDENCY.with(Sms)).or_without(Cluster),
        /// At least one block is demanded.
        ZeroMinBlocks OCC017 "budget/min-blocks-zero" = Row::new(&[MinBlocks]),
        /// The demanded blocks are resident.
        MinBlocks OCC012 "budget/min-blocks-bound-by-registers" = Row::new(&[MinBlocks]).reading(RESIDENCY),
        /// At least one block is accepted.
        ZeroMaxBlocks OCC050 "budget/max-blocks-zero" = Row::new(&[MaxBlocks]),
        /// No more blocks are resident than are accepted.
        MaxBlocks OCC051 "budget/max-blocks-below-what-fits" = Row::new(&[MaxBlocks]).reading(RESIDENCY),
        /// Some occupancy is demanded.
        ZeroMinOccupancy OCC041 "budget/min-occupancy-zero" = Row::new(&[MinOccupancy]),
        /// No more than full occupancy is demanded.
        MinOccupancyOverOne OCC018 "budget/min-occupancy-in-percent-without-percent-sign" = Row::new(&[MinOccupancy]),
        /// The demanded occupancy is reached.
        MinOccupancy OCC013 "budget/min-occupancy-bound-by-registers" = Row::new(&[MinOccupancy]).reading(RESIDENCY).or_without(MinOccupancy),
        /// A latency to hide takes at least one cycle.
        ZeroLatency OCC052 "latency/cycles-zero" = Row::new(&[Cycles]).reading(HIDES).or_without(Hides),
        /// A warp issues at least one instruction before it waits.
        ZeroInstructions OCC053 "latency/instructions-zero" = Row::new(&[Instructions]).reading(HIDES).or_without(Hides),
        /// The resident warps hide the stated latency: see [`LatencyDemand`](crate::kernel::LatencyDemand).
        HiddenLatency OCC054 "latency/cycles-not-hidden" = Row::new(&[Cycles]).reading(RESIDENCY.with(Sms).union(HIDES)).by_grid().or_without(Hides),
        /// The latency and the bandwidth of the GPU's memory are known.
        UnknownMemoryLatency OCC048 "latency/bytes-of-memory-that-nobody-measured" = Row::new(&[Arch]).reading(HIDES).or_without(Hides),
        /// A thread has at least one byte in flight.
        ZeroBytesInFlight OCC047 "latency/bytes-zero" = Row::new(&[BytesInFlight]).reading(HIDES).or_without(Hides),
        /// The resident warps have as many bytes in flight as the memory of the GPU needs: see
        /// [`bytes_in_flight`](crate::model::bytes_in_flight).
        BytesInFlight OCC049 "latency/bytes-too-few" = Row::new(&[BytesInFlight]).reading(RESIDENCY.with(Sms).union(HIDES)).by_grid().or_without(Hides),
        /// A grid has blocks.
        EmptyGrid OCC020 "grid/empty" = Row::new(&[Grid, Elements]),
        /// A thread works on at least one element.
        ZeroItemsPerThread OCC021 "grid/items-per-thread-zero" = Row::new(&[ItemsPerThread]),
        /// The threads of a block work on whole elements.
        ThreadsPerItem OCC066 "grid/threads-per-item-over-the-block" = Row::new(&[ThreadsPerItem]).reading(of(&[Threads])),
        /// A grid is within the limits of each axis.
        GridDimension OCC011 "grid/y-over-65535" = Row::new(&[Grid, Elements, Problem]).by_grid(),
        /// A grid on AMD has fewer than 2^32 threads along each axis.
        ///
        /// Source: HIP, `hipModuleLaunchKernel`: a launch of gridDim × blockDim >= 2^32 in a dimension is not supported.
        /// github.com/ROCm/rocm-systems, issue 2372: it runs a part of them.
        GridThreads OCC069 "amd/grid-of-over-32-bits" =
            Row::new(&[Grid, Elements, Problem]).reading(of(&[Arch, Threads])).by_grid(),
        /// A grid is made of whole clusters: each dimension a multiple of the cluster's.
        ///
        /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters.
        ClusterGrid OCC027 "cluster/grid-does-not-divide" = Row::new(&[Grid, Elements, Problem]).reading(of(&[Cluster])).by_grid().or_without(Cluster),
        /// The SM count of a GPU that holds a cooperative grid is known: a device, not a compute capability.
        CooperativeWithoutDevice OCC071 "grid/cooperative-without-device" = Row::new(&[Arch]).reading(of(&[Cooperative, Sms])).or_without(Cooperative),
        /// The whole grid of a cooperative launch is resident at once, in whole clusters.
        ///
        /// Sources: CUDA C++ Programming Guide 13.0, Grid Synchronization; CUDA Driver API 13.0,
        /// `cuLaunchCooperativeKernel`; HIP, `hipLaunchCooperativeKernel`.
        CooperativeGrid OCC070 "grid/cooperative-over-resident" =
            Row::new(&[Grid, Elements, Problem]).reading(RESIDENCY.union(of(&[Cooperative, Cluster, Sms]))).by_grid().or_without(Cooperative),
        /// Some tail efficiency is demanded.
        ZeroTailEfficiency OCC042 "budget/tail-efficiency-zero" = Row::new(&[TailEfficiency]),
        /// No more than full tail efficiency is demanded.
        TailEfficiencyOverOne OCC019 "grid/tail-efficiency-in-percent-without-percent-sign" = Row::new(&[TailEfficiency]),
        /// Tail efficiency needs a grid.
        TailWithoutGrid OCC016 "grid/tail-efficiency-without-grid" = Row::new(&[TailEfficiency]).reading(Argument::OF_GRID),
        /// Tail efficiency needs an SM count: a device, not a compute capability.
        TailWithoutDevice OCC015 "grid/tail-efficiency-without-device" = Row::new(&[Arch]).reading(of(&[TailEfficiency, Sms])).by_grid(),
        /// The demanded tail efficiency is reached.
        TailEfficiency OCC014 "grid/tail-efficiency-of-grid" =
            Row::new(&[TailEfficiency]).reading(RESIDENCY.with(Sms)).by_grid().or_without(TailEfficiency),
    } } };
}

__refusals! { __warnings rules }

impl Rule {
    /// The stable code that a message starts with.
    pub const fn code(self) -> &'static str {
        self.row().code
    }

    /// Returns `true` if the rule is the same on every GPU of NVIDIA in the tables, so that it can be broken before one is
    /// known. [`Rule::ClusterGrid`] is the same on every GPU that has clusters.
    pub const fn is_common_to_all_archs(self) -> bool {
        self.row().is_common || !self.row().reads.contains(Arch)
    }

    /// Returns `true` if the message is about each GPU of a list. That of a warning is about the first.
    pub(super) const fn refuses_by_gpu(self, configuration: &Configuration<'_>) -> bool {
        // The GPUs of AMD differ in what those of NVIDIA have in common.
        let is_mixed = self.row().is_common && configuration.is_for(Vendor::Amd);
        self.row().name.is_empty() && (is_mixed || !self.is_common_to_all_archs())
    }

    /// Returns `true` if the rule is only about the compiled kernel.
    pub const fn concerns_compiled_kernel(self) -> bool {
        self.row().reads.contains(Cubin) && !matches!(self, Self::StaticSharedMemory)
    }

    /// The arguments of an attribute whose values can break the rule. The GPU of a loaded function is none of them.
    #[doc(hidden)]
    pub const fn blamed_in_attributes(self) -> &'static [Argument] {
        match self.row().blamed {
            [files @ .., Arch] if !files.is_empty() => files,
            blamed => blamed,
        }
    }

    /// The arguments that decide whether `configuration` breaks the rule.
    pub const fn reads(self, configuration: &Configuration<'_>) -> Arguments {
        let (row, mut reads) = (self.row(), self.row().reads);
        // Without a GPU and a budget of AMD, whatever number is stated is that of NVIDIA.
        let gives_vgprs = configuration.budgets.contains(Vgprs);
        let is_of_nvidia = configuration.kernel.vgprs == 0 && !configuration.is_for(Vendor::Amd);
        if matches!(self, Self::NoBudget) && is_of_nvidia && !gives_vgprs {
            return of(&[Arch]);
        }
        // Beside a budget of AMD, the words are those of the GPU.
        if gives_vgprs {
            reads = reads.with(Arch);
        }
        match configuration.grid_argument() {
            Elements if row.is_of_grid => {
                reads.union(of(&[Threads, ItemsPerThread, ThreadsPerItem]))
            }
            Problem if row.is_of_grid => reads.union(EXTENTS),
            _ => reads,
        }
    }
}

impl Lint {
    /// The name in `allow(…)`, `warn(…)` and `deny(…)`.
    pub const fn name(self) -> &'static str {
        self.rule().row().name
    }

    /// The stable code that its message starts with.
    pub const fn code(self) -> &'static str {
        self.rule().code()
    }

    /// The bit of the lint in a set, which [`Configuration::warned_of`] takes and returns.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }

    /// The lints of a set, in the order of [`ALL`](Self::ALL).
    pub fn of_bits(bits: u32) -> impl Iterator<Item = Self> {
        Self::ALL
            .into_iter()
            .filter(move |lint| bits & lint.bit() != 0)
    }

    /// Returns `true` if the lint warns by default. The others are silent unless turned on.
    pub const fn is_default(self) -> bool {
        self.rule().row().is_default
    }
}

/// The rules that a configuration breaks: each once, in the order of [`Rule::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Violations(u128);

set!(pub(crate) Violations(u128) of Rule);

impl Violations {
    /// The number of broken rules.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lints of a set, a bit each. They follow the rules that refuse.
    pub(super) const fn of_lints(lints: u32) -> Self {
        Self((lints as u128) << Rule::ALL.len())
    }

    /// The lints among them, a bit each.
    #[allow(clippy::cast_possible_truncation, reason = "there are fewer than 32")]
    pub(super) const fn lints(self) -> u32 {
        const { assert!(Lint::ALL.len() < u32::BITS as usize) }
        const { assert!(Rule::ALL.len() + Lint::ALL.len() <= u128::BITS as usize) }
        (self.0 >> Rule::ALL.len()) as u32
    }

    /// Returns `true` if `others` has every one of these.
    ///
    /// [`Rule::CompiledBlocksPerSm`] does not count: the resident blocks of the code were counted for one block size, not
    /// for a changed one.
    pub(super) const fn is_within(self, others: Self) -> bool {
        self.0 & !others.with(Rule::CompiledBlocksPerSm).0 == 0
    }
}

impl core::fmt::Debug for Violations {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
