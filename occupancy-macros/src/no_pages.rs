//! What documentation shows without the feature `pages`: a sentence.

use proc_macro2::TokenStream;

use crate::model::Model;

/// One sentence about the kernel, with its name as Markdown.
pub(crate) fn sentence(_: &[Model], _kernel: &str, link: &str) -> String {
    format!("Launch parameters of {link}.")
}

/// The launch type as it is.
pub(crate) fn documented(_attribute: TokenStream, alias: TokenStream) -> TokenStream {
    alias
}

/// In place of the page of every launch configuration.
pub(crate) fn index() -> String {
    "The feature `pages` of `occupancy` lists the launch configurations of this crate here."
        .to_owned()
}
