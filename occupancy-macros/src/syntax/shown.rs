//! Tokens as messages show them.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// As many letters of a value as a message shows.
const MOST_LETTERS: usize = 40;

/// Tokens as they may stand in a message.
pub(super) fn short(tokens: &TokenStream) -> String {
    let text = text(tokens);
    if text.chars().count() <= MOST_LETTERS {
        text
    } else {
        text.chars()
            .take(MOST_LETTERS - 3)
            .chain("...".chars())
            .collect()
    }
}

/// What was written, in a message.
pub(super) fn found(tokens: &TokenStream) -> String {
    format!("`{}`", short(tokens))
}

/// Names on two lines, behind what says what they are.
pub(super) fn wrapped(head: &str, names: &[&str]) -> String {
    let list = names.join(", ");
    let middle = list.len() / 2;
    let Some(at) = list.get(middle..).and_then(|rest| rest.find(", ")) else {
        return format!("{head}{list}");
    };
    let (first, second) = list.split_at(middle + at + 2);
    let indent = " ".repeat(4 + head.len());
    format!("{head}{}\n{indent}{second}", first.trim_end())
}

/// Tokens on one line, spaced as an author does.
pub(crate) fn text(tokens: &TokenStream) -> String {
    let mut out = String::new();
    write(tokens, &mut out);
    out.replace('\n', " ")
}

fn write(tokens: &TokenStream, out: &mut String) {
    let mut before = Before::Nothing;
    // `<` of types that are open.
    let mut generics = 0_usize;
    for token in tokens.clone() {
        let mark = match &token {
            TokenTree::Punct(mark) => mark.as_char(),
            _ => ' ',
        };
        let closes = mark == '>' && generics > 0;
        if is_spaced(before, &token) && !closes {
            out.push(' ');
        }
        match &token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                out.push_str(open);
                write(&group.stream(), out);
                out.push_str(close);
            }
            token => out.push_str(&token.to_string()),
        }
        // Of `size_of::<f32>()`, and of `<f32 as Element>::BYTES`.
        let opens = matches!(before, Before::Nothing | Before::Operator | Before::Path);
        before = if mark == '<' && opens {
            generics = generics.saturating_add(1);
            Before::Prefix
        } else if closes {
            generics = generics.saturating_sub(1);
            Before::Name
        } else {
            Before::of(before, &token)
        };
    }
}

/// What stands before a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    /// A name, or what is called or indexed.
    Name,
    Value,
    /// A mark that the next token belongs to: `&`, the sign of a number.
    Prefix,
    /// A mark between two values.
    Operator,
    /// The first `:` of `::`.
    Colon,
    /// `::`.
    Path,
    /// `.`, of a range too.
    Dot,
}

impl Before {
    fn of(before: Self, token: &TokenTree) -> Self {
        let TokenTree::Punct(mark) = token else {
            return match token {
                TokenTree::Ident(_) => Self::Name,
                _ => Self::Value,
            };
        };
        match mark.as_char() {
            ':' if before == Self::Colon => Self::Path,
            ':' if mark.spacing() == Spacing::Joint => Self::Colon,
            '.' => Self::Dot,
            '=' if before == Self::Dot => Self::Prefix,
            '$' | '#' | '@' | '\'' => Self::Prefix,
            '!' if before == Self::Name => Self::Prefix,
            '&' | '-' | '*' | '!' if matches!(before, Self::Nothing | Self::Operator) => {
                Self::Prefix
            }
            _ if mark.spacing() == Spacing::Joint => Self::Prefix,
            _ => Self::Operator,
        }
    }
}

fn is_spaced(before: Before, token: &TokenTree) -> bool {
    match (before, token) {
        (Before::Nothing | Before::Prefix | Before::Colon | Before::Path | Before::Dot, _) => false,
        (Before::Name | Before::Value, TokenTree::Punct(mark)) => match mark.as_char() {
            ',' | ';' | '.' | '?' => false,
            ':' => mark.spacing() == Spacing::Alone && before != Before::Name,
            '!' => before != Before::Name,
            _ => true,
        },
        (Before::Name, TokenTree::Group(group)) => {
            group.delimiter() != Delimiter::Parenthesis && group.delimiter() != Delimiter::Bracket
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn tokens_are_spaced_as_an_author_does() {
        for written in [
            "launch::Saxpy",
            "::occupancy",
            "4 * size_of::<f32>()",
            "2 * <f32 as Element>::BYTES",
            "(<Tile>::ROWS, <Tile>::COLUMNS)",
            "3 < 4",
            "48 * 1024",
            "-1",
            "(32, -8)",
            "[\"h100\", \"a100\"]",
            "SIZES[2].len()",
            "concat!(env!(\"OUT_DIR\"), \"/saxpy.cubin\")",
            "auto(64..=512)",
            "1 << 20",
            "50 %",
            "N == 2 && !M",
            "CONFIG.threads",
            "{ 64 }",
            "&DEVICE",
            "threads: 256",
        ] {
            assert_eq!(text(&written.parse().unwrap()), written);
        }
    }
}
