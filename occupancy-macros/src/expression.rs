//! Expressions, as far as the attribute looks into them: what is left, the compiler evaluates.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{BinOp, Expr, Path};

use crate::tokens::{self, between_commas, is_mark, single};

/// The expression that a value is; `None` where it is none, or a list. What syn reads only with its feature `full`
/// stays tokens: a block, an `if`, a `match`, an array in something else.
pub(crate) fn expression(tokens: &TokenStream) -> Option<Expr> {
    let read = syn::parse2(tokens.clone()).ok();
    let is_more = || elements(tokens).is_none() && tokens::find(tokens, &mut is_unread).is_some();
    read.or_else(|| is_more().then(|| Expr::Verbatim(tokens.clone())))
}

/// Whether a token is what has braces, or an array.
fn is_unread(tokens: &[TokenTree], at: usize) -> bool {
    let TokenTree::Group(group) = &tokens[at] else {
        return false;
    };
    match group.delimiter() {
        Delimiter::Brace => true,
        Delimiter::Bracket => matches!(&tokens[..at], [] | [.., TokenTree::Punct(_)]),
        _ => false,
    }
}

/// The expression without parentheses around all of it, and without the invisible delimiters of a `macro_rules!`
/// argument.
pub(crate) fn bare(value: &Expr) -> &Expr {
    match value {
        Expr::Paren(outer) => bare(&outer.expr),
        Expr::Group(outer) => bare(&outer.expr),
        value => value,
    }
}

/// The elements of a tuple or of an array.
pub(crate) fn elements(tokens: &TokenStream) -> Option<Vec<TokenStream>> {
    let Some(TokenTree::Group(list)) = single(tokens) else {
        return None;
    };
    let inside: Vec<TokenTree> = list.stream().into_iter().collect();
    let ends_in_a_comma = inside.last().is_some_and(|end| is_mark(end, ','));
    let is_repeated = inside.iter().any(|token| is_mark(token, ';'));
    let elements = between_commas(list.stream());
    match (list.delimiter(), elements.as_slice()) {
        (Delimiter::Parenthesis, [one]) if !ends_in_a_comma => self::elements(one),
        (Delimiter::Parenthesis, _) => Some(elements),
        (Delimiter::Bracket, _) if !is_repeated => Some(elements),
        _ => None,
    }
}

/// Whether only the compiler knows what it is: a name, or what is computed.
pub(crate) fn is_of_the_program(value: &Expr) -> bool {
    is_named(value) || stays_tokens(value) || matches!(value, Expr::Macro(_))
}

/// Whether it is a name, or a call, a field or an element.
pub(crate) fn is_named(value: &Expr) -> bool {
    matches!(
        value,
        Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Field(_) | Expr::Index(_)
    )
}

/// Whether the compiler parses it apart from the rest: a fault in it hides nothing else.
pub(crate) fn is_opaque(tokens: &TokenStream) -> bool {
    expression(tokens).is_some_and(|value| stays_tokens(bare(&value)))
}

fn stays_tokens(value: &Expr) -> bool {
    matches!(value, Expr::Struct(_) | Expr::Verbatim(_))
}

/// An operator of arithmetic, as Rust writes it; none of a condition.
pub(crate) fn of_arithmetic(operator: &BinOp) -> Option<&'static str> {
    let written = operator.to_token_stream().to_string();
    let mut all = "+ - * / % ^ & | << >>".split(' ');
    all.find(|operator| *operator == written)
}

/// The last name of a path.
pub(crate) fn last(path: &Path) -> Option<&Ident> {
    path.segments.last().map(|part| &part.ident)
}

#[cfg(test)]
mod tests {
    use super::{elements, expression, is_opaque};
    use crate::tests::each;

    #[test]
    fn expressions() {
        each("expressions", |written| {
            let tokens = written.parse().unwrap();
            let found = match expression(&tokens) {
                Some(_) if is_opaque(&tokens) => "tokens",
                Some(_) => "yes",
                None if elements(&tokens).is_some() => "list",
                None => "no",
            };
            found.to_owned()
        });
    }
}
