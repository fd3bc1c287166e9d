//! Puts the block into the values that name it.

use occupancy_core::kernel::Argument;
use proc_macro2::TokenStream;
use syn::Expr;

use super::expression::expression;
use super::of_block::{MOST_WARPS, checked, named, with_block};
use super::{Args, ArgumentValue, ByWarps, OfBlock, values};
use crate::errors::{self, Errors};
use crate::number::{self, Number};

impl Args {
    /// Puts the block into the values that name it.
    pub(crate) fn with_block(mut self, errors: &mut Errors) -> Self {
        let threads = self.known_dims(Argument::Threads);
        let auto = self.auto();
        if let (Some(smem), Some(tokens)) = (
            self.integer(Argument::DynamicSharedMemory),
            self.tokens(Argument::DynamicSharedMemory).cloned(),
        ) {
            self.smem_by_warps = by_warps(smem, &tokens, threads, auto);
            if let (Some(ByWarps::Known(bytes)), Some(_)) = (&self.smem_by_warps, auto) {
                // What every block asks for, until one is chosen.
                let least = bytes.iter().copied().min().unwrap_or_default();
                let value = ArgumentValue::Integer(Number::Known(least.into()));
                self.set(Argument::DynamicSharedMemory, value, tokens);
            }
        }
        let mut block = Block {
            threads,
            is_auto: auto.is_some(),
            is_missing: !self.has(Argument::Threads),
            errors,
        };
        let mut forgotten = Vec::new();
        for (argument, value) in self.values_mut() {
            if let ArgumentValue::Integer(number) = &mut value.value
                && !block.put_into(argument, number, &value.tokens)
            {
                forgotten.push(argument);
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
    fn put_into(
        &mut self,
        argument: Argument,
        number: &mut Number<u64>,
        tokens: &TokenStream,
    ) -> bool {
        if number.known().is_some() || named(tokens).is_empty() {
            return true;
        }
        if self.is_missing {
            // That is reported.
            return false;
        }
        if self.is_auto && argument != Argument::DynamicSharedMemory {
            let message = errors::arithmetic(
                argument,
                "names the block, which `threads = auto` chooses: only `smem` can depend on it",
                None,
            );
            self.errors.at(tokens, message);
            return false;
        }
        let Some(threads) = self.threads else {
            return true;
        };
        let of_block = expression(&with_block(tokens, threads));
        let of_block =
            of_block.and_then(|known| values::number(argument, &known, None, self.errors));
        let is_number = of_block.is_some();
        *number = of_block.unwrap_or(Number::Known(0));
        is_number
    }
}

/// What blocks of other sizes ask for; `None` where the value does not depend on the block.
fn by_warps(
    smem: &Number<u64>,
    tokens: &TokenStream,
    threads: Option<(u32, u32, u32)>,
    auto: Option<(u32, u32)>,
) -> Option<ByWarps> {
    let Number::Deferred(_) = smem else {
        return None;
    };
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
