//! The GPUs.

use occupancy_core::Arch;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Expr, ExprLit, Lit, LitStr};

use super::Spanned;
use super::expression::expression;
use super::shown::{found, plain};
use super::split::split_at_commas;
use crate::errors::{self, Errors};
use crate::key::Key;

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

pub(super) fn archs(tokens: TokenStream, errors: &mut Errors) -> Option<Spanned<Vec<ArchValue>>> {
    let mut group = tokens.clone().into_iter();
    let names: Vec<TokenStream> = match (group.next(), group.next()) {
        (Some(TokenTree::Group(list)), None) if list.delimiter() == Delimiter::Bracket => {
            split_at_commas(list.stream())
                .into_iter()
                .map(TokenStream::from_iter)
                .collect()
        }
        _ => vec![tokens.clone()],
    };
    if names.is_empty() {
        errors.at(
            &tokens,
            errors::wrong_form(Key::Arch, "an empty list", None),
        );
        return None;
    }
    let mut archs: Vec<ArchValue> = Vec::new();
    for name in &names {
        match arch(name, errors) {
            Some(ArchValue::Named(found)) if is_in(&archs, &found) => {
                errors.at(name, errors::duplicate_arch(&found.name.value()));
            }
            Some(found) => archs.push(found),
            None => {}
        }
    }
    // The rest of a list is still checked where one name in it is wrong.
    (!archs.is_empty()).then_some(Spanned {
        value: archs,
        tokens,
    })
}

fn is_in(archs: &[ArchValue], found: &NamedArch) -> bool {
    archs
        .iter()
        .any(|other| matches!(other, ArchValue::Named(other) if other.arch == found.arch))
}

pub(super) fn arch(tokens: &TokenStream, errors: &mut Errors) -> Option<ArchValue> {
    match expression(tokens) {
        Some(Expr::Lit(ExprLit {
            lit: Lit::Str(name),
            ..
        })) => match Arch::find(&name.value()) {
            Ok(arch) => Some(ArchValue::Named(NamedArch { arch, name })),
            Err(unknown) => {
                errors.at(&name, errors::unknown_arch(&name.value(), &unknown));
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
        ) if Arch::find(&plain(tokens)).is_err() => Some(ArchValue::Deferred(expression)),
        _ => {
            let help = format!("arch = \"{}\"", plain(tokens));
            let help = Arch::find(&plain(tokens)).is_ok().then_some(help.as_str());
            errors.at(tokens, errors::wrong_form(Key::Arch, &found(tokens), help));
            None
        }
    }
}
