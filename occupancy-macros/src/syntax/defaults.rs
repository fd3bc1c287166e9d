//! The arguments of a block or module: the defaults of the functions in it.

use occupancy_core::kernel::{Argument, Arguments, Form};
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

use super::Args;
use super::display::one_line;
use super::keys::{self, Meaning};
use super::split::{Parts, split_arguments};
use crate::errors::Errors;
use crate::tokens::{stream, unraw, with_stream};

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
    let (mut stated, mut own_names) = (Arguments::NONE, Vec::new());
    for part in parts(own) {
        let Some(argument) = argument_of(&part) else {
            continue;
        };
        stated = stated.union(argument.excluded()).with(argument);
        if let Some((_, _, inside)) = list_of(&part) {
            own_names.extend(inside.iter().map(|one| written(one)));
        }
    }
    let is_stated = |part: &[TokenTree]| argument_of(part).is_some_and(|one| stated.contains(one));
    let has_own = |name: &Vec<TokenTree>| own_names.contains(&written(name));
    let mut own: Vec<TokenTree> = own.clone().into_iter().collect();
    let mut merged = TokenStream::new();
    for mut part in parts(defaults) {
        if let Some((list, group, mut inside)) = list_of(&part) {
            let is_on = list == Argument::On;
            if is_on && (stated.contains(Argument::Arch) || inside.first().is_some_and(has_own)) {
                continue;
            }
            inside.retain(|one| !if is_on { is_stated(one) } else { has_own(one) });
            if inside.len() <= usize::from(is_on) {
                continue;
            }
            let inside = inside.iter().map(|one| stream(one));
            let of_own = own
                .windows(2)
                .position(|pair| !is_on && argument_of(pair) == Some(list));
            if let Some(at) = of_own
                && let TokenTree::Group(group) = own[at + 1].clone()
            {
                let rest = group.stream();
                own[at + 1] = with_stream(&group, quote!(#(#inside,)* #rest));
                continue;
            }
            part[1] = with_stream(&group, quote!(#(#inside),*));
        } else if argument_of(&part) == Some(Argument::Name) || is_stated(&part) {
            continue;
        }
        let part = stream(&part);
        merged.extend(quote!(#part,));
    }
    merged.extend(own);
    merged
}

/// The tokens of each argument. Their faults are reported elsewhere.
fn parts(tokens: &TokenStream) -> Parts {
    split_arguments(tokens.clone(), &mut Errors::default())
}

/// The argument that the tokens state, under its name or one that means it.
fn argument_of(part: &[TokenTree]) -> Option<Argument> {
    let [TokenTree::Ident(name), ..] = part else {
        return None;
    };
    match keys::meaning(&unraw(name))? {
        Meaning::Argument(argument) => Some(argument),
        _ => None,
    }
}

/// The argument of a list of lints or an `on(…)`, its parentheses, and the parts in them.
fn list_of(part: &[TokenTree]) -> Option<(Argument, Group, Parts)> {
    let list = argument_of(part)?;
    let is_list = list == Argument::On || list.form() == Form::Names;
    match part {
        [_, TokenTree::Group(group)] if is_list => {
            Some((list, group.clone(), parts(&group.stream())))
        }
        _ => None,
    }
}

fn written(part: &[TokenTree]) -> String {
    one_line(&stream(part))
}
