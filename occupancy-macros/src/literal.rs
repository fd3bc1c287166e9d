//! Literals, as the compiler reads them.

use proc_macro2::{TokenStream, TokenTree};

use crate::tokens::single;

/// What is in quotes, without escapes, or the digits of a number and its suffix.
#[derive(Clone)]
pub(crate) enum Literal {
    Text(String),
    Letter(String),
    /// Bytes, or a text of C.
    Bytes(String),
    /// `true` or `false`.
    Truth(String),
    /// Decimal digits; none if it is not decimal, and 128 bits do not hold it.
    Integer(String, String),
    Decimal(String, String),
}

impl Literal {
    pub(crate) fn new(token: &TokenTree) -> Option<Self> {
        match token {
            TokenTree::Literal(literal) => {
                let written = literal.to_string();
                Some(quoted(&written).unwrap_or_else(|| Self::number(&written)))
            }
            TokenTree::Ident(word) if word == "true" || word == "false" => {
                Some(Self::Truth(word.to_string()))
            }
            _ => None,
        }
    }

    /// A number in any of Rust's notations, with any suffix.
    pub(crate) fn number(written: &str) -> Self {
        let (radix, digits) = match written.split_at_checked(2) {
            Some(("0x", digits)) => (16, digits),
            Some(("0o", digits)) => (8, digits),
            Some(("0b", digits)) => (2, digits),
            _ => (10, written),
        };
        let split = |others: &str| {
            let is_of_it = |letter: char| letter.is_digit(radix) || others.contains(letter);
            let end = digits.find(|letter| !is_of_it(letter));
            let (digits, suffix) = digits.split_at(end.unwrap_or(digits.len()));
            (digits.replace('_', ""), suffix.to_owned())
        };
        // A macro can write one with a sign.
        let (digits, suffix) = split("_-");
        if radix == 10 && suffix.starts_with(['.', 'e', 'E']) {
            let (digits, suffix) = split("_-.eE+");
            return Self::Decimal(digits, suffix);
        }
        let number = i128::from_str_radix(&digits, radix);
        let decimal = if radix == 10 { digits } else { String::new() };
        Self::Integer(number.map_or(decimal, |number| number.to_string()), suffix)
    }
}

/// The text that the tokens are, as one literal.
pub(crate) fn text(tokens: &TokenStream) -> Option<String> {
    match Literal::new(&single(tokens)?)? {
        Literal::Text(text) => Some(text),
        _ => None,
    }
}

/// What is in quotes of any kind.
pub(crate) fn unquoted(tokens: &TokenStream) -> Option<String> {
    match Literal::new(&single(tokens)?)? {
        Literal::Text(text) | Literal::Letter(text) | Literal::Bytes(text) => {
            Some(text.trim().to_owned())
        }
        _ => None,
    }
}

fn quoted(written: &str) -> Option<Literal> {
    let (prefix, rest) = written.split_at(written.find(['"', '\''])?);
    let quote = rest.chars().next()?;
    let inside = rest.get(1..rest.rfind(quote)?)?;
    let text = if prefix.contains('r') {
        inside.to_owned()
    } else {
        unescaped(inside)?
    };
    Some(match prefix.trim_end_matches('#') {
        "" | "r" if quote == '"' => Literal::Text(text),
        "" => Literal::Letter(text),
        _ => Literal::Bytes(text),
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
            'x' => rest.get(..2)?,
            'u' => rest.get(..=rest.find('}')?)?,
            _ => "",
        };
        rest = &rest[code.len()..];
        let code = code.trim_matches(['{', '}']).replace('_', "");
        match letter {
            'x' | 'u' => text.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?),
            'n' => text.push('\n'),
            'r' => text.push('\r'),
            't' => text.push('\t'),
            '0' => text.push('\0'),
            // A line that goes on.
            '\n' => rest = rest.trim_start(),
            same => text.push(same),
        }
    }
    text.push_str(rest);
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::Literal;

    #[test]
    fn literals_are_those_of_the_compiler() {
        macro_rules! same {
            ($literal:pat, $text:ident: $($written:literal)*) => {
                $(
                    let tokens = stringify!($written).parse::<proc_macro2::TokenStream>();
                    let token = tokens.unwrap().into_iter().next().unwrap();
                    let Some($literal) = Literal::new(&token) else {
                        panic!("{token}");
                    };
                    assert_eq!($text, $written.to_string());
                )*
            };
        }
        same!(Literal::Text(text), text: "" "a\u{e9}\\" r#"b\n""# "\x41\t\r\n\0\"'" "\u{1_F980}" "1\
               2");
        same!(Literal::Letter(text), text: 'a' '\'' '"' '\u{1F980}');
        same!(Literal::Truth(text), text: true false);
        same!(Literal::Integer(text, _), text: 0 1_024 0xFF_u8 0o17 0b1_0usize 18_446_744_073_709_551_616_i128);
        same!(Literal::Decimal(text, _), text: 1.5 0.25f32);
    }
}
