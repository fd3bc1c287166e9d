//! Tokens as messages show them.

use proc_macro2::TokenStream;

/// Tokens as they may stand in a message.
pub(super) fn short(tokens: &TokenStream) -> String {
    let text = tokens.to_string().replace('\n', " ");
    if text.chars().count() <= 40 {
        text
    } else {
        text.chars().take(37).chain("...".chars()).collect()
    }
}

/// What was written, in a message.
pub(super) fn found(tokens: &TokenStream) -> String {
    format!("`{}`", short(tokens))
}

/// Tokens as a name would be written, without quotes.
pub(super) fn plain(tokens: &TokenStream) -> String {
    tokens.to_string().replace([' ', '"'], "")
}
