//! Tokens that several rooms need.

use proc_macro2::{Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// A few tokens that are written often: as a list, they cost less than a stream, of which the compiler keeps each.
#[derive(Clone)]
pub(crate) struct Trees(pub(crate) Vec<TokenTree>);

impl Trees {
    /// Adds a path behind them, at one place.
    pub(crate) fn path(mut self, parts: &[&str], span: Span) -> Self {
        for part in parts {
            for spacing in [Spacing::Joint, Spacing::Alone] {
                let mut colon = Punct::new(':', spacing);
                colon.set_span(span);
                self.0.push(colon.into());
            }
            self.0.push(Ident::new(part, span).into());
        }
        self
    }

    /// All of them at one place.
    pub(crate) fn at(&self, span: Span) -> Self {
        let mut trees = self.clone();
        for tree in &mut trees.0 {
            tree.set_span(span);
        }
        trees
    }
}

impl From<TokenStream> for Trees {
    fn from(tokens: TokenStream) -> Self {
        Self(tokens.into_iter().collect())
    }
}

impl From<Literal> for Trees {
    fn from(literal: Literal) -> Self {
        Self(vec![literal.into()])
    }
}

impl ToTokens for Trees {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}

/// The attributes that an item begins with, and the rest of it.
pub(crate) fn split_attributes(item: TokenStream) -> (Vec<TokenStream>, TokenStream) {
    let mut tokens = item.into_iter().peekable();
    let mut attributes = Vec::new();
    let is_mark =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == '#');
    while let Some(mark) = tokens.next_if(is_mark) {
        attributes.push(std::iter::once(mark).chain(tokens.next()).collect());
    }
    (attributes, tokens.collect())
}

/// Where an expression begins: a method or a constant spanned there has its faults there.
pub(crate) fn first_span(tokens: &TokenStream) -> Span {
    let first = tokens.clone().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}
