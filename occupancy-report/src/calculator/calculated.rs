//! The figures of one configuration on one GPU.

use occupancy_core::kernel::Argument;
use occupancy_core::{Arch, Configuration, GridDim, Lint, Occupancy, Waves};
use serde::Serialize;

use super::asked::{Asked, fraction};
use super::figures::{binding_limits, percent};
use super::findings::{Findings, Levels};
use super::setting::Values;
use super::values::NamedArch;

/// What was asked, under the names of the attribute's arguments, and what came out, under those of
/// `occupancy inspect`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Calculated {
    /// The name that the GPU was asked for by.
    pub arch: String,
    /// What was asked.
    #[serde(flatten)]
    pub asked: Asked,
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
    /// The configuration on one of its GPUs, and why low occupancy is intended; without errors and warnings.
    pub fn new(configuration: &Configuration<'_>, intent: Option<&str>, named: &NamedArch) -> Self {
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
            asked: Asked::new(configuration, intent),
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
            warps_needed: configuration.warps_needed(arch),
            flop_per_byte: configuration
                .tile
                .and_then(|tile| tile.flop_per_byte())
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
        let Some(configuration) = &findings.configuration() else {
            return Vec::new();
        };
        let each = archs.iter();
        each.map(|named| {
            let mut row = Self::new(configuration, values.text(Argument::Intent), named);
            let archs = [named.arch];
            let alone = configuration.with_archs(&archs);
            let violations = alone.check();
            row.errors
                .extend(violations.iter().map(|violation| violation.rule.code()));
            if violations.is_empty() {
                for lint in Lint::of_bits(alone.warned_of(levels.looked_for())) {
                    if levels.deny.contains(&lint) {
                        row.errors.push(lint.code());
                    } else {
                        row.warnings.push(lint.code());
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
    let archs = [*arch];
    let violations = Configuration::new(&archs, configuration.kernel)
        .with_partial_warp_allowed(true)
        .with_compiled(configuration.compiled)
        .check();
    let mut violations = violations.iter();
    violations.all(|violation| violation.rule.concerns_compiled_kernel())
}
