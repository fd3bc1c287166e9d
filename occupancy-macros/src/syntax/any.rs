//! `threads = any(32, 64..=256)`: blocks of several sizes, one of which the program chooses when it runs.

use std::ops::RangeInclusive;

use occupancy_core::kernel::{Argument, saturated};
use occupancy_core::rules::AUTO_BLOCK_SIZES;
use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::arguments::Size;
use super::display::backquoted;
use super::{Args, Entry, Value};
use crate::errors::Errors;
use crate::number::Number;
use crate::tokens::{between_commas, first_span, is_mark, is_word, single, stream};

/// The most sizes of one attribute: whole warps of all blocks, or a page that can be read.
const MOST_SIZES: usize = 32;

/// The elements of `any(…)`; `None` if the value is something else.
pub(super) fn elements_of_any(tokens: &TokenStream) -> Option<Vec<TokenStream>> {
    let mut trees = tokens.clone().into_iter();
    match (trees.next()?, trees.next()?, trees.next()) {
        (name, TokenTree::Group(group), None)
            if is_word(&name, "any") && group.delimiter() == Delimiter::Parenthesis =>
        {
            Some(between_commas(group.stream()))
        }
        _ => None,
    }
}

/// Reads the sizes. Reports each that is wrong, and one that is there before.
pub(super) fn read(
    tokens: &TokenStream,
    mut elements: Vec<TokenStream>,
    errors: &mut Errors,
) -> Option<Value> {
    let all = elements.len();
    elements.retain(|element| !is_word_alone(element, "doubling"));
    let doubles = elements.len() < all;
    if elements.is_empty() {
        wrong(errors, tokens, "`any(…)` has no block size");
        return None;
    }
    let mut sizes: Vec<Size> = Vec::new();
    let mut has_range = false;
    for element in &elements {
        let read = if is_range(element) {
            has_range = true;
            in_range(element, doubles, errors)
        } else if elements_of_any(element).is_some() || is_word_alone(element, "auto") {
            let fault = format!("{} is no block size", backquoted(element));
            wrong(errors, element, &fault);
            Vec::new()
        } else {
            let value = Value::read(Argument::Threads, element, errors);
            Vec::from_iter(value.map(|value| (value, element.clone())))
        };
        for (value, tokens) in read {
            let known = value.known();
            let is_known = |(other, _): &&Size| known.is_some() && other.known() == known;
            if sizes.iter().any(|other| is_known(&other)) {
                let fault = format!("{} is in `any(…)` already", backquoted(&tokens));
                errors.refuse(element, "OCC102", fault, "state each size once");
            } else if sizes.len() == MOST_SIZES {
                let fault =
                    format!("`any(…)` has more than {MOST_SIZES} sizes: each is checked and shown");
                wrong(errors, element, &fault);
                return Some(Value::Any(sizes));
            } else {
                sizes.push((value, tokens));
            }
        }
    }
    if doubles && !has_range {
        wrong(
            errors,
            tokens,
            "`doubling` is about a range, and there is none",
        );
    }
    (!sizes.is_empty()).then_some(Value::Any(sizes))
}

/// The sizes of a range: its whole warps, or its start doubled until its end.
fn in_range(range: &TokenStream, doubles: bool, errors: &mut Errors) -> Vec<Size> {
    let written = backquoted(range);
    let mut refused = |fault: &str| {
        wrong(errors, range, fault);
        Vec::new()
    };
    let (least, most) = match range_bounds(range) {
        Some((Number::Known(least), Number::Known(most))) => (least, most),
        Some(_) => {
            let why = "the sizes are counted before the compiler knows a constant";
            return refused(&format!("the bounds of {written} are no literals: {why}"));
        }
        None => return refused(&format!("{written} is no range of block sizes")),
    };
    // Larger blocks are refused, so that those of the limit and one more show it.
    let (least, most) = (least.min(MOST_IN_RANGE + 1), most.min(MOST_IN_RANGE));
    let step = 32;
    let whole: RangeInclusive<i128> = match least {
        _ if doubles => least..=most,
        _ => (least + step - 1) / step * step..=most,
    };
    let mut sizes = Vec::new();
    let mut size = (*whole.start()).max(1);
    while whole.contains(&size) {
        let mut literal = Literal::i128_unsuffixed(size);
        literal.set_span(first_span(range));
        let one = Number::Known(1);
        let value = Value::Numbers(vec![Number::Known(size), one.clone(), one]);
        sizes.push((value, literal.into_token_stream()));
        size += if doubles { size } else { step };
    }
    if sizes.is_empty() {
        return refused(&format!("{written} has no block of whole warps"));
    }
    sizes
}

/// The largest size of a range that is looked at: twice the largest block.
const MOST_IN_RANGE: i128 = 2 * AUTO_BLOCK_SIZES.1 as i128;

/// The threads of a block.
fn threads(extents: &[i128]) -> u32 {
    let product = |all: i128, one: &i128| all.saturating_mul(*one);
    saturated(extents.iter().fold(1, product))
}

/// The fewest and the most threads of a range.
pub(super) fn range_bounds(range: &TokenStream) -> Option<(Number, Number)> {
    let trees: Vec<TokenTree> = range.clone().into_iter().collect();
    let dots = |pair: &[TokenTree]| pair.iter().all(|dot| is_mark(dot, '.'));
    let (least, most) = trees.split_at(trees.windows(2).position(dots)?);
    let bound = |trees: &[TokenTree], any: Option<i128>| match trees {
        [] => any.map(Number::Known),
        trees => Number::read(&stream(trees)).ok(),
    };
    let most = match &most[2..] {
        [equals, most @ ..] if is_mark(equals, '=') => bound(most, None)?,
        most => match bound(most, Some(i128::from(AUTO_BLOCK_SIZES.1) + 1))? {
            Number::Known(most) => Number::Known(most - 1),
            Number::Deferred(most) => Number::Deferred(quote!((#most) - 1)),
        },
    };
    Some((bound(least, Some(AUTO_BLOCK_SIZES.0.into()))?, most))
}

fn is_range(element: &TokenStream) -> bool {
    let trees: Vec<TokenTree> = element.clone().into_iter().collect();
    let dots = |pair: &[TokenTree]| pair.iter().all(|dot| is_mark(dot, '.'));
    trees.windows(2).any(dots)
}

fn is_word_alone(element: &TokenStream, word: &str) -> bool {
    single(element).is_some_and(|token| is_word(&token, word))
}

fn wrong(errors: &mut Errors, at: &TokenStream, fault: &str) {
    let help = "`threads = any(32, 64, 256)`, `threads = any(32..=256)` for whole warps, or \
                `threads = any(32..=1024, doubling)`";
    errors.refuse(at, "OCC113", fault, help);
}

impl Args {
    /// Returns `true` if the block is a size of `any(…)` behind the first.
    pub(crate) fn is_further_size(&self) -> bool {
        self.size.is_some_and(|nth| nth > 0)
    }

    /// The arguments for each size of the block: one, unless `threads` is `any(…)`.
    pub(crate) fn of_each_size(self) -> Vec<Self> {
        let Some(Entry {
            value: Value::Any(sizes),
            ..
        }) = self.entry(Argument::Threads)
        else {
            return vec![self];
        };
        let is_known = !sizes.iter().any(|(size, _)| size.is_deferred());
        let threads = sizes
            .iter()
            .filter_map(|(size, _)| Some(threads(&size.known()?)));
        let most_threads = threads.max().filter(|_| is_known);
        let of_size = |(nth, (value, tokens)): (usize, &Size)| {
            let mut one = self.clone();
            one.size = Some(nth);
            one.most_threads = most_threads;
            one.set(Entry {
                argument: Argument::Threads,
                key: tokens.clone(),
                value: value.clone(),
                tokens: tokens.clone(),
            });
            one
        };
        sizes.iter().enumerate().map(of_size).collect()
    }
}
