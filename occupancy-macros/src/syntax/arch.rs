//! The GPUs.

use occupancy_core::kernel::Argument;
use occupancy_core::{Arch, Device, UnknownArch};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Expr, ExprLit, Lit, LitStr};

use super::expression::expression;
use super::shown::{self, found, plain};
use super::split::split_at_commas;
use crate::errors::{self, Errors};

/// A GPU by its name, or an expression for one.
#[derive(Clone)]
pub(crate) enum ArchValue {
    Named(NamedArch),
    Deferred(Expr),
}

/// A GPU under the name that the author gave it.
#[derive(Clone)]
pub(crate) struct NamedArch {
    pub(crate) arch: Arch,
    pub(crate) name: LitStr,
}

pub(super) fn archs(tokens: &TokenStream, errors: &mut Errors) -> Option<Vec<ArchValue>> {
    let Some(names) = list(tokens) else {
        let found = one(tokens, &|name| Some(format!("\"{name}\"")), errors)?;
        return Some(vec![found]);
    };
    if names.is_empty() {
        errors.at(
            tokens,
            errors::wrong_form(Argument::Arch, "an empty list", None),
        );
        return None;
    }
    let mut archs: Vec<ArchValue> = Vec::new();
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
            Some(ArchValue::Named(found)) if is_in(&archs, &found) => {
                errors.at(name, errors::duplicate_arch(&found.name.value()));
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

fn is_in(archs: &[ArchValue], found: &NamedArch) -> bool {
    archs.iter().any(
        |other| matches!(other, ArchValue::Named(other) if other.arch.name() == found.arch.name()),
    )
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
) -> Option<ArchValue> {
    match expression(tokens) {
        Some(Expr::Lit(ExprLit {
            lit: Lit::Str(name),
            ..
        })) => match find(&name.value()) {
            Ok(arch) => Some(ArchValue::Named(NamedArch { arch, name })),
            Err(unknown) => {
                let message = match meant(tokens) {
                    Some(meant) => {
                        let help = format!("arch = {meant}");
                        errors::wrong_form(Argument::Arch, &found(tokens), Some(&help))
                    }
                    None => errors::unknown_arch(&name.value(), &unknown, &|name| {
                        stated(name).map(|value| format!("arch = {value}"))
                    }),
                };
                errors.at(&name, message);
                None
            }
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
        ) if names(tokens).is_none() => Some(ArchValue::Deferred(expression)),
        _ => {
            let help = match names(tokens).as_deref() {
                Some([name]) => stated(name),
                _ => meant(tokens),
            };
            let help = help.map(|help| format!("arch = {help}"));
            errors.at(
                tokens,
                errors::wrong_form(Argument::Arch, &found(tokens), help.as_deref()),
            );
            None
        }
    }
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
    let found = all_names(tokens, 0)?;
    let mut names: Vec<String> = Vec::new();
    for name in found {
        let arch = Arch::find(&name).ok()?;
        if !names.iter().any(|other| Arch::find(other) == Ok(arch)) {
            names.push(name);
        }
    }
    Some(names)
}

fn all_names(tokens: &TokenStream, depth: usize) -> Option<Vec<String>> {
    let is_found = |name: &str| Arch::find(name).is_ok();
    let whole = plain(tokens);
    if is_found(&whole) {
        return Some(vec![whole]);
    }
    let compute_capability = whole.trim_matches(['(', ')']).replace(',', ".");
    if compute_capability.starts_with(|first: char| first.is_ascii_digit())
        && is_found(&compute_capability)
    {
        return Some(vec![compute_capability]);
    }
    let mut names = Vec::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Punct(mark) if "&|,+;/".contains(mark.as_char()) => {}
            TokenTree::Group(group) if depth < 4 => {
                names.extend(all_names(&group.stream(), depth + 1)?);
            }
            TokenTree::Literal(literal) => names.extend(of_literal(&literal.to_string())?),
            TokenTree::Ident(name) if is_found(&name.to_string()) => names.push(name.to_string()),
            _ => return None,
        }
    }
    (!names.is_empty()).then_some(names)
}

/// The names in a string, or the compute capability that a number is.
fn of_literal(literal: &str) -> Option<Vec<String>> {
    let text = match syn::parse_str::<Lit>(literal).ok()? {
        Lit::Str(text) => text.value(),
        Lit::CStr(text) => text.value().into_string().ok()?,
        Lit::ByteStr(text) => String::from_utf8(text.value()).ok()?,
        Lit::Int(number) => format!("sm_{number}"),
        _ => literal.to_owned(),
    };
    if Arch::find(&text).is_ok() {
        return Some(vec![text]);
    }
    let parts = |separators: &[char]| -> Option<Vec<String>> {
        let parts = text.split(separators).map(str::trim);
        let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        (parts.len() > 1 && parts.iter().all(|part| Arch::find(part).is_ok()))
            .then(|| parts.into_iter().map(str::to_owned).collect())
    };
    parts(&[',', ';', '|', '/', '+']).or_else(|| parts(&[',', ' ']))
}
