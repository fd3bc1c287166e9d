//! Extents in x, y and z, and `threads = auto`.

use occupancy_core::kernel::Argument;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::{Expr, LitStr};

use super::expression::expression;
use super::shown;
use super::split::split_at_commas;
use super::values::{number, wrong_form};
use crate::errors::{self, Errors};
use crate::number::{self, Number};

/// Threads or blocks in x, y and z.
#[derive(Clone)]
pub(crate) enum Dims {
    /// Each by itself.
    Axes(Box<[Number<u64>; 3]>),
    /// One expression: a number, a tuple or an array.
    Whole(Expr),
}

impl Dims {
    pub(crate) fn known(&self) -> Option<(u32, u32, u32)> {
        match self {
            Self::Axes(axes) => {
                let known = |axis: &Number<u64>| axis.known()?.try_into().ok();
                let [x, y, z] = axes.as_ref();
                Some((known(x)?, known(y)?, known(z)?))
            }
            Self::Whole(_) => None,
        }
    }
}

/// `256`, `(32, 8)`, `(8, 8, 4)` or an array of as many.
pub(super) fn dims(argument: Argument, tokens: &TokenStream, errors: &mut Errors) -> Option<Dims> {
    let one = || Number::Known(1);
    Some(match array(tokens).or_else(|| expression(tokens)) {
        Some(Expr::Tuple(tuple)) if (1..=3).contains(&tuple.elems.len()) => {
            // Every element is looked at before one that is faulty ends it.
            let numbers: Vec<Option<Number<u64>>> = tuple
                .elems
                .iter()
                .enumerate()
                .map(|(at, element)| number(argument, element, Some((&tuple, at)), errors))
                .collect();
            let mut numbers = numbers.into_iter();
            let mut axis = || numbers.next().unwrap_or_else(|| Some(one()));
            Dims::Axes(Box::new([axis()?, axis()?, axis()?]))
        }
        Some(Expr::Tuple(tuple)) => {
            let found = format!("{} of them", tuple.elems.len());
            errors.at(tokens, errors::wrong_form(argument, &found, None));
            return None;
        }
        Some(Expr::Lit(_)) if meant(argument, tokens).is_some() => {
            errors.at(tokens, wrong_form(argument, tokens));
            return None;
        }
        Some(expression) => match number(argument, &expression, None, errors)? {
            Number::Deferred(whole) => Dims::Whole(whole),
            known @ Number::Known(_) => Dims::Axes(Box::new([known, one(), one()])),
        },
        None => {
            errors.at(tokens, wrong_form(argument, tokens));
            return None;
        }
    })
}

/// `(32, 8)` for `[32, 8]`, and an array of one value repeated as it is: `[32; 2]`.
fn array(tokens: &TokenStream) -> Option<Expr> {
    let mut trees = tokens.clone().into_iter();
    let (Some(TokenTree::Group(list)), None) = (trees.next(), trees.next()) else {
        return None;
    };
    match list.delimiter() {
        // An argument of `macro_rules!`.
        Delimiter::None => array(&list.stream()),
        Delimiter::Bracket => {
            let is_separator =
                |tree: TokenTree| matches!(tree, TokenTree::Punct(mark) if mark.as_char() == ';');
            if list.stream().into_iter().any(is_separator) {
                return Some(Expr::Verbatim(tokens.clone()));
            }
            let elements = split_at_commas(list.stream());
            let elements = elements.into_iter().map(TokenStream::from_iter);
            let tuple = quote_spanned!(list.span()=> (#(#elements,)*));
            expression(&tuple)
        }
        _ => None,
    }
}

/// The range of `auto`, `auto(64..=512)`, `auto(64..)` or `auto(..=512)`; `None` for something else.
pub(super) fn auto(tokens: &TokenStream) -> Option<Result<(u32, u32), ()>> {
    let mut tokens = tokens.clone().into_iter();
    if !matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "auto") {
        return None;
    }
    match (tokens.next(), tokens.next()) {
        (None, _) => Some(Ok((32, 1024))),
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Parenthesis => {
            let range = group.stream().to_string().replace(' ', "");
            let Some((least, most)) = range.split_once("..") else {
                return Some(Err(()));
            };
            let least = if least.is_empty() {
                Ok(32)
            } else {
                bound(least)
            };
            let most = match (most, most.strip_prefix('=')) {
                ("", _) => Ok(1024),
                (_, Some(most)) => bound(most),
                (most, None) => bound(most).map(|most| most.saturating_sub(1)),
            };
            Some(match (least, most) {
                (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
                _ => Err(()),
            })
        }
        // `auto` may be a constant in an expression: `auto * 2`.
        _ => None,
    }
}

fn bound(text: &str) -> Result<u32, ()> {
    let expression = syn::parse_str::<Expr>(text).map_err(|_| ())?;
    let value = number::integer(&expression).map_err(|_| ())?;
    u32::try_from(value).map_err(|_| ())
}

pub(super) const fn tuple_example(argument: Argument) -> &'static str {
    match argument {
        Argument::Threads => "threads = (32, 8)",
        Argument::Cluster => "cluster = (2, 1)",
        Argument::Problem => "problem = (4096, 4096)",
        _ => "grid = (64, 64)",
    }
}

/// `(32, 8)` for `32 x 8`, `"32, 8"` and `32x8`; `auto` for `"auto"`.
pub(super) fn meant(argument: Argument, tokens: &TokenStream) -> Option<String> {
    let text = match syn::parse2::<LitStr>(tokens.clone()) {
        Ok(text) => text.value(),
        Err(_) => shown::text(tokens),
    };
    let is_quoted = syn::parse2::<LitStr>(tokens.clone()).is_ok();
    let inner: TokenStream = text.parse().ok()?;
    if is_quoted && argument == Argument::Threads && matches!(auto(&inner), Some(Ok(_))) {
        return Some(text);
    }
    if let Some(extents) = extents(&text) {
        return Some(extents);
    }
    number::meant(&syn::parse2::<Expr>(tokens.clone()).ok()?)
}

/// Two or three numbers with `x` or a comma between them.
fn extents(text: &str) -> Option<String> {
    let text = text.trim_matches(['(', ')', '[', ']', '{', '}', ' ']);
    let parts: Vec<&str> = text.split(['x', 'X', '×', ',']).map(str::trim).collect();
    let is_number = |part: &&str| {
        !part.starts_with('0') && !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    ((2..=3).contains(&parts.len()) && parts.iter().all(is_number))
        .then(|| format!("({})", parts.join(", ")))
}

/// The range of block sizes that was meant by something in `auto(…)`.
pub(super) fn meant_range(tokens: &TokenStream) -> String {
    let text = shown::text(tokens);
    let numbers: Vec<u32> = text
        .split(|letter: char| !letter.is_ascii_digit() && letter != '_')
        .filter_map(|number| number.replace('_', "").parse().ok())
        .collect();
    match numbers.as_slice() {
        [most @ 32..=1024] => format!("auto(..={most})"),
        [one, other] if (32..=1024).contains(one.max(other)) => {
            format!("auto({}..={})", one.min(other), one.max(other))
        }
        _ => "auto(64..=512)".to_owned(),
    }
}
