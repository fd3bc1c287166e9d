//! Tokens that several rooms need.

use proc_macro2::{Span, TokenStream};

/// Where an expression begins: a method or a constant spanned there has its faults there.
pub(crate) fn first_span(tokens: &TokenStream) -> Span {
    let first = tokens.clone().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}
