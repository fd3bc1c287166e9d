//! PTX text as tokens.
//!
//! Source: PTX ISA 9.1, 4.2 Comments, 4.4 Identifiers, 4.5 Constants. Where the ISA is silent, what
//! ptxas 12.9 and 13.5 do: a line comment ends at a line feed alone, a form feed is a blank and a
//! vertical tab is not, and a string has no escapes and may span lines. A character that is not ASCII
//! passes in comments, as for ptxas 13.5, and in strings, where it changes no figure.

use core::fmt;

use super::{Error, ErrorKind};
use crate::prelude::*;

/// Bytes `start..end` of the PTX text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The text of the span; empty if the span is outside of this text.
    ///
    /// ```
    /// use occupancy_binary::ptx::Span;
    ///
    /// assert_eq!(Span { start: 1, end: 6 }.of(".entry k"), "entry");
    /// assert_eq!(Span { start: 5, end: 99 }.of(".entry k"), "");
    /// ```
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `k`, `%r1`, `$L_1`
    Word,
    /// `.entry`
    Directive,
    /// From a digit to the first character that no number has: `0x40U`, `8.0`.
    Number,
    /// `"nounroll"`, with its quotes.
    Quoted,
    /// Any other visible character.
    Symbol,
    End,
}

#[derive(Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(super) kind: Kind,
    /// Empty at the end.
    pub(crate) text: &'a str,
    /// The byte where it begins.
    pub(super) at: usize,
}

impl Token<'_> {
    pub(super) fn end(&self) -> usize {
        self.at.saturating_add(self.text.len())
    }
}

/// A place in the text; a copy of it looks ahead.
#[derive(Clone, Copy)]
pub(crate) struct Lexer<'a> {
    pub(super) text: &'a str,
    /// The byte after the last token.
    pub(super) at: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The tokens of a part of the text. A span that reaches outside has those inside.
    pub(super) fn within(text: &'a str, span: Span) -> Self {
        Self {
            text: text.get(..span.end).unwrap_or(text),
            at: span.start,
        }
    }

    /// The error for text that does not follow the PTX ISA, at this byte.
    pub(super) fn error(&self, at: usize, fault: impl fmt::Display, help: &str) -> Error {
        Error::new(ErrorKind::InvalidPtx, fault.to_string(), help).of_ptx(self.text, at)
    }

    /// Takes the next token; at the end, [`Kind::End`] again and again.
    pub(crate) fn next(&mut self) -> Result<Token<'a>, Error> {
        self.skip_blanks()?;
        let at = self.at;
        let rest = self.rest();
        let is_of_number = |byte| is_of_word(byte) || byte == b'.';
        let (kind, len) = match rest.as_bytes() {
            [] => (Kind::End, 0),
            [b'.', next, ..] if is_of_word(*next) => (Kind::Directive, run(rest, is_of_word)),
            // A point belongs to the number: ptxas reads `32.` of `32.minnctapersm` as one, and
            // refuses it.
            [b'0'..=b'9', ..] => (Kind::Number, run(rest, is_of_number)),
            [b'"', ..] => (Kind::Quoted, self.closed("string", "\"", "\"")?),
            [byte, ..] if *byte == b'%' || is_of_word(*byte) => (Kind::Word, run(rest, is_of_word)),
            [b'!'..=b'~', ..] => (Kind::Symbol, 1),
            [byte, ..] => {
                let fault = format!("the byte 0x{byte:02x} outside of a comment");
                let help =
                    "PTX is ASCII; is this a cubin or a fatbin, or does the text end in a NUL?";
                return Err(self.error(at, fault, help));
            }
        };
        let text = self.take(len);
        Ok(Token { kind, text, at })
    }

    /// The next token, without taking it.
    pub(super) fn peek(mut self) -> Result<Token<'a>, Error> {
        self.next()
    }

    /// Takes the next token if it is this one; returns `true` if it was.
    pub(super) fn skips(&mut self, token: &str) -> Result<bool, Error> {
        let is_next = self.peek()?.text == token;
        if is_next {
            self.next()?;
        }
        Ok(is_next)
    }

    /// Takes the rest of a block after its `{`. Blocks nest.
    pub(super) fn block(&mut self, open: Token<'_>) -> Result<Span, Error> {
        let mut depth = 1_usize;
        while depth > 0 {
            self.skip(|byte| {
                (byte.is_ascii_graphic() || byte.is_ascii_whitespace())
                    && !matches!(byte, b'{' | b'}' | b'/' | b'"')
            });
            match self.next()?.text {
                "{" => depth = depth.saturating_add(1),
                "}" => depth = depth.saturating_sub(1),
                "" => {
                    let (fault, help) = ("a `{` is not closed", "the text may be cut off");
                    return Err(self.error(open.at, fault, help));
                }
                _ => {}
            }
        }
        Ok(Span {
            start: open.at,
            end: self.at,
        })
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Takes this many bytes.
    fn take(&mut self, len: usize) -> &'a str {
        let (taken, _) = self.rest().split_at_checked(len).unwrap_or_default();
        self.at = self.at.saturating_add(taken.len());
        taken
    }

    /// Takes all bytes up to the first of another kind.
    fn skip(&mut self, is_skipped: impl Fn(u8) -> bool) {
        let rest = self.rest();
        let len = rest.bytes().position(|byte| !is_skipped(byte));
        self.take(len.unwrap_or(rest.len()));
    }

    fn skip_blanks(&mut self) -> Result<(), Error> {
        loop {
            self.skip(|byte| byte.is_ascii_whitespace());
            let rest = self.rest();
            let comment = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                self.closed("comment", "/*", "*/")?
            } else {
                return Ok(());
            };
            self.take(comment);
        }
    }

    /// The length of the comment or string that begins here, which has to be closed.
    fn closed(&self, noun: &str, open: &str, close: &str) -> Result<usize, Error> {
        let inside = self.rest().get(open.len()..).unwrap_or_default();
        let len = inside.find(close).ok_or_else(|| {
            let help = format!("end it with `{close}`");
            self.error(self.at, format_args!("a {noun} is not closed"), &help)
        })?;
        Ok(len.saturating_add(open.len()).saturating_add(close.len()))
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// The length of the first character with those that continue it.
fn run(text: &str, continues: impl Fn(u8) -> bool) -> usize {
    let mut after = text.bytes().skip(1);
    let len = after.position(|byte| !continues(byte));
    len.map_or(text.len(), |len| len.saturating_add(1))
}

/// The value of an integer constant: decimal, hexadecimal `0x`, octal `0` or binary `0b`, with or
/// without a `U`; `None` if it is not one, or has more than 32 bits.
///
/// Source: PTX ISA 9.1, 4.5.1 Integer Constants. ptxas 13.5 refuses more than 32 bits here as
/// "Constant overflow", `09`, and a lower-case `u`.
pub(super) fn integer(text: &str) -> Option<u32> {
    let digits = text.strip_suffix('U').unwrap_or(text);
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (digits.get(2..)?, 16),
        [b'0', b'b' | b'B', ..] => (digits.get(2..)?, 2),
        [b'0', _, ..] => (digits, 8),
        _ => (digits, 10),
    };
    // No token has a sign beside other characters.
    u32::from_str_radix(digits, radix).ok()
}
