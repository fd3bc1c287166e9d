//! Puts the block into the values that name it.

use occupancy_core::kernel::Argument;
use proc_macro2::TokenStream;

use super::expression::expression;
use super::of_block::{MOST_WARPS, checked, named, with_block};
use super::{Args, ByWarps, OfBlock, Value};
use crate::errors::Errors;
use crate::number::{self, Number};

impl Args {
    /// Puts the block into the values that name it.
    pub(crate) fn with_block(mut self, errors: &mut Errors) -> Self {
        let (threads, auto) = (self.known_dims(Argument::Threads), self.auto());
        let values = self.values().iter().filter(|one| {
            one.argument.is_integer() && one.value.is_deferred() && !named(&one.tokens).is_empty()
        });
        let values: Vec<_> = values
            .map(|one| (one.argument, one.tokens.clone()))
            .collect();
        for (argument, tokens) in values {
            let is_smem = argument == Argument::DynamicSharedMemory;
            if is_smem {
                let bytes = by_warps(&tokens, threads, auto);
                self.smem_by_warps = Some(bytes.clone());
                if let (ByWarps::Known(bytes), Some(_)) = (bytes, auto) {
                    // What every block asks for, until one is chosen.
                    let least = bytes.into_iter().min().unwrap_or_default();
                    let least = Value::Numbers(vec![Number::Known(least.into())]);
                    self.set(argument, least, tokens);
                    continue;
                }
            }
            if !self.has(Argument::Threads) {
                // That is reported.
                self.forget(argument);
            } else if auto.is_some() && !is_smem {
                let fault =
                    "names the block, which `threads = auto` chooses: only `smem` can depend on it";
                errors.refuse_argument(tokens, "OCC108", argument, fault, None);
                self.forget(argument);
            } else if let Some(threads) = threads {
                match Value::read(argument, &with_block(&tokens, threads), errors) {
                    Some(value) => self.set(argument, value, tokens),
                    None => self.forget(argument),
                }
            }
        }
        self
    }
}

/// What blocks of other sizes ask for.
fn by_warps(
    tokens: &TokenStream,
    threads: Option<(u32, u32, u32)>,
    auto: Option<(u32, u32)>,
) -> ByWarps {
    let is_size = |name: &OfBlock| matches!(name, OfBlock::Threads | OfBlock::Warps);
    let (first, last) = match auto {
        Some((least, most)) => (least.div_ceil(32).max(1), (most / 32).min(MOST_WARPS)),
        // What an axis has in a block of another size is not known.
        None if threads.is_none() || !named(tokens).iter().all(is_size) => {
            return ByWarps::unknown();
        }
        None => (1, MOST_WARPS),
    };
    let of_one = |warps: u32| {
        if !(first..=last).contains(&warps) {
            return Some(u32::MAX);
        }
        match number::integer(&expression(&with_block(tokens, (warps * 32, 1, 1)))?) {
            Ok(bytes) => Some(u32::try_from(bytes).unwrap_or(u32::MAX)),
            Err(number::Fault::Deferred) => None,
            Err(_) => Some(u32::MAX),
        }
    };
    match (1..=MOST_WARPS).map(of_one).collect() {
        Some(bytes) => ByWarps::Known(bytes),
        // A size that nobody asked for may be one that a function or a table has no value for.
        None if auto.is_none() && checked(tokens, &TokenStream::new()).is_none() => {
            ByWarps::unknown()
        }
        None => ByWarps::Deferred(tokens.clone(), first, last),
    }
}
