//! PTX text as tokens.
//!
//! Source: PTX ISA 9.1, 4.2 Comments, 4.4 Identifiers, 4.5 Constants. Where the ISA is silent, what
//! ptxas 12.9 and 13.5 do: a line comment ends at a line feed alone, a form feed is a blank and a
//! vertical tab is not, and a string has no escapes and may span lines. A character that is not ASCII
//! passes in comments, as for ptxas 13.5, and in strings, where it changes nothing of what is read.

use super::{Fault, Malformed, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// `k`, `%r1`, `$L_1`
    Word,
    /// `.entry`
    Directive,
    /// Starts with a digit and runs to what cannot be part of a number: `0x40U`, `8.0`.
    Number,
    /// `"nounroll"`, with its quotes.
    Quoted,
    /// Any other visible character.
    Symbol(u8),
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

impl Token {
    pub(super) const fn is_symbol(&self, symbol: u8) -> bool {
        match self.kind {
            TokenKind::Symbol(found) => found == symbol,
            _ => false,
        }
    }

    pub(super) const fn is_directive(&self, text: &str, name: &str) -> bool {
        matches!(self.kind, TokenKind::Directive) && self.span.is(text, name)
    }
}

/// A place in the text; a copy of it looks ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            end: text.len(),
        }
    }

    /// The tokens of a part of the text; of a span that reaches out of it, of what is inside.
    pub(super) const fn within(text: &'a str, span: Span) -> Self {
        let end = if span.end < text.len() {
            span.end
        } else {
            text.len()
        };
        let at = if span.start < end { span.start } else { end };
        Self { text, at, end }
    }

    pub(super) const fn text(&self) -> &'a str {
        self.text
    }

    pub(super) const fn fault(&self, fault: Fault, at: usize) -> Malformed {
        Malformed::new(self.text, fault, at)
    }

    const fn byte(&self, at: usize) -> Option<u8> {
        if at < self.end {
            Some(self.text.as_bytes()[at])
        } else {
            None
        }
    }

    pub(super) const fn next(&mut self) -> Result<Token, Malformed> {
        if let Err(malformed) = self.skip_blanks() {
            return Err(malformed);
        }
        let start = self.at;
        let kind = match self.byte(start) {
            None => TokenKind::End,
            Some(b'"') => match self.skip_string() {
                Ok(()) => TokenKind::Quoted,
                Err(malformed) => return Err(malformed),
            },
            Some(b'.') => {
                self.at += 1;
                self.skip_word();
                if self.at == start + 1 {
                    TokenKind::Symbol(b'.')
                } else {
                    TokenKind::Directive
                }
            }
            Some(b'0'..=b'9') => {
                self.skip_number();
                TokenKind::Number
            }
            Some(b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | b'%') => {
                self.at += 1;
                self.skip_word();
                TokenKind::Word
            }
            Some(symbol @ b'!'..=b'~') => {
                self.at += 1;
                TokenKind::Symbol(symbol)
            }
            Some(other) => return Err(self.fault(Fault::Byte(other), start)),
        };
        Ok(Token {
            kind,
            span: Span {
                start,
                end: self.at,
            },
        })
    }

    /// The next token, without taking it.
    pub(super) const fn peek(&self) -> Result<Token, Malformed> {
        let mut ahead = *self;
        ahead.next()
    }

    /// Goes past `}`, where `{` has been taken; blocks nest.
    pub(super) const fn skip_block(&mut self, open: Span) -> Result<Span, Malformed> {
        let mut depth = 1_usize;
        loop {
            let token = match self.next() {
                Ok(token) => token,
                Err(malformed) => return Err(malformed),
            };
            match token.kind {
                TokenKind::End => return Err(self.fault(Fault::UnclosedBrace, open.start)),
                // Each brace is a byte, so there are never more than a `usize` counts.
                TokenKind::Symbol(b'{') => depth += 1,
                TokenKind::Symbol(b'}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Span {
                    start: open.start,
                    end: token.span.end,
                });
            }
        }
    }

    const fn skip_blanks(&mut self) -> Result<(), Malformed> {
        let bytes = self.text.as_bytes();
        loop {
            let mut at = self.at;
            while at < self.end
                && let b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' = bytes[at]
            {
                at += 1;
            }
            self.at = at;
            if at >= self.end || bytes[at] != b'/' {
                return Ok(());
            }
            match (self.byte(self.at), self.byte(self.at + 1)) {
                (Some(b'/'), Some(b'/')) => {
                    while let Some(byte) = self.byte(self.at) {
                        if byte == b'\n' {
                            break;
                        }
                        self.at += 1;
                    }
                }
                (Some(b'/'), Some(b'*')) => {
                    let start = self.at;
                    self.at += 2;
                    loop {
                        match (self.byte(self.at), self.byte(self.at + 1)) {
                            (Some(b'*'), Some(b'/')) => break,
                            (Some(_), _) => self.at += 1,
                            (None, _) => return Err(self.fault(Fault::UnclosedComment, start)),
                        }
                    }
                    self.at += 2;
                }
                _ => return Ok(()),
            }
        }
    }

    const fn skip_string(&mut self) -> Result<(), Malformed> {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.byte(self.at) {
            self.at += 1;
            if byte == b'"' {
                return Ok(());
            }
        }
        Err(self.fault(Fault::UnclosedString, start))
    }

    // Without a call for each byte: a call is what costs a build time.
    const fn skip_word(&mut self) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        while at < self.end
            && let b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' = bytes[at]
        {
            at += 1;
        }
        self.at = at;
    }

    /// A point belongs to the number: ptxas reads `32.` of `32.minnctapersm` as one, and refuses it.
    const fn skip_number(&mut self) {
        while let Some(b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'$' | b'.') =
            self.byte(self.at)
        {
            self.at += 1;
        }
    }
}
