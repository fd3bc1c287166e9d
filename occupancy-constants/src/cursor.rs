//! A place in the tokens of a file, and what stands there.

use crate::lexer::{Kind, Token};
use crate::tree::Range;

/// A place in tokens.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    tokens: &'a [Token],
    pub(crate) range: Range,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str, tokens: &'a [Token], range: Range) -> Self {
        Self {
            text,
            tokens,
            range,
        }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.range.start >= self.range.end
    }

    /// The token `ahead` tokens further.
    pub(crate) fn token(&self, ahead: usize) -> Option<&'a Token> {
        let at = self.range.start.checked_add(ahead)?;
        self.tokens.get(at).filter(|_| at < self.range.end)
    }

    pub(crate) fn kind(&self) -> Option<Kind> {
        self.token(0).map(|token| token.kind)
    }

    /// The text of the token `ahead` tokens further.
    pub(crate) fn text(&self, ahead: usize) -> &'a str {
        self.token(ahead)
            .and_then(|token| self.text.get(token.start..token.end))
            .unwrap_or_default()
    }

    pub(crate) fn advance(&mut self) {
        self.range.start += 1;
    }

    /// Behind the delimiter that closes the one here.
    pub(crate) fn skip(&mut self) {
        match self.kind() {
            Some(Kind::Open(_, close)) => self.range.start = close + 1,
            _ => self.advance(),
        }
    }

    /// What is between the delimiters here.
    pub(crate) fn inside(&self) -> Option<Self> {
        match self.kind()? {
            Kind::Open(_, close) => Some(Self {
                range: Range {
                    start: self.range.start + 1,
                    end: close,
                    ..self.range
                },
                ..*self
            }),
            _ => None,
        }
    }

    pub(crate) fn is_open(&self, delimiter: char) -> bool {
        matches!(self.kind(), Some(Kind::Open(open, _)) if open == delimiter)
    }

    /// Takes the delimiters here, and gives what is between them.
    pub(crate) fn take_inside(&mut self, delimiter: char) -> Option<Self> {
        if !self.is_open(delimiter) {
            return None;
        }
        let inside = self.inside()?;
        self.skip();
        Some(inside)
    }

    pub(crate) fn is_word(&self, word: &str) -> bool {
        self.kind() == Some(Kind::Word) && self.text(0) == word
    }

    pub(crate) fn take_word(&mut self, word: &str) -> bool {
        let is_there = self.is_word(word);
        if is_there {
            self.advance();
        }
        is_there
    }

    /// Takes a name, without its `r#`.
    pub(crate) fn take_name(&mut self) -> Option<String> {
        if self.kind()? != Kind::Word {
            return None;
        }
        let name = self.text(0);
        self.advance();
        Some(name.strip_prefix("r#").unwrap_or(name).to_owned())
    }

    /// Whether these marks stand here, with nothing between them.
    pub(crate) fn is_marks(&self, marks: &str) -> bool {
        let mut end = None;
        marks.chars().enumerate().all(|(ahead, mark)| {
            let Some(token) = self.token(ahead) else {
                return false;
            };
            let is_joint = end.is_none_or(|end| end == token.start);
            end = Some(token.end);
            is_joint && token.kind == Kind::Mark(mark)
        })
    }

    pub(crate) fn take_marks(&mut self, marks: &str) -> bool {
        let is_there = self.is_marks(marks);
        if is_there {
            self.range.start += marks.len();
        }
        is_there
    }

    /// Behind the `<…>` here, whose first mark is taken; `None` where it does not end.
    pub(crate) fn skip_angles(&mut self) -> Option<()> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.kind()? {
                Kind::Mark('<') => depth += 1,
                // Not the end of `->` and `=>`.
                Kind::Mark('-' | '=') if self.token(1)?.kind == Kind::Mark('>') => self.advance(),
                Kind::Mark('>') => depth -= 1,
                _ => {}
            }
            self.skip();
        }
        Some(())
    }
}
