//! Puts the block into the values that name it.

use occupancy_core::kernel::Argument;
use proc_macro2::TokenStream;
use syn::Expr;

use super::arguments::Stated;
use super::expression::expression;
use super::of_block::{MOST_WARPS, checked, named, with_block};
use super::{Args, ByWarps, OfBlock, Value};
use crate::errors::Errors;
use crate::number::{self, Number};

impl Args {
    /// Puts the block into the values that name it.
    pub(crate) fn with_block(mut self, errors: &mut Errors) -> Self {
        let threads = self.known_dims(Argument::Threads);
        let auto = self.auto();
        let smem = Argument::DynamicSharedMemory;
        if let (Some(Value::Numbers(bytes)), Some(tokens)) = (self.value(smem), self.tokens(smem))
            && bytes.iter().all(|number| number.known().is_none())
        {
            let tokens = tokens.clone();
            self.smem_by_warps = by_warps(&tokens, threads, auto);
            if let (Some(ByWarps::Known(bytes)), Some(_)) = (&self.smem_by_warps, auto) {
                // What every block asks for, until one is chosen.
                let least = bytes.iter().copied().min().unwrap_or_default();
                let value = Value::Numbers(vec![Number::Known(least.into())]);
                self.set(smem, value, tokens);
            }
        }
        let mut block = Block {
            threads,
            is_auto: auto.is_some(),
            is_missing: !self.has(Argument::Threads),
            errors,
        };
        let mut forgotten = Vec::new();
        for Stated {
            argument,
            value,
            tokens,
        } in self.values_mut()
        {
            if argument.is_integer()
                && value.is_deferred()
                && !block.put_into(*argument, value, tokens)
            {
                forgotten.push(*argument);
            }
        }
        for argument in forgotten {
            self.forget(argument);
        }
        self
    }
}

/// The block of one configuration, as far as it is known.
struct Block<'a> {
    threads: Option<(u32, u32, u32)>,
    is_auto: bool,
    is_missing: bool,
    errors: &'a mut Errors,
}

impl Block<'_> {
    /// Puts the block into a number; whether it is one.
    fn put_into(&mut self, argument: Argument, value: &mut Value, tokens: &TokenStream) -> bool {
        if named(tokens).is_empty() {
            return true;
        }
        if self.is_missing {
            // That is reported.
            return false;
        }
        if self.is_auto && argument != Argument::DynamicSharedMemory {
            let fault =
                "names the block, which `threads = auto` chooses: only `smem` can depend on it";
            self.errors.arithmetic(tokens, argument, fault, None);
            return false;
        }
        let Some(threads) = self.threads else {
            return true;
        };
        let of_block = Value::read(argument, &with_block(tokens, threads), self.errors);
        let is_number = of_block.is_some();
        *value = of_block.unwrap_or(Value::Nested);
        is_number
    }
}

/// What blocks of other sizes ask for; `None` where the value does not depend on the block.
fn by_warps(
    tokens: &TokenStream,
    threads: Option<(u32, u32, u32)>,
    auto: Option<(u32, u32)>,
) -> Option<ByWarps> {
    let names = named(tokens);
    if names.is_empty() {
        return None;
    }
    let (first, last) = match auto {
        Some((least, most)) => (least.div_ceil(32).max(1), (most / 32).min(MOST_WARPS)),
        // What an axis has in a block of another size is not known.
        None if threads.is_none()
            || names
                .iter()
                .any(|name| !matches!(name, OfBlock::Threads | OfBlock::Warps)) =>
        {
            return Some(ByWarps::unknown());
        }
        None => (1, MOST_WARPS),
    };
    let of_one = |warps: u32| {
        let value: Expr = expression(&with_block(tokens, (warps * 32, 1, 1)))?;
        match number::integer(&value) {
            Ok(bytes) => Some(u32::try_from(bytes).unwrap_or(u32::MAX)),
            Err(number::Fault::Deferred) => None,
            Err(_) => Some(u32::MAX),
        }
    };
    let known: Option<Vec<u32>> = (1..=MOST_WARPS)
        .map(|warps| {
            if (first..=last).contains(&warps) {
                of_one(warps)
            } else {
                Some(u32::MAX)
            }
        })
        .collect();
    Some(match known {
        Some(bytes) => ByWarps::Known(bytes),
        // A size that nobody asked for may be one that a function or a table has no value for.
        None if auto.is_none() && checked(tokens, &TokenStream::new()).is_none() => {
            ByWarps::unknown()
        }
        None => ByWarps::Deferred(tokens.clone(), first, last),
    })
}
