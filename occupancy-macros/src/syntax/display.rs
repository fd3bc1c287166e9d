//! Tokens as messages show them.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// The letters of a value that a message shows at most.
const MOST_LETTERS: usize = 40;

/// Tokens on one line, cut if they are long.
pub(super) fn short(tokens: &TokenStream) -> String {
    let text = one_line(tokens);
    if text.chars().count() <= MOST_LETTERS {
        return text;
    }
    let start: String = text.chars().take(MOST_LETTERS - 3).collect();
    format!("{start}...")
}

/// [`short`], in backquotes.
pub(super) fn backquoted(tokens: &TokenStream) -> String {
    format!("`{}`", short(tokens))
}

/// The columns of a line that a message fills, without those that the compiler puts before it.
const COLUMNS: usize = 89;

/// Writes names after a `head`, on as many lines as they take.
pub(super) fn wrapped(head: &str, names: impl Iterator<Item = &'static str>) -> String {
    let (mut text, mut column) = (head.to_owned(), head.len());
    for name in names {
        if column + name.len() >= COLUMNS {
            text = format!("{}\n{}", text.trim_end(), " ".repeat(4 + head.len()));
            column = head.len();
        }
        text.extend([name, ", "]);
        column += name.len() + 2;
    }
    text.trim_end_matches(", ").to_owned()
}

/// Tokens on one line, spaced as an author does.
pub(super) fn one_line(tokens: &TokenStream) -> String {
    let mut out = String::new();
    write(tokens, &mut out);
    out.replace('\n', " ")
}

fn write(tokens: &TokenStream, out: &mut String) {
    // The mark before, with `a` for a name and `1` for a value, and whether the next token continues a word.
    let (mut before, mut is_glued) = (' ', true);
    // The `<` of types that are open.
    let mut generics = 0_usize;
    for token in tokens.clone() {
        let (kind, is_joint) = match &token {
            TokenTree::Punct(mark) => (mark.as_char(), mark.spacing() == Spacing::Joint),
            TokenTree::Ident(_) => ('a', false),
            TokenTree::Group(group) => match group.delimiter() {
                Delimiter::Parenthesis | Delimiter::Bracket => ('(', false),
                _ => ('1', false),
            },
            TokenTree::Literal(_) => ('1', false),
        };
        let is_first = before == ' ' || !(is_glued || matches!(before, 'a' | '1'));
        // As in `size_of::<f32>()` and in `<f32 as Element>::BYTES`.
        let opens = kind == '<' && (is_first || before == ':');
        let closes = kind == '>' && generics > 0;
        let is_apart = match (before, kind) {
            ('a' | '1', ',' | ';' | '.' | '?') | ('a', ':' | '!' | '(') => false,
            ('1', ':') => !is_joint,
            _ => !closes,
        };
        if is_apart && !is_glued {
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
        generics = (generics + usize::from(opens)) - usize::from(closes);
        is_glued = match kind {
            '>' if closes => false,
            '.' | '$' | '#' | '@' | '\'' => true,
            ':' if before == ':' => true,
            '=' if before == '.' => true,
            '!' => is_first || before == 'a',
            '&' | '-' | '*' if is_first => true,
            _ => opens || is_joint,
        };
        before = match kind {
            '>' if closes => 'a',
            '(' => '1',
            kind => kind,
        };
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::each;

    #[test]
    fn tokens_on_one_line() {
        each("tokens as text", |written| {
            super::one_line(&written.parse().unwrap())
        });
    }
}
