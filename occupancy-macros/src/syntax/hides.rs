//! `hides(cycles = 700, instructions = 8)` and `hides(bytes = 16)`: what the resident warps have to hide.

use occupancy_core::kernel::Argument;
use occupancy_core::{ComputeCapability, Kernel};
use proc_macro2::Group;

use super::Args;
use crate::errors::{self, Errors};

impl Args {
    /// Reads what is in the parentheses.
    pub(super) fn hides(&mut self, group: &Group, errors: &mut Errors) {
        if self.nested(Argument::Hides, group, errors)
            && self.given(Argument::Instructions)
            && !self.given(Argument::Cycles)
        {
            let missing = errors::missing(&[Argument::Cycles], Argument::Cycles.example(), false);
            errors.at_span(group.span(), missing);
            self.given.push(Argument::Cycles);
        }
    }

    /// Whether one block has a warp for each scheduler of an SM, on every GPU: then none is idle.
    pub(crate) fn has_a_warp_for_each_scheduler(&self) -> bool {
        let schedulers = ComputeCapability::ALL.iter();
        let least = schedulers.map(|cc| u64::from(cc.sub_partitions()) * u64::from(cc.warp_size()));
        let threads = match self.auto() {
            Some((least, _)) => Some(u64::from(least)),
            None => self
                .known_dims(Argument::Threads)
                .map(|dims| Kernel::new(dims, 1).threads_per_block()),
        };
        threads.is_some_and(|threads| least.max().is_some_and(|least| threads >= least))
    }
}
