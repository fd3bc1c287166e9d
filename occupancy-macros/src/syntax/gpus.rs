//! The GPUs.

use occupancy_core::kernel::Argument;
use occupancy_core::{Arch, Device, UnknownArch};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Expr, ExprLit, Lit, LitStr};

use super::expression::expression;
use super::guess::unquoted;
use super::shown::{self, found};
use super::split::split_at_commas;
use crate::errors::Errors;

/// A GPU by its name, or an expression for one.
#[derive(Clone)]
pub(crate) enum Gpu {
    Named(NamedArch),
    Deferred(Expr),
}

/// A GPU under the name that the author gave it.
#[derive(Clone)]
pub(crate) struct NamedArch {
    pub(crate) arch: Arch,
    pub(crate) name: LitStr,
}

pub(super) fn gpus(tokens: &TokenStream, errors: &mut Errors) -> Option<Vec<Gpu>> {
    let Some(names) = list(tokens) else {
        let found = one(tokens, &|name| Some(format!("\"{name}\"")), errors)?;
        return Some(vec![found]);
    };
    if names.is_empty() {
        errors.wrong_form(tokens, Argument::Arch, "an empty list", None);
        return None;
    }
    let mut archs: Vec<Gpu> = Vec::new();
    for (at, name) in names.iter().enumerate() {
        // The list with another name in this place, and without what is wrong elsewhere.
        let replaced = |other: &str| {
            let mut all: Vec<String> = Vec::new();
            for (i, name) in names.iter().enumerate() {
                if i == at {
                    all.push(format!("\"{other}\""));
                } else if is_right(name) {
                    if is_named(name, other) {
                        return None;
                    }
                    all.push(shown::text(name));
                }
            }
            Some(match all.as_slice() {
                [one] if names.len() > 1 => one.clone(),
                all => format!("[{}]", all.join(", ")),
            })
        };
        match one(name, &replaced, errors) {
            Some(Gpu::Named(found)) if is_in(&archs, &found) => {
                let named = found.name.value();
                errors.refuse(
                    name,
                    "OCC102",
                    format!("`{named}` names a GPU that is already in the list"),
                    "keep one of them",
                );
            }
            Some(found) => archs.push(found),
            None => {}
        }
    }
    // The rest of a list is still checked where one name in it is wrong.
    (!archs.is_empty()).then_some(archs)
}

/// The elements of a list in brackets.
fn list(tokens: &TokenStream) -> Option<Vec<TokenStream>> {
    let mut group = tokens.clone().into_iter();
    match (group.next(), group.next()) {
        (Some(TokenTree::Group(list)), None) if list.delimiter() == Delimiter::Bracket => Some(
            split_at_commas(list.stream())
                .into_iter()
                .map(TokenStream::from_iter)
                .collect(),
        ),
        _ => None,
    }
}

fn is_in(archs: &[Gpu], found: &NamedArch) -> bool {
    archs
        .iter()
        .any(|other| matches!(other, Gpu::Named(other) if other.arch.name() == found.arch.name()))
}

/// Whether an element of a list is a GPU, or an expression for one.
fn is_right(name: &TokenStream) -> bool {
    match syn::parse2::<LitStr>(name.clone()) {
        Ok(name) => Arch::find(&name.value()).is_ok(),
        Err(_) => names(name).is_none() && syn::parse2::<syn::Path>(name.clone()).is_ok(),
    }
}

/// Whether an element of a list is the GPU of this name.
fn is_named(element: &TokenStream, name: &str) -> bool {
    let element = syn::parse2::<LitStr>(element.clone());
    element.is_ok_and(|element| Arch::find(&element.value()) == Arch::find(name))
}

/// One GPU; `stated` is the value with another name for it.
fn one(
    tokens: &TokenStream,
    stated: &dyn Fn(&str) -> Option<String>,
    errors: &mut Errors,
) -> Option<Gpu> {
    let wrong = |meant: Option<String>, errors: &mut Errors| {
        let help = meant.map(|meant| format!("arch = {meant}"));
        errors.wrong_form(tokens, Argument::Arch, &found(tokens), help.as_deref());
    };
    match expression(tokens) {
        Some(Expr::Lit(ExprLit {
            lit: Lit::Str(name),
            ..
        })) => match find(&name.value()) {
            Ok(arch) => return Some(Gpu::Named(NamedArch { arch, name })),
            Err(unknown) => match meant(tokens) {
                Some(meant) => wrong(Some(meant), errors),
                None => errors.unknown_arch(&name, &unknown, &|name| {
                    stated(name).map(|value| format!("arch = {value}"))
                }),
            },
        },
        // `devices::H100`, `MY_BOARD`, `Device::new(…)`; `h100` alone is a name without its quotes.
        Some(
            expression @ (Expr::Path(_)
            | Expr::Call(_)
            | Expr::Reference(_)
            | Expr::MethodCall(_)
            | Expr::Macro(_)
            | Expr::Field(_)
            | Expr::Index(_)
            | Expr::Paren(_)
            | Expr::Verbatim(_)),
        ) if names(tokens).is_none() => return Some(Gpu::Deferred(expression)),
        _ => {
            let help = match names(tokens).as_deref() {
                Some([name]) => stated(name),
                _ => meant(tokens),
            };
            wrong(help, errors);
        }
    }
    None
}

/// The GPU of a name. Most are written as the tables have them: that is seen sooner than what else a name can be.
fn find(name: &str) -> Result<Arch, UnknownArch> {
    let mut rows = Device::ALL.iter();
    match rows.find(|row| row.aliases().contains(&name)) {
        Some(device) => Ok(Arch::Device(*device)),
        None => Arch::find(name),
    }
}

/// The GPU or the list of GPUs that tokens of another form name.
pub(super) fn meant(tokens: &TokenStream) -> Option<String> {
    let names = names(tokens)?;
    match names.as_slice() {
        [name] => Some(format!("\"{name}\"")),
        names => {
            let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
            Some(format!("[{}]", quoted.join(", ")))
        }
    }
}

/// The GPUs that are named in any way: `("h100", "a100")`, `"h100, a100"`, `h100`, `9.0`, `90`, `(9, 0)`.
pub(super) fn names(tokens: &TokenStream) -> Option<Vec<String>> {
    let quoted = unquoted(tokens);
    let is_quoted = quoted.is_some();
    let text = quoted.unwrap_or_else(|| tokens.to_string());
    let named = |name: &str| {
        let is_number = !is_quoted && name.bytes().all(|byte| byte.is_ascii_digit());
        let name = format!("{}{name}", if is_number { "sm_" } else { "" });
        Arch::find(&name).is_ok().then_some(name)
    };
    let whole = text.replace([' ', '"'], "");
    let pair = whole.trim_matches(['(', ')']).replace(',', ".");
    let between = |marks: &str| -> Option<Vec<String>> {
        let is_mark = |letter: char| marks.contains(letter);
        let parts = text.split(is_mark).map(str::trim);
        let parts = parts.filter(|part| !part.is_empty());
        text.contains(is_mark).then(|| parts.map(named).collect())?
    };
    let one = named(&whole).or_else(|| {
        let is_pair = pair.starts_with(|first: char| first.is_ascii_digit());
        named(&pair).filter(|_| is_pair)
    });
    let all = one.map(|name| vec![name]);
    let all = all.or_else(|| between("()[]{}\"&,;|/+"));
    let all = all.or_else(|| between("()[]{}\"&,;|/+ "))?;
    let mut names: Vec<String> = Vec::new();
    for name in all {
        if !names
            .iter()
            .any(|other| Arch::find(other) == Arch::find(&name))
        {
            names.push(name);
        }
    }
    (!names.is_empty()).then_some(names)
}
