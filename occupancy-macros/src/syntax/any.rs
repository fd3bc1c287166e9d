//! `threads = any(32, 64..=256)`: blocks of several sizes, one of which the program chooses when it runs.

use std::iter;

use occupancy_core::kernel::{Argument, saturated};
use occupancy_core::rules::AUTO_BLOCK_SIZES;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::arguments::Size;
use super::display::{backquoted, one_line};
use super::{Args, Entry, Value};
use crate::errors::Errors;
use crate::number::Number;
use crate::tokens::{between_commas, first_span, is_mark, is_word, single, stream};

/// The most sizes of one attribute: whole warps of all blocks, or a page that can be read.
const MOST_SIZES: usize = 32;

/// The elements of `any(…)`; `None` if the value is something else. Another case of letters or other brackets mean it, too.
pub(super) fn elements_of_any(tokens: &TokenStream) -> Option<Vec<TokenStream>> {
    let mut trees = tokens.clone().into_iter();
    match (trees.next()?, trees.next()?, trees.next()) {
        (TokenTree::Ident(name), TokenTree::Group(group), None)
            if name.to_string().eq_ignore_ascii_case("any") =>
        {
            Some(between_commas(group.stream()))
        }
        _ => None,
    }
}

/// `any(…)` with these elements.
pub(super) fn written(elements: &[TokenStream]) -> String {
    let elements: Vec<String> = elements.iter().map(one_line).collect();
    format!("any({})", elements.join(", "))
}

/// Reads the sizes. Reports each that is wrong, and one that is there before.
pub(super) fn read(
    tokens: &TokenStream,
    elements: &[TokenStream],
    errors: &mut Errors,
) -> Option<Value> {
    if !tokens.to_string().replace(' ', "").starts_with("any(") {
        let fault = format!("{} is no list of block sizes", backquoted(tokens));
        let help = format!("`threads = {}`", written(elements));
        errors.refuse(tokens, "OCC113", fault, help);
        return None;
    }
    let is_doubling = |element: &&TokenStream| is_word_alone(element, "doubling");
    let doubles = elements.iter().any(|element| is_doubling(&element));
    let ranges = elements.iter().filter(|element| is_range(element)).count();
    if elements.len() == usize::from(doubles) || doubles && ranges == 0 {
        let fault = format!(
            "{} has no {}",
            backquoted(tokens),
            if doubles { "range" } else { "size" }
        );
        let meant = if doubles {
            "32..=1024, doubling"
        } else {
            "32, 64, 256"
        };
        refuse(errors, tokens, &fault, meant);
        return None;
    }
    let mut sizes: Vec<Size> = Vec::new();
    for element in elements.iter().filter(|element| !is_doubling(element)) {
        let read = if is_range(element) {
            in_range(element, doubles, errors)
        } else if elements_of_any(element).is_some() || is_word_alone(element, "auto") {
            let fault = format!("{} is no block size", backquoted(element));
            refuse(errors, element, &fault, "32, 64, 256");
            Vec::new()
        } else {
            let value = Value::read(Argument::Threads, element, errors);
            Vec::from_iter(value.map(|value| (value, element.clone())))
        };
        for (value, tokens) in read {
            let known = value.known();
            let is_known = |(other, _): &Size| known.is_some() && other.known() == known;
            if sizes.iter().any(is_known) {
                let fault = format!("{} is in `any(…)` already", backquoted(&tokens));
                errors.refuse(element, "OCC102", fault, "state each size once");
                continue;
            }
            if sizes.len() == MOST_SIZES {
                let fault = format!("`any(…)` has more than {MOST_SIZES} sizes");
                refuse(errors, element, &fault, "32..=1024");
                return Some(Value::Any(sizes));
            }
            sizes.push((value, tokens));
        }
    }
    (!sizes.is_empty()).then_some(Value::Any(sizes))
}

/// The sizes of a range: its whole warps, or its start doubled until its end.
fn in_range(range: &TokenStream, doubles: bool, errors: &mut Errors) -> Vec<Size> {
    let written = backquoted(range);
    let (least, most) = match range_bounds(range) {
        Some((Number::Known(least), Number::Known(most))) => (least, most),
        read => {
            let why = match read {
                Some(_) => "its bounds are literals, which are counted before a constant is known",
                None => "it takes two integers",
            };
            refuse(
                errors,
                range,
                &format!("{written} is no range of sizes: {why}"),
                "32..=256",
            );
            return Vec::new();
        }
    };
    // Larger blocks are refused, so that a few of them show it.
    let [least, most] = [least.min(MOST_IN_RANGE + 1), most.min(MOST_IN_RANGE)].map(saturated);
    let first = if doubles {
        least.max(1)
    } else {
        least.next_multiple_of(WARP)
    };
    let next = |size: &u32| Some(size + if doubles { *size } else { WARP });
    let in_range = iter::successors(Some(first.max(1)), next).take_while(|size| *size <= most);
    let size = |size: u32| {
        let mut literal = Literal::u32_unsuffixed(size);
        literal.set_span(first_span(range));
        let numbers = [size, 1, 1].map(|extent| Number::Known(extent.into()));
        (Value::Numbers(numbers.into()), literal.into_token_stream())
    };
    let sizes: Vec<Size> = in_range.map(size).collect();
    if sizes.is_empty() {
        let (least, most) = (least.min(most), least.max(most));
        let least = (least / WARP * WARP).clamp(WARP, LARGEST);
        let most = most.next_multiple_of(WARP).clamp(least, LARGEST);
        let fault = format!("{written} has no block of whole warps");
        refuse(errors, range, &fault, &format!("{least}..={most}"));
    }
    sizes
}

/// The threads of a warp.
const WARP: u32 = 32;

/// The threads of the largest block.
const LARGEST: u32 = AUTO_BLOCK_SIZES.1;

/// The largest size of a range that is looked at.
const MOST_IN_RANGE: i128 = 2 * LARGEST as i128;

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

/// The threads of a block.
fn threads(extents: &[i128]) -> u32 {
    let product = |all: i128, one: &i128| all.saturating_mul(*one);
    saturated(extents.iter().fold(1, product))
}

/// Reports a list of sizes, with another.
fn refuse(errors: &mut Errors, at: &TokenStream, fault: &str, meant: &str) {
    errors.refuse(at, "OCC113", fault, format!("`threads = any({meant})`"));
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
