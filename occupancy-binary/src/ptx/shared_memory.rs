//! Static shared memory of an entry.
//!
//! It is what the entry and every function that it can reach declare, named or not, and what they name
//! of the module's, each at its alignment. If the module has `.extern` arrays, the sum is padded to
//! their largest alignment, and at least to 16. Source: PTX ISA 9.1, 5.1.8 and 5.4. The layout is that
//! of ptxas 11.8 to 13.5, which is not documented. ptxas keeps the order of the text within what one
//! function declares and names, and within what is named of the module's. In which order it puts these
//! together, and where it puts what is not named, is unknown, so the sum is stated only if the order
//! makes no difference.

use super::functions::{Known, Module};
use super::lexer::{Firsts, Lexer, Token, TokenKind};
use super::{Malformed, Span, number};

/// How often the text is searched for names of variables, because a text can have very many.
const MOST_PASSES: usize = 256;

impl Module<'_> {
    /// How often a body has this word; `None` if the search would take too long.
    const fn count_in(&self, body: Span, name: &str, left: &mut usize) -> Option<u32> {
        *left = match left.checked_sub(body.end - body.start) {
            Some(left) => left,
            None => return None,
        };
        let firsts = match name.as_bytes() {
            [first, ..] => Firsts::of(&[*first]),
            [] => return Some(0),
        };
        let mut lexer = Lexer::within(self.text, body);
        let mut count = 0_u32;
        loop {
            let Ok(token) = lexer.next_of(firsts) else {
                return None;
            };
            match token.kind {
                TokenKind::End => return Some(count),
                TokenKind::Word if token.span.is(self.text, name) => {
                    count = count.saturating_add(1);
                }
                _ => {}
            }
        }
    }

    /// Whether a reachable function has this name in its body.
    const fn names(&self, name: &str, left: &mut usize) -> Option<bool> {
        let mut i = 0;
        while i < self.count {
            let function = &self.functions[i];
            i += 1;
            if let (true, Some(body)) = (function.is_reached, function.body) {
                match self.count_in(body, name, left) {
                    Some(0) => {}
                    Some(_) => return Some(true),
                    None => return None,
                }
            }
        }
        Some(false)
    }

    /// The function that has this byte in its body.
    const fn function_at(&self, at: usize) -> Option<&Known> {
        let mut i = 0;
        while i < self.count {
            if let Some(body) = self.functions[i].body
                && body.start <= at
                && at < body.end
            {
                return Some(&self.functions[i]);
            }
            i += 1;
        }
        None
    }

    /// Bytes that the entry declares.
    pub(super) const fn shared_memory(&self) -> Option<u32> {
        let firsts = Firsts::of(b".{");
        let mut lexer = Lexer::new(self.text);
        // Where the directive before begins: the text from there to `.shared` says what it is.
        let mut before = 0;
        let mut layout = Layout::EMPTY;
        // Bytes that may still be searched for names of variables.
        let mut left = self.text.len().saturating_mul(MOST_PASSES);
        loop {
            let Ok(token) = lexer.next_of(firsts) else {
                return None;
            };
            match token.kind {
                TokenKind::End => return layout.bytes(),
                // Declarations in functions out of reach do not count.
                TokenKind::Symbol(b'{') => {
                    if let Some(function) = self.function_at(token.span.start)
                        && let Some(body) = function.body
                        && !function.is_reached
                    {
                        lexer.skip_to(body.end);
                        before = body.end;
                        continue;
                    }
                }
                TokenKind::Directive if token.span.is(self.text, ".shared") => {
                    let Ok(last) = last_between(self.text, before, token.span.start) else {
                        return None;
                    };
                    match is_declaration(last, token, self.text) {
                        Some(true) => {
                            let at = token.span.start;
                            let is_extern = match last {
                                Some(last) => last.is_directive(self.text, ".extern"),
                                None => false,
                            };
                            let declared =
                                self.declared(&mut lexer, at, is_extern, &mut layout, &mut left);
                            if declared.is_none() {
                                return None;
                            }
                        }
                        Some(false) => {}
                        None => return None,
                    }
                }
                _ => {}
            }
            before = token.span.start;
        }
    }

    /// Adds what a declaration of shared memory declares.
    const fn declared(
        &self,
        lexer: &mut Lexer<'_>,
        at: usize,
        is_extern: bool,
        layout: &mut Layout,
        left: &mut usize,
    ) -> Option<()> {
        let Some((align, element)) = declared_type(lexer, self.text) else {
            return None;
        };
        loop {
            let Some((name, count)) = declarator(lexer, self.text) else {
                return None;
            };
            let name = name.of(self.text);
            if is_extern && count.is_none() {
                layout.pad_to(align);
            }
            let (is_counted, place) = match self.function_at(at) {
                _ if is_extern => match (count, self.names(name, left)) {
                    (None, _) | (Some(_), Some(false)) => (false, None),
                    // Another module declares it.
                    (Some(_), _) => return None,
                },
                Some(&Known {
                    body: Some(body),
                    is_reached,
                    ..
                }) => match self.count_in(body, name, left) {
                    // The declaration itself is one.
                    Some(1) => (is_reached, None),
                    Some(_) => (is_reached, Some(body.start)),
                    None => return None,
                },
                Some(_) => return None,
                None => match self.names(name, left) {
                    Some(is_named) => (is_named, Some(0)),
                    None => return None,
                },
            };
            if is_counted {
                let Some(count) = count else {
                    return None;
                };
                let Some(bytes) = count.checked_mul(element) else {
                    return None;
                };
                if layout.add(bytes, align, place).is_none() {
                    return None;
                }
            }
            let Ok(end) = lexer.next() else {
                return None;
            };
            match end.kind {
                TokenKind::Symbol(b',') => {}
                TokenKind::Symbol(b';') => return Some(()),
                _ => return None,
            }
        }
    }
}

/// Variables of shared memory, in the order of the text.
struct Layout {
    total: u64,
    count: u32,
    /// The function or module that all are declared in, by its first byte.
    place: Option<usize>,
    /// Whether ptxas may use another order.
    is_mixed: bool,
    largest_alignment: u64,
    /// The bits of all sizes: a power of two that divides these divides each.
    sizes: u64,
    padding: u64,
}

impl Layout {
    const EMPTY: Self = Self {
        total: 0,
        count: 0,
        place: None,
        is_mixed: false,
        largest_alignment: 1,
        sizes: 0,
        padding: 1,
    };

    const fn add(&mut self, bytes: u64, align: u64, place: Option<usize>) -> Option<()> {
        let Some(start) = self.total.checked_next_multiple_of(align) else {
            return None;
        };
        self.total = match start.checked_add(bytes) {
            Some(total) => total,
            None => return None,
        };
        let is_same = match (self.place, place) {
            (Some(before), Some(place)) => before == place,
            _ => false,
        };
        self.is_mixed |= self.count > 0 && !is_same;
        self.count = self.count.saturating_add(1);
        self.place = place;
        self.sizes |= bytes;
        if align > self.largest_alignment {
            self.largest_alignment = align;
        }
        Some(())
    }

    /// Where dynamic shared memory begins: at a multiple of 16 at least, whatever its alignment.
    const fn pad_to(&mut self, align: u64) {
        let align = if align < 16 { 16 } else { align };
        if align > self.padding {
            self.padding = align;
        }
    }

    const fn bytes(&self) -> Option<u32> {
        // Without a gap in any order, the order makes no difference.
        if self.is_mixed && !self.sizes.is_multiple_of(self.largest_alignment) {
            return None;
        }
        match self.total.checked_next_multiple_of(self.padding) {
            #[allow(clippy::cast_possible_truncation, reason = "compared just before")]
            Some(total) if total <= u32::MAX as u64 => Some(total as u32),
            _ => None,
        }
    }
}

/// The last token of a part of the text.
const fn last_between(text: &str, start: usize, end: usize) -> Result<Option<Token>, Malformed> {
    let mut lexer = Lexer::within(text, Span { start, end });
    let mut last = None;
    loop {
        match lexer.next() {
            Ok(token) if matches!(token.kind, TokenKind::End) => return Ok(last),
            Ok(token) => last = Some(token),
            Err(malformed) => return Err(malformed),
        }
    }
}

/// Whether `.shared` declares something, or is part of an instruction, which has no blank before it.
/// `None` if that is not certain.
const fn is_declaration(before: Option<Token>, token: Token, text: &str) -> Option<bool> {
    let Some(before) = before else {
        return Some(true);
    };
    // What a parameter points to.
    if before.is_directive(text, ".ptr") {
        return Some(false);
    }
    let is_joined = before.span.end == token.span.start;
    match before.kind {
        TokenKind::Word | TokenKind::Directive if is_joined => Some(false),
        TokenKind::Word => None,
        _ => Some(true),
    }
}

/// The alignment and the bytes of an element, after `.shared`.
const fn declared_type(lexer: &mut Lexer<'_>, text: &str) -> Option<(u64, u64)> {
    let (mut align, mut vector) = (None, 1);
    loop {
        let Ok(token) = lexer.next() else {
            return None;
        };
        if !matches!(token.kind, TokenKind::Directive) {
            return None;
        }
        let size = match token.span.of(text).as_bytes() {
            b".align" => {
                let Ok(value) = lexer.next() else {
                    return None;
                };
                align = match number::integer(value.span.of(text)) {
                    Some(align) if align.is_power_of_two() => Some(align as u64),
                    _ => return None,
                };
                continue;
            }
            b".v2" => {
                vector = 2;
                continue;
            }
            b".v4" => {
                vector = 4;
                continue;
            }
            b".b8" | b".u8" | b".s8" => 1,
            b".b16" | b".u16" | b".s16" | b".f16" => 2,
            b".b32" | b".u32" | b".s32" | b".f32" => 4,
            b".b64" | b".u64" | b".s64" | b".f64" => 8,
            _ => return None,
        };
        let element = size * vector;
        return match align {
            // An alignment below that of the type has an unknown layout.
            Some(align) if align >= element => Some((align, element)),
            Some(_) => None,
            None => Some((element, element)),
        };
    }
}

/// A name, and how many elements it has: `None` for `[]`.
const fn declarator(lexer: &mut Lexer<'_>, text: &str) -> Option<(Span, Option<u64>)> {
    let name = match lexer.next() {
        Ok(name) if matches!(name.kind, TokenKind::Word) => name.span,
        _ => return None,
    };
    let mut count = Some(1_u64);
    loop {
        match lexer.peek() {
            Ok(open) if open.is_symbol(b'[') => {}
            Ok(_) => return Some((name, count)),
            Err(_) => return None,
        }
        let (Ok(_), Ok(inside)) = (lexer.next(), lexer.next()) else {
            return None;
        };
        if inside.is_symbol(b']') {
            count = None;
            continue;
        }
        let Some(elements) = number::integer(inside.span.of(text)) else {
            return None;
        };
        count = match count {
            Some(count) => match count.checked_mul(elements as u64) {
                Some(count) => Some(count),
                None => return None,
            },
            None => None,
        };
        match lexer.next() {
            Ok(close) if close.is_symbol(b']') => {}
            _ => return None,
        }
    }
}
