//! What was meant by a value of another form than its argument takes.

use occupancy_core::gpu::nearest_name;
use occupancy_core::kernel::{Argument, Form};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, Ident, Lit, LitStr, Path};

use super::arch;
use super::auto::auto;
use super::expression::expression;
use super::shown::{self, found, plain};
use crate::errors;
use crate::key;
use crate::number::{self, Fault};

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
        (_, Form::Extents) => extents(argument, tokens),
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

/// The path in `include_bytes!("saxpy.cubin")` or `include_str!(…)`, which the attribute writes itself.
pub(super) fn included(value: &Expr) -> Option<String> {
    let Expr::Macro(call) = value else {
        return None;
    };
    let name = &call.mac.path.segments.last()?.ident;
    (name == "include_bytes" || name == "include_str").then(|| shown::text(&call.mac.tokens))
}

/// `(32, 8)` for `32 x 8`, `"32, 8"` and `32x8`; `auto` for `"auto"`.
pub(super) fn extents(argument: Argument, tokens: &TokenStream) -> Option<String> {
    let text = match syn::parse2::<LitStr>(tokens.clone()) {
        Ok(text) => text.value(),
        Err(_) => shown::text(tokens),
    };
    let is_quoted = syn::parse2::<LitStr>(tokens.clone()).is_ok();
    let inner: TokenStream = text.parse().ok()?;
    if is_quoted && argument == Argument::Threads && matches!(auto(&inner), Some(Ok(_))) {
        return Some(text);
    }
    if let Some(extents) = numbers(&text) {
        return Some(extents);
    }
    number::meant(&syn::parse2::<Expr>(tokens.clone()).ok()?)
}

/// Two or three numbers with `x` or a comma between them.
fn numbers(text: &str) -> Option<String> {
    let text = text.trim_matches(['(', ')', '[', ']', '{', '}', ' ']);
    let parts: Vec<&str> = text.split(['x', 'X', '×', ',']).map(str::trim).collect();
    let is_number = |part: &&str| {
        !part.starts_with('0') && !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    ((2..=3).contains(&parts.len()) && parts.iter().all(is_number))
        .then(|| format!("({})", parts.join(", ")))
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
