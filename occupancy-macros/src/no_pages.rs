//! Documentation without the feature `pages`: a sentence.

use proc_macro2::TokenStream;

use crate::model::Model;

/// A sentence about the kernel, with its name as Markdown.
pub(crate) fn sentence(_: &[Model], _kernel: &str, link: &str) -> String {
    format!("Launch parameters of {link}.")
}

/// The launch type, unchanged.
pub(crate) fn documented(_attribute: TokenStream, alias: TokenStream) -> TokenStream {
    alias
}

/// A sentence in place of the index of launch configurations.
pub(crate) fn index() -> String {
    "The feature `pages` of `occupancy` lists the launch configurations of this crate here."
        .to_owned()
}
