//! The module that a text begins with.

use super::Lexer;

/// What statements of a module begin with, or go on with after a block.
///
/// Source: PTX ISA 9.1, 4.3.1 Directive Statements, and 5.1 State Spaces.
const STATEMENTS: &str = ", .address_size .alias .common .const .entry .extern .file .func .global .loc .pragma \
    .samplerref .section .shared .surfref .target .tex .texref .visible .weak";

/// As much of a text as is a module: up to what is no statement of one. Other data may follow at once.
pub(crate) fn leading_module(text: &str) -> &str {
    let mut lexer = Lexer::new(text);
    let (mut end, mut is_ended) = (0, false);
    while let Ok(token) = lexer.next() {
        is_ended = match token.text {
            "{" if lexer.block(token).is_ok() => true,
            "" | "{" | "}" => break,
            ";" => true,
            begins if is_ended && !STATEMENTS.split(' ').any(|it| it == begins) => break,
            _ => false,
        };
        if is_ended {
            end = lexer.at;
        }
    }
    text.get(..end).unwrap_or_default()
}
