//! The `#[launch_config]` attribute of the `occupancy` crate; use it from there.
//!
//! Data flows one way: tokens → `args` → `model` → the check in `occupancy-core` → errors, or `docs` and
//! `expand`.
#![forbid(unsafe_code)]
#![doc(html_root_url = "https://docs.rs/occupancy-macros/0.1.0")]

mod args;
mod deferred;
mod docs;
mod editor;
mod errors;
mod expand;
mod item;
mod key;
mod model;
mod number;
mod siblings;
#[cfg(test)]
mod tests;
mod warnings;

use proc_macro::TokenStream;

// The documentation of the attribute is the facade's: `occupancy::launch_config`.
#[allow(missing_docs, reason = "documented where it is re-exported")]
#[proc_macro_attribute]
pub fn launch_config(arguments: TokenStream, item: TokenStream) -> TokenStream {
    launch_config_tokens(arguments.into(), &item.into()).into()
}

fn launch_config_tokens(
    arguments: proc_macro2::TokenStream,
    item: &proc_macro2::TokenStream,
) -> proc_macro2::TokenStream {
    let mut errors = errors::Errors::default();
    let mut named = item::Item::parse(item, &mut errors);
    let args = args::Args::parse(arguments, &mut errors);
    if let Some(item) = &named {
        args.refuse_parameters(item, &mut errors);
        if siblings::share_a_name(item, &args, &mut errors) {
            // The other configuration's struct stands for both.
            named = None;
        }
    }
    let base = args.without_overrides(&mut errors);
    let model = model::Model::resolve(&base, &mut errors);
    let others = model::overrides(&args, &mut errors);
    let launch = named.as_ref().map(|item| {
        siblings::check(item, &model, &mut errors);
        let docs = docs::launch_struct(&model, &others, &args, item);
        expand::launch_struct(&model, &others, &base, item, &docs)
    });
    let warnings = model
        .warnings
        .iter()
        .chain(others.iter().flat_map(|other| &other.warnings));
    let (item, warnings) = warnings::place(item, warnings);
    let errors = errors.into_tokens();
    // First, for an editor finds a half-typed name by its distance from the start.
    let editor = editor::names(&args);
    quote::quote!(#editor #item #errors #launch #warnings)
}
