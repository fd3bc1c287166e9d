//! The `#[launch_config]` attribute of the `occupancy` crate; use it from there.
//!
//! Data flows one way: tokens → `syntax` → `model` → the check in `occupancy-core` → errors, or `docs` and
//! `expand`.
#![forbid(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy-macros/0.1.0")]

mod amounts;
mod block;
mod charts;
mod code;
mod configurations;
mod deferred;
mod docs;
mod editor;
mod errors;
mod expand;
mod index;
mod item;
mod key;
mod markdown;
mod model;
mod number;
mod setters;
mod siblings;
mod syntax;
#[cfg(test)]
mod tests;
mod tokens;
mod warnings;

use crate::syntax as args;
use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;

// The documentation of the attribute is the facade's: `occupancy::launch_config`.
#[allow(missing_docs, reason = "documented where it is re-exported")]
#[proc_macro_attribute]
pub fn launch_config(arguments: TokenStream, item: TokenStream) -> TokenStream {
    launch_config_tokens(&arguments.into(), &item.into()).into()
}

/// The charts of a launch struct's page as a string: rustdoc alone expands it, from the arguments of
/// the attribute.
#[doc(hidden)]
#[proc_macro]
pub fn __charts(arguments: TokenStream) -> TokenStream {
    let mut reported = errors::Errors::default();
    let args = args::Args::parse(arguments.into(), &mut reported);
    let base = args.without_overrides(&mut reported);
    let base = code::read(&base, None, None).map_or(base, |(read, _)| read);
    let model = model::Model::resolve(&base, &mut reported);
    let markdown = charts::markdown(&model);
    quote::quote!(#markdown).into()
}

/// The page of every launch configuration of a crate; rustdoc alone expands it.
#[doc(hidden)]
#[proc_macro]
pub fn __launch_index(module: TokenStream) -> TokenStream {
    index::module(module.into()).into()
}

fn launch_config_tokens(arguments: &TokenStream2, item: &TokenStream2) -> TokenStream2 {
    if let Some(block) = block::Block::parse(item) {
        return block.expand(arguments);
    }
    let Expansion { item, beside, .. } = annotate(arguments, item, &item::Place::Free);
    let Beside { editor, rest } = beside;
    quote::quote!(#editor #item #rest)
}

/// What one attribute comes to.
struct Expansion {
    /// The item as it was, but for lint levels of what is warned of.
    item: TokenStream2,
    beside: Beside,
    /// The path of the library.
    library: TokenStream2,
}

/// The items beside the annotated one.
struct Beside {
    /// What editors see, which comes before all else: they find a half-typed name by its distance from
    /// the start.
    editor: TokenStream2,
    rest: TokenStream2,
}

impl quote::ToTokens for Beside {
    fn to_tokens(&self, tokens: &mut TokenStream2) {
        self.editor.to_tokens(tokens);
        self.rest.to_tokens(tokens);
    }
}

fn annotate(arguments: &TokenStream2, item: &TokenStream2, place: &item::Place) -> Expansion {
    let mut errors = errors::Errors::default();
    let mut named = item::Item::parse(item, place, &mut errors);
    let args = args::Args::parse(arguments.clone(), &mut errors);
    if let Some(item) = &named {
        args.refuse_parameters(item, &mut errors);
        let own_type = args.own_type().filter(|_| *place == item::Place::Free);
        if let Some(own_type) = own_type {
            errors.at(own_type, errors::receiver(&item.name.to_string()));
            named = None;
        } else if siblings::share_a_name(item, &args, &mut errors) {
            // The other configuration's struct stands for both.
            named = None;
        }
    }
    let base = args.without_overrides(&mut errors);
    let model = model::Model::resolve(&base, &mut errors);
    let merged = args.merged();
    let others = model::overrides(&merged, &mut errors);
    let all = configurations::Configurations {
        base: &base,
        model: &model,
        merged: &merged,
        others: &others,
    };
    let launch = named.as_ref().map(|item| {
        siblings::check(item, &model, &mut errors);
        let docs = docs::launch_struct(&all, item);
        expand::launch_struct(&all, item, &docs, arguments)
    });
    let warnings = model
        .warnings
        .iter()
        .chain(others.iter().flat_map(|other| &other.warnings));
    let deferred = named
        .as_ref()
        .and_then(|item| warnings::deferred(&all, &args.launch_name(item), &args.library()));
    let (item, warnings) = warnings::place(item, warnings, deferred.as_ref());
    let errors = errors.into_tokens();
    Expansion {
        item,
        beside: Beside {
            editor: editor::names(&args),
            rest: quote::quote!(#errors #launch #warnings),
        },
        library: args.library(),
    }
}
