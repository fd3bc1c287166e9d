//! Looks into the expressions of values. What it leaves, the compiler evaluates.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, ExprLit, Lit, LitStr, Path};

use crate::tokens::{self, between_commas, is_braces, is_mark, single};

/// The expression that a value is; `None` if it is none, or a list. Braces, and an array inside another expression, stay
/// tokens: syn reads them only with its feature `full`.
pub(crate) fn expression(tokens: &TokenStream) -> Option<Expr> {
    // Those of a block, an `if`, a `match` or a struct.
    let has_braces = || tokens::has(tokens, &is_braces);
    let is_more = || elements(tokens).is_none() && (has_braces() || has_arrays(tokens));
    read(tokens).or_else(|| is_more().then(|| Expr::Verbatim(tokens.clone())))
}

/// The expression as syn reads it without `full`, even if another crate of the program turns that on.
fn read(tokens: &TokenStream) -> Option<Expr> {
    // Most values are one literal, which needs no parser.
    if let Some(TokenTree::Literal(literal)) = single(tokens) {
        let (attrs, lit) = (Vec::new(), Lit::new(literal));
        return Some(Expr::Lit(ExprLit { attrs, lit }));
    }
    let value = syn::parse2(tokens.clone()).ok().filter(is_simple);
    value.filter(|_| !tokens::has(tokens, &|token| is_mark(token, '#')))
}

/// Returns `true` if no part of it needs `full`.
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

/// Returns `true` if it is an expression once its arrays are replaced.
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

/// Returns `true` if only the compiler can evaluate it.
pub(crate) fn needs_compiler(value: &Expr) -> bool {
    is_name_or_call(value) || matches!(value, Expr::Macro(_) | Expr::Verbatim(_))
}

/// Returns `true` for a path, and for a call, a field or an element of something: an operand without parentheses.
pub(crate) fn is_name_or_call(value: &Expr) -> bool {
    matches!(
        value,
        Expr::Path(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Field(_) | Expr::Index(_)
    )
}

/// Returns `true` if the macro did not parse it. The compiler then parses it apart from the rest, so that a fault in it
/// hides no other.
pub(crate) fn is_opaque(tokens: &TokenStream) -> bool {
    expression(tokens).is_some_and(|value| matches!(bare(&value), Expr::Verbatim(_)))
}

/// The operator as Rust writes it; `None` if it is of a condition or assigns.
pub(crate) fn arithmetic_operator(operator: &BinOp) -> Option<&'static str> {
    let written = operator.to_token_stream().to_string();
    let mut all = "+ - * / % ^ & | << >>".split(' ');
    all.find(|operator| *operator == written)
}

/// The text of a string literal; `None` if the tokens are no such literal.
pub(crate) fn text(tokens: &TokenStream) -> Option<String> {
    let text: LitStr = syn::parse2(tokens.clone()).ok()?;
    Some(text.value())
}

/// The text of a literal in quotes of any kind, without spaces around it.
pub(crate) fn unquoted(tokens: &TokenStream) -> Option<String> {
    let text = match syn::parse2(tokens.clone()).ok()? {
        Lit::Str(text) => text.value(),
        Lit::Char(letter) => letter.value().into(),
        Lit::Byte(letter) => char::from(letter.value()).into(),
        Lit::ByteStr(bytes) => String::from_utf8_lossy(&bytes.value()).into_owned(),
        Lit::CStr(text) => text.value().to_string_lossy().into_owned(),
        _ => return None,
    };
    Some(text.trim().to_owned())
}

/// The last name of a path.
pub(crate) fn last_name(path: &Path) -> Option<&Ident> {
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
            let kind = match expression(&tokens) {
                Some(_) if is_opaque(&tokens) => "tokens",
                Some(_) => "yes",
                None if elements(&tokens).is_some() => "list",
                None => "no",
            };
            kind.to_owned()
        });
    }
}
