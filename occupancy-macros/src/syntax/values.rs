//! Values of the other forms: numbers, ratios, strings, names and paths.

use occupancy_core::Ratio;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprLit, ExprTuple, Ident, Lit, LitStr, Path};

use super::Spanned;
use super::dims::tuple_example;
use super::expression::expression;
use super::shown::found;
use crate::errors::{self, Errors};
use crate::key::Key;
use crate::number::{self, Fault, Number};

/// What the launch struct's page shows of the configuration.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Documentation {
    #[default]
    Charts,
    Table,
    None,
}

pub(super) fn integer<T: TryFrom<i128> + Limit>(
    key: Key,
    tokens: TokenStream,
    errors: &mut Errors,
) -> Option<Spanned<Number<T>>> {
    let Some(expression) = expression(&tokens) else {
        errors.at(&tokens, errors::wrong_form(key, &found(&tokens), None));
        return None;
    };
    let value = number(key, &expression, None, errors)?;
    Some(Spanned { value, tokens })
}

/// A string, or a macro or constant that is one: `concat!(env!("OUT_DIR"), "/saxpy.cubin")`.
pub(super) fn text(key: Key, tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Expr>> {
    match expression(&tokens) {
        Some(
            value @ (Expr::Lit(ExprLit {
                lit: Lit::Str(_), ..
            })
            | Expr::Macro(_)),
        ) => Some(Spanned { value, tokens }),
        // `include_bytes!` takes no constant.
        Some(value @ Expr::Path(_)) if key == Key::Kernel => Some(Spanned { value, tokens }),
        _ => {
            let help = syn::parse2::<Ident>(tokens.clone()).ok();
            let help = help.map(|name| format!("{} = \"{name}\"", key.name()));
            errors.at(
                &tokens,
                errors::wrong_form(key, &found(&tokens), help.as_deref()),
            );
            None
        }
    }
}

pub(super) fn ratio(
    key: Key,
    tokens: TokenStream,
    errors: &mut Errors,
) -> Option<Spanned<Number<Ratio>>> {
    let opaque = expression(&tokens).filter(|value| matches!(value, Expr::Verbatim(_)));
    if let Some(opaque) = opaque {
        let value = Number::Deferred(opaque);
        return Some(Spanned { value, tokens });
    }
    let value = match number::ratio(&tokens) {
        Ok(value) => Number::Known(value),
        // It has been parsed as an expression before.
        Err(Fault::Deferred) => Number::Deferred(expression(&tokens)?),
        Err(fault) => {
            report(key, &tokens, fault, None, errors);
            return None;
        }
    };
    Some(Spanned { value, tokens })
}

/// The largest value that an argument holds.
pub(super) trait Limit {
    const MOST: u64;
}

impl Limit for u32 {
    const MOST: u64 = u32::MAX as u64;
}

impl Limit for u64 {
    const MOST: u64 = u64::MAX;
}

/// The number that an expression is; `within` is the tuple that it is an element of.
pub(super) fn number<T: TryFrom<i128> + Limit>(
    key: Key,
    expression: &Expr,
    within: Option<(&ExprTuple, usize)>,
    errors: &mut Errors,
) -> Option<Number<T>> {
    let value = match number::integer(expression) {
        Ok(value) => value,
        Err(Fault::Deferred) => return Some(Number::Deferred(expression.clone())),
        Err(fault) => {
            report(key, expression, fault, within, errors);
            return None;
        }
    };
    let fits = T::try_from(value).ok();
    if fits.is_none() {
        let fault = if value < 0 {
            format!("is {value}: it cannot be negative")
        } else {
            format!(
                "is {value}: the most that can be written here is {}",
                T::MOST
            )
        };
        let positive = T::try_from(value.saturating_neg()).is_ok();
        let number = positive.then(|| value.saturating_neg().to_string());
        errors.at(
            expression,
            errors::arithmetic(
                key,
                &fault,
                number.map(|n| stated(key, &n, within)).as_deref(),
            ),
        );
    }
    fits.map(Number::Known)
}

fn report(
    key: Key,
    tokens: impl ToTokens,
    fault: Fault,
    within: Option<(&ExprTuple, usize)>,
    errors: &mut Errors,
) {
    let message = match fault {
        Fault::Form(found, number) => {
            let help = number.map(|number| stated(key, &number, within));
            errors::wrong_form(
                key,
                &found,
                help.as_deref().or(within.map(|_| tuple_example(key))),
            )
        }
        Fault::Arithmetic(fault) => {
            errors::arithmetic(key, &fault, within.map(|_| tuple_example(key)))
        }
        // Taken before a fault is reported.
        Fault::Deferred => return,
    };
    errors.at(tokens, message);
}

/// The argument with `number` as its value, or as the element of its tuple.
fn stated(key: Key, number: &str, within: Option<(&ExprTuple, usize)>) -> String {
    let is_other_fault = |tuple: &ExprTuple, at: usize| {
        tuple.elems.iter().enumerate().any(|(i, other)| {
            i != at && !matches!(number::integer(other), Ok(_) | Err(Fault::Deferred))
        })
    };
    let value = match within {
        Some((tuple, at)) if is_other_fault(tuple, at) => return tuple_example(key).to_owned(),
        Some((tuple, at)) => {
            let elements: Vec<_> = tuple
                .elems
                .iter()
                .enumerate()
                .map(|(i, element)| {
                    if i == at {
                        number.to_owned()
                    } else {
                        element.to_token_stream().to_string()
                    }
                })
                .collect();
            format!("({})", elements.join(", "))
        }
        None => number.to_owned(),
    };
    format!("{} = {value}", key.name())
}

/// `charts`, `table` or `none`, as a name or as a string.
pub(super) fn documentation(tokens: &TokenStream) -> Option<Documentation> {
    let name = match syn::parse2::<LitStr>(tokens.clone()) {
        Ok(text) => text.value(),
        Err(_) => syn::parse2::<Ident>(tokens.clone()).ok()?.to_string(),
    };
    match name.as_str() {
        "charts" => Some(Documentation::Charts),
        "table" => Some(Documentation::Table),
        "none" => Some(Documentation::None),
        _ => None,
    }
}

/// `crate = occupancy` for `crate = "occupancy"`.
pub(super) fn crate_path(tokens: &TokenStream) -> Option<String> {
    let path = syn::parse2::<LitStr>(tokens.clone()).ok()?;
    path.parse_with(Path::parse_mod_style).ok()?;
    Some(format!("crate = {}", path.value()))
}

/// `name = SaxpyLaunch` for `name = "SaxpyLaunch"`.
pub(super) fn struct_name(tokens: &TokenStream) -> Option<String> {
    let name = syn::parse2::<LitStr>(tokens.clone())
        .ok()?
        .parse::<Ident>()
        .ok()?;
    Some(format!("name = {name}"))
}
