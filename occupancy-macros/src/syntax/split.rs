//! One argument from the next.

use occupancy_core::kernel::Argument;
use proc_macro2::{Punct, Spacing, TokenStream, TokenTree};

use super::words;
use crate::errors::{self, Errors};
use crate::key;
use crate::tokens;

/// The parts between top-level commas; an empty last part, after a trailing comma, is none. A comma
/// with nothing before it is a part of its own, and so is the next argument where a comma is missing.
pub(super) fn split_at_commas(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut parts: Vec<Vec<TokenTree>> = Vec::new();
    let mut part: Vec<TokenTree> = Vec::new();
    for token in tokens {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => {
                if part.is_empty() {
                    part.push(token);
                }
                parts.push(std::mem::take(&mut part));
            }
            _ => part.push(token),
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// An argument, and the literals behind it that have no name: `1` and `024` in `threads = 1,024`.
pub(super) struct Part {
    pub(super) tokens: Vec<TokenTree>,
    pub(super) strays: Vec<TokenTree>,
}

/// The arguments of the attribute; reports where one follows another without a comma.
pub(super) fn split_arguments(tokens: TokenStream, errors: &mut Errors) -> Vec<Part> {
    let tokens = tokens::map(tokens, &mut |token| match token {
        TokenTree::Punct(mark) if mark.as_char() == ';' => {
            errors.at(&mark, errors::semicolon());
            let mut comma = Punct::new(',', Spacing::Alone);
            comma.set_span(mark.span());
            comma.into()
        }
        token => token,
    });
    let mut arguments: Vec<Part> = Vec::new();
    let mut push = |tokens: Vec<TokenTree>| match (tokens.as_slice(), arguments.last_mut()) {
        ([literal @ TokenTree::Literal(_)], Some(last)) if ends_in_a_literal(&last.tokens) => {
            last.strays.push(literal.clone());
        }
        _ => arguments.push(Part {
            tokens,
            strays: Vec::new(),
        }),
    };
    for mut part in split_at_commas(tokens) {
        while let Some(at) = next_argument(&part) {
            let rest = part.split_off(at);
            if let Some(name) = rest.first() {
                errors.at(name, errors::missing_comma(&name.to_string()));
            }
            push(std::mem::replace(&mut part, rest));
        }
        push(part);
    }
    arguments
}

/// Whether this is `name = … 1`.
fn ends_in_a_literal(argument: &[TokenTree]) -> bool {
    matches!(argument, [_, TokenTree::Punct(equals), .., TokenTree::Literal(_)] if equals.as_char() == '=')
}

/// Where `argument = …` or `allow(…)` follows another in one part.
fn next_argument(part: &[TokenTree]) -> Option<usize> {
    let first = match part {
        // `on("b200" threads = 512)`: the GPU comes before it.
        [TokenTree::Literal(_), ..] => 1,
        [_, TokenTree::Punct(equals), ..] if equals.as_char() == '=' => 3,
        [_, TokenTree::Group(_), ..] => 2,
        _ => return None,
    };
    let starts = |at: &usize| match part.get(*at..*at + 2) {
        Some([TokenTree::Ident(name), TokenTree::Punct(equals)]) => {
            let name = name.to_string();
            let is_known = Argument::ALL.iter().any(|argument| argument.key() == name);
            equals.as_char() == '=' && (is_known || words::is_one(&name))
        }
        Some([TokenTree::Ident(name), TokenTree::Group(_)]) => {
            key::find(&name.to_string()).is_some_and(Argument::is_parenthesized)
        }
        _ => false,
    };
    (first..part.len()).find(starts)
}
