//! Expressions of the author's program.

use proc_macro2::{TokenStream, TokenTree};
use syn::Expr;

/// The expression that a value is, without the invisible delimiters of a `macro_rules!` argument; `None`
/// where it is none.
///
/// What syn parses with all of its features alone, such as `if` and `match`, stays tokens: to the
/// attribute each is an expression that the compiler evaluates.
pub(super) fn expression(tokens: &TokenStream) -> Option<Expr> {
    match syn::parse2::<Expr>(tokens.clone()) {
        Ok(expression) => Some(ungrouped(expression)),
        Err(_) if has_block(tokens) => Some(Expr::Verbatim(tokens.clone())),
        Err(_) => None,
    }
}

pub(super) fn ungrouped(expression: Expr) -> Expr {
    match expression {
        Expr::Group(inner) => ungrouped(*inner.expr),
        expression => expression,
    }
}

/// Whether there are braces: those of a block, an `if`, a `match` or a structure.
fn has_block(tokens: &TokenStream) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Group(group) => {
            group.delimiter() == proc_macro2::Delimiter::Brace || has_block(&group.stream())
        }
        _ => false,
    })
}
