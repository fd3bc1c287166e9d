//! The attributes of an item, and what it begins with, as tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

use crate::tokens::is_mark;

/// One attribute.
pub(crate) struct Attribute {
    /// As it was written.
    pub(crate) tokens: TokenStream,
    pub(crate) path: TokenStream,
    /// The last part of the path.
    pub(crate) name: String,
    /// What it has in its parentheses.
    pub(crate) arguments: TokenStream,
}

impl Attribute {
    /// Reads the mark and the brackets.
    fn new(mark: TokenTree, brackets: Option<TokenTree>) -> Self {
        let inner = match &brackets {
            Some(TokenTree::Group(brackets)) => visible(brackets.stream()),
            _ => TokenStream::new(),
        };
        let inner: Vec<TokenTree> = inner.into_iter().collect();
        let is_of_path =
            |token: &TokenTree| matches!(token, TokenTree::Ident(_)) || is_mark(token, ':');
        let end = inner.iter().take_while(|token| is_of_path(token)).count();
        let (path, rest) = inner.split_at(end);
        Self {
            tokens: [Some(mark), brackets].into_iter().flatten().collect(),
            path: path.iter().cloned().collect(),
            name: path.last().map(ToString::to_string).unwrap_or_default(),
            arguments: match rest.first() {
                Some(TokenTree::Group(arguments)) => arguments.stream(),
                _ => TokenStream::new(),
            },
        }
    }
}

impl ToTokens for Attribute {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.tokens.to_tokens(tokens);
    }
}

/// The attributes that an item begins with, and the rest of it.
pub(crate) fn split_attributes(item: TokenStream) -> (Vec<Attribute>, TokenStream) {
    let mut tokens = item.into_iter().peekable();
    let mut attributes = Vec::new();
    while let Some(mark) = tokens.next_if(|token| is_mark(token, '#')) {
        attributes.push(Attribute::new(mark, tokens.next()));
    }
    (attributes, tokens.collect())
}

/// The tokens without the invisible delimiters that arguments of `macro_rules!` have.
pub(crate) fn visible(tokens: TokenStream) -> TokenStream {
    let mut all = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::None => {
                all.extend(visible(group.stream()));
            }
            token => all.extend([token]),
        }
    }
    all
}
