//! Expressions, as far as the attribute looks into them: what is left, the compiler evaluates.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, ExprLit, Lit, Path};

use crate::tokens::{self, between_commas, is_braces, is_mark, single};

/// The expression that a value is; `None` where it is none, or a list. What syn reads only with its feature `full`
/// stays tokens: what has braces, and an array in something else.
pub(crate) fn expression(tokens: &TokenStream) -> Option<Expr> {
    let is_more = || elements(tokens).is_none() && (has_braces(tokens) || has_arrays(tokens));
    read(tokens).or_else(|| is_more().then(|| Expr::Verbatim(tokens.clone())))
}

/// The expression as syn reads it without `full`, which another crate of the program can turn on.
fn read(tokens: &TokenStream) -> Option<Expr> {
    // Most values are one literal, which takes no parser.
    if let Some(TokenTree::Literal(literal)) = single(tokens) {
        let (attrs, lit) = (Vec::new(), Lit::new(literal));
        return Some(Expr::Lit(ExprLit { attrs, lit }));
    }
    let has_attributes = || tokens::find(tokens, &mut |tokens, at| is_mark(&tokens[at], '#'));
    let value = syn::parse2(tokens.clone()).ok().filter(is_simple);
    value.filter(|_| has_attributes().is_none())
}

/// No part of it needs `full`.
fn is_simple(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) | Expr::Path(_) | Expr::Macro(_) => true,
        Expr::Paren(outer) => is_simple(&outer.expr),
        Expr::Group(outer) => is_simple(&outer.expr),
        Expr::Unary(prefixed) => is_simple(&prefixed.expr),
        Expr::Reference(reference) => is_simple(&reference.expr),
        Expr::Cast(cast) => is_simple(&cast.expr),
        Expr::Field(field) => is_simple(&field.base),
        Expr::Index(element) => is_simple(&element.expr) && is_simple(&element.index),
        Expr::Binary(binary) => is_simple(&binary.left) && is_simple(&binary.right),
        Expr::Call(call) => is_simple(&call.func) && call.args.iter().all(is_simple),
        Expr::MethodCall(call) => is_simple(&call.receiver) && call.args.iter().all(is_simple),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_simple),
        _ => false,
    }
}

/// Whether there are braces: those of a block, an `if`, a `match` or a structure.
fn has_braces(tokens: &TokenStream) -> bool {
    tokens::find(tokens, &mut |tokens, at| is_braces(&tokens[at])).is_some()
}

/// Whether it is an expression with something else in the place of its arrays.
fn has_arrays(tokens: &TokenStream) -> bool {
    let without = tokens::replaced(tokens, &mut |tokens, at| match &tokens[at] {
        TokenTree::Group(array) if array.delimiter() == Delimiter::Bracket => {
            let before = tokens[..at].last();
            let begins = before.is_none_or(|before| is_mark(before, ',') || is_mark(before, '&'));
            begins.then(|| quote!(()))
        }
        _ => None,
    });
    read(&without).is_some()
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
    is_named(value) || matches!(value, Expr::Macro(_) | Expr::Verbatim(_))
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
    expression(tokens).is_some_and(|value| matches!(bare(&value), Expr::Verbatim(_)))
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
