//! One argument from the next.

use proc_macro2::{TokenStream, TokenTree};

use crate::errors::{self, Errors};
use crate::key::Key;

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

/// The arguments of the attribute; reports where one follows another without a comma.
pub(super) fn split_arguments(tokens: TokenStream, errors: &mut Errors) -> Vec<Vec<TokenTree>> {
    let mut arguments = Vec::new();
    for mut part in split_at_commas(tokens) {
        while let Some(at) = next_argument(&part) {
            let rest = part.split_off(at);
            if let Some(name) = rest.first() {
                errors.at(name, errors::missing_comma(&name.to_string()));
            }
            arguments.push(std::mem::replace(&mut part, rest));
        }
        arguments.push(part);
    }
    arguments
}

/// Where `argument = …` follows another in one part.
fn next_argument(part: &[TokenTree]) -> Option<usize> {
    if !matches!(part.get(1), Some(TokenTree::Punct(equals)) if equals.as_char() == '=') {
        return None;
    }
    let starts = |at: &usize| match part.get(*at..*at + 2) {
        Some([TokenTree::Ident(name), TokenTree::Punct(equals)]) => {
            equals.as_char() == '=' && Key::find(&name.to_string()).is_some()
        }
        _ => false,
    };
    (2..part.len()).find(starts)
}
