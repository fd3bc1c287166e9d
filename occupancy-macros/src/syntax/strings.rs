//! The text that an expression is: a string, or a macro of the standard library that makes one.

use std::env::{self, VarError};

use proc_macro2::TokenTree;

use crate::expression::{Expression, Kind};
use crate::literal::Literal;
use crate::tokens::single;

/// The text that an expression is to `include_bytes!`, as the compiler evaluates it, or the variable of the
/// environment that is not set.
pub(super) fn evaluated(value: &Expression) -> Option<Result<String, VarError>> {
    let (name, arguments) = match &value.kind {
        Kind::Literal(Literal::Text(text)) => return Some(Ok(text.clone())),
        Kind::Macro(name, arguments) => (name.to_string(), arguments),
        _ => return None,
    };
    if name == "stringify" {
        // Of several tokens, only the compiler knows which have spaces between them.
        return match single(arguments)? {
            token @ (TokenTree::Ident(_) | TokenTree::Literal(_)) => Some(Ok(token.to_string())),
            _ => None,
        };
    }
    let arguments = Expression::list(arguments.clone())?;
    match name.as_str() {
        "concat" => arguments.iter().map(part).collect(),
        "env" => Some(evaluated(arguments.first()?)?.and_then(env::var)),
        _ => None,
    }
}

/// A part of what `concat!` joins.
fn part(value: &Expression) -> Option<Result<String, VarError>> {
    match &value.kind {
        Kind::Literal(
            Literal::Letter(text)
            | Literal::Truth(text)
            | Literal::Integer(text, _)
            | Literal::Decimal(text, _),
        ) => Some(Ok(text.clone())),
        _ => evaluated(value),
    }
}

#[cfg(test)]
mod tests {
    use super::evaluated;
    use crate::expression::Expression;

    #[test]
    fn texts_are_those_of_the_compiler() {
        macro_rules! same {
            ($($text:expr;)*) => {
                $(
                    let tokens = stringify!($text).parse().unwrap();
                    let text = Expression::new(&tokens).and_then(|value| evaluated(&value)?.ok());
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
            let value = Expression::new(&text.parse().unwrap()).unwrap();
            assert!(evaluated(&value).is_none(), "{text}");
        }
    }
}
