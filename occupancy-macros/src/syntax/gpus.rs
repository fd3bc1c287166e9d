//! Reads the GPUs of `arch` and of `on(…)`.

use occupancy_core::Arch;
use occupancy_core::kernel::Argument;
use occupancy_core::rules::{self, compute_capability};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Expr;

use super::display::{backquoted, one_line};
use crate::errors::Errors;
use crate::expression::{bare, expression, needs_compiler, text, unquoted};
use crate::tokens::{between_commas, is_mark, single, stream};

/// A GPU: a name, or an expression that the compiler evaluates.
#[derive(Clone)]
pub(crate) enum Gpu {
    Named(NamedArch),
    Deferred(TokenStream),
}

/// A GPU under the name that the author gave it, or one of the range that the author wrote.
#[derive(Clone)]
pub(crate) struct NamedArch {
    pub(crate) arch: Arch,
    pub(crate) name: String,
    pub(crate) tokens: TokenStream,
}

/// Reads the value of `arch`: one GPU, or a list in brackets.
pub(super) fn read_list(tokens: &TokenStream, errors: &mut Errors) -> Option<Vec<Gpu>> {
    let (is_list, elements) = match single(tokens) {
        Some(TokenTree::Group(list)) if list.delimiter() == Delimiter::Bracket => {
            (true, between_commas(list.stream()))
        }
        _ => (false, vec![tokens.clone()]),
    };
    if elements.is_empty() {
        errors.wrong_form(tokens, Argument::Arch, "an empty list", None);
    }
    let mut gpus: Vec<Gpu> = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        // Writes the list with other names in this place, and without the elements that are wrong elsewhere.
        let suggest = |names: &[String]| {
            let mut all = Vec::new();
            for (i, element) in elements.iter().enumerate() {
                let arch = text(element).and_then(|name| Arch::find(&name).ok());
                if i == at {
                    all.extend(names.iter().map(|name| format!("\"{name}\"")));
                } else if arch.is_some() && names.iter().any(|name| Arch::find(name).ok() == arch) {
                    return None;
                } else if arch.is_some() || is_constant(element) || read_range(element).is_some() {
                    all.push(one_line(element));
                }
            }
            (!names.is_empty()).then(|| match all.as_slice() {
                [only] if elements.len() > 1 || !is_list => format!("arch = {only}"),
                all => format!("arch = [{}]", all.join(", ")),
            })
        };
        let mut read = read_range(element)
            .unwrap_or_else(|| Vec::from_iter(read_one(Argument::Arch, element, &suggest, errors)));
        let is_new = |gpu: &Gpu| !matches!(gpu, Gpu::Named(named) if gpus.iter().any(|other| other.is(&named.arch)));
        if let Some(Gpu::Named(named)) = read.iter().find(|gpu| !is_new(gpu)) {
            let fault = format!("`{}` names a GPU that is already in the list", named.name);
            errors.refuse(element, "OCC102", fault, "keep one of them");
        }
        read.retain(is_new);
        gpus.append(&mut read);
    }
    // With a wrong name in the list, the configuration is still checked on the other GPUs.
    (!gpus.is_empty()).then_some(gpus)
}

impl Gpu {
    /// Returns `true` if it is known to be `arch`.
    pub(super) fn is(&self, arch: &Arch) -> bool {
        matches!(self, Self::Named(named) if named.arch.name() == arch.name())
    }
}

/// Reads a range of GPUs; `None` if the value is none.
fn read_range(tokens: &TokenStream) -> Option<Vec<Gpu>> {
    let written = text(tokens).filter(|name| Arch::is_range(name))?;
    let archs = Arch::range(&written).ok()?;
    let named = |arch: &Arch| {
        let (arch, name, tokens) = (*arch, arch.short_name().to_owned(), tokens.clone());
        Gpu::Named(NamedArch { arch, name, tokens })
    };
    Some(archs.iter().map(named).collect())
}

/// Returns `true` if an element of a list is the path of a constant.
fn is_constant(element: &TokenStream) -> bool {
    let is_path = |element: Expr| matches!(bare(&element), Expr::Path(_));
    names(element).is_none() && expression(element).is_some_and(is_path)
}

/// Reads one GPU of an argument. `suggest` writes the argument with other names for it.
pub(super) fn read_one(
    argument: Argument,
    tokens: &TokenStream,
    suggest: &dyn Fn(&[String]) -> Option<String>,
    errors: &mut Errors,
) -> Option<Gpu> {
    if let Some(name) = text(tokens) {
        match Arch::find(&name) {
            Ok(arch) => {
                let tokens = tokens.clone();
                return Some(Gpu::Named(NamedArch { arch, name, tokens }));
            }
            Err(unknown) if names(tokens).is_none() => {
                let nearest = unknown.nearest().iter().map(ToString::to_string);
                let range = unknown.nearest_range().map(|range| range.to_string());
                let suggested = nearest.chain(range).filter_map(|name| suggest(&[name]));
                let quoted: Vec<_> = suggested.map(|one| format!("`{one}`")).collect();
                let mut help = quoted.join(", ");
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
        && (needs_compiler(value) || matches!(value, Expr::Reference(_)))
        && names.is_none()
        && argument == Argument::Arch
    {
        return Some(Gpu::Deferred(tokens.clone()));
    }
    let help = suggest(&names.unwrap_or_default());
    errors.wrong_form(tokens, argument, &backquoted(tokens), help.as_deref());
    None
}

/// Writes the value of `arch` for GPUs of these names.
pub(super) fn value_for(names: &[String]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.as_slice() {
        [one] => one.clone(),
        all => format!("[{}]", all.join(", ")),
    }
}

/// Reads names of GPUs, however they are written: `("h100", "a100")`, `"h100, a100"`, `h100`, `9.0`, `90`, `(9, 0)`.
pub(super) fn names(tokens: &TokenStream) -> Option<Vec<String>> {
    let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let tokens = match trees.as_slice() {
        // `on(arch = "b200", …)`
        [TokenTree::Ident(_), mark, value @ ..] if is_mark(mark, '=') => stream(value),
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
    // `7.5..`, without its quotes.
    if !is_quoted && Arch::is_range(&whole) && !whole.contains(['(', '[']) {
        let nearest = Arch::range(&whole)
            .err()
            .and_then(|unknown| unknown.nearest_range());
        return Some(vec![nearest.map_or(whole, |nearest| nearest.to_string())]);
    }
    let pair = whole.trim_matches(['(', ')']).replace(',', ".");
    let is_pair = pair.starts_with(|first: char| first.is_ascii_digit());
    let between = |marks: &str| -> Option<Vec<String>> {
        let is_mark = |letter: char| marks.contains(letter);
        let parts = text.split(is_mark).map(str::trim);
        let texts = parts.filter(|part| !part.is_empty());
        text.contains(is_mark).then(|| texts.map(named).collect())?
    };
    let one = named(&whole).or_else(|| is_pair.then(|| named(&pair))?);
    let mut all = one
        .map(|name| vec![name])
        .or_else(|| between("()[]{}\"&,;|/+"))
        // A name can have spaces, so they part names only if nothing else does.
        .or_else(|| between("()[]{}\"&,;|/+ "))?;
    let mut seen = Vec::new();
    all.retain(|name| {
        let arch = Arch::find(name).ok();
        let is_new = !seen.contains(&arch);
        seen.push(arch);
        is_new
    });
    (!all.is_empty()).then_some(all)
}
