//! Literals, as the compiler reads them.

use proc_macro2::{TokenStream, TokenTree};

use crate::tokens::single;

/// What a literal is, without its notation.
#[derive(Clone)]
pub(crate) struct Literal {
    pub(crate) kind: LiteralKind,
    /// What is in quotes, without escapes; or digits, decimal ones if 128 bits hold the integer.
    pub(crate) text: String,
    /// The suffix of a number.
    pub(crate) suffix: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum LiteralKind {
    Text,
    Letter,
    /// Bytes, or a text of C.
    Bytes,
    Integer,
    Decimal,
    /// `true` or `false`.
    Truth,
}

impl Literal {
    pub(crate) fn new(token: &TokenTree) -> Option<Self> {
        match token {
            TokenTree::Literal(literal) => {
                let written = literal.to_string();
                quoted(&written).or_else(|| number(&written))
            }
            TokenTree::Ident(word) if word == "true" || word == "false" => Some(Self {
                kind: LiteralKind::Truth,
                text: word.to_string(),
                suffix: String::new(),
            }),
            _ => None,
        }
    }
}

/// The text that the tokens are, as one literal.
pub(crate) fn text(tokens: &TokenStream) -> Option<String> {
    let literal = Literal::new(&single(tokens)?)?;
    (literal.kind == LiteralKind::Text).then_some(literal.text)
}

/// What is in quotes of any kind.
pub(crate) fn unquoted(tokens: &TokenStream) -> Option<String> {
    let literal = Literal::new(&single(tokens)?)?;
    let kinds = [LiteralKind::Text, LiteralKind::Letter, LiteralKind::Bytes];
    let is_quoted = kinds.contains(&literal.kind);
    is_quoted.then(|| literal.text.trim().to_owned())
}

fn quoted(written: &str) -> Option<Literal> {
    let (prefix, rest) = written.split_at(written.find(['"', '\''])?);
    let quote = rest.chars().next()?;
    let inside = rest.get(1..rest.rfind(quote)?)?;
    let kind = match prefix.trim_end_matches('#') {
        "" | "r" if quote == '"' => LiteralKind::Text,
        "" => LiteralKind::Letter,
        _ => LiteralKind::Bytes,
    };
    let is_raw = prefix.contains('r');
    let text = if is_raw {
        Some(inside.to_owned())
    } else {
        unescaped(inside)
    };
    let suffix = String::new();
    Some(Literal {
        kind,
        text: text?,
        suffix,
    })
}

fn unescaped(mut rest: &str) -> Option<String> {
    let mut text = String::new();
    while let Some((before, escape)) = rest.split_once('\\') {
        text.push_str(before);
        let mut letters = escape.chars();
        let letter = letters.next()?;
        rest = letters.as_str();
        let code = match letter {
            'x' => {
                let (code, behind) = rest.split_at_checked(2)?;
                rest = behind;
                code
            }
            'u' => {
                let (code, behind) = rest.strip_prefix('{')?.split_once('}')?;
                rest = behind;
                code
            }
            // A line that goes on.
            '\n' => {
                rest = rest.trim_start();
                continue;
            }
            letter => {
                text.push(match letter {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    '0' => '\0',
                    same => same,
                });
                continue;
            }
        };
        let code = u32::from_str_radix(&code.replace('_', ""), 16);
        text.push(char::from_u32(code.ok()?)?);
    }
    text.push_str(rest);
    Some(text)
}

/// A number in any of Rust's notations, with any suffix.
pub(crate) fn number(written: &str) -> Option<Literal> {
    let radix = match written.get(..2) {
        Some("0x") => 16,
        Some("0o") => 8,
        Some("0b") => 2,
        // A macro can write one with a sign.
        _ if !written
            .trim_start_matches('-')
            .starts_with(|first: char| first.is_ascii_digit()) =>
        {
            return None;
        }
        _ => 10,
    };
    let digits = if radix == 10 { written } else { &written[2..] };
    let is_digit = |letter: char| letter == '_' || letter.is_digit(radix);
    let behind = digits.trim_start_matches('-').trim_start_matches(is_digit);
    let is_decimal = radix == 10 && behind.starts_with(['.', 'e', 'E']);
    let suffix = if is_decimal {
        behind.trim_start_matches(|letter: char| is_digit(letter) || ".eE+-".contains(letter))
    } else {
        behind
    };
    let digits = digits.strip_suffix(suffix)?.replace('_', "");
    let (kind, text) = if is_decimal {
        (LiteralKind::Decimal, digits)
    } else {
        let number = i128::from_str_radix(&digits, radix);
        (
            LiteralKind::Integer,
            number.map_or(digits, |number| number.to_string()),
        )
    };
    let suffix = suffix.to_owned();
    Some(Literal { kind, text, suffix })
}

#[cfg(test)]
mod tests {
    use super::{Literal, LiteralKind};

    #[test]
    fn literals_are_those_of_the_compiler() {
        macro_rules! same {
            ($kind:ident $($literal:literal)*) => {
                $(
                    let token = stringify!($literal).parse::<proc_macro2::TokenStream>().unwrap();
                    let literal = Literal::new(&token.into_iter().next().unwrap()).unwrap();
                    assert!(literal.kind == LiteralKind::$kind, "{}", stringify!($literal));
                    assert_eq!(literal.text, $literal.to_string());
                )*
            };
        }
        same!(Text "" "a\u{e9}\\" r#"b\n""# "\x41\t\r\n\0\"'" "\u{1_F980}" "1\
               2");
        same!(Letter 'a' '\'' '"' '\u{1F980}');
        same!(Integer 0 1_024 0xFF_u8 0o17 0b1_0usize 170_141_183_460_469_231_731_687_303_715_884_105_727_i128);
        same!(Decimal 1.5 0.25f32);
        same!(Truth true false);
    }
}
