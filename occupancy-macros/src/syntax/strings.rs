//! The text that an expression is: a string, or a macro of the standard library that makes one.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Token};

/// Why the text of an expression is not known.
pub(super) enum Unknown {
    /// A variable of the environment is not set.
    Variable,
    /// It is no string, and no macro that the attribute can evaluate.
    Other,
}

/// The text that an expression is to `include_bytes!`, as the compiler evaluates it.
pub(super) fn evaluated(value: &Expr) -> Result<String, Unknown> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Ok(text.value()),
        Expr::Group(inner) => evaluated(&inner.expr),
        Expr::Macro(call) => {
            let arguments = &call.mac;
            let name = &arguments.path.segments.last().ok_or(Unknown::Other)?.ident;
            match name.to_string().as_str() {
                "stringify" => single(&arguments.tokens).ok_or(Unknown::Other),
                name @ ("concat" | "env") => {
                    let parsed = arguments
                        .parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
                        .map_err(|_| Unknown::Other)?;
                    if name == "concat" {
                        return parsed.iter().map(part).collect();
                    }
                    let variable = evaluated(parsed.first().ok_or(Unknown::Other)?)?;
                    std::env::var(variable).map_err(|_| Unknown::Variable)
                }
                _ => Err(Unknown::Other),
            }
        }
        _ => Err(Unknown::Other),
    }
}

/// A part of what `concat!` joins.
fn part(value: &Expr) -> Result<String, Unknown> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => Ok(number.base10_digits().to_owned()),
            Lit::Float(number) => Ok(number.base10_digits().to_owned()),
            Lit::Char(letter) => Ok(letter.value().to_string()),
            Lit::Bool(value) => Ok(value.value.to_string()),
            _ => evaluated(value),
        },
        Expr::Group(inner) => part(&inner.expr),
        _ => evaluated(value),
    }
}

/// One token as text: of several, only the compiler knows which have spaces between them.
fn single(tokens: &TokenStream) -> Option<String> {
    let mut tokens = tokens.clone().into_iter();
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Group(group), None) if group.delimiter() == Delimiter::None => {
            single(&group.stream())
        }
        (TokenTree::Ident(name), None) => Some(name.to_string()),
        (TokenTree::Literal(literal), None) => Some(literal.to_string()),
        _ => None,
    }
}

/// What is in quotes.
pub(super) fn unquoted(tokens: &TokenStream) -> Option<String> {
    let text = match syn::parse2::<Lit>(tokens.clone()).ok()? {
        Lit::Str(text) => text.value(),
        Lit::CStr(text) => text.value().into_string().ok()?,
        Lit::ByteStr(text) => String::from_utf8(text.value()).ok()?,
        Lit::Char(letter) => letter.value().to_string(),
        _ => return None,
    };
    Some(text.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::evaluated;
    use crate::syntax::expression::expression;

    #[test]
    fn texts_are_those_of_the_compiler() {
        macro_rules! same {
            ($($text:expr;)*) => {
                $(
                    let tokens = stringify!($text).parse().unwrap();
                    let text = expression(&tokens).and_then(|value| evaluated(&value).ok());
                    assert_eq!(text.as_deref(), Some($text), "{tokens}");
                )*
            };
        }
        same! {
            "a\u{e9}\\";
            r#"b\n""#;
            concat!("sm_", 90, 'a', "/", true, 0x1_0, 2.50, 1e3, 7u8, concat!("c", 1_000,),);
            env!("CARGO_PKG_NAME");
            std::concat!(core::env!("CARGO_MANIFEST_DIR"), "/x");
            env!("CARGO_PKG_VERSION", "cargo sets it");
            env!(concat!("CARGO_", "PKG_NAME"));
            stringify!(saxpy);
        }
        for text in [
            "A",
            "a()",
            "line!()",
            "concat!(A)",
            "concat!(b\"a\")",
            "env!()",
            "stringify!(a b)",
        ] {
            let value = expression(&text.parse().unwrap()).unwrap();
            assert!(evaluated(&value).is_err(), "{text}");
        }
    }
}
