//! When each rule is broken, in one place: nothing is worded here, so that a check that passes costs
//! the compiler little.

use super::Rule;
use super::compiled::is_same;
use crate::gpu::{Arch, WARP_SIZE};
use crate::kernel::{Configuration, Grid, GridError, product};
use crate::model::{Facts, max_cluster_size};
use crate::text::Ratio;

/// The rules that a configuration breaks on one GPU.
#[derive(Clone, Copy)]
pub(crate) struct Broken(u64);

impl Broken {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many they are.
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) const fn with(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(crate) const fn contains(self, rule: Rule) -> bool {
        self.0 & bit(rule) != 0
    }
}

/// Each rule has a bit of its own.
const fn bit(rule: Rule) -> u64 {
    const { assert!(Rule::ALL.len() <= u64::BITS as usize) }
    1 << rule as u32
}

impl Configuration<'_> {
    /// Every rule but [`Rule::NoArch`], which is about no GPU.
    pub(crate) const fn broken_on(&self, arch: &Arch) -> Broken {
        let Broken(by_gpu) = self.broken_by_gpu(arch);
        let Broken(by_block) = self.broken_given(&Facts::of(self, arch));
        Broken(by_gpu | by_block)
    }

    /// The rules that are broken whatever the block asks for.
    pub(crate) const fn broken_by_gpu(&self, arch: &Arch) -> Broken {
        let mut broken = 0;
        let sm_count = arch.sm_count();
        if matches!(sm_count, Some(0)) {
            broken |= bit(Rule::DeviceWithoutSms);
        }
        if arch.compute_capability().contradiction().is_some() {
            broken |= bit(Rule::ContradictoryLimits);
        }
        if self.tail_efficiency.is_some() && sm_count.is_none() {
            broken |= bit(Rule::TailWithoutDevice);
        }
        Broken(broken)
    }

    /// The other rules.
    pub(crate) const fn broken_given(&self, facts: &Facts<'_>) -> Broken {
        let mut broken = self.broken_by_block(facts)
            | self.broken_by_resources(facts)
            | self.broken_by_demands(facts);
        if self.grid.is_some() || self.items_per_thread == 0 {
            broken |= self.broken_by_grid();
        }
        if self.kernel.cluster_dim.is_some() {
            broken |= self.broken_by_cluster(facts);
        }
        if !self.compiled.is_empty() {
            broken |= self.broken_by_compiled(facts);
        }
        Broken(broken)
    }

    const fn broken_by_block(&self, facts: &Facts<'_>) -> u64 {
        let mut broken = 0;
        if facts.threads == 0 {
            broken |= bit(Rule::EmptyBlock);
        }
        if facts.block_axis_over_limit.is_some() {
            broken |= bit(Rule::BlockDimension);
        } else if facts.threads > facts.cc.max_threads_per_block as u64 {
            // A dimension over its limit says it all.
            broken |= bit(Rule::ThreadsPerBlock);
        }
        if facts.block_is_legal
            && !self.partial_warp_allowed
            && !facts.threads.is_multiple_of(WARP_SIZE as u64)
        {
            broken |= bit(Rule::PartialWarp);
        }
        broken
    }

    const fn broken_by_resources(&self, facts: &Facts<'_>) -> u64 {
        let cc = facts.cc;
        let kernel = &self.kernel;
        let mut broken = 0;
        if !facts.registers_are_legal {
            broken |= bit(Rule::RegistersPerThread);
        }
        // Registers that allow no block allow none to launch.
        if facts.launched.is_none()
            && facts.block_is_legal
            && facts.registers_are_legal
            && self.blocks_allowed_by_registers(facts.arch) == 0
        {
            broken |= bit(Rule::RegisterFile);
        }
        if kernel.static_shared_memory > cc.shared_memory_per_block {
            // What cannot even be compiled is reported as that.
            broken |= bit(Rule::StaticSharedMemory);
        } else if kernel.shared_memory() > self.shared_memory_allowed(facts.arch) as u64 {
            broken |= bit(Rule::SharedMemory);
        }
        if kernel.barriers > cc.barriers_per_block {
            broken |= bit(Rule::Barriers);
        }
        if cc.virtual_resources_per_sm > 0 && kernel.virtual_resources > cc.virtual_resources_per_sm
        {
            broken |= bit(Rule::VirtualResources);
        }
        if kernel.carveout.is_over_whole() {
            broken |= bit(Rule::Carveout);
        }
        broken
    }

    const fn broken_by_grid(&self) -> u64 {
        let mut broken = 0;
        if self.items_per_thread == 0 {
            broken |= bit(Rule::ZeroItemsPerThread);
        }
        if matches!(
            self.grid,
            Some(Grid::Blocks((0, _, _) | (_, 0, _) | (_, _, 0)) | Grid::Elements(0))
        ) {
            broken |= bit(Rule::EmptyGrid);
        }
        if matches!(self.grid_dim(), Some(Err(GridError::Dimension { .. }))) {
            broken |= bit(Rule::GridDimension);
        }
        broken
    }

    const fn broken_by_demands(&self, facts: &Facts<'_>) -> u64 {
        let mut broken = 0;
        if let Some(asked) = self.min_blocks {
            if asked == 0 {
                broken |= bit(Rule::ZeroMinBlocks);
            }
            if let Some(occupancy) = &facts.launched
                && occupancy.blocks_per_sm < asked
            {
                broken |= bit(Rule::MinBlocks);
            }
        }
        if let Some(asked) = self.min_occupancy {
            if asked.numerator() == 0 {
                broken |= bit(Rule::ZeroMinOccupancy);
            } else if is_over_one(asked) {
                broken |= bit(Rule::MinOccupancyOverOne);
            } else if let Some(occupancy) = &facts.launched
                && !occupancy.ratio().at_least(asked)
            {
                broken |= bit(Rule::MinOccupancy);
            }
        }
        if let Some(asked) = self.tail_efficiency {
            if self.grid.is_none() {
                broken |= bit(Rule::TailWithoutGrid);
            }
            if asked.numerator() == 0 {
                broken |= bit(Rule::ZeroTailEfficiency);
            } else if is_over_one(asked) {
                broken |= bit(Rule::TailEfficiencyOverOne);
            } else if let Some(occupancy) = &facts.launched
                && let Some(waves) = self.waves_with(facts.arch, occupancy)
                && !waves.tail_efficiency().at_least(asked)
            {
                broken |= bit(Rule::TailEfficiency);
            }
        }
        broken
    }

    const fn broken_by_cluster(&self, facts: &Facts<'_>) -> u64 {
        let blocks = self.kernel.blocks_per_cluster();
        if blocks == 0 {
            return bit(Rule::EmptyCluster);
        }
        if facts.cc.max_portable_cluster_size == 0 {
            return bit(Rule::ClusterUnsupported);
        }
        let mut broken = 0;
        if blocks > max_cluster_size(facts.arch) as u64 {
            broken |= bit(Rule::ClusterSize);
        } else if let Some(occupancy) = &facts.launched
            && matches!(self.clusters_with(facts.arch, occupancy), Some(0))
        {
            broken |= bit(Rule::ResidentCluster);
        }
        if self.grid_cut_by_cluster().is_some() {
            broken |= bit(Rule::ClusterGrid);
        }
        broken
    }

    /// What the code that the GPU runs contradicts.
    const fn broken_by_compiled(&self, facts: &Facts<'_>) -> u64 {
        let kernel = &self.kernel;
        let Some(code) = self.compiled_on(facts.arch) else {
            return bit(Rule::CompiledArchitecture);
        };
        let mut broken = 0;
        if exceeds(code.registers, kernel.registers_per_thread) {
            broken |= bit(Rule::CompiledRegisters);
        }
        if exceeds(code.static_shared_memory, kernel.static_shared_memory) {
            broken |= bit(Rule::CompiledStaticSharedMemory);
        }
        if exceeds(code.barriers, kernel.barriers) {
            broken |= bit(Rule::CompiledBarriers);
        }
        // A block that cannot be is reported as that.
        if facts.block_is_legal {
            if let Some(required) = code.required_block {
                if !is_same(required, kernel.block_dim) {
                    broken |= bit(Rule::CompiledRequiredBlock);
                }
            } else if let Some(most) = code.max_block
                && facts.threads > product(most)
            {
                broken |= bit(Rule::CompiledMaxBlock);
            }
        }
        if self.cluster_conflict(facts.arch).is_some() {
            broken |= bit(Rule::CompiledCluster);
        }
        broken
    }
}

const fn exceeds(found: Option<u32>, declared: u32) -> bool {
    matches!(found, Some(found) if found > declared)
}

const fn is_over_one(asked: Ratio) -> bool {
    asked.numerator() > asked.denominator()
}
