//! What the body of a function says by itself.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Span;
use super::lexer::{Kind, Lexer, integer};
use super::shared_memory::{Place, Variable, declared};

/// What one body, or all that an entry can reach, says.
#[derive(Clone, Debug)]
pub(super) struct Body<'a> {
    /// The names of the module in it, each once.
    pub(super) names: Vec<&'a str>,
    /// One more than the highest number of a barrier; `None` if a number is not in the text.
    pub(super) barriers: Option<u32>,
    /// The shared memory that it declares.
    pub(super) variables: Vec<(Variable<'a>, Place)>,
    /// Whether each declaration has a known form.
    pub(super) knows_variables: bool,
}

impl<'a> Body<'a> {
    /// `None` if it calls a function that the text does not tell.
    pub(super) fn read(
        text: &'a str,
        span: Span,
        is_of_module: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut barriers, mut variables, mut knows_variables) = (Some(0), Vec::new(), true);
        let mut lexer = Lexer::within(text, span);
        let mut before = None;
        loop {
            let token = lexer.next().ok()?;
            match token.kind {
                Kind::End => break,
                Kind::Directive if token.text == ".shared" => {
                    let declared = declared(before, token, lexer);
                    knows_variables &= declared.is_some();
                    variables.extend(declared.unwrap_or_default());
                }
                Kind::Word => {
                    match token.text {
                        "call" if calls_register(lexer) => return None,
                        "bar" | "barrier" => {
                            let both = barriers.zip(barrier(lexer));
                            barriers = both.map(|(most, next)| most.max(next));
                        }
                        _ => {}
                    }
                    let count = counts.entry(token.text).or_default();
                    *count = count.saturating_add(1);
                }
                _ => {}
            }
            before = Some(token);
        }
        let placed = |variable: Variable<'a>| {
            // The declaration itself is one.
            let place = match counts.get(variable.name) {
                Some(1) => Place::Nowhere,
                _ => Place::Function(span.start),
            };
            (variable, place)
        };
        Some(Self {
            barriers,
            variables: variables.into_iter().map(placed).collect(),
            knows_variables,
            names: counts
                .into_keys()
                .filter(|name| is_of_module(name))
                .collect(),
        })
    }
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
