//! The figures of one configuration on one GPU.

use std::fmt::{self, Display};

use occupancy_core::kernel::StatedTile;
use occupancy_core::{Arch, Carveout, Configuration, Grid, GridDim, Occupancy, Ratio, Waves};
use serde::{Serialize, Serializer};

use crate::figures::{binding_limits, percent};
use crate::findings::{Findings, Level, Levels, lints};
use crate::setting::Values;
use crate::values::{Dims, NamedArch, tile_arguments};

/// A block, a cluster or a grid: in JSON a number along one axis, and otherwise x, y and z.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent(pub Dims);

impl Extent {
    /// Threads or blocks of it.
    pub fn size(self) -> u128 {
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

/// `16x16x1` without the ones at its end.
impl Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            (x, 1, 1) => write!(f, "{x}"),
            (x, y, 1) => write!(f, "{x}x{y}"),
            (x, y, z) => write!(f, "{x}x{y}x{z}"),
        }
    }
}

/// What was asked, under the names of the attribute's arguments, and what came out, under those of
/// `occupancy inspect`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Calculated {
    /// The name that the GPU was asked for by.
    pub arch: String,
    /// The block.
    pub threads: Extent,
    /// Registers per thread.
    pub regs: u32,
    /// Bytes of dynamic shared memory per block.
    pub smem: u32,
    /// Bytes of static shared memory per block.
    pub static_smem: u32,
    /// Named barriers.
    pub barriers: u32,
    /// Percent of the SM's largest shared memory.
    pub carveout: Option<u32>,
    /// Blocks of a cluster.
    pub cluster: Option<Extent>,
    /// The grid, where it was asked for in blocks.
    pub grid: Option<Extent>,
    /// The elements that the grid is made for.
    pub elements: Option<u64>,
    /// Elements per thread.
    pub items_per_thread: u32,
    /// SMs that the kernel gets.
    pub sms: Option<u32>,
    /// Blocks per SM that are demanded.
    pub min_blocks: Option<u32>,
    /// Blocks per SM that are accepted at most.
    pub max_blocks: Option<u32>,
    /// The occupancy that is demanded, 0 to 1.
    pub min_occupancy: Option<f64>,
    /// The tail efficiency that is demanded, 0 to 1.
    pub tail_efficiency: Option<f64>,
    /// Cycles of the latency to hide.
    pub hides_cycles: Option<u32>,
    /// Independent instructions before each wait.
    pub hides_instructions: Option<u32>,
    /// Bytes in flight per thread.
    pub hides_bytes: Option<u32>,
    /// What is in the parentheses of `tile`.
    pub tile: Option<String>,
    /// Why low occupancy is intended.
    pub intent: Option<String>,
    /// The name of the device; `None` where a compute capability was asked for.
    pub device: Option<&'static str>,
    /// The compute capability: `9.0`.
    pub compute_capability: &'static str,
    /// SMs of the device.
    pub sm_count: Option<u32>,
    /// Resident blocks per SM: 0 where the block cannot launch.
    pub blocks_per_sm: u32,
    /// Resident warps per SM.
    pub warps_per_sm: u32,
    /// Warps that an SM holds.
    pub max_warps_per_sm: u32,
    /// Resident warps in percent of those that an SM holds, with one decimal.
    pub occupancy_percent: f64,
    /// `None` where the block cannot launch for another reason than a limit of the SM.
    pub binding_limits: Option<String>,
    /// Blocks that registers allow.
    pub register_limit: Option<u32>,
    /// Blocks that shared memory allows.
    pub shared_memory_limit: Option<u32>,
    /// Blocks that the SM's warp slots allow.
    pub warp_limit: Option<u32>,
    /// Blocks that the SM's block slots allow.
    pub block_slot_limit: Option<u32>,
    /// Blocks that barriers allow.
    pub barrier_limit: Option<u32>,
    /// Registers that a block is given.
    pub registers_per_block: Option<u64>,
    /// Bytes of shared memory that a block is given.
    pub shared_memory_per_block: Option<u64>,
    /// Bytes of shared memory of the SM, with this carve-out.
    pub shared_memory_per_sm: Option<u32>,
    /// Clusters that are resident on the GPU at most.
    pub max_clusters: Option<u64>,
    /// Resident warps per SM that hide what is to be hidden; `None` where nothing is, or not known.
    pub warps_needed: Option<u64>,
    /// FLOP of the tile for each byte of its operands.
    pub flop_per_byte: Option<f64>,
    /// Blocks of the grid.
    pub grid_blocks: Option<u64>,
    /// Waves of the grid.
    pub waves: Option<u64>,
    /// Blocks of a whole wave.
    pub blocks_per_wave: Option<u64>,
    /// Blocks of the last wave.
    pub last_wave_blocks: Option<u64>,
    /// Blocks of the grid in percent of those of its waves, with one decimal.
    pub tail_efficiency_percent: Option<f64>,
    /// The codes of what would not compile.
    pub errors: Vec<&'static str>,
    /// The codes of the warnings.
    pub warnings: Vec<&'static str>,
}

impl Calculated {
    /// The configuration on one of its GPUs, without intent, errors and warnings.
    pub fn new(configuration: &Configuration<'_>, named: &NamedArch) -> Self {
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
            sms: configuration.sms,
            min_blocks: configuration.min_blocks,
            max_blocks: configuration.max_blocks,
            min_occupancy: configuration.min_occupancy.map(fraction),
            tail_efficiency: configuration.tail_efficiency.map(fraction),
            hides_cycles: configuration.hides.and_then(|demand| demand.cycles),
            hides_instructions: configuration.hides.and_then(|demand| demand.instructions),
            hides_bytes: configuration.hides.and_then(|demand| demand.bytes),
            tile: configuration.tile.as_ref().map(tile),
            intent: None,
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
            warps_needed: configuration
                .hides
                .and_then(|demand| demand.warps_needed(arch)),
            flop_per_byte: configuration
                .tile
                .and_then(|tile| tile.tile().ok()?.flop_per_byte())
                .map(fraction),
            grid_blocks: grid.map(GridDim::blocks),
            waves: waves.map(Waves::count),
            blocks_per_wave: waves.map(Waves::blocks_per_wave),
            last_wave_blocks: waves.map(Waves::last_wave_blocks),
            tail_efficiency_percent: waves.map(|waves| percent(waves.tail_efficiency())),
            errors: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// A row for each of these GPUs, those of the findings; none where there is no block.
    pub fn rows(
        values: &Values,
        findings: &Findings<'_>,
        archs: &[NamedArch],
        levels: &Levels,
    ) -> Vec<Self> {
        let Some(configuration) = &findings.configuration else {
            return Vec::new();
        };
        let each = archs.iter();
        each.map(|named| {
            let mut row = Self::new(configuration, named);
            row.intent.clone_from(&values.intent);
            let archs = [named.arch];
            let alone = configuration.with_archs(&archs);
            let violations = alone.check();
            row.errors
                .extend(violations.iter().map(|violation| violation.rule.code()));
            if violations.is_empty() {
                let lints = lints(!alone.compiled.is_empty());
                for lint in lints.filter(|lint| lint.fires(&alone)) {
                    match levels.of(lint) {
                        Level::Silent => {}
                        Level::Warning => row.warnings.push(lint.code()),
                        Level::Error => row.errors.push(lint.code()),
                    }
                }
            }
            row
        })
        .collect()
    }

    /// Whether an SM holds a block.
    pub fn is_launched(&self) -> bool {
        self.blocks_per_sm > 0
    }
}

/// Whether a block can launch, whatever else is demanded.
fn launches(configuration: &Configuration<'_>, arch: &Arch) -> bool {
    Configuration::new(&[*arch], configuration.kernel)
        .with_partial_warp_allowed(true)
        .passes()
}

/// `m = 128, n = 128, k = 64`: what is in the parentheses of `tile`.
fn tile(tile: &StatedTile) -> String {
    let stated = tile_arguments(tile);
    let parts: Vec<_> = stated
        .iter()
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    parts.join(", ")
}

#[allow(
    clippy::cast_precision_loss,
    reason = "for the reader; no calculation goes on from it"
)]
fn fraction(ratio: Ratio) -> f64 {
    ratio.numerator() as f64 / ratio.denominator() as f64
}
