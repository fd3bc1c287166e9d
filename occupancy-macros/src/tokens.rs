//! Tokens that several rooms need.

use proc_macro2::{Span, TokenStream, TokenTree};

/// Where an expression begins: a method or a constant spanned there has its faults there.
pub(crate) fn first_span(tokens: &TokenStream) -> Span {
    let first = tokens.clone().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}

/// The tokens, each changed.
pub(crate) fn map(
    tokens: TokenStream,
    change: &mut dyn FnMut(TokenTree) -> TokenTree,
) -> TokenStream {
    tokens.into_iter().map(change).collect()
}
