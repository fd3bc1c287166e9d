//! The `#[launch_config]` attribute of the `occupancy` crate; use it from there.
//!
//! Data flows one way: tokens → `syntax` → `model` → the judge of `occupancy-core` → `errors`, or `emit` and `pages`.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "pages"),
    allow(dead_code, reason = "some values of an attribute are for pages alone")
)]
#![doc(html_root_url = "https://docs.rs/occupancy-macros/0.1.0")]

mod block;
#[cfg(feature = "binary")]
mod code;
mod emit;
mod errors;
mod expansion;
mod expression;
mod host;
mod item;
mod model;
mod number;
#[cfg(feature = "pages")]
mod pages;
#[cfg(not(feature = "pages"))]
#[path = "no_pages.rs"]
mod pages;
mod syntax;
#[cfg(test)]
mod tests;
mod tokens;

use proc_macro::TokenStream;
use proc_macro2::{Span, TokenStream as TokenStream2};
use quote::quote_spanned;

// The documentation of the attribute is the facade's: `occupancy::launch_config`.
#[allow(missing_docs, reason = "documented where it is re-exported")]
#[proc_macro_attribute]
pub fn launch_config(arguments: TokenStream, item: TokenStream) -> TokenStream {
    launch_config_tokens(&arguments.into(), &item.into()).into()
}

/// Draws the page of a launch type. Only rustdoc expands it.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __documented(arguments: TokenStream, alias: TokenStream) -> TokenStream {
    pages::documented(arguments.into(), alias.into()).into()
}

/// Draws the page with every launch configuration of a crate: the module, such as `mod launches`, with a page that has a
/// row for each configuration. Only rustdoc expands it.
#[doc(hidden)]
#[proc_macro]
pub fn __launch_index(module: TokenStream) -> TokenStream {
    let (attributes, module) = item::split_attributes(TokenStream2::from(module));
    let name = module.clone().into_iter().last();
    let span = name.map_or_else(Span::call_site, |name| name.span());
    let is_drawn = !host::wants_records();
    let page = is_drawn.then(pages::index).unwrap_or_default();
    quote_spanned! {span=>
        #(#attributes)*
        #[doc = #page]
        #[allow(
            rustdoc::broken_intra_doc_links,
            rustdoc::private_intra_doc_links,
            reason = "a name is a link where the launch type has a page"
        )]
        #module {}
    }
    .into()
}

fn launch_config_tokens(arguments: &TokenStream2, item: &TokenStream2) -> TokenStream2 {
    block::expand(arguments, item).unwrap_or_else(|| {
        let at = Span::call_site();
        let parts = expansion::annotate(arguments, arguments, item, None, at);
        parts.into_iter().collect()
    })
}
