//! Literals that are a whole value.

use proc_macro2::TokenStream;
use syn::{Lit, LitStr};

/// The text of a string literal; `None` if the tokens are no such literal.
pub(crate) fn text(tokens: &TokenStream) -> Option<String> {
    let text: LitStr = syn::parse2(tokens.clone()).ok()?;
    Some(text.value())
}

/// The text of a literal in quotes of any kind, without spaces around it.
pub(crate) fn unquoted(tokens: &TokenStream) -> Option<String> {
    let text = match syn::parse2(tokens.clone()).ok()? {
        Lit::Str(text) => text.value(),
        Lit::Char(letter) => letter.value().into(),
        Lit::Byte(letter) => char::from(letter.value()).into(),
        Lit::ByteStr(bytes) => String::from_utf8_lossy(&bytes.value()).into_owned(),
        Lit::CStr(text) => text.value().to_string_lossy().into_owned(),
        _ => return None,
    };
    Some(text.trim().to_owned())
}
