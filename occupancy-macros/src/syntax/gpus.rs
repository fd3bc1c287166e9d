//! The GPUs.

use occupancy_core::Arch;
use occupancy_core::kernel::Argument;
use occupancy_core::rules::{self, compute_capability};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Expr;

use super::shown::{self, found};
use crate::errors::Errors;
use crate::expression::{bare, expression, is_of_the_program};
use crate::literal::{self, unquoted};
use crate::tokens::{between_commas, is_mark, single};

/// A GPU by its name, or an expression for one.
#[derive(Clone)]
pub(crate) enum Gpu {
    Named(NamedArch),
    Deferred(TokenStream),
}

/// A GPU under the name that the author gave it.
#[derive(Clone)]
pub(crate) struct NamedArch {
    pub(crate) arch: Arch,
    pub(crate) name: String,
    pub(crate) tokens: TokenStream,
}

/// `arch = "h100"`, or a list in brackets.
pub(super) fn gpus(tokens: &TokenStream, errors: &mut Errors) -> Option<Vec<Gpu>> {
    let list = match single(tokens) {
        Some(TokenTree::Group(list)) if list.delimiter() == Delimiter::Bracket => list,
        _ => {
            let stated = |names: &[String]| Some(format!("arch = {}", listed(names)?));
            return Some(vec![one(Argument::Arch, tokens, &stated, errors)?]);
        }
    };
    let elements = between_commas(list.stream());
    if elements.is_empty() {
        errors.wrong_form(tokens, Argument::Arch, "an empty list", None);
    }
    let mut gpus: Vec<Gpu> = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        // The list with other names in this place, and without what is wrong elsewhere.
        let replaced = |names: &[String]| {
            let mut all = Vec::new();
            for (i, element) in elements.iter().enumerate() {
                let arch = literal::text(element).and_then(|name| Arch::find(&name).ok());
                if i == at {
                    all.extend(names.iter().map(|name| format!("\"{name}\"")));
                } else if arch.is_some() && names.iter().any(|name| Arch::find(name).ok() == arch) {
                    return None;
                } else if arch.is_some() || is_path(element) {
                    all.push(shown::text(element));
                }
            }
            (!names.is_empty()).then(|| match all.as_slice() {
                [only] if elements.len() > 1 => format!("arch = {only}"),
                all => format!("arch = [{}]", all.join(", ")),
            })
        };
        match one(Argument::Arch, element, &replaced, errors) {
            Some(Gpu::Named(found)) if gpus.iter().any(|other| other.is(&found.arch)) => {
                let fault = format!("`{}` names a GPU that is already in the list", found.name);
                errors.refuse(element, "OCC102", fault, "keep one of them");
            }
            found => gpus.extend(found),
        }
    }
    // The rest of a list is still checked where one name in it is wrong.
    (!gpus.is_empty()).then_some(gpus)
}

impl Gpu {
    /// Whether it is known to be this one.
    pub(super) fn is(&self, arch: &Arch) -> bool {
        matches!(self, Self::Named(named) if named.arch.name() == arch.name())
    }
}

/// Whether an element of a list is an expression for a GPU.
fn is_path(element: &TokenStream) -> bool {
    let is_path = |element: Expr| matches!(bare(&element), Expr::Path(_));
    names(element).is_none() && expression(element).is_some_and(is_path)
}

/// One GPU of an argument; `stated` is the argument with other names for it, of which those that are likely come
/// alone.
pub(super) fn one(
    argument: Argument,
    tokens: &TokenStream,
    stated: &dyn Fn(&[String]) -> Option<String>,
    errors: &mut Errors,
) -> Option<Gpu> {
    if let Some(name) = literal::text(tokens) {
        match Arch::find(&name) {
            Ok(arch) => {
                let tokens = tokens.clone();
                return Some(Gpu::Named(NamedArch { arch, name, tokens }));
            }
            Err(unknown) if names(tokens).is_none() => {
                let nearest = unknown.nearest().iter();
                let nearest = nearest.filter_map(|name| stated(&[name.to_string()]));
                let names: Vec<_> = nearest.map(|argument| format!("`{argument}`")).collect();
                let mut help = names.join(", ");
                if help.starts_with("`arch") {
                    help.push_str(compute_capability(&unknown));
                } else if help.is_empty() {
                    help.push_str("remove it");
                }
                let written = name.escape_debug().to_string();
                let message = rules::unknown_arch(&written, &unknown, Some(&help));
                errors.at(tokens, message);
                return None;
            }
            Err(_) => {}
        }
    }
    let names = names(tokens);
    // `devices::H100`, `MY_BOARD`, `Device::new(…)`; `h100` alone is a name without its quotes.
    if let Some(value) = expression(tokens).as_ref().map(bare)
        && (is_of_the_program(value) || matches!(value, Expr::Reference(_)))
        && names.is_none()
        && argument == Argument::Arch
    {
        return Some(Gpu::Deferred(tokens.clone()));
    }
    let help = stated(&names.unwrap_or_default());
    errors.wrong_form(tokens, argument, &found(tokens), help.as_deref());
    None
}

/// The value of `arch` for GPUs of these names.
pub(super) fn listed(names: &[String]) -> Option<String> {
    let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        all => Some(format!("[{}]", all.join(", "))),
    }
}

/// The GPUs that are named in any way: `("h100", "a100")`, `"h100, a100"`, `h100`, `9.0`, `90`, `(9, 0)`.
pub(super) fn names(tokens: &TokenStream) -> Option<Vec<String>> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let tokens = match trees.as_slice() {
        // `on(arch = "b200", …)`
        [TokenTree::Ident(_), mark, value @ ..] if is_mark(mark, '=') => {
            value.iter().cloned().collect()
        }
        _ => tokens.clone(),
    };
    let quoted = unquoted(&tokens);
    let is_quoted = quoted.is_some();
    let text = quoted.unwrap_or_else(|| tokens.to_string());
    let named = |name: &str| {
        let is_number = !is_quoted && name.bytes().all(|byte| byte.is_ascii_digit());
        let name = format!("{}{name}", if is_number { "sm_" } else { "" });
        Arch::is_name(&name).then_some(name)
    };
    let whole = text.replace([' ', '"'], "");
    let pair = whole.trim_matches(['(', ')']).replace(',', ".");
    let is_pair = pair.starts_with(|first: char| first.is_ascii_digit());
    let between = |marks: &str| -> Option<Vec<String>> {
        let is_mark = |letter: char| marks.contains(letter);
        let parts = text.split(is_mark).map(str::trim);
        let parts = parts.filter(|part| !part.is_empty());
        text.contains(is_mark).then(|| parts.map(named).collect())?
    };
    let one = named(&whole).or_else(|| is_pair.then(|| named(&pair))?);
    let all = one.map(|name| vec![name]);
    let all = all.or_else(|| between("()[]{}\"&,;|/+"));
    let mut all = all.or_else(|| between("()[]{}\"&,;|/+ "))?;
    let mut seen = Vec::new();
    all.retain(|name| {
        let arch = Arch::find(name).ok();
        let is_new = !seen.contains(&arch);
        seen.push(arch);
        is_new
    });
    (!all.is_empty()).then_some(all)
}
