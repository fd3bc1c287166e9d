//! The `#[launch_config]` attribute of the `occupancy` crate; use it from there.
//!
//! Data flows one way: tokens → `syntax` → `model` → the check in `occupancy-core` → errors, or `docs` and
//! `expand`.
#![forbid(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy-macros/0.1.0")]

mod block;
mod code;
mod docs;
mod editor;
mod emit;
mod errors;
mod fold;
mod foreign_attributes;
#[cfg(test)]
mod images;
mod index;
mod item;
mod key;
mod model;
mod number;
mod range;
mod resolved;
mod rustc_arguments;
mod syntax;
#[cfg(test)]
mod tests;
mod tokens;
mod typed_figures;
mod verified;
mod warnings;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;

// The documentation of the attribute is the facade's: `occupancy::launch_config`.
#[allow(missing_docs, reason = "documented where it is re-exported")]
#[proc_macro_attribute]
pub fn launch_config(arguments: TokenStream, item: TokenStream) -> TokenStream {
    launch_config_tokens(&arguments.into(), &item.into()).into()
}

/// Draws the page of the launch type that it stands on: rustdoc alone expands it.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __documented(arguments: TokenStream, alias: TokenStream) -> TokenStream {
    docs::documented(arguments.into(), alias.into()).into()
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
    let mut errors = errors::Errors::shown();
    let mut named = item::Item::parse(item, place, &mut errors);
    let mut args = syntax::Args::parse(arguments.clone(), &mut errors);
    let editor = editor::names(&args);
    let library = args.library();
    if let Some(item) = &named {
        args.refuse_parameters(item, &mut errors);
        let own_type = args
            .own_type()
            .filter(|_| matches!(place, item::Place::Free));
        if let Some(own_type) = own_type {
            errors.at(own_type, errors::receiver(&item.name.to_string()));
            named = None;
        } else if foreign_attributes::share_a_name(item, &args, &mut errors) {
            // The other configuration's launch type stands for both.
            named = None;
        }
    }
    let resolved = resolved::Resolved::new(args, &mut errors);
    if let Some(item) = &named {
        foreign_attributes::check(item, &resolved.base, &mut errors);
    }
    let is_refused = !errors.is_empty();
    let emission = named
        .as_ref()
        .map(|item| emit::Emission::new(&resolved, item, arguments, is_refused));
    let launch = emission.as_ref().map(emit::Emission::launch_type);
    let deferred = emission.as_ref().and_then(warnings::deferred);
    let warnings = resolved.models().flat_map(|model| &model.warnings);
    let (item, warnings) = warnings::place(item, warnings, deferred.as_ref());
    let errors = errors.into_tokens();
    Expansion {
        item,
        beside: Beside {
            editor,
            rest: quote::quote!(#errors #launch #warnings),
        },
        library,
    }
}
