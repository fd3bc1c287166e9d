//! The text that an expression is: a string, or a macro of the standard library that makes one.

use proc_macro2::TokenTree;

use crate::expression::{Expression, Kind};
use crate::literal::Literal;
use crate::tokens::single;

/// Why the text of an expression is not known.
pub(super) enum Unknown {
    /// A variable of the environment is not set.
    Variable,
    /// It is no string, and no macro that the attribute can evaluate.
    Other,
}

/// The text that an expression is to `include_bytes!`, as the compiler evaluates it.
pub(super) fn evaluated(value: &Expression) -> Result<String, Unknown> {
    let (name, arguments) = match &value.kind {
        Kind::Literal(Literal::Text(text)) => return Ok(text.clone()),
        Kind::Macro(name, arguments) => (name.to_string(), arguments),
        _ => return Err(Unknown::Other),
    };
    if name == "stringify" {
        // Of several tokens, only the compiler knows which have spaces between them.
        return match single(arguments) {
            Some(token @ (TokenTree::Ident(_) | TokenTree::Literal(_))) => Ok(token.to_string()),
            _ => Err(Unknown::Other),
        };
    }
    let arguments = Expression::list(arguments.clone()).ok_or(Unknown::Other)?;
    match (name.as_str(), arguments.first()) {
        ("concat", _) => arguments.iter().map(part).collect(),
        ("env", Some(variable)) => {
            std::env::var(evaluated(variable)?).map_err(|_| Unknown::Variable)
        }
        _ => Err(Unknown::Other),
    }
}

/// A part of what `concat!` joins.
fn part(value: &Expression) -> Result<String, Unknown> {
    match &value.kind {
        Kind::Literal(
            Literal::Letter(text)
            | Literal::Truth(text)
            | Literal::Integer(text, _)
            | Literal::Decimal(text, _),
        ) => Ok(text.clone()),
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
                    let text = Expression::new(&tokens).and_then(|value| evaluated(&value).ok());
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
            assert!(evaluated(&value).is_err(), "{text}");
        }
    }
}
