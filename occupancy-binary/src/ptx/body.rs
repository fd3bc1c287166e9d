//! The body of a function by itself, and the static shared memory of an entry.
//!
//! Static shared memory consists of the variables that the entry and every function that it can reach declare, named or
//! not, and of the module's variables that they name, each at its alignment. If the module has `.extern` arrays, the sum
//! is padded to their largest alignment, and at least to 16. Source: PTX ISA 9.1, 5.1.8 and 5.4.
//!
//! The layout is that of ptxas 11.8 to 13.5, which is not documented. ptxas keeps the order of the text within the
//! variables of one function, and within those of the module. How it puts these together, and where it puts variables
//! that nothing names, is unknown, so there is a sum only if the order makes no difference.

use alloc::collections::BTreeMap;
use core::ops::Range;

use super::Span;
use super::lexer::{Kind, Lexer, Token, integer};
use crate::prelude::*;
use occupancy_core::kernel::WarpGroups;

/// The names, the barriers and the shared memory in one body.
#[derive(Debug)]
pub(super) struct Body<'a> {
    /// The names of the module that it has, each once, as their places in the list of all.
    pub(super) names: Vec<Range<usize>>,
    /// One more than the highest number of a barrier; `None` if the text does not have every number.
    pub(super) barriers: Option<u32>,
    /// The registers that its `setmaxnreg` ask for, a bit each.
    pub(super) setmaxnreg: u32,
    /// The variables of shared memory that it declares; `None` if a declaration has an unknown form.
    pub(super) variables: Option<Vec<Variable<'a>>>,
}

impl<'a> Body<'a> {
    /// Reads a body; `None` if it calls a function in a register. `places` finds a name in the list of all.
    pub(super) fn read(
        text: &'a str,
        span: Span,
        places: impl Fn(&str) -> Range<usize>,
    ) -> Option<Self> {
        let (mut words, mut barriers, mut declarations) = (BTreeMap::new(), Some(0), Vec::new());
        let mut lexer = Lexer::within(text, span);
        let (mut before, mut setmaxnreg) = (None, 0);
        loop {
            let token = lexer.next().ok()?;
            match token.kind {
                Kind::End => break,
                Kind::Directive if token.text == ".shared" => {
                    let place = Place::Function(span.start);
                    declarations.push(declared(before, token, lexer, place));
                }
                Kind::Word => {
                    match token.text {
                        "call" if calls_register(lexer) => return None,
                        "setmaxnreg" => setmaxnreg |= asked(lexer),
                        "bar" | "barrier" => barriers = higher(barriers, barrier(lexer)),
                        _ => {}
                    }
                    let count = words.entry(token.text).or_insert(0_usize);
                    *count = count.saturating_add(1);
                }
                _ => {}
            }
            before = Some(token);
        }
        let declared = declarations.into_iter().collect::<Option<Vec<_>>>();
        let mut variables = declared.map(|declared| declared.concat());
        for variable in variables.iter_mut().flatten() {
            // The declaration itself.
            if words.get(variable.name) == Some(&1) {
                variable.place = Place::Nowhere;
            }
        }
        let names = words.into_keys().map(places);
        Some(Self {
            names: names.filter(|places| !places.is_empty()).collect(),
            barriers,
            setmaxnreg,
            variables,
        })
    }
}

/// The higher of two numbers, if both are known.
pub(super) fn higher(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    one.zip(other).map(|(one, other)| one.max(other))
}

/// Returns `true` if the called function, the first operand or the one after the returned values, is in a register.
fn calls_register(mut lexer: Lexer<'_>) -> bool {
    let mut returns = false;
    while let Ok(token) = lexer.next() {
        match token.text {
            "(" if !returns => returns = true,
            ")" if returns => returns = false,
            // No function begins in a list, and to skip more than one would take too long.
            "(" | ")" | "" => return true,
            _ if returns || token.text == "," || token.kind == Kind::Directive => {}
            name => return token.kind != Kind::Word || name.starts_with('%'),
        }
    }
    true
}

/// One more than the number of the barrier after `bar` or `barrier`; 0 if it is not a barrier of the block. `None` if the
/// text does not have the number, and for `barrier.cluster`, which has none.
fn barrier(mut lexer: Lexer<'_>) -> Option<u32> {
    let mut reduces = false;
    loop {
        let token = lexer.next().ok()?;
        match token.kind {
            Kind::Directive if token.text == ".warp" => return Some(0),
            Kind::Directive => reduces |= token.text == ".red",
            // The result comes before the barrier.
            Kind::Word if reduces => {
                reduces = false;
                if lexer.next().ok()?.text != "," {
                    return None;
                }
            }
            // ptxas refuses more than 15: the rule for barriers says it.
            Kind::Number => return Some(integer(token.text)?.saturating_add(1)),
            _ => return None,
        }
    }
}

/// The registers after `setmaxnreg`, as a bit; 0 if ptxas refuses them.
fn asked(mut lexer: Lexer<'_>) -> u32 {
    while let Ok(token) = lexer.next() {
        if token.kind != Kind::Directive {
            return integer(token.text).map_or(0, WarpGroups::bit);
        }
    }
    0
}

/// A variable of shared memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable<'a> {
    pub(super) name: &'a str,
    /// The byte of the text where its name begins.
    pub(super) at: usize,
    align: u64,
    /// Its bytes; `None` for `[]`. A size beyond 64 bits is cut to them, and still too large for every entry.
    bytes: Option<u64>,
    is_extern: bool,
    place: Place,
}

impl Variable<'_> {
    /// The alignment that it pads the sum to, bytes: that of dynamic shared memory, which is at least 16, and 1 for a static
    /// variable.
    pub(super) fn padding(&self) -> u64 {
        match self.bytes {
            None if self.is_extern => self.align.max(16),
            _ => 1,
        }
    }
}

/// The place where a variable is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In any function: the variable is the module's.
    Module,
    /// In the function whose body begins at this byte.
    Function(usize),
    /// Nowhere but where it is declared.
    Nowhere,
}

/// The bytes of the variables that an entry needs; `None` if that is not known.
pub(super) fn bytes(mut variables: Vec<Variable<'_>>, mut padding: u64) -> Option<u32> {
    variables.sort_unstable_by_key(|variable| variable.at);
    let mut total = 0_u64;
    let mut last_place = None;
    // Set if ptxas may use another order.
    let mut is_mixed = false;
    // The bits of all sizes: a power of two that divides these divides every size.
    let mut sizes = 0;
    let mut largest_alignment = 1;
    for variable in variables {
        let place = variable.place;
        let bytes = match variable.bytes {
            None if variable.is_extern => {
                padding = padding.max(variable.padding());
                continue;
            }
            // Another module declares it.
            Some(_) if variable.is_extern => return None,
            bytes => bytes?,
        };
        let start = total.checked_next_multiple_of(variable.align)?;
        total = start.checked_add(bytes)?;
        is_mixed |= last_place.is_some_and(|last| last != place || last == Place::Nowhere);
        last_place = Some(place);
        sizes |= bytes;
        largest_alignment = largest_alignment.max(variable.align);
    }
    // Without a gap in any order, the order makes no difference.
    if is_mixed && !sizes.is_multiple_of(largest_alignment) {
        return None;
    }
    let padded = total.checked_next_multiple_of(padding.max(1))?;
    padded.try_into().ok()
}

/// The variables that the `.shared` after `before` declares: none if it is part of an instruction, which has
/// no blank before it. `None` if the declaration has an unknown form.
pub(super) fn declared<'a>(
    before: Option<Token<'a>>,
    shared: Token<'a>,
    mut lexer: Lexer<'a>,
    place: Place,
) -> Option<Vec<Variable<'a>>> {
    let mut is_extern = false;
    if let Some(before) = before {
        let is_joined = before.end() == shared.at;
        match before.kind {
            // The memory that a parameter points to.
            Kind::Directive if is_joined || before.text == ".ptr" => return Some(Vec::new()),
            Kind::Word if is_joined => return Some(Vec::new()),
            Kind::Word => return None,
            _ => is_extern = before.text == ".extern",
        }
    }
    let (align, element) = declared_type(&mut lexer)?;
    let mut variables = Vec::new();
    loop {
        let name = lexer.next().ok()?;
        if name.kind != Kind::Word {
            return None;
        }
        let mut variable = Variable {
            name: name.text,
            at: name.at,
            align,
            bytes: Some(element),
            is_extern,
            place,
        };
        while lexer.skips("[").ok()? {
            let inside = lexer.next().ok()?;
            if inside.text == "]" {
                variable.bytes = None;
                continue;
            }
            let count = integer(inside.text)?.into();
            variable.bytes = variable.bytes.map(|bytes| bytes.saturating_mul(count));
            if lexer.next().ok()?.text != "]" {
                return None;
            }
        }
        variables.push(variable);
        match lexer.next().ok()?.text {
            "," => {}
            ";" => return Some(variables),
            _ => return None,
        }
    }
}

/// The alignment and the size of an element, bytes.
fn declared_type(lexer: &mut Lexer<'_>) -> Option<(u64, u64)> {
    let (mut align, mut vector) = (None, 1);
    loop {
        let size: u64 = match lexer.next().ok()?.text {
            ".align" => {
                let stated = u64::from(integer(lexer.next().ok()?.text)?);
                align = Some(Some(stated).filter(|align| align.is_power_of_two())?);
                continue;
            }
            elements @ (".v2" | ".v4") => {
                vector = if elements == ".v2" { 2 } else { 4 };
                continue;
            }
            ".b8" | ".u8" | ".s8" => 1,
            ".b16" | ".u16" | ".s16" | ".f16" => 2,
            ".b32" | ".u32" | ".s32" | ".f32" => 4,
            ".b64" | ".u64" | ".s64" | ".f64" => 8,
            _ => return None,
        };
        let element = size.checked_mul(vector)?;
        // An alignment below that of the type has an unknown layout.
        let align = align.unwrap_or(element);
        return (align >= element).then_some((align, element));
    }
}
