//! Extents in x, y and z.

use occupancy_core::kernel::Argument;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::Expr;

use super::expression::expression;
use super::meant::{self, wrong_form};
use super::split::split_at_commas;
use super::values;
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
                .map(|(at, element)| values::number(argument, element, Some((&tuple, at)), errors))
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
        Some(literal @ Expr::Lit(_))
            if number::integer(&literal).is_err() && meant::extents(argument, tokens).is_some() =>
        {
            errors.at(tokens, wrong_form(argument, tokens));
            return None;
        }
        Some(expression) => match values::number(argument, &expression, None, errors)? {
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

/// Two integers in parentheses.
pub(super) fn problem(tokens: &TokenStream, errors: &mut Errors) -> Option<Dims> {
    match expression(tokens) {
        Some(Expr::Tuple(tuple)) if tuple.elems.len() == 2 => {
            dims(Argument::Problem, tokens, errors)
        }
        _ => {
            errors.at(tokens, wrong_form(Argument::Problem, tokens));
            None
        }
    }
}
