//! Literals that stand alone.

use proc_macro2::{TokenStream, TokenTree};
use syn::Lit;

use crate::tokens::single;

/// The literal that the tokens are.
pub(crate) fn literal(tokens: &TokenStream) -> Option<Lit> {
    match single(tokens)? {
        TokenTree::Literal(literal) => Some(Lit::new(literal)),
        _ => None,
    }
}

/// The text that the tokens are, as one literal.
pub(crate) fn text(tokens: &TokenStream) -> Option<String> {
    match literal(tokens)? {
        Lit::Str(text) => Some(text.value()),
        _ => None,
    }
}

/// What is in quotes of any kind.
pub(crate) fn unquoted(tokens: &TokenStream) -> Option<String> {
    let text = match literal(tokens)? {
        Lit::Str(text) => text.value(),
        Lit::Char(letter) => letter.value().into(),
        Lit::Byte(letter) => char::from(letter.value()).into(),
        Lit::ByteStr(bytes) => String::from_utf8_lossy(&bytes.value()).into_owned(),
        Lit::CStr(text) => text.value().to_string_lossy().into_owned(),
        _ => return None,
    };
    Some(text.trim().to_owned())
}
