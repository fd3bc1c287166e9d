//! What several rules ask about one GPU, worked out once.

use super::Configuration;
use crate::{Arch, Axis, ComputeCapability, Occupancy};

/// A configuration on one GPU.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) arch: &'a Arch,
    pub(crate) cc: &'a ComputeCapability,
    /// Threads of the block.
    pub(crate) threads: u64,
    /// The first axis of the block that is over its limit.
    pub(crate) block_axis_over_limit: Option<Axis>,
    pub(crate) block_is_legal: bool,
    pub(crate) registers_are_legal: bool,
    /// The occupancy, where no rule about launching is broken.
    pub(crate) launched: Option<Occupancy>,
}

impl<'a> Facts<'a> {
    pub(crate) const fn of(configuration: &Configuration<'_>, arch: &'a Arch) -> Self {
        let cc = arch.compute_capability();
        let kernel = &configuration.kernel;
        let threads = kernel.threads_per_block();
        let block_axis_over_limit = configuration.block_axis_over_limit(arch);
        let block_is_legal = threads > 0
            && threads <= cc.max_threads_per_block as u64
            && block_axis_over_limit.is_none();
        let registers = kernel.registers_per_thread;
        let registers_are_legal = registers > 0 && registers <= cc.max_registers_per_thread;
        let compiles = kernel.static_shared_memory <= cc.shared_memory_per_block;
        let launched = if block_is_legal && registers_are_legal && compiles {
            match configuration.occupancy_on(arch) {
                Ok(occupancy) if occupancy.blocks_per_sm > 0 => Some(occupancy),
                _ => None,
            }
        } else {
            None
        };
        Self {
            arch,
            cc,
            threads,
            block_axis_over_limit,
            block_is_legal,
            registers_are_legal,
            launched,
        }
    }
}
