//! What the body of a function says by itself.

use alloc::vec::Vec;
use core::ops::Range;

use super::Span;
use super::lexer::{Kind, Lexer, integer};
use super::shared_memory::{Place, Variable, declared};

/// What one body, or all that an entry can reach, says.
#[derive(Debug)]
pub(super) struct Body<'a> {
    /// The names of the module in it, each once, by their places among all.
    pub(super) names: Vec<Range<usize>>,
    /// One more than the highest number of a barrier; `None` if a number is not in the text.
    pub(super) barriers: Option<u32>,
    /// The shared memory that it declares; `None` if a declaration has an unknown form.
    pub(super) variables: Option<Vec<(Variable<'a>, Place)>>,
}

impl<'a> Body<'a> {
    /// `None` if it calls a function that the text does not tell. `places` has those of a name.
    pub(super) fn read(
        text: &'a str,
        span: Span,
        places: impl Fn(&str) -> Range<usize>,
    ) -> Option<Self> {
        let (mut words, mut barriers, mut variables) = (Vec::new(), Some(0), Some(Vec::new()));
        let mut lexer = Lexer::within(text, span);
        let mut before = None;
        loop {
            let token = lexer.next().ok()?;
            match token.kind {
                Kind::End => break,
                Kind::Directive if token.text == ".shared" => {
                    let declared = declared(before, token, lexer);
                    let place = Place::Function(span.start);
                    variables = variables.zip(declared).map(|(mut all, declared)| {
                        all.extend(declared.into_iter().map(|one| (one, place)));
                        all
                    });
                }
                Kind::Word => {
                    match token.text {
                        "call" if calls_register(lexer) => return None,
                        "bar" | "barrier" => barriers = higher(barriers, barrier(lexer)),
                        _ => {}
                    }
                    words.push(token.text);
                }
                _ => {}
            }
            before = Some(token);
        }
        words.sort_unstable();
        for (variable, place) in variables.iter_mut().flatten() {
            let first = words.partition_point(|word| *word < variable.name);
            // The declaration itself is one.
            if words.get(first.saturating_add(1)) != Some(&variable.name) {
                *place = Place::Nowhere;
            }
        }
        words.dedup();
        let mut names = Vec::new();
        for word in words {
            names.extend(Some(places(word)).filter(|places| !places.is_empty()));
        }
        Some(Self {
            names,
            barriers,
            variables,
        })
    }
}

/// The higher of two numbers, if both are known.
pub(super) fn higher(one: Option<u32>, other: Option<u32>) -> Option<u32> {
    one.zip(other).map(|(one, other)| one.max(other))
}

/// Whether the called function is in a register: the first operand, or the one after the returned values.
fn calls_register(mut lexer: Lexer<'_>) -> bool {
    let mut returns = false;
    while let Ok(token) = lexer.next() {
        match token.text {
            "(" if !returns => returns = true,
            ")" if returns => returns = false,
            // No function begins in a list. To go on over more than one would take too long.
            "(" | ")" | "" => return true,
            _ if returns || token.text == "," || token.kind == Kind::Directive => {}
            name => return token.kind != Kind::Word || name.starts_with('%'),
        }
    }
    true
}

/// One more than the number of the barrier after `bar` or `barrier`; 0 if it is not a barrier of the
/// block, and `None` if the number is not in the text, as with `barrier.cluster`, which has no number.
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
            Kind::Number => {
                let number = integer(token.text).filter(|number| *number < 16)?;
                return number.checked_add(1);
            }
            _ => return None,
        }
    }
}
