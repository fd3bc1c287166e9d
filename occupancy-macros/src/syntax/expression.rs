//! Expressions of the author's program.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Expr, ExprLit, ExprPath, Lit};

use crate::tokens;

/// The expression that a value is, without the invisible delimiters of a `macro_rules!` argument; `None`
/// where it is none.
///
/// What syn parses only with all of its features, such as `if` and `match`, stays tokens: to the attribute
/// each is an expression that the compiler evaluates. Another crate of the build can turn the features on.
pub(crate) fn expression(tokens: &TokenStream) -> Option<Expr> {
    if let Some(token) = token(tokens) {
        return Some(token);
    }
    match syn::parse2::<Expr>(tokens.clone()) {
        Ok(expression) if is_opaque(&expression) => Some(Expr::Verbatim(tokens.clone())),
        Ok(mut expression) => {
            while let Expr::Group(inner) = expression {
                expression = *inner.expr;
            }
            Some(expression)
        }
        Err(_) if has_block(tokens) => Some(Expr::Verbatim(tokens.clone())),
        Err(_) => None,
    }
}

/// A literal or a constant's name, as most values are: a parser takes its time.
fn token(tokens: &TokenStream) -> Option<Expr> {
    let mut tokens = tokens.clone().into_iter();
    let (attrs, qself) = (Vec::new(), None);
    match (tokens.next()?, tokens.next()) {
        (TokenTree::Literal(literal), None) => {
            let lit = Lit::new(literal);
            Some(Expr::Lit(ExprLit { attrs, lit }))
        }
        // No keyword has them.
        (TokenTree::Ident(name), None)
            if name != "_" && !name.to_string().contains(char::is_lowercase) =>
        {
            let path = name.into();
            Some(Expr::Path(ExprPath { attrs, qself, path }))
        }
        _ => None,
    }
}

/// Whether there are braces: those of a block, an `if`, a `match` or a structure.
fn has_block(tokens: &TokenStream) -> bool {
    let block = tokens::find(
        tokens,
        &mut |tokens, at| matches!(&tokens[at], TokenTree::Group(group) if group.delimiter() == Delimiter::Brace),
    );
    block.is_some()
}

/// Whether there is a block, an `if`, a `match` or a loop where the attribute looks for numbers.
fn is_opaque(expression: &Expr) -> bool {
    match expression {
        Expr::Async(_)
        | Expr::Block(_)
        | Expr::Const(_)
        | Expr::ForLoop(_)
        | Expr::If(_)
        | Expr::Loop(_)
        | Expr::Match(_)
        | Expr::TryBlock(_)
        | Expr::Unsafe(_)
        | Expr::Verbatim(_)
        | Expr::While(_) => true,
        Expr::Binary(binary) => is_opaque(&binary.left) || is_opaque(&binary.right),
        Expr::Group(group) => is_opaque(&group.expr),
        Expr::Paren(paren) => is_opaque(&paren.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().any(is_opaque),
        Expr::Unary(unary) => is_opaque(&unary.expr),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Expr, expression};

    /// The tests of the workspace have all of syn's features, those of this package alone do not.
    #[test]
    fn blocks_stay_tokens_whatever_syn_parses() {
        for text in [
            "{ N / 4 }",
            "const { N }",
            "if cfg!(debug_assertions) { 128 } else { 256 }",
            "match N { 0 => 1, n => n }",
            "1 + { N }",
            "({ N }, 1)",
            "-if A { 1 } else { 2 }",
            "unsafe { N }",
        ] {
            let tokens = text.parse().unwrap();
            let parsed = expression(&tokens).unwrap();
            assert!(matches!(parsed, Expr::Verbatim(_)), "{text}");
        }
        for text in ["N", "N / 4", "Size { x: 1 }.x", "size!{}", "f(1)"] {
            let tokens = text.parse().unwrap();
            let parsed = expression(&tokens).unwrap();
            assert!(!matches!(parsed, Expr::Verbatim(_)), "{text}");
        }
    }
}
