//! The functions of a module, and which of them an entry can call.

use super::items::Function;
use super::lexer::{Firsts, Lexer, TokenKind};
use super::{Entry, Span};
use occupancy_core::__private::same;

/// The most functions that are searched.
const MOST_FUNCTIONS: usize = 256;

/// The driver's functions that need neither shared memory nor barriers.
///
/// Source: CUDA C++ Programming Guide 13.0, Formatted Output, Dynamic Global Memory Allocation and
/// Assertion: what they are in PTX.
const OF_THE_DRIVER: [&str; 4] = ["vprintf", "malloc", "free", "__assertfail"];

/// The functions of a module, its entries too: what several of them use takes one pass over the text.
///
/// ```
/// use occupancy_binary::ptx::{Entries, Module};
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
#[doc(hidden)]
pub struct Module<'a> {
    pub(super) text: &'a str,
    /// The prefixes of the names of the functions.
    firsts: Firsts,
    pub(super) functions: [Known; MOST_FUNCTIONS],
    pub(super) count: usize,
    /// Whether there are more, or one has an unexpected form.
    is_unknown: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    name: Span,
    pub(super) body: Option<Span>,
    pub(super) is_reached: bool,
    is_scanned: bool,
}

impl<'a> Module<'a> {
    /// A module without known functions yet.
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

    /// The module with the functions that the entry with this body can reach, once all functions are
    /// added; `None` if that is not known.
    pub(super) const fn within_reach(&self, body: Span) -> Option<Self> {
        let mut module = Self { ..*self };
        if module.is_unknown || module.reach(body).is_none() {
            return None;
        }
        Some(module)
    }

    /// Marks the functions that the entry with this body can reach.
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
                    // The text does not say which function that is.
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
            // Most functions differ in that.
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

/// Whether the called function is in a register: the first operand, or the one after the returned values.
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
