//! `tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2, accumulator = registers)`: what one block
//! computes of a matrix product.

use occupancy_core::kernel::{Accumulator, Argument};
use proc_macro2::{Group, TokenStream};
use syn::{Expr, Ident};

use super::dims::dims;
use super::expression::expression;
use super::values::wrong_form;
use super::{Args, Dims};
use crate::errors::{self, Errors};
use crate::number::Number;

impl Args {
    /// Reads what is in the parentheses.
    pub(super) fn tile(&mut self, group: &Group, errors: &mut Errors) {
        if !self.nested(Argument::Tile, group, errors) {
            return;
        }
        let required = [
            Argument::TileRows,
            Argument::TileColumns,
            Argument::TileDepth,
        ]
        .into_iter();
        let missing: Vec<Argument> = required.filter(|argument| !self.given(*argument)).collect();
        if !missing.is_empty() {
            let examples: Vec<&str> = missing.iter().map(|argument| argument.example()).collect();
            let message = errors::missing(&missing, &examples.join(", "), false);
            errors.at_span(group.span(), message);
            self.given.extend(missing);
        }
    }
}

/// `registers`, `tensor_memory`, or a constant.
pub(super) fn accumulator(
    tokens: &TokenStream,
    errors: &mut Errors,
) -> Option<Number<Accumulator>> {
    let name = syn::parse2::<Ident>(tokens.clone()).map(|name| name.to_string());
    let all = [Accumulator::Registers, Accumulator::TensorMemory];
    let mut named = all.into_iter();
    if let Ok(name) = name
        && let Some(accumulator) = named.find(|accumulator| accumulator.name() == name)
    {
        return Some(Number::Known(accumulator));
    }
    let is_slip = syn::parse2::<Ident>(tokens.clone()).is_ok_and(|name| {
        name.to_string()
            .chars()
            .all(|letter| !letter.is_uppercase())
    });
    match expression(tokens) {
        Some(value @ (Expr::Path(_) | Expr::Block(_) | Expr::Verbatim(_))) if !is_slip => {
            Some(Number::Deferred(value))
        }
        _ => {
            errors.at(tokens, wrong_form(Argument::Accumulator, tokens));
            None
        }
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
