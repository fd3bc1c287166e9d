//! `threads = any(32, 64..=256)`: blocks of several sizes, one of which the program chooses when it runs.

use std::cmp::Reverse;
use std::iter;

use occupancy_core::gpu::nvidia::WARP_SIZE;
use occupancy_core::kernel::{Argument, saturated};
use occupancy_core::rules::AUTO_BLOCK_SIZES;
use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::arguments::Size;
use super::display::backquoted;
use super::{Args, Entry, Value};
use crate::errors::Errors;
use crate::number::Number;
use crate::tokens::{between_commas, first_span, is_mark, is_word, stream};

/// The most sizes of one attribute: whole warps of all blocks, or a page that can be read.
const MOST_SIZES: usize = 32;

/// The tokens in the parentheses of `name(…)`; `None` if the value is something else.
pub(super) fn called(name: &str, tokens: &TokenStream) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    match trees.as_slice() {
        [word, TokenTree::Group(group)] if is_word(word, name) => {
            (group.delimiter() == Delimiter::Parenthesis).then(|| group.stream())
        }
        _ => None,
    }
}

/// Reads the sizes in `any(…)`. Reports each that is wrong, and one that is there before.
pub(super) fn read(tokens: &TokenStream, errors: &mut Errors) -> Option<Value> {
    let (doubling, elements): (Vec<_>, Vec<_>) = between_commas(called("any", tokens)?)
        .into_iter()
        .partition(|element| element.to_string() == "doubling");
    let doubles = !doubling.is_empty();
    let has_range = elements.iter().any(|element| split(element).is_some());
    if elements.is_empty() || doubles && !has_range {
        let fault = format!("{} has no range of sizes", backquoted(tokens));
        refuse(errors, tokens, &fault, "32..=1024, doubling");
    }
    let mut sizes: Vec<Size> = Vec::new();
    for element in &elements {
        let mut read = if split(element).is_some() {
            in_range(element, doubles, errors)
        } else {
            match Value::read(Argument::Threads, element, errors) {
                Some(Value::Any(_) | Value::Auto(..)) => {
                    let fault = format!("{} is no block size", backquoted(element));
                    refuse(errors, element, &fault, "32, 64, 256");
                    continue;
                }
                value => Vec::from_iter(value.map(|value| (value, element.clone(), false))),
            }
        };
        let is_new = |(value, ..): &Size| {
            let mut others = sizes.iter().map(|(other, ..)| other.known());
            value.known().is_none() || others.all(|other| other != value.known())
        };
        if let Some((_, twice, _)) = read.iter().find(|size| !is_new(size)) {
            let fault = format!("{} is in `any(…)` already", backquoted(twice));
            errors.refuse(element, "OCC102", fault, "keep one of them");
        }
        read.retain(is_new);
        sizes.append(&mut read);
        if sizes.len() > MOST_SIZES {
            let fault = format!("`any(…)` has more than {MOST_SIZES} sizes");
            refuse(errors, element, &fault, "32..=1024");
            sizes.truncate(MOST_SIZES);
            break;
        }
    }
    Some(Value::Any(sizes))
}

/// The sizes of a range: its whole warps, or its start doubled until its end. Where a GPU can have wider warps, the sizes
/// between those are left out later.
fn in_range(range: &TokenStream, doubles: bool, errors: &mut Errors) -> Vec<Size> {
    let written = backquoted(range);
    let Some((Number::Known(least), Number::Known(most))) = range_bounds(range) else {
        let fault = format!(
            "{written} is no range of two literals, whose sizes are counted before a constant is known"
        );
        refuse(errors, range, &fault, "32..=256");
        return Vec::new();
    };
    // Larger blocks are refused, so that a few of them show it.
    let [least, most] = [least.min(MOST_IN_RANGE + 1), most.min(MOST_IN_RANGE)].map(saturated);
    let first = least.next_multiple_of(if doubles { 1 } else { WARP_SIZE });
    let next = |size: &u32| Some(size + if doubles { *size } else { WARP_SIZE });
    let in_range = iter::successors(Some(first.max(1)), next).take_while(|size| *size <= most);
    let size = |size: u32| {
        let mut literal = Literal::u32_unsuffixed(size);
        literal.set_span(first_span(range));
        let numbers = [size, 1, 1].map(|extent| Number::Known(extent.into()));
        let tokens = literal.into_token_stream();
        (Value::Numbers(numbers.into()), tokens, !doubles)
    };
    let sizes: Vec<Size> = in_range.map(size).collect();
    if sizes.is_empty() {
        let fault = format!("{written} has no block of whole warps");
        refuse(errors, range, &fault, "32..=256");
    }
    sizes
}

/// The largest size of a range that is looked at.
const MOST_IN_RANGE: i128 = 2 * AUTO_BLOCK_SIZES.1 as i128;

/// The tokens before and after the dots of a range.
fn split(range: &TokenStream) -> Option<(Vec<TokenTree>, Vec<TokenTree>)> {
    let mut least: Vec<TokenTree> = range.clone().into_iter().collect();
    let dots = |pair: &[TokenTree]| pair.iter().all(|dot| is_mark(dot, '.'));
    let most = least.split_off(least.windows(2).position(dots)?);
    Some((least, most[2..].to_vec()))
}

/// The fewest and the most threads of a range.
pub(super) fn range_bounds(range: &TokenStream) -> Option<(Number, Number)> {
    let (least, most) = split(range)?;
    let bound = |trees: &[TokenTree], any: Option<i128>| match trees {
        [] => any.map(Number::Known),
        trees => Number::read(&stream(trees)).ok(),
    };
    let most = match most.as_slice() {
        [equals, most @ ..] if is_mark(equals, '=') => bound(most, None)?,
        most => match bound(most, Some(i128::from(AUTO_BLOCK_SIZES.1) + 1))? {
            Number::Known(most) => Number::Known(most - 1),
            Number::Deferred(most) => Number::Deferred(quote!((#most) - 1)),
        },
    };
    Some((bound(&least, Some(AUTO_BLOCK_SIZES.0.into()))?, most))
}

/// Reports a list of sizes, with another.
fn refuse(errors: &mut Errors, at: &TokenStream, fault: &str, meant: &str) {
    errors.refuse(at, "OCC113", fault, format!("`threads = any({meant})`"));
}

impl Args {
    /// Returns the place of each configuration: the sizes of one attribute or one `on(…)` together, and of those the
    /// largest first. A help that passes for it most likely passes for the others.
    pub(crate) fn largest_first<'a>(all: impl Iterator<Item = &'a Self>) -> Vec<usize> {
        let key = |(at, args): (usize, &Self)| {
            let smaller = args.known_threads().map(Reverse);
            (at - args.size.unwrap_or_default(), smaller, at)
        };
        let mut keys: Vec<_> = all.enumerate().map(key).collect();
        keys.sort_unstable();
        keys.into_iter().map(|(_, _, at)| at).collect()
    }

    /// Returns `true` if the block is a size of `any(…)` behind the first.
    pub(crate) fn is_further_size(&self) -> bool {
        self.size.is_some_and(|nth| nth > 0)
    }

    /// The arguments for each size of the block: one, unless `threads` is `any(…)`.
    pub(crate) fn of_each_size(mut self) -> Vec<Self> {
        let mut sizes = match self.value(Argument::Threads) {
            Some(Value::Any(sizes)) => sizes.clone(),
            _ => return vec![self],
        };
        let lanes = i128::from(self.lanes().1);
        let is_whole = |(size, _, is_of_range): &Size| {
            let threads = size.known().and_then(|known| known.first().copied());
            !is_of_range || threads.is_none_or(|threads| threads % lanes == 0)
        };
        if sizes.iter().any(is_whole) {
            sizes.retain(is_whole);
        }
        if sizes.is_empty() {
            // Each is wrong, which was reported. The launch type is one of sizes all the same.
            self.size = Some(0);
            self.forget(Argument::Threads);
            return vec![self];
        }
        let of_size = |(nth, (value, tokens, _)): (usize, &Size)| {
            let mut one = self.clone();
            one.size = Some(nth);
            one.set(Entry {
                argument: Argument::Threads,
                key: tokens.clone(),
                value: value.clone(),
                tokens: tokens.clone(),
            });
            one
        };
        let mut all: Vec<Self> = sizes.iter().enumerate().map(of_size).collect();
        let threads: Option<Vec<u32>> = all.iter().map(Self::known_threads).collect();
        let most_threads = threads.and_then(|threads| threads.into_iter().max());
        for one in &mut all {
            one.most_threads = most_threads;
        }
        all
    }
}
