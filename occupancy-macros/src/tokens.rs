//! Reads and writes tokens.

use proc_macro2::Spacing::{Alone, Joint};
use proc_macro2::{Delimiter, Group, Ident, Punct, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// A few tokens that are written often. A list costs less than a stream: the compiler keeps every stream.
#[derive(Clone, Default)]
pub(crate) struct Trees(pub(crate) Vec<TokenTree>);

impl Trees {
    /// Adds marks, such as `::`, and a name.
    pub(crate) fn then(self, marks: &str, name: &str, span: Span) -> Self {
        let mut trees = self.marks(marks, span);
        trees.0.push(Ident::new(name, span).into());
        trees
    }

    /// Adds marks that belong together, such as `::<`.
    pub(crate) fn marks(mut self, marks: &str, span: Span) -> Self {
        for (at, mark) in marks.bytes().enumerate() {
            let is_last = at + 1 == marks.len();
            let mut mark = Punct::new(mark.into(), if is_last { Alone } else { Joint });
            mark.set_span(span);
            self.0.push(mark.into());
        }
        self
    }

    /// Adds parentheses.
    pub(crate) fn parenthesized(mut self, inside: TokenStream, span: Span) -> Self {
        let mut group = Group::new(Delimiter::Parenthesis, inside);
        group.set_span(span);
        self.0.push(group.into());
        self
    }

    /// The same tokens with another span.
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

impl ToTokens for Trees {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.0.iter().cloned());
    }
}

/// A name without `r#`.
pub(crate) fn unraw(name: &Ident) -> String {
    let name = name.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}

/// These tokens, as a stream.
pub(crate) fn stream(trees: &[TokenTree]) -> TokenStream {
    trees.iter().cloned().collect()
}

/// The parts between top-level commas. A trailing comma begins no part, and a comma with nothing before it is a part of
/// its own.
pub(crate) fn between_commas(tokens: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let parts = tokens.split_inclusive(|token| is_mark(token, ','));
    let without_comma = parts.map(|part| match part {
        [rest @ .., last] if !rest.is_empty() && is_mark(last, ',') => rest,
        part => part,
    });
    without_comma.map(stream).collect()
}

/// The tokens without the invisible delimiters that `macro_rules!` puts around its arguments.
pub(crate) fn visible(tokens: &TokenStream) -> Vec<TokenTree> {
    let visible = tokens.clone().into_iter().flat_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => visible(&group.stream()),
        token => vec![token],
    });
    visible.collect()
}

/// The token if it is the only one, apart from invisible delimiters.
pub(crate) fn single(tokens: &TokenStream) -> Option<TokenTree> {
    match visible(tokens).as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Returns `true` for names with `::` between them and nothing else, without parsing them.
pub(crate) fn is_path(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter();
    tokens.all(|token| matches!(token, TokenTree::Ident(_)) || is_mark(&token, ':'))
}

/// The first result of `look`, in groups too. It takes the tokens of one group, and a place among them.
pub(crate) fn find<T>(
    tokens: &TokenStream,
    look: &mut dyn FnMut(&[TokenTree], usize) -> Option<T>,
) -> Option<T> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    (0..tokens.len()).find_map(|at| match (look(&tokens, at), &tokens[at]) {
        (None, TokenTree::Group(group)) => find(&group.stream(), look),
        (found, _) => found,
    })
}

/// Returns `true` if `is_right` returns it for a token, in groups too.
pub(crate) fn has(tokens: &TokenStream, is_right: &dyn Fn(&TokenTree) -> bool) -> bool {
    let found = find(tokens, &mut |tokens, at| {
        is_right(&tokens[at]).then_some(())
    });
    found.is_some()
}

/// The tokens with those replaced for which `by` returns others, in groups too.
pub(crate) fn replaced(
    tokens: &TokenStream,
    by: &mut dyn FnMut(&[TokenTree], usize) -> Option<TokenStream>,
) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let all = (0..tokens.len()).map(|at| match (by(&tokens, at), &tokens[at]) {
        (Some(others), _) => others,
        (None, TokenTree::Group(group)) => with_stream(group, replaced(&group.stream(), by)).into(),
        (None, token) => token.to_token_stream(),
    });
    all.collect()
}

/// A group of the same kind and place, with these tokens in it.
pub(crate) fn with_stream(group: &Group, tokens: TokenStream) -> TokenTree {
    let mut changed = Group::new(group.delimiter(), tokens);
    changed.set_span(group.span());
    changed.into()
}

/// Returns `true` if an identifier is a value by itself: no field, no part of a longer path, and not called. A type can
/// also begin a path.
pub(crate) fn stands_for_itself(tokens: &[TokenTree], at: usize, is_type: bool) -> bool {
    let (before, rest) = tokens.split_at(at);
    let (before, behind) = (before.last(), rest.get(1));
    let is = |token: Option<&TokenTree>, mark| token.is_some_and(|token| is_mark(token, mark));
    let is_part = is(before, '.') || is(before, ':') || is(behind, ':') && !is_type;
    let is_called = match rest {
        [_, TokenTree::Group(group), ..] => group.delimiter() == Delimiter::Parenthesis,
        [_, mark, TokenTree::Group(_), ..] => is_mark(mark, '!'),
        _ => false,
    };
    !is_part && !is_called
}

pub(crate) fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

pub(crate) fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(name) if name == word)
}

/// Returns `true` for a group in braces.
pub(crate) fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// The span of the first token. A method or a constant with this span has its faults there.
pub(crate) fn first_span(tokens: &TokenStream) -> Span {
    edges(tokens).0
}

/// The spans of the first and the last token.
pub(crate) fn edges(tokens: &TokenStream) -> (Span, Span) {
    let tokens = visible(tokens);
    let first = tokens.first().map_or_else(Span::call_site, TokenTree::span);
    (first, tokens.last().map_or(first, TokenTree::span))
}
