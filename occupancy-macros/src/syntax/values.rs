//! Values of the other forms: numbers, ratios, strings, names and paths.

use occupancy_core::kernel::{Argument, Axis, Form};
use occupancy_core::{Ratio, gpu::nearest_name};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, ExprTuple, Ident, Lit, LitStr, Path, Token};

use super::dims::tuple_example;
use super::expression::expression;
use super::shown::{self, found, plain};
use super::{ArgumentValue, arch, dims};
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
/// "/saxpy.cubin")`.
pub(super) fn text(
    argument: Argument,
    tokens: &TokenStream,
    errors: &mut Errors,
) -> Option<ArgumentValue> {
    let value = expression(tokens);
    match value.as_ref().map(evaluated) {
        Some(Ok(text)) => return Some(ArgumentValue::Text(Some(text))),
        // The compiler says which.
        Some(Err(Unknown::Variable)) => return Some(ArgumentValue::Text(None)),
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

/// The path in `include_bytes!("saxpy.cubin")` or `include_str!(…)`, which the attribute writes itself.
fn included(value: &Expr) -> Option<String> {
    let Expr::Macro(call) = value else {
        return None;
    };
    let name = &call.mac.path.segments.last()?.ident;
    (name == "include_bytes" || name == "include_str").then(|| shown::text(&call.mac.tokens))
}

/// A value of another form than the argument takes, with what was meant.
pub(super) fn wrong_form(argument: Argument, tokens: &TokenStream) -> String {
    let help = meant(argument, tokens).map(|meant| key::stated(argument, &meant));
    errors::wrong_form(argument, &found(tokens), help.as_deref())
}

/// The value of the argument that tokens of another form mean, as it is written.
pub(super) fn meant(argument: Argument, tokens: &TokenStream) -> Option<String> {
    match (argument, argument.form()) {
        (Argument::Arch, _) => arch::meant(tokens),
        (Argument::Name, _) => struct_name(tokens),
        (Argument::Docs, _) => docs_name(tokens),
        (Argument::Crate, _) => crate_path(tokens),
        (Argument::Accumulator, _) => accumulator(tokens),
        (_, Form::Extents) => dims::meant(argument, tokens),
        (_, Form::File | Form::Text) => file_or_name(tokens),
        (_, Form::Ratio) => match number::ratio(tokens) {
            Err(Fault::Form(_, ratio)) => ratio,
            _ => None,
        },
        (_, Form::Names | Form::Parentheses(_) | Form::Other(_)) => None,
        _ => number::meant(&syn::parse2::<Expr>(tokens.clone()).ok()?),
    }
}

/// `"saxpy.cubin"` for `saxpy.cubin`, `include_bytes!("saxpy.cubin")`, `b"saxpy.cubin"` and the like.
fn file_or_name(tokens: &TokenStream) -> Option<String> {
    let quoted = |text: &str| format!("{text:?}");
    match &expression(tokens) {
        Some(value @ Expr::Macro(_)) => return included(value),
        Some(Expr::Reference(inner)) => {
            let inner = inner.expr.to_token_stream();
            return syn::parse2::<LitStr>(inner)
                .ok()
                .map(|text| quoted(&text.value()));
        }
        Some(Expr::Lit(literal)) => {
            return match &literal.lit {
                Lit::ByteStr(text) => String::from_utf8(text.value()).ok().as_deref().map(quoted),
                Lit::CStr(text) => text.value().to_str().ok().map(quoted),
                _ => None,
            };
        }
        _ => {}
    }
    let path = plain(tokens);
    let is_path = path.starts_with(|first: char| first.is_alphabetic() || "._/".contains(first))
        && path
            .chars()
            .all(|letter| letter.is_alphanumeric() || "._/-".contains(letter));
    is_path.then(|| quoted(&path))
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

/// The nearest of what `accumulator` takes.
fn accumulator(tokens: &TokenStream) -> Option<String> {
    let text = plain(tokens);
    let name = match text.as_str() {
        "register" | "regs" | "rmem" => Some("registers"),
        "tmem" => Some("tensor_memory"),
        text => nearest_name(text, &["registers", "tensor_memory"]),
    };
    name.map(str::to_owned)
}

/// The nearest of what `docs` takes.
fn docs_name(tokens: &TokenStream) -> Option<String> {
    let text = plain(tokens);
    let name = match text.as_str() {
        "true" => Some("charts"),
        "false" => Some("none"),
        text => nearest_name(text, &["charts", "table", "none"]),
    };
    name.map(str::to_owned)
}

/// `occupancy` for `"occupancy"`.
fn crate_path(tokens: &TokenStream) -> Option<String> {
    let path = syn::parse2::<LitStr>(tokens.clone()).ok()?;
    path.parse_with(Path::parse_mod_style).ok()?;
    Some(path.value())
}

/// `SaxpyLaunch` for `"SaxpyLaunch"`, `launch::SaxpyLaunch` and `SaxpyLaunch<f32>`.
fn struct_name(tokens: &TokenStream) -> Option<String> {
    if let Ok(text) = syn::parse2::<LitStr>(tokens.clone()) {
        return Some(text.parse::<Ident>().ok()?.to_string());
    }
    let path = syn::parse2::<syn::TypePath>(tokens.clone()).ok()?.path;
    Some(path.segments.last()?.ident.to_string())
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
