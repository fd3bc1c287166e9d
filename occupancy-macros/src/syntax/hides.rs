//! `hides(cycles = 700, instructions = 8)` and `hides(bytes = 16)`: what the resident warps have to hide.

use occupancy_core::{ComputeCapability, Kernel, kernel::LatencyDemand};
use proc_macro2::{Group, TokenStream};

use super::values::integer;
use super::{Args, Spanned};
use crate::errors::{self, Errors};
use crate::key::Key;
use crate::number::Number;

/// What `hides(…)` states.
#[derive(Clone)]
pub(crate) struct Hides {
    /// What is in the parentheses.
    pub(crate) tokens: TokenStream,
    pub(crate) cycles: Option<Spanned<Number<u32>>>,
    pub(crate) instructions: Option<Spanned<Number<u32>>>,
    pub(crate) bytes: Option<Spanned<Number<u32>>>,
}

impl Hides {
    /// The demand as far as it is known, with placeholders for the rest.
    pub(crate) fn known(&self) -> LatencyDemand {
        let known = |value: &Option<Spanned<Number<u32>>>| {
            let value = value.as_ref()?;
            Some(value.value.known().unwrap_or(1))
        };
        let mut demand = LatencyDemand::NONE;
        demand.cycles = known(&self.cycles);
        demand.instructions = known(&self.instructions);
        demand.bytes = known(&self.bytes);
        demand
    }

    /// The value of one of its arguments.
    pub(crate) fn place(&mut self, key: Key) -> &mut Option<Spanned<Number<u32>>> {
        match key {
            Key::Cycles => &mut self.cycles,
            Key::Instructions => &mut self.instructions,
            _ => &mut self.bytes,
        }
    }
}

impl Args {
    /// Reads what is in the parentheses.
    pub(super) fn hides(&mut self, group: &Group, errors: &mut Errors) {
        let mut hides = Hides {
            tokens: group.stream(),
            cycles: None,
            instructions: None,
            bytes: None,
        };
        let is_read = self.nested(Key::Hides, group, errors, |key, value, errors| {
            *hides.place(key) = integer(key, value, errors);
        });
        if !is_read {
            return;
        }
        if self.given(Key::Instructions) && !self.given(Key::Cycles) {
            let missing = errors::missing(&[Key::Cycles], Key::Cycles.example(), false);
            errors.at_span(group.span(), missing);
            self.given.push(Key::Cycles);
        }
        self.hides = Some(hides);
    }

    /// An argument of `hides(…)`.
    pub(super) fn hidden(&self, key: Key) -> Option<&Spanned<Number<u32>>> {
        let hides = self.hides.as_ref()?;
        match key {
            Key::Cycles => hides.cycles.as_ref(),
            Key::Instructions => hides.instructions.as_ref(),
            _ => hides.bytes.as_ref(),
        }
    }

    /// Takes the `hides(…)` that one of the GPUs has for itself: all of it, for a latency and its
    /// instructions belong together.
    pub(super) fn hides_of(&mut self, own: &Self) {
        if own.given(Key::Hides) {
            self.hides.clone_from(&own.hides);
            self.given.retain(|key| !Key::Hides.nested().contains(key));
        }
    }

    /// Whether one block has a warp for each scheduler of an SM, on every GPU: then none is idle.
    pub(crate) fn has_a_warp_for_each_scheduler(&self) -> bool {
        let schedulers = ComputeCapability::ALL.iter();
        let least = schedulers.map(|cc| u64::from(cc.sub_partitions()) * u64::from(cc.warp_size()));
        let threads = match (&self.threads, &self.auto) {
            (Some(threads), _) => {
                let block_dim = threads.value.known();
                block_dim.map(|dims| Kernel::new(dims, 1).threads_per_block())
            }
            (None, Some(auto)) => Some(u64::from(auto.value.0)),
            (None, None) => None,
        };
        threads.is_some_and(|threads| least.max().is_some_and(|least| threads >= least))
    }
}
