//! What is asked of a launch configuration, checked against the GPU: violations as data.

mod broken;
mod compiled;

pub(crate) use self::broken::Broken;
pub(crate) use self::compiled::ClusterConflict;
use crate::gpu::Arch;
use crate::kernel::{Argument, Configuration, Kernel};
use crate::model::Occupancy;

/// A rule that a configuration can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// No dimension of the block is zero.
    EmptyBlock,
    /// At most 1024, 1024 and 64 threads in x, y and z.
    BlockDimension,
    /// At most 1024 threads a block.
    ThreadsPerBlock,
    /// Threads come in whole warps, unless a partial warp is allowed.
    PartialWarp,
    /// 1 to 255 registers a thread.
    RegistersPerThread,
    /// The registers of one block fit the register file.
    RegisterFile,
    /// At most 48 KiB of static shared memory.
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
    /// Some occupancy is demanded.
    ZeroMinOccupancy,
    /// No more than full occupancy is demanded.
    MinOccupancyOverOne,
    /// Some efficiency is demanded.
    ZeroTailEfficiency,
    /// No more than full efficiency is demanded.
    TailEfficiencyOverOne,
    /// A grid has blocks.
    EmptyGrid,
    /// A thread works on at least one element.
    ZeroItemsPerThread,
    /// The virtual resources of one block fit the SM.
    VirtualResources,
    /// At least one GPU is named.
    NoArch,
    /// A device has SMs.
    DeviceWithoutSms,
    /// The limits of a compute capability go together: [`ComputeCapability::contradiction`].
    ///
    /// [`ComputeCapability::contradiction`]: crate::ComputeCapability::contradiction
    ContradictoryLimits,
    /// The GPU has clusters: compute capability 9.0 and later.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters; the PTX ISA has
    /// `.reqnctapercluster` from `sm_90`.
    ClusterUnsupported,
    /// No dimension of the cluster is zero.
    EmptyCluster,
    /// At most 8 blocks a cluster, or the most that is documented for the compute capability: 16 on
    /// 9.0 and 10.0.
    ///
    /// Where no size over 8 is documented, none is accepted: `cudaOccupancyMaxPotentialClusterSize`
    /// tells it on the GPU. Not looked at: a GPU or a MIG instance that is too small for 8 SMs takes
    /// less, by how much is not documented.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters; Hopper Tuning Guide (H100:
    /// 16) and Blackwell Tuning Guide (B200: 16).
    ClusterSize,
    /// A cluster is resident: the SMs of the GPU hold all of its blocks at once. Where they do not for
    /// certain, no launch succeeds; [`Configuration::resident_clusters_at_most`] says how many are.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters ("co-scheduled on a GPU
    /// Processing Cluster (GPC)").
    ResidentCluster,
    /// A grid is made of whole clusters: each dimension a multiple of the cluster's.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters.
    ClusterGrid,
    /// There is code that the GPU runs, as [`Compiled::runs_on`](crate::Compiled::runs_on) has it.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Binary Compatibility.
    CompiledArchitecture,
    /// The machine code uses no more registers than are declared.
    CompiledRegisters,
    /// The code declares no more static shared memory than is declared here.
    CompiledStaticSharedMemory,
    /// The code uses no more named barriers than are declared.
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
}

impl Rule {
    /// All rules, in the order in which violations are reported.
    pub const ALL: [Self; 39] = [
        Self::NoArch,
        Self::DeviceWithoutSms,
        Self::ContradictoryLimits,
        Self::CompiledArchitecture,
        Self::EmptyBlock,
        Self::BlockDimension,
        Self::ThreadsPerBlock,
        Self::PartialWarp,
        Self::CompiledRequiredBlock,
        Self::CompiledMaxBlock,
        Self::CompiledRegisters,
        Self::CompiledStaticSharedMemory,
        Self::CompiledBarriers,
        Self::CompiledCluster,
        Self::RegistersPerThread,
        Self::RegisterFile,
        Self::StaticSharedMemory,
        Self::SharedMemory,
        Self::Barriers,
        Self::VirtualResources,
        Self::Carveout,
        Self::ClusterUnsupported,
        Self::EmptyCluster,
        Self::ClusterSize,
        Self::ResidentCluster,
        Self::ZeroMinBlocks,
        Self::MinBlocks,
        Self::ZeroMinOccupancy,
        Self::MinOccupancyOverOne,
        Self::MinOccupancy,
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

    /// The stable code that a message starts with.
    pub const fn code(self) -> &'static str {
        match self {
            Self::EmptyBlock => "OCC001",
            Self::BlockDimension => "OCC002",
            Self::ThreadsPerBlock => "OCC003",
            Self::PartialWarp => "OCC004",
            Self::RegistersPerThread => "OCC005",
            Self::RegisterFile => "OCC006",
            Self::StaticSharedMemory => "OCC007",
            Self::SharedMemory => "OCC008",
            Self::Barriers => "OCC009",
            Self::Carveout => "OCC010",
            Self::GridDimension => "OCC011",
            Self::MinBlocks => "OCC012",
            Self::MinOccupancy => "OCC013",
            Self::TailEfficiency => "OCC014",
            Self::TailWithoutDevice => "OCC015",
            Self::TailWithoutGrid => "OCC016",
            Self::ZeroMinBlocks => "OCC017",
            Self::MinOccupancyOverOne => "OCC018",
            Self::TailEfficiencyOverOne => "OCC019",
            Self::EmptyGrid => "OCC020",
            Self::ZeroItemsPerThread => "OCC021",
            Self::VirtualResources => "OCC022",
            Self::NoArch => "OCC023",
            Self::DeviceWithoutSms => "OCC028",
            Self::ClusterUnsupported => "OCC024",
            Self::EmptyCluster => "OCC025",
            Self::ClusterSize => "OCC026",
            Self::ClusterGrid => "OCC027",
            Self::ContradictoryLimits => "OCC029",
            Self::CompiledRegisters => "OCC030",
            Self::CompiledStaticSharedMemory => "OCC031",
            Self::CompiledBarriers => "OCC032",
            Self::CompiledMaxBlock => "OCC033",
            Self::CompiledRequiredBlock => "OCC034",
            Self::CompiledArchitecture => "OCC035",
            Self::CompiledCluster => "OCC036",
            Self::ResidentCluster => "OCC040",
            Self::ZeroMinOccupancy => "OCC041",
            Self::ZeroTailEfficiency => "OCC042",
        }
    }

    /// Whether the rule is about what the kernel was compiled to.
    pub(crate) const fn concerns_compiled_kernel(self) -> bool {
        matches!(
            self,
            Self::CompiledArchitecture
                | Self::CompiledRegisters
                | Self::CompiledStaticSharedMemory
                | Self::CompiledBarriers
                | Self::CompiledMaxBlock
                | Self::CompiledRequiredBlock
                | Self::CompiledCluster
        )
    }

    /// Whether the rule is the same on every GPU, so that breaking it needs no GPU to be named.
    /// [`Rule::ClusterGrid`] is the same on every GPU that has clusters.
    pub const fn is_common_to_all_archs(self) -> bool {
        if self.concerns_compiled_kernel() {
            return false;
        }
        !matches!(
            self,
            Self::NoArch
                | Self::DeviceWithoutSms
                | Self::ContradictoryLimits
                | Self::RegisterFile
                | Self::SharedMemory
                | Self::VirtualResources
                | Self::ClusterUnsupported
                | Self::ClusterSize
                | Self::ResidentCluster
                | Self::MinBlocks
                | Self::MinOccupancy
                | Self::TailWithoutDevice
                | Self::TailEfficiency
        )
    }

    /// The argument whose value breaks the rule.
    pub const fn argument(self, configuration: &Configuration<'_>) -> Argument {
        match self {
            Self::EmptyBlock
            | Self::BlockDimension
            | Self::ThreadsPerBlock
            | Self::PartialWarp
            | Self::CompiledMaxBlock
            | Self::CompiledRequiredBlock => Argument::Threads,
            Self::RegistersPerThread | Self::RegisterFile | Self::CompiledRegisters => {
                Argument::Registers
            }
            Self::StaticSharedMemory | Self::CompiledStaticSharedMemory => {
                Argument::StaticSharedMemory
            }
            Self::SharedMemory if configuration.kernel.dynamic_shared_memory == 0 => {
                Argument::StaticSharedMemory
            }
            Self::SharedMemory => Argument::DynamicSharedMemory,
            Self::Barriers | Self::CompiledBarriers => Argument::Barriers,
            Self::Carveout => Argument::Carveout,
            Self::MinBlocks | Self::ZeroMinBlocks => Argument::MinBlocks,
            Self::MinOccupancy | Self::ZeroMinOccupancy | Self::MinOccupancyOverOne => {
                Argument::MinOccupancy
            }
            Self::TailEfficiency
            | Self::ZeroTailEfficiency
            | Self::TailEfficiencyOverOne
            | Self::TailWithoutGrid => Argument::TailEfficiency,
            Self::ClusterUnsupported
            | Self::EmptyCluster
            | Self::ClusterSize
            | Self::ResidentCluster => Argument::Cluster,
            Self::CompiledCluster if configuration.kernel.cluster_dim.is_some() => {
                Argument::Cluster
            }
            Self::CompiledCluster | Self::CompiledArchitecture => configuration.compiled_argument(),
            Self::GridDimension | Self::EmptyGrid | Self::ClusterGrid => {
                configuration.grid_argument()
            }
            Self::ZeroItemsPerThread => Argument::ItemsPerThread,
            // Virtual resources come with the GPU; there is no argument for them.
            Self::TailWithoutDevice
            | Self::NoArch
            | Self::DeviceWithoutSms
            | Self::ContradictoryLimits
            | Self::VirtualResources => Argument::Arch,
        }
    }
}

/// A broken rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// The first of the configuration's archs on which it is broken.
    pub arch: usize,
    /// The number of archs on which it is broken.
    pub archs: usize,
}

/// The violations of a configuration: each broken rule once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Violations {
    list: [Violation; Rule::ALL.len()],
    len: usize,
}

impl Violations {
    const NONE: Self = Self {
        list: [Violation {
            rule: Rule::NoArch,
            arch: 0,
            archs: 0,
        }; Rule::ALL.len()],
        len: 0,
    };

    /// Whether the configuration breaks no rule.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of broken rules.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The violations, in the order of [`Rule::ALL`].
    pub const fn as_slice(&self) -> &[Violation] {
        self.list.split_at(self.len).0
    }

    /// The violations, in the order of [`Rule::ALL`].
    pub fn iter(&self) -> core::slice::Iter<'_, Violation> {
        self.as_slice().iter()
    }

    /// Whether `rule` is broken.
    pub const fn contains(&self, rule: Rule) -> bool {
        let mut left = self.as_slice();
        while let [one, others @ ..] = left {
            if one.rule as u8 == rule as u8 {
                return true;
            }
            left = others;
        }
        false
    }

    /// Whether `self` breaks no rule that `other` keeps.
    pub(crate) const fn within(&self, other: &Self) -> bool {
        let mut left = self.as_slice();
        while let [one, others @ ..] = left {
            if !other.contains(one.rule) {
                return false;
            }
            left = others;
        }
        true
    }

    const fn with(mut self, violation: Violation) -> Self {
        // Every rule has a place.
        if let Some((_, [place, ..])) = self.list.split_at_mut_checked(self.len) {
            *place = violation;
            self.len = self.len.saturating_add(1);
        }
        self
    }
}

impl core::fmt::Debug for Violations {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl<'a> IntoIterator for &'a Violations {
    type Item = &'a Violation;
    type IntoIter = core::slice::Iter<'a, Violation>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Configuration<'_> {
    /// Checks every rule on every arch.
    ///
    /// Rules about performance are looked at only where the block can launch: what follows from
    /// another fault is not reported beside it. A cluster changes nothing of what one SM holds, so
    /// that one which cannot launch hides no demand: all faults show at once.
    pub const fn check(&self) -> Violations {
        let mut found = Violations::NONE;
        if self.archs.is_empty() {
            return found.with(Violation {
                rule: Rule::NoArch,
                arch: 0,
                archs: 0,
            });
        }
        // The first GPU on which each rule is broken, and on how many it is.
        let mut broken = [(0, 0_usize); Rule::ALL.len()];
        let mut a = 0;
        #[allow(
            clippy::arithmetic_side_effects,
            clippy::indexing_slicing,
            reason = "`a` is below the number of GPUs, `r` below that of rules, and a count at most `a`; \
                      a tenth faster than slices"
        )]
        while a < self.archs.len() {
            let found = self.broken_on(&self.archs[a]);
            let mut r = 0;
            while r < Rule::ALL.len() && !found.is_empty() {
                if found.contains(Rule::ALL[r]) {
                    if broken[r].1 == 0 {
                        broken[r].0 = a;
                    }
                    broken[r].1 += 1;
                }
                r += 1;
            }
            a += 1;
        }
        let mut left: (&[Rule], &[(usize, usize)]) = (&Rule::ALL, &broken);
        while let ([rule, rules @ ..], [(first, count), others @ ..]) = left {
            if *count > 0 {
                found = found.with(Violation {
                    rule: *rule,
                    arch: *first,
                    archs: *count,
                });
            }
            left = (rules, others);
        }
        found
    }

    /// Whether [`check`](Self::check) finds nothing, without the list of what it finds.
    ///
    /// It costs the compiler a fraction of the check: for a constant that only has to know.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 96));
    /// assert!(configuration.passes());
    /// assert!(!configuration.with_min_blocks(3).passes());
    /// ```
    pub const fn passes(&self) -> bool {
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            if !self.broken_on(arch).is_empty() {
                return false;
            }
            left = others;
        }
        !self.archs.is_empty()
    }

    /// Whether the configuration breaks `rule` on `arch`.
    pub(crate) const fn breaks(&self, rule: Rule, arch: &Arch) -> bool {
        self.broken_on(arch).contains(rule)
    }

    const fn blocks_allowed_by_registers(&self, arch: &Arch) -> u32 {
        // Only registers and warps are asked about.
        let bare = Kernel::new(self.kernel.block_dim, self.kernel.registers_per_thread);
        match Occupancy::new(arch.compute_capability(), &bare) {
            Ok(occupancy) => occupancy.blocks_per_sm,
            Err(_) => 0,
        }
    }
}
