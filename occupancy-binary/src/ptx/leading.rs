//! The module that a text begins with.

use super::lexer::{Kind, Lexer};

/// As much of a text as is a module: up to what is no statement of one. Other data may follow at once.
///
/// Source: PTX ISA 9.1, 4.3: statements begin with a directive, and end with `;` or a block.
pub(crate) fn leading_module(text: &str) -> &str {
    let mut lexer = Lexer::new(text);
    let (mut end, mut is_ended) = (0, false);
    while let Ok(token) = lexer.next() {
        is_ended = match token.text {
            "{" if lexer.block(token).is_ok() => true,
            "" | "{" | "}" => break,
            ";" => true,
            // What follows a list of values.
            "," => false,
            _ if is_ended && token.kind != Kind::Directive => break,
            _ => false,
        };
        if is_ended {
            end = lexer.at;
        }
    }
    text.get(..end).unwrap_or_default()
}
