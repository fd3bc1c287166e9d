//! Named barriers of an entry.

use super::functions::Module;
use super::lexer::{Firsts, Lexer, TokenKind};
use super::number;

impl Module<'_> {
    /// One more than the highest number in any reachable function; `None` if a number is not in the text.
    pub(super) const fn barriers(&self) -> Option<u32> {
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

/// The number of the barrier after `bar` or `barrier`; `Some(None)` if it is not a barrier of the block,
/// and `None` if the number is not in the text, as with `barrier.cluster`, which has no number.
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
