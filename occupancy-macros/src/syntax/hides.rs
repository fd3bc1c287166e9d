//! `hides(cycles = 700, instructions = 8)` and `hides(bytes = 16)`: what the resident warps have to hide.

use occupancy_core::{ComputeCapability, Kernel, kernel::LatencyDemand};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

use super::shown::found;
use super::split::{Part, split_arguments};
use super::values::integer;
use super::words::{self, Meaning};
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
        let parts = split_arguments(group.stream(), errors);
        if parts.is_empty() {
            let message = errors::wrong_form(Key::Hides, "nothing", None);
            return errors.at_span(group.span(), message);
        }
        let mut hides = Hides {
            tokens: group.stream(),
            cycles: None,
            instructions: None,
            bytes: None,
        };
        let mut is_read = true;
        for part in parts {
            is_read &= self.hides_argument(part, &mut hides, errors);
        }
        if !is_read {
            // It may have been meant as any of those that are not there.
            let given = &mut self.given;
            let others = Key::OF_HIDES.into_iter();
            let others: Vec<Key> = others.filter(|key| !given.contains(key)).collect();
            given.extend(others);
        }
        if self.given(Key::Instructions) && !self.given(Key::Cycles) {
            let missing = errors::missing(&[Key::Cycles], Key::Cycles.example(), false);
            errors.at_span(group.span(), missing);
            self.given.push(Key::Cycles);
        }
        self.hides = Some(hides);
    }

    /// Reads one argument; whether it is one of `hides`.
    fn hides_argument(&mut self, part: Part, hides: &mut Hides, errors: &mut Errors) -> bool {
        let all: TokenStream = part.tokens.iter().cloned().collect();
        let [TokenTree::Ident(name), rest @ ..] = part.tokens.as_slice() else {
            errors.at(&all, errors::wrong_form(Key::Hides, &found(&all), None));
            return false;
        };
        self.names.push(name.clone());
        let written = name.unraw().to_string();
        let known = Key::OF_HIDES.into_iter().find(|key| key.name() == written);
        let Some(key) = known else {
            let meant = match words::meaning(&written) {
                Some(Meaning::Argument(key)) if Key::OF_HIDES.contains(&key) => key,
                _ => Key::Hides,
            };
            errors.at(name, errors::unknown_in_hides(&written, meant));
            return false;
        };
        if self.given.contains(&key) {
            errors.at(name, errors::duplicate(key));
            return true;
        }
        self.given.push(key);
        match rest {
            [TokenTree::Punct(equals), value @ ..]
                if equals.as_char() == '=' && !value.is_empty() =>
            {
                let value: TokenStream = value.iter().cloned().collect();
                for stray in part.strays {
                    errors.at(
                        stray.to_token_stream(),
                        errors::malformed(&stray.to_string()),
                    );
                }
                *hides.place(key) = integer(key, value, errors);
            }
            _ => errors.at(&all, errors::no_value(key, None)),
        }
        true
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
            self.given.retain(|key| !Key::OF_HIDES.contains(key));
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
