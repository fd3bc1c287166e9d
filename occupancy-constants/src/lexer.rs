//! The text of a source file as tokens that know where they stand.
//!
//! The compiler's own lexer gives no line or column for text that a macro reads.

/// A token, by its place in the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    /// The first byte.
    pub(crate) start: usize,
    /// The byte behind the last.
    pub(crate) end: usize,
    /// The line, from 1.
    pub(crate) line: usize,
    /// The character of the line, from 1.
    pub(crate) column: usize,
    /// The opening delimiter that it is behind.
    pub(crate) inside: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Word,
    Lifetime,
    Integer,
    Float,
    /// A string without a prefix, raw or not.
    Text,
    /// A character, a byte, and strings of bytes and of C.
    OtherLiteral,
    Mark(char),
    /// An opening delimiter, and the token that closes it.
    Open(char, usize),
    Close(char),
}

/// The tokens of `text`; `None` where it is no Rust.
pub(crate) fn lex(text: &str) -> Option<Vec<Token>> {
    let mut lexer = Lexer {
        text,
        at: 0,
        line: 1,
        line_start: 0,
        tokens: Vec::new(),
        open: Vec::new(),
    };
    // The compiler does not count it.
    lexer.at = text
        .strip_prefix('\u{feff}')
        .map_or(0, |_| '\u{feff}'.len_utf8());
    lexer.line_start = lexer.at;
    if lexer.rest().starts_with("#!") && !lexer.rest()[2..].trim_start().starts_with('[') {
        lexer.skip_line();
    }
    while lexer.token()? {}
    lexer.open.is_empty().then_some(lexer.tokens)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    line_start: usize,
    tokens: Vec<Token>,
    /// The delimiters that are open.
    open: Vec<usize>,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    fn advance(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        if next == '\n' {
            self.line += 1;
            self.line_start = self.at;
        }
        Some(next)
    }

    fn advance_while(&mut self, holds: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&holds) {
            self.advance();
        }
    }

    fn skip_line(&mut self) {
        self.advance_while(|next| next != '\n');
    }

    /// Comments nest.
    fn skip_comment(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            if self.rest().starts_with("/*") {
                self.at += 2;
                depth += 1;
            } else if self.rest().starts_with("*/") {
                self.at += 2;
                depth -= 1;
                if depth == 0 {
                    return Some(());
                }
            } else {
                self.advance()?;
            }
        }
    }

    /// Reads a token; whether there was one.
    fn token(&mut self) -> Option<bool> {
        loop {
            self.advance_while(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.skip_line();
            } else if self.rest().starts_with("/*") {
                self.skip_comment()?;
            } else {
                break;
            }
        }
        let Some(first) = self.peek() else {
            return Some(false);
        };
        let (start, line) = (self.at, self.line);
        let before = self.text.get(self.line_start..start).unwrap_or_default();
        let column = before.chars().count() + 1;
        let kind = self.kind(first)?;
        let index = self.tokens.len();
        let mut inside = self.open.last().copied();
        match kind {
            Kind::Open(..) => self.open.push(index),
            Kind::Close(closing) => {
                let opening = self.open.pop()?;
                inside = self.open.last().copied();
                match &mut self.tokens.get_mut(opening)?.kind {
                    Kind::Open(opened, close) if matching(*opened) == closing => *close = index,
                    _ => return None,
                }
            }
            _ => {}
        }
        self.tokens.push(Token {
            kind,
            start,
            end: self.at,
            line,
            column,
            inside,
        });
        Some(true)
    }

    fn kind(&mut self, first: char) -> Option<Kind> {
        if first.is_ascii_digit() {
            return Some(self.number());
        }
        if is_word_start(first) {
            return self.word();
        }
        match first {
            '"' => self.string('"', Kind::Text),
            '\'' => self.quote(),
            _ => {
                self.advance();
                Some(match first {
                    '(' | '[' | '{' => Kind::Open(first, 0),
                    ')' | ']' | '}' => Kind::Close(first),
                    mark => Kind::Mark(mark),
                })
            }
        }
    }

    /// A word, or a literal that a prefix begins.
    fn word(&mut self) -> Option<Kind> {
        let start = self.at;
        self.advance_while(is_word);
        let word = self.text.get(start..self.at).unwrap_or_default();
        match (word, self.peek()) {
            ("b" | "c", Some('"')) => self.string('"', Kind::OtherLiteral),
            ("b", Some('\'')) => self.string('\'', Kind::OtherLiteral),
            ("r", Some('"')) => self.raw(Kind::Text),
            ("br" | "cr", Some('"' | '#')) => self.raw(Kind::OtherLiteral),
            ("r", Some('#')) => {
                if self.second().is_some_and(is_word_start) {
                    self.advance();
                    self.advance_while(is_word);
                    return Some(Kind::Word);
                }
                self.raw(Kind::Text)
            }
            _ => Some(Kind::Word),
        }
    }

    /// From the mark that opens it to the one that closes it.
    fn string(&mut self, mark: char, kind: Kind) -> Option<Kind> {
        self.advance();
        loop {
            match self.advance()? {
                '\\' => {
                    self.advance()?;
                }
                next if next == mark => return Some(kind),
                _ => {}
            }
        }
    }

    fn raw(&mut self, kind: Kind) -> Option<Kind> {
        let start = self.at;
        self.advance_while(|next| next == '#');
        let fence = format!("\"{}", self.text.get(start..self.at)?);
        if self.advance()? != '"' {
            return None;
        }
        while !self.rest().starts_with(&fence) {
            self.advance()?;
        }
        self.at += fence.len();
        Some(kind)
    }

    /// A character or a lifetime.
    fn quote(&mut self) -> Option<Kind> {
        let rest = self.rest();
        let mut characters = rest.chars().skip(1);
        let (first, second) = (characters.next()?, characters.next());
        if is_word_start(first) && second != Some('\'') {
            self.advance();
            self.advance_while(is_word);
            return Some(Kind::Lifetime);
        }
        self.string('\'', Kind::OtherLiteral)
    }

    fn number(&mut self) -> Kind {
        let start = self.at;
        self.advance_while(is_word);
        let mut is_float = false;
        let text = self.text;
        let so_far = |at: usize| text.get(start..at).unwrap_or_default();
        let is_decimal = !["0x", "0b", "0o"]
            .iter()
            .any(|prefix| so_far(self.at).starts_with(prefix));
        // Not `1..2`, `1.max(2)` and `tuple.0.1`.
        if is_decimal
            && self.peek() == Some('.')
            && !self
                .second()
                .is_some_and(|next| next == '.' || is_word_start(next))
        {
            is_float = true;
            self.advance();
            self.advance_while(is_word);
        }
        if is_decimal
            && so_far(self.at).ends_with(['e', 'E'])
            && matches!(self.peek(), Some('+' | '-'))
        {
            self.advance();
            self.advance_while(is_word);
        }
        let number = so_far(self.at);
        let has_exponent = number.contains(['e', 'E']) && !number.ends_with("size");
        if is_float
            || is_decimal && (has_exponent || number.ends_with("f32") || number.ends_with("f64"))
        {
            Kind::Float
        } else {
            Kind::Integer
        }
    }
}

const fn matching(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

fn is_word_start(character: char) -> bool {
    character == '_' || character.is_alphabetic()
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::{Kind, lex};

    fn kinds(text: &str) -> Vec<(Kind, &str)> {
        let tokens = lex(text).expect("tokens");
        let kinds = tokens
            .iter()
            .map(|token| (token.kind, &text[token.start..token.end]));
        kinds.collect()
    }

    #[test]
    fn tokens_of_every_kind() {
        for (text, kind) in [
            ("word", Kind::Word),
            ("r#fn", Kind::Word),
            ("'a", Kind::Lifetime),
            ("0x1f_u32", Kind::Integer),
            ("1_024usize", Kind::Integer),
            ("1.5", Kind::Float),
            ("2.", Kind::Float),
            ("1e3", Kind::Float),
            ("1e-3", Kind::Float),
            ("2f32", Kind::Float),
            ("\"a\\\"b\"", Kind::Text),
            ("r#\"a\"b\"#", Kind::Text),
            ("b\"a\"", Kind::OtherLiteral),
            ("br##\"\"# \"##", Kind::OtherLiteral),
            ("'\\''", Kind::OtherLiteral),
            ("'a'", Kind::OtherLiteral),
            ("b'a'", Kind::OtherLiteral),
        ] {
            assert_eq!(kinds(text), [(kind, text)]);
        }
    }

    #[test]
    fn numbers_end_where_they_do() {
        assert_eq!(kinds("1.max(2)")[0], (Kind::Integer, "1"));
        assert_eq!(kinds("1..2")[0], (Kind::Integer, "1"));
        assert_eq!(kinds("0x1e+1")[0], (Kind::Integer, "0x1e"));
    }

    #[test]
    fn places_are_those_of_the_compiler() {
        let text = "#!/bin/sh\n/* a /* b */ \n c */ é x // y\n\t{ z }";
        let tokens = lex(text).unwrap();
        let places: Vec<_> = tokens.iter().map(|one| (one.line, one.column)).collect();
        assert_eq!(places, [(3, 7), (3, 9), (4, 2), (4, 4), (4, 6)]);
        assert_eq!(tokens[2].kind, Kind::Open('{', 4));
    }

    #[test]
    fn what_is_no_rust_has_no_tokens() {
        for text in ["(]", "{", ")", "\"", "/* /* */", "r#\"\"", "'"] {
            assert!(lex(text).is_none(), "{text}");
        }
    }
}
