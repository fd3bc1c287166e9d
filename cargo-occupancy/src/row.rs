//! The row of one kernel.

use occupancy_binary::Entry;
use occupancy_core::{Compiled, Kernel, Occupancy, gpu::CodeForm};
use occupancy_report::calculator::{binding_limits, percent};
use serde::Serialize;

use crate::demangle::demangle;
use crate::device;
use crate::dims::Dims;
use crate::selection::Reading;

/// One kernel. A value that is unknown or not stated is `None`; the fields mean the same as those of
/// [`Compiled`].
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) file: String,
    /// The path in the zip file, whose name is the first part of the file's.
    #[serde(skip)]
    pub(crate) packed: Option<String>,
    pub(crate) member: Option<String>,
    pub(crate) symbol: String,
    pub(crate) name: String,
    /// `sm_90`, or `compute_90` for PTX.
    pub(crate) target: String,
    pub(crate) toolkit: Option<String>,
    pub(crate) is_relocatable: Option<bool>,
    pub(crate) registers: Option<u32>,
    pub(crate) register_cap: Option<u32>,
    pub(crate) static_shared_memory: Option<u32>,
    pub(crate) dynamic_shared_memory: u32,
    pub(crate) frame: Option<u32>,
    pub(crate) stack: Option<u32>,
    pub(crate) spill_instructions: Option<u32>,
    pub(crate) barriers: Option<u32>,
    pub(crate) code_bytes: Option<u64>,
    pub(crate) parameter_bytes: Option<u32>,
    pub(crate) virtual_resources: Option<u32>,
    pub(crate) max_block: Option<Dims>,
    pub(crate) required_block: Option<Dims>,
    pub(crate) min_blocks: Option<u32>,
    pub(crate) cluster: Option<Dims>,
    pub(crate) max_cluster_rank: Option<u32>,
    /// The block of the occupancy.
    pub(crate) block: Option<Dims>,
    /// Where the block comes from: `required`, `launch bounds` or `--threads`.
    pub(crate) block_from: Option<&'static str>,
    pub(crate) device: Option<&'static str>,
    pub(crate) blocks_per_sm: Option<u32>,
    pub(crate) warps_per_sm: Option<u32>,
    pub(crate) max_warps_per_sm: Option<u32>,
    /// Resident warps in percent of those that an SM holds.
    pub(crate) occupancy_percent: Option<f64>,
    pub(crate) binding_limits: Option<String>,
}

impl Row {
    fn new(file: &str, entry: &Entry<'_>, target: &str, symbol: &str, args: &Reading<'_>) -> Self {
        let name = if args.is_mangled {
            symbol.to_owned()
        } else {
            demangle(symbol)
        };
        Self {
            file: file.to_owned(),
            packed: None,
            member: entry.member.as_deref().map(str::to_owned),
            symbol: symbol.to_owned(),
            name,
            target: target.to_owned(),
            toolkit: None,
            is_relocatable: None,
            registers: None,
            register_cap: None,
            static_shared_memory: None,
            dynamic_shared_memory: args.selection.smem,
            frame: None,
            stack: None,
            spill_instructions: None,
            barriers: None,
            code_bytes: None,
            parameter_bytes: None,
            virtual_resources: None,
            max_block: None,
            required_block: None,
            min_blocks: None,
            cluster: None,
            max_cluster_rank: None,
            block: None,
            block_from: None,
            device: None,
            blocks_per_sm: None,
            warps_per_sm: None,
            max_warps_per_sm: None,
            occupancy_percent: None,
            binding_limits: None,
        }
    }

    /// The file, and in an archive the member.
    pub(crate) fn title(&self) -> String {
        match &self.member {
            Some(member) => format!("{}({member})", self.file),
            None => self.file.clone(),
        }
    }

    /// What the code states; only machine code states registers and what follows from them.
    pub(crate) fn of(
        file: &str,
        entry: &Entry<'_>,
        target: &str,
        compiled: &Compiled<'_>,
        args: &Reading<'_>,
    ) -> Self {
        let mut row = Self::new(file, entry, target, compiled.name, args);
        row.toolkit = compiled
            .toolkit
            .map(|(major, minor)| format!("{major}.{minor}"));
        row.is_relocatable =
            (compiled.form == CodeForm::MachineCode).then_some(compiled.is_relocatable);
        row.registers = compiled.registers;
        row.register_cap = compiled.register_cap;
        row.static_shared_memory = compiled.static_shared_memory;
        row.frame = compiled.frame;
        row.stack = compiled.stack;
        row.spill_instructions = compiled.spill_instructions;
        row.barriers = compiled.barriers;
        row.code_bytes = compiled.code_bytes;
        row.parameter_bytes = compiled.parameter_bytes;
        row.virtual_resources = compiled.virtual_resources;
        row.max_block = compiled.max_block;
        row.required_block = compiled.required_block;
        row.min_blocks = compiled.min_blocks;
        row.cluster = compiled.cluster_dim;
        row.max_cluster_rank = compiled.max_cluster_rank;
        row.choose_block(args);
        row.calculate(compiled);
        row
    }

    fn choose_block(&mut self, args: &Reading<'_>) {
        let (block, from) = if let Some(block) = self.required_block {
            (block, "required")
        } else if let Some(block) = self.max_block {
            (block, "launch bounds")
        } else if let Some(block) = args.selection.threads {
            (block, "--threads")
        } else {
            return;
        };
        self.block = Some(block);
        self.block_from = Some(from);
    }

    fn calculate(&mut self, compiled: &Compiled<'_>) {
        let (Some(registers), Some(barriers)) = (compiled.registers, compiled.barriers) else {
            return;
        };
        let Some(device) = device::usual(compiled.compute_capability) else {
            return;
        };
        self.device = Some(device.name());
        let (Some(block), Some(static_shared_memory)) = (self.block, compiled.static_shared_memory)
        else {
            return;
        };
        let kernel = Kernel::new(block, registers)
            .with_static_shared_memory(static_shared_memory)
            .with_dynamic_shared_memory(self.dynamic_shared_memory)
            .with_barriers(barriers)
            .with_cluster_dim(compiled.cluster_dim);
        let Ok(occupancy) = Occupancy::new(device.compute_capability(), &kernel) else {
            return;
        };
        self.blocks_per_sm = Some(occupancy.blocks_per_sm);
        self.warps_per_sm = Some(occupancy.warps_per_sm());
        self.max_warps_per_sm = Some(occupancy.max_warps_per_sm);
        self.occupancy_percent = Some(percent(occupancy.ratio()));
        self.binding_limits = Some(binding_limits(&occupancy));
    }
}
