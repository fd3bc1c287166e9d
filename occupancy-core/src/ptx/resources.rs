//! Static shared memory and barriers of an entry, with those of the functions that it can call.
//!
//! Shared memory is what the entry and every function within its reach declare, named or not, and what
//! of the module's they name, each at its alignment; the sum is padded to the largest alignment of the
//! module's `.extern` arrays, and to 16 at least where there is one. Source: PTX ISA 9.1, 5.1.8 and 5.4; the layout is that of ptxas 11.8
//! to 13.5, which documents none. It has what one function declares and names, or what of the module's is
//! named, in the order of the text; in which order it puts these together, and what is not named, is not
//! known, so that such a sum is told only where the order makes no difference.

use super::items::Function;
use super::lexer::{Firsts, Lexer, Token, TokenKind};
use super::number;
use super::{Entry, Malformed, Span};
use crate::text::same;

/// What an entry needs; `None` where that cannot be told from the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Resources {
    pub(super) static_shared_memory: Option<u32>,
    pub(super) barriers: Option<u32>,
}

/// More functions than these are not looked through.
const MOST_FUNCTIONS: usize = 256;

/// How often the text is gone through for the names of variables, which a text can have very many of.
const MOST_PASSES: usize = 256;

/// Functions of the driver that need neither shared memory nor barriers.
///
/// Source: CUDA C++ Programming Guide 13.0, Formatted Output, Dynamic Global Memory Allocation and
/// Assertion: what they are in PTX.
const OF_THE_DRIVER: [&str; 4] = ["vprintf", "malloc", "free", "__assertfail"];

/// The functions of a module, its entries too: what several of them use takes one pass over the text.
///
/// ```
/// use occupancy_core::ptx::{Entries, Module};
///
/// let text = ".version 8.0 .target sm_90
///     .entry first() { .shared .b8 a[64]; bar.sync 0; ret; }
///     .entry second() { ret; }";
/// let module = Module::new(text)?;
/// let mut used = Vec::new();
/// for entry in Entries::new(text) {
///     let usage = module.usage(&entry?)?;
///     used.push((usage.name, usage.static_shared_memory, usage.barriers));
/// }
/// assert_eq!(used, [("first", Some(64), Some(1)), ("second", Some(0), Some(0))]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Module<'a> {
    text: &'a str,
    /// What the names of the functions begin with.
    firsts: Firsts,
    functions: [Known; MOST_FUNCTIONS],
    count: usize,
    /// Whether there are more, or one is not as expected.
    is_unknown: bool,
    /// Bytes that may still be gone through for the names of variables.
    left: usize,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    name: Span,
    body: Option<Span>,
    is_reached: bool,
    is_scanned: bool,
}

impl Resources {
    const UNKNOWN: Self = Self {
        static_shared_memory: None,
        barriers: None,
    };
}

impl<'a> Module<'a> {
    /// A module of which no functions are known yet.
    pub(super) const fn empty(text: &'a str) -> Self {
        Self {
            text,
            firsts: Firsts::of(&[]),
            functions: [Known {
                name: Span { start: 0, end: 0 },
                body: None,
                is_reached: false,
                is_scanned: false,
            }; MOST_FUNCTIONS],
            count: 0,
            is_unknown: false,
            left: text.len().saturating_mul(MOST_PASSES),
        }
    }

    /// Adds an entry of the module.
    pub(super) const fn add_entry(&mut self, entry: &Entry<'_>, name: Span) {
        let body = entry.body;
        self.add(Some(Function { name, body }));
    }

    /// Adds a function of the module.
    pub(super) const fn add(&mut self, function: Option<Function>) {
        let Some(Function { name, body }) = function else {
            self.is_unknown = true;
            return;
        };
        if self.count == MOST_FUNCTIONS {
            self.is_unknown = true;
            return;
        }
        self.firsts = self.firsts.with(self.text.as_bytes()[name.start]);
        self.functions[self.count] = Known {
            name,
            body,
            is_reached: false,
            is_scanned: false,
        };
        self.count += 1;
    }

    /// What the entry with this body needs, once all functions are added.
    pub(super) const fn resources(&self, body: Span) -> Resources {
        // With what is within reach of this entry.
        let mut module = Self { ..*self };
        if module.is_unknown || module.reach(body).is_none() {
            return Resources::UNKNOWN;
        }
        Resources {
            static_shared_memory: module.shared_memory(),
            barriers: module.barriers(),
        }
    }

    /// Marks the functions that are within reach of the entry with this body.
    const fn reach(&mut self, entry: Span) -> Option<()> {
        let mut i = 0;
        while i < self.count {
            if let Some(body) = self.functions[i].body
                && body.start == entry.start
            {
                self.functions[i].is_reached = true;
            }
            i += 1;
        }
        loop {
            let mut next = None;
            let mut i = 0;
            while i < self.count {
                if self.functions[i].is_reached && !self.functions[i].is_scanned {
                    next = Some(i);
                }
                i += 1;
            }
            let Some(next) = next else {
                return Some(());
            };
            self.functions[next].is_scanned = true;
            let Some(body) = self.functions[next].body else {
                continue;
            };
            if self.reach_from(body).is_none() {
                return None;
            }
        }
    }

    const fn reach_from(&mut self, body: Span) -> Option<()> {
        let firsts = self.firsts.with(b'c');
        let mut lexer = Lexer::within(self.text, body);
        loop {
            let Ok(token) = lexer.next_of(firsts) else {
                return None;
            };
            match token.kind {
                TokenKind::End => return Some(()),
                TokenKind::Word => {
                    // Which function that is, the text does not say.
                    if token.span.is(self.text, "call") && calls_register(lexer, self.text) {
                        return None;
                    }
                    if self.mark(token.span).is_none() {
                        return None;
                    }
                }
                _ => {}
            }
        }
    }

    /// Marks the functions of this name; `None` for one whose body is elsewhere.
    const fn mark(&mut self, word: Span) -> Option<()> {
        let len = word.end - word.start;
        let (mut is_declared, mut is_defined) = (false, false);
        let mut i = 0;
        while i < self.count {
            let name = self.functions[i].name;
            // Most differ in that.
            if name.end - name.start == len && name.is_same(word, self.text) {
                is_declared = true;
                is_defined |= self.functions[i].body.is_some();
                self.functions[i].is_reached = true;
            }
            i += 1;
        }
        if is_defined || !is_declared || is_of_the_driver(word.of(self.text)) {
            Some(())
        } else {
            None
        }
    }

    /// How often a body has this word; `None` where it would take too long to tell.
    const fn count_in(&mut self, body: Span, name: &str) -> Option<u32> {
        self.left = match self.left.checked_sub(body.end - body.start) {
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

    /// Whether a function within reach has this name in its body.
    const fn names(&mut self, name: &str) -> Option<bool> {
        let mut i = 0;
        while i < self.count {
            let function = self.functions[i];
            i += 1;
            if let (true, Some(body)) = (function.is_reached, function.body) {
                match self.count_in(body, name) {
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

    const fn shared_memory(&mut self) -> Option<u32> {
        let firsts = Firsts::of(b".{");
        let mut lexer = Lexer::new(self.text);
        // What comes before, up to a directive: its end, and whether it is `.ptr` or `.extern`.
        let mut before = Span { start: 0, end: 0 };
        let mut layout = Layout::EMPTY;
        loop {
            let Ok(token) = lexer.next_of(firsts) else {
                return None;
            };
            match token.kind {
                TokenKind::End => return layout.bytes(),
                // What is out of reach declares nothing that counts.
                TokenKind::Symbol(b'{') => {
                    if let Some(function) = self.function_at(token.span.start)
                        && let Some(body) = function.body
                        && !function.is_reached
                    {
                        lexer.skip_to(body.end);
                        // Its `}`.
                        before = Span {
                            start: body.end - 1,
                            end: body.end,
                        };
                        continue;
                    }
                }
                TokenKind::Directive if token.span.is(self.text, ".shared") => {
                    let Ok(last) = last_between(self.text, before, token.span) else {
                        return None;
                    };
                    match is_declaration(last, token, self.text) {
                        Some(true) => {
                            let at = token.span.start;
                            let is_extern = match last {
                                Some(last) => last.is_directive(self.text, ".extern"),
                                None => false,
                            };
                            let declared = self.declared(&mut lexer, at, is_extern, &mut layout);
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
            before = token.span;
        }
    }

    /// Adds what a declaration of shared memory declares.
    const fn declared(
        &mut self,
        lexer: &mut Lexer<'_>,
        at: usize,
        is_extern: bool,
        layout: &mut Layout,
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
                _ if is_extern => match (count, self.names(name)) {
                    (None, _) | (Some(_), Some(false)) => (false, None),
                    // Another module declares it.
                    (Some(_), _) => return None,
                },
                Some(&Known {
                    body: Some(body),
                    is_reached,
                    ..
                }) => match self.count_in(body, name) {
                    // The declaration itself is one.
                    Some(1) => (is_reached, None),
                    Some(_) => (is_reached, Some(body.start)),
                    None => return None,
                },
                Some(_) => return None,
                None => match self.names(name) {
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

    const fn barriers(&self) -> Option<u32> {
        let firsts = Firsts::of(b"b");
        let (mut most, mut i) = (0, 0);
        while i < self.count {
            let function = &self.functions[i];
            i += 1;
            let (true, Some(body)) = (function.is_reached, function.body) else {
                continue;
            };
            let mut lexer = Lexer::within(self.text, body);
            loop {
                let Ok(token) = lexer.next_of(firsts) else {
                    return None;
                };
                match token.kind {
                    TokenKind::End => break,
                    TokenKind::Word
                        if token.span.is(self.text, "bar")
                            || token.span.is(self.text, "barrier") =>
                    {
                        match barrier(&mut lexer, self.text) {
                            Some(Some(number)) if number >= most => most = number + 1,
                            Some(_) => {}
                            None => return None,
                        }
                    }
                    _ => {}
                }
            }
        }
        Some(most)
    }
}

/// Variables of shared memory, in the order of the text.
struct Layout {
    total: u64,
    count: u32,
    /// The function or module that all are declared in, by its first byte.
    place: Option<usize>,
    /// Whether ptxas' order may be another.
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

const fn is_of_the_driver(name: &str) -> bool {
    let mut i = 0;
    while i < OF_THE_DRIVER.len() {
        if same(OF_THE_DRIVER[i].as_bytes(), name.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether what is called is in a register: the first operand, or the one after what is returned.
const fn calls_register(mut lexer: Lexer<'_>, text: &str) -> bool {
    let mut depth = 0_u32;
    loop {
        let Ok(token) = lexer.next() else {
            return true;
        };
        match token.kind {
            TokenKind::Symbol(b'(') => depth += 1,
            TokenKind::Symbol(b')') if depth > 0 => depth -= 1,
            TokenKind::Word if depth == 0 => {
                return matches!(token.span.of(text).as_bytes(), [b'%', ..]);
            }
            TokenKind::Directive | TokenKind::Symbol(b',') => {}
            _ if depth > 0 && !matches!(token.kind, TokenKind::End) => {}
            _ => return true,
        }
    }
}

/// The token before the second of two, of which no directive is between.
const fn last_between(text: &str, first: Span, second: Span) -> Result<Option<Token>, Malformed> {
    let mut lexer = Lexer::within(
        text,
        Span {
            start: first.start,
            end: second.start,
        },
    );
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
/// `None` where that is not sure.
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
            // An alignment below that of the type is another matter.
            Some(align) if align >= element => Some((align, element)),
            Some(align) if align >= size && vector == 1 => Some((align, element)),
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

/// The number of the barrier after `bar` or `barrier`; `Some(None)` where it is none of the block, and
/// `None` where the number is not in the text.
#[allow(
    clippy::option_option,
    reason = "whether there is one, and whether it is known, are two questions"
)]
const fn barrier(lexer: &mut Lexer<'_>, text: &str) -> Option<Option<u32>> {
    let mut reduces = false;
    loop {
        let Ok(token) = lexer.next() else {
            return None;
        };
        match token.kind {
            TokenKind::Directive => match token.span.of(text).as_bytes() {
                b".warp" => return Some(None),
                b".cluster" => return None,
                b".red" => reduces = true,
                _ => {}
            },
            // The result comes before the barrier.
            TokenKind::Word if reduces => {
                reduces = false;
                match lexer.next() {
                    Ok(comma) if comma.is_symbol(b',') => {}
                    _ => return None,
                }
            }
            TokenKind::Number => {
                return match number::integer(token.span.of(text)) {
                    Some(number) if number < 16 => Some(Some(number)),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
}
