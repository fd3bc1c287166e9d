//! The arguments of a block or module: the defaults of the functions in it.

use occupancy_core::kernel::{Argument, Arguments, Form};
use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::Args;
use super::display::one_line;
use super::keys::{self, Meaning, find};
use super::split::split_arguments;
use crate::errors::Errors;
use crate::tokens::{between_commas, stream, unraw, with_stream};

impl Args {
    /// Reads defaults, and reports their faults. Each function has others beside them, and may lack some.
    pub(crate) fn parse_defaults(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        args.read_all(split_arguments(tokens, errors), None, errors);
        if let Some(name) = args.entry(Argument::Name) {
            let fault = "`name` is that of one launch type, but each function here has one";
            let help = "give it to the function: `#[launch_config(name = …)]`";
            errors.refuse(&name.key, "OCC116", fault, help);
        }
        args
    }
}

/// The arguments of a function, after the defaults that it does not state itself.
///
/// What it states replaces the default: the argument, those that exclude it, and what an `on(…)` of the defaults has of
/// it. An `on(…)` for the same GPU is replaced whole, and a list of GPUs replaces every `on(…)`. Lists of lints add up.
pub(crate) fn with_defaults(defaults: &TokenStream, own: &TokenStream) -> TokenStream {
    if defaults.is_empty() {
        return own.clone();
    }
    let own_parts = parts(own);
    let states = |all: Arguments, part: &Vec<TokenTree>| match argument_of(part) {
        Some(one) => all.union(one.excluded()).with(one),
        None => all,
    };
    let stated = own_parts.iter().fold(Arguments::NONE, states);
    let mut own: Vec<TokenTree> = own.clone().into_iter().collect();
    let mut merged = TokenStream::new();
    for mut part in parts(defaults) {
        let argument = argument_of(&part);
        match (argument, part.last().cloned()) {
            (Some(Argument::Name), _) => continue,
            (Some(Argument::On), Some(TokenTree::Group(group))) => {
                let mut inside = parts(&group.stream());
                let gpu = one_line(&stream(inside.first().map_or(&[], Vec::as_slice)));
                let is_own = own_parts
                    .iter()
                    .any(|part| gpu_of(part).as_ref() == Some(&gpu));
                let count = inside.len();
                inside.retain(|one| argument_of(one).is_none_or(|one| !stated.contains(one)));
                let is_empty = inside.len() == 1 && count > 1;
                if is_own || is_empty || stated.contains(Argument::Arch) {
                    continue;
                }
                if inside.len() < count {
                    let inside = inside.iter().map(|part| stream(part));
                    let kept = with_stream(&group, quote!(#(#inside),*));
                    part.pop();
                    part.push(kept);
                }
            }
            (Some(list), Some(TokenTree::Group(group))) if list.form() == Form::Names => {
                let mut names = between_commas(group.stream());
                names.retain(|name| !names_lint(&own_parts, &name.to_string()));
                let of_own = own
                    .windows(2)
                    .position(|pair| argument_of(pair) == Some(list));
                match of_own.map(|at| at + 1) {
                    Some(at) if let TokenTree::Group(group) = own[at].clone() => {
                        let rest = group.stream();
                        own[at] = with_stream(&group, quote!(#(#names,)* #rest));
                        continue;
                    }
                    _ if names.is_empty() => continue,
                    _ => {
                        part.pop();
                        part.push(with_stream(&group, quote!(#(#names),*)));
                    }
                }
            }
            (Some(argument), _) if stated.contains(argument) => continue,
            _ => {}
        }
        let part = stream(&part);
        merged.extend(quote!(#part,));
    }
    merged.extend(own);
    merged
}

/// The tokens of each argument. Their faults are reported elsewhere.
fn parts(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    split_arguments(tokens.clone(), &mut Errors::default())
}

/// The argument that the tokens state, under its name or one that means it.
fn argument_of(part: &[TokenTree]) -> Option<Argument> {
    let [TokenTree::Ident(name), ..] = part else {
        return None;
    };
    let name = unraw(name);
    find(None, &name).or_else(|| match keys::meaning(&name)? {
        Meaning::Argument(argument) => Some(argument),
        _ => None,
    })
}

/// The GPU of an `on(…)`, as it is written.
fn gpu_of(part: &[TokenTree]) -> Option<String> {
    match part {
        [_, TokenTree::Group(group)] if argument_of(part) == Some(Argument::On) => {
            Some(one_line(&stream(parts(&group.stream()).first()?)))
        }
        _ => None,
    }
}

/// Returns `true` if a list of lints has the name.
fn names_lint(parts: &[Vec<TokenTree>], name: &str) -> bool {
    parts.iter().any(|part| match part.as_slice() {
        [_, TokenTree::Group(group)] => {
            let is_list = argument_of(part).is_some_and(|one| one.form() == Form::Names);
            let mut names = between_commas(group.stream()).into_iter();
            is_list && names.any(|other| other.to_string() == name)
        }
        _ => false,
    })
}
