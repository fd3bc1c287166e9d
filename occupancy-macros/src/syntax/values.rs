//! Values of the other forms: numbers, ratios, strings, names and paths.

use occupancy_core::Ratio;
use occupancy_core::kernel::{Accumulator, Argument, Axis};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, ExprTuple, Ident, Lit, LitStr, Token};

use super::expression::expression;
use super::meant::{included, wrong_form};
use super::shown::found;
use crate::errors::{self, Errors, OutOfRange};
use crate::key;
use crate::number::{self, Fault, Number};

/// What the launch struct's page shows of the configuration.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Documentation {
    #[default]
    Charts,
    Table,
    None,
}

pub(super) fn integer(
    argument: Argument,
    tokens: &TokenStream,
    errors: &mut Errors,
) -> Option<Number<u64>> {
    let Some(expression) = expression(tokens) else {
        errors.at(tokens, wrong_form(argument, tokens));
        return None;
    };
    number(argument, &expression, None, errors)
}

/// The text that a string is, or a macro of the standard library that makes one: `concat!(env!("OUT_DIR"),
/// "/saxpy.cubin")`; without a text if a variable of the environment is not set.
pub(super) fn text(
    argument: Argument,
    tokens: &TokenStream,
    errors: &mut Errors,
) -> Option<Option<String>> {
    let value = expression(tokens);
    match value.as_ref().map(evaluated) {
        Some(Ok(text)) => return Some(Some(text)),
        // The compiler says which.
        Some(Err(Unknown::Variable)) => return Some(None),
        _ => {}
    }
    let message = if value.is_some_and(|value| is_of_the_program(&value)) {
        errors::text_of_the_program(argument, &found(tokens))
    } else {
        wrong_form(argument, tokens)
    };
    errors.at(tokens, message);
    None
}

/// Why the text of an expression is not known.
enum Unknown {
    /// A variable of the environment is not set.
    Variable,
    /// It is no string, and no macro that the attribute can evaluate.
    Other,
}

/// The text that an expression is to `include_bytes!`, as the compiler evaluates it.
fn evaluated(value: &Expr) -> Result<String, Unknown> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Ok(text.value()),
        Expr::Group(inner) => evaluated(&inner.expr),
        Expr::Macro(call) => {
            let arguments = &call.mac;
            let name = &arguments.path.segments.last().ok_or(Unknown::Other)?.ident;
            match name.to_string().as_str() {
                "stringify" => single(&arguments.tokens).ok_or(Unknown::Other),
                name @ ("concat" | "env") => {
                    let parsed = arguments
                        .parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
                        .map_err(|_| Unknown::Other)?;
                    if name == "concat" {
                        return parsed.iter().map(part).collect();
                    }
                    let variable = evaluated(parsed.first().ok_or(Unknown::Other)?)?;
                    std::env::var(variable).map_err(|_| Unknown::Variable)
                }
                _ => Err(Unknown::Other),
            }
        }
        _ => Err(Unknown::Other),
    }
}

/// A part of what `concat!` joins.
fn part(value: &Expr) -> Result<String, Unknown> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Ok(number.base10_digits().to_owned()),
            Lit::Float(number) => Ok(number.base10_digits().to_owned()),
            Lit::Char(letter) => Ok(letter.value().to_string()),
            Lit::Bool(value) => Ok(value.value.to_string()),
            _ => evaluated(value),
        },
        Expr::Group(inner) => part(&inner.expr),
        _ => evaluated(value),
    }
}

/// One token as text: of several, only the compiler knows which have spaces between them.
fn single(tokens: &TokenStream) -> Option<String> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(group), None) if group.delimiter() == Delimiter::None => {
            single(&group.stream())
        }
        (TokenTree::Ident(name), None) => Some(name.to_string()),
        (TokenTree::Literal(literal), None) => Some(literal.to_string()),
        _ => None,
    }
}

/// Whether only the compiler knows a text: a constant by its name, or another macro.
fn is_of_the_program(value: &Expr) -> bool {
    match value {
        Expr::Macro(_) => included(value).is_none(),
        Expr::Path(path) => path.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            !name.contains(char::is_lowercase) && name.contains(char::is_uppercase)
        }),
        _ => false,
    }
}

pub(super) fn ratio(
    argument: Argument,
    tokens: &TokenStream,
    errors: &mut Errors,
) -> Option<Number<Ratio>> {
    let opaque = expression(tokens).filter(|value| matches!(value, Expr::Verbatim(_)));
    if let Some(opaque) = opaque {
        return Some(Number::Deferred(opaque));
    }
    match number::ratio(tokens) {
        Ok(value) => Some(Number::Known(value)),
        // It has been parsed as an expression before.
        Err(Fault::Deferred) => expression(tokens).map(Number::Deferred),
        Err(fault) => {
            report(argument, tokens, fault, None, errors);
            None
        }
    }
}

/// The number that an expression is; `within` is the tuple that it is an element of.
pub(super) fn number(
    argument: Argument,
    expression: &Expr,
    within: Option<(&ExprTuple, usize)>,
    errors: &mut Errors,
) -> Option<Number<u64>> {
    let most = argument.most();
    let digits = match number::integer(expression) {
        Ok(value) if value < 0 => {
            let positive = value.unsigned_abs();
            let help =
                (positive <= most.into()).then(|| stated(argument, &positive.to_string(), within));
            errors.at(
                expression,
                errors::negative(argument, value, help.as_deref()),
            );
            return None;
        }
        Ok(value) => match u64::try_from(value) {
            Ok(value) if value <= most => return Some(Number::Known(value)),
            _ => value.to_string(),
        },
        Err(Fault::Deferred) => return Some(Number::Deferred(expression.clone())),
        Err(Fault::TooLarge(digits)) => digits,
        Err(fault) => {
            report(argument, expression, fault, within, errors);
            return None;
        }
    };
    errors.out_of_range(OutOfRange {
        argument,
        axis: within.map_or(Axis::X, |(_, at)| axis(at)),
        digits,
        dims: within.map(|(tuple, at)| beside(tuple, at)),
        tokens: expression.to_token_stream(),
        on: None,
    });
    None
}

const fn axis(at: usize) -> Axis {
    match at {
        0 => Axis::X,
        1 => Axis::Y,
        _ => Axis::Z,
    }
}

/// The extents of a tuple, the largest of all for the one that is out of range.
fn beside(tuple: &ExprTuple, out_of_range: usize) -> (u32, u32, u32) {
    let extent = |at: usize| {
        if at == out_of_range {
            return u32::MAX;
        }
        let other = tuple.elems.iter().nth(at);
        let other = other.and_then(|other| number::integer(other).ok());
        other
            .and_then(|other| u32::try_from(other).ok())
            .unwrap_or(1)
    };
    (extent(0), extent(1), extent(2))
}

fn report(
    argument: Argument,
    tokens: &dyn ToTokens,
    fault: Fault,
    within: Option<(&ExprTuple, usize)>,
    errors: &mut Errors,
) {
    let message = match fault {
        Fault::Form(found, number) => {
            let help = number.map(|number| stated(argument, &number, within));
            errors::wrong_form(
                argument,
                &found,
                help.as_deref().or(within.map(|_| tuple_example(argument))),
            )
        }
        Fault::Arithmetic(fault) => {
            let help = match argument {
                Argument::DynamicSharedMemory
                | Argument::StaticSharedMemory
                | Argument::Elements => {
                    let number = syn::parse2::<Expr>(tokens.to_token_stream()).ok();
                    let number = number.and_then(|number| number::without_suffix(&number));
                    number.map(|number| stated(argument, &number, within))
                }
                _ => within.map(|_| tuple_example(argument).to_owned()),
            };
            errors::arithmetic(argument, &fault, help.as_deref())
        }
        // Taken before a fault is reported.
        Fault::Deferred | Fault::TooLarge(_) => return,
    };
    errors.at(tokens, message);
}

const fn tuple_example(argument: Argument) -> &'static str {
    match argument {
        Argument::Threads => "threads = (32, 8)",
        Argument::Cluster => "cluster = (2, 1)",
        Argument::Problem => "problem = (4096, 4096)",
        _ => "grid = (64, 64)",
    }
}

/// The argument with `number` as its value, or as the element of its tuple.
fn stated(argument: Argument, number: &str, within: Option<(&ExprTuple, usize)>) -> String {
    let is_other_fault = |tuple: &ExprTuple, at: usize| {
        tuple.elems.iter().enumerate().any(|(i, other)| {
            i != at && !matches!(number::integer(other), Ok(_) | Err(Fault::Deferred))
        })
    };
    let value = match within {
        Some((tuple, at)) if is_other_fault(tuple, at) => {
            return tuple_example(argument).to_owned();
        }
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
    key::stated(argument, &value)
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

#[cfg(test)]
mod tests {
    use super::{evaluated, expression};

    #[test]
    fn texts_are_those_of_the_compiler() {
        macro_rules! same {
            ($($text:expr;)*) => {
                $(
                    let tokens = stringify!($text).parse().unwrap();
                    let text = expression(&tokens).and_then(|value| evaluated(&value).ok());
                    assert_eq!(text.as_deref(), Some($text), "{tokens}");
                )*
            };
        }
        same! {
            "a\u{e9}\\";
            r#"b\n""#;
            concat!("sm_", 90, 'a', "/", true, 0x1_0, 2.50, 1e3, 7u8, concat!("c", 1_000,),);
            env!("CARGO_PKG_NAME");
            std::concat!(core::env!("CARGO_MANIFEST_DIR"), "/x");
            env!("CARGO_PKG_VERSION", "cargo sets it");
            env!(concat!("CARGO_", "PKG_NAME"));
            stringify!(saxpy);
        }
        for text in [
            "A",
            "a()",
            "line!()",
            "concat!(A)",
            "concat!(b\"a\")",
            "env!()",
            "stringify!(a b)",
        ] {
            let value = expression(&text.parse().unwrap()).unwrap();
            assert!(evaluated(&value).is_err(), "{text}");
        }
    }
}
