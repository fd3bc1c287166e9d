//! The `#[launch_config]` attribute of the `occupancy` crate; use it from there.
//!
//! Data flows one way: tokens → `syntax` → `model` → the check in `occupancy-core` → errors, or `emit` and
//! `docs`.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "pages"),
    allow(
        dead_code,
        reason = "some of what an attribute states is for pages alone"
    )
)]
#![doc(html_root_url = "https://docs.rs/occupancy-macros/0.1.0")]

mod asked;
mod attributes;
mod block;
mod code;
mod editor;
mod emit;
mod errors;
mod expansion;
mod expression;
mod foreign_attributes;
mod index;
mod item;
mod literal;
mod model;
mod number;
#[cfg(feature = "pages")]
mod pages;
#[cfg(not(feature = "pages"))]
#[path = "no_pages.rs"]
mod pages;
mod resolved;
mod syntax;
#[cfg(test)]
mod tests;
mod tokens;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;

use self::block::Block;
use self::item::Place;

// The documentation of the attribute is the facade's: `occupancy::launch_config`.
#[allow(missing_docs, reason = "documented where it is re-exported")]
#[proc_macro_attribute]
pub fn launch_config(arguments: TokenStream, item: TokenStream) -> TokenStream {
    launch_config_tokens(&arguments.into(), &item.into()).into()
}

/// Draws the page of the launch type that it is on. Only rustdoc expands it.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __documented(arguments: TokenStream, alias: TokenStream) -> TokenStream {
    pages::documented(arguments.into(), alias.into()).into()
}

/// The page of every launch configuration of a crate. Only rustdoc expands it.
#[doc(hidden)]
#[proc_macro]
pub fn __launch_index(module: TokenStream) -> TokenStream {
    index::module(module.into()).into()
}

fn launch_config_tokens(arguments: &TokenStream2, item: &TokenStream2) -> TokenStream2 {
    if let Some(block) = Block::parse(item) {
        return block.expand(arguments);
    }
    let parts = expansion::annotate(arguments, arguments, item, &Place::Free);
    parts.into_iter().collect()
}
