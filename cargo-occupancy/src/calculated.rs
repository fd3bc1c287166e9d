//! What `occupancy calculate` finds for one configuration on one GPU.

use std::fmt::{self, Display};

use occupancy_core::{Arch, Carveout, Configuration, Grid, GridDim, Occupancy, Ratio, Waves};
use serde::{Serialize, Serializer};

use crate::dims::{Dims, dims};
use crate::figures::{binding_limits, percent};
use crate::named_arch::NamedArch;

/// A block, a cluster or a grid: in JSON a number along one axis, and otherwise x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent(pub(crate) Dims);

impl Extent {
    /// Threads or blocks of it.
    pub(crate) fn size(self) -> u128 {
        let (x, y, z) = self.0;
        u128::from(x) * u128::from(y) * u128::from(z)
    }
}

impl Serialize for Extent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            (x, 1, 1) => serializer.serialize_u32(x),
            all => all.serialize(serializer),
        }
    }
}

impl Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&dims(self.0))
    }
}

/// What was asked, under the names of the attribute's arguments, and what came out, under those of
/// `occupancy inspect`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Calculated {
    pub(crate) arch: String,
    pub(crate) threads: Extent,
    pub(crate) regs: u32,
    pub(crate) smem: u32,
    pub(crate) static_smem: u32,
    pub(crate) barriers: u32,
    pub(crate) carveout: Option<u32>,
    pub(crate) cluster: Option<Extent>,
    pub(crate) grid: Option<Extent>,
    pub(crate) elements: Option<u64>,
    pub(crate) items_per_thread: u32,
    pub(crate) min_blocks: Option<u32>,
    pub(crate) min_occupancy: Option<f64>,
    pub(crate) tail_efficiency: Option<f64>,
    /// `None` where a compute capability was asked for.
    pub(crate) device: Option<&'static str>,
    pub(crate) compute_capability: &'static str,
    pub(crate) sm_count: Option<u32>,
    /// 0 where the block cannot launch.
    pub(crate) blocks_per_sm: u32,
    pub(crate) warps_per_sm: u32,
    pub(crate) max_warps_per_sm: u32,
    pub(crate) occupancy_percent: f64,
    /// `None` where the block cannot launch for another reason than a limit of the SM.
    pub(crate) binding_limits: Option<String>,
    pub(crate) register_limit: Option<u32>,
    pub(crate) shared_memory_limit: Option<u32>,
    pub(crate) warp_limit: Option<u32>,
    pub(crate) block_slot_limit: Option<u32>,
    pub(crate) barrier_limit: Option<u32>,
    pub(crate) registers_per_block: Option<u64>,
    pub(crate) shared_memory_per_block: Option<u64>,
    pub(crate) shared_memory_per_sm: Option<u32>,
    pub(crate) max_clusters: Option<u64>,
    pub(crate) grid_blocks: Option<u64>,
    pub(crate) waves: Option<u64>,
    pub(crate) blocks_per_wave: Option<u64>,
    pub(crate) last_wave_blocks: Option<u64>,
    pub(crate) tail_efficiency_percent: Option<f64>,
    /// The codes of what would not compile.
    pub(crate) errors: Vec<&'static str>,
    pub(crate) warnings: Vec<&'static str>,
}

impl Calculated {
    /// The configuration on one of its GPUs, without errors and warnings.
    pub(crate) fn new(configuration: &Configuration<'_>, named: &NamedArch) -> Self {
        let (kernel, arch) = (&configuration.kernel, &named.arch);
        let cc = arch.compute_capability();
        let occupancy = Occupancy::new(cc, kernel).ok();
        let resident = occupancy
            .filter(|occupancy| occupancy.blocks_per_sm == 0 || launches(configuration, arch));
        let limits = occupancy.map(|occupancy| occupancy.limits);
        let waves = resident.and_then(|_| configuration.waves(arch));
        let grid = configuration.grid_dim().and_then(Result::ok);
        let is_launched = resident.is_some_and(|occupancy| occupancy.blocks_per_sm > 0);
        Self {
            arch: named.name.clone(),
            threads: Extent(kernel.block_dim),
            regs: kernel.registers_per_thread,
            smem: kernel.dynamic_shared_memory,
            static_smem: kernel.static_shared_memory,
            barriers: kernel.barriers,
            carveout: match kernel.carveout {
                Carveout::Percent(percent) => Some(percent),
                Carveout::Default => None,
            },
            cluster: kernel.cluster_dim.map(Extent),
            grid: match configuration.grid {
                Some(Grid::Blocks(dims)) => Some(Extent(dims)),
                _ => None,
            },
            elements: match configuration.grid {
                Some(Grid::Elements(elements)) => Some(elements),
                _ => None,
            },
            items_per_thread: configuration.items_per_thread,
            min_blocks: configuration.min_blocks,
            min_occupancy: configuration.min_occupancy.map(fraction),
            tail_efficiency: configuration.tail_efficiency.map(fraction),
            device: match arch {
                Arch::Device(device) => Some(device.name()),
                Arch::ComputeCapability(_) => None,
            },
            compute_capability: cc.name(),
            sm_count: arch.sm_count(),
            blocks_per_sm: resident.map_or(0, |occupancy| occupancy.blocks_per_sm),
            warps_per_sm: resident.map_or(0, |occupancy| occupancy.warps_per_sm()),
            max_warps_per_sm: cc.max_warps_per_sm(),
            occupancy_percent: resident.map_or(0.0, |occupancy| percent(occupancy.ratio())),
            binding_limits: resident.as_ref().map(binding_limits),
            register_limit: limits.and_then(|limits| limits.registers),
            shared_memory_limit: limits.and_then(|limits| limits.shared_memory),
            warp_limit: limits.map(|limits| limits.warps),
            block_slot_limit: limits.map(|limits| limits.block_slots),
            barrier_limit: limits.and_then(|limits| limits.barriers),
            registers_per_block: occupancy.map(|occupancy| occupancy.registers_per_block),
            shared_memory_per_block: occupancy.map(|occupancy| occupancy.shared_memory_per_block),
            shared_memory_per_sm: occupancy.map(|occupancy| occupancy.shared_memory_per_sm),
            max_clusters: configuration
                .resident_clusters_at_most(arch)
                .filter(|_| is_launched),
            grid_blocks: grid.map(GridDim::blocks),
            waves: waves.map(Waves::count),
            blocks_per_wave: waves.map(Waves::blocks_per_wave),
            last_wave_blocks: waves.map(Waves::last_wave_blocks),
            tail_efficiency_percent: waves.map(|waves| percent(waves.tail_efficiency())),
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Whether an SM holds a block.
    pub(crate) fn is_launched(&self) -> bool {
        self.blocks_per_sm > 0
    }
}

/// Whether a block can launch, whatever else is demanded.
fn launches(configuration: &Configuration<'_>, arch: &Arch) -> bool {
    Configuration::new(&[*arch], configuration.kernel)
        .with_partial_warp_allowed(true)
        .passes()
}

#[allow(
    clippy::cast_precision_loss,
    reason = "for the reader; no calculation goes on from it"
)]
fn fraction(ratio: Ratio) -> f64 {
    ratio.numerator() as f64 / ratio.denominator() as f64
}
