//! `threads`, `warps` and the like in a value: what the block has of each.

use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{BinOp, Expr};

use super::Value;
use super::expression::expression;
use crate::number;

/// What a value can name of the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfBlock {
    Threads,
    X,
    Y,
    Z,
    Warps,
}

/// The warps of the largest block.
pub(crate) const MOST_WARPS: u32 = 32;

impl OfBlock {
    pub(crate) const ALL: [Self; 5] = [Self::Threads, Self::X, Self::Y, Self::Z, Self::Warps];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Threads => "threads",
            Self::X => "threads_x",
            Self::Y => "threads_y",
            Self::Z => "threads_z",
            Self::Warps => "warps",
        }
    }

    pub(crate) fn of(self, (x, y, z): (u32, u32, u32)) -> u64 {
        let threads = u64::from(x)
            .saturating_mul(u64::from(y))
            .saturating_mul(u64::from(z));
        match self {
            Self::Threads => threads,
            Self::X => x.into(),
            Self::Y => y.into(),
            Self::Z => z.into(),
            Self::Warps => threads.div_ceil(32),
        }
    }
}

/// What a value names of the block.
pub(crate) fn named(value: &TokenStream) -> Vec<OfBlock> {
    let mut found = Vec::new();
    replaced(value, &mut |name, _| {
        found.push(name);
        None
    });
    let all = OfBlock::ALL.into_iter();
    all.filter(|name| found.contains(name)).collect()
}

/// The value with other tokens for what it names of the block.
///
/// A field, a part of a path, a function and a macro of such a name are something else.
fn replaced(
    value: &TokenStream,
    by: &mut dyn FnMut(OfBlock, Span) -> Option<TokenTree>,
) -> TokenStream {
    let tokens: Vec<TokenTree> = value.clone().into_iter().collect();
    let is = |token: Option<&TokenTree>, marks: &str| match token {
        Some(TokenTree::Punct(mark)) => marks.contains(mark.as_char()),
        _ => false,
    };
    let is_call = |token: Option<&TokenTree>| match token {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    };
    let mut all = TokenStream::new();
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let behind = tokens.get(at + 1);
        let replacement = match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replaced(&group.stream(), by));
                inner.set_span(group.span());
                Some(inner.into())
            }
            TokenTree::Ident(name)
                if !is(before, ".:") && !is(behind, ":!") && !is_call(behind) =>
            {
                let mut names = OfBlock::ALL.into_iter();
                let of_block = names.find(|of_block| name == of_block.name());
                of_block.and_then(|of_block| by(of_block, name.span()))
            }
            _ => None,
        };
        all.extend([replacement.unwrap_or_else(|| token.clone())]);
    }
    all
}

/// The value for a block, with a number for each name.
pub(super) fn with_block(value: &TokenStream, block_dim: (u32, u32, u32)) -> TokenStream {
    replaced(value, &mut |of_block, span| {
        let number = usize::try_from(of_block.of(block_dim)).unwrap_or(usize::MAX);
        // As a variable of this type would be: arithmetic with `size_of` has it.
        let mut literal = Literal::usize_suffixed(number);
        literal.set_span(span);
        Some(literal.into())
    })
}

/// The value with names that nothing of the author's can have.
pub(crate) fn with_variables(value: &TokenStream) -> TokenStream {
    replaced(value, &mut |of_block, span| {
        let span = Span::mixed_site().located_at(span);
        Some(Ident::new(of_block.name(), span).into())
    })
}

/// Dynamic shared memory by the size of the block.
#[derive(Clone)]
pub(crate) enum ByWarps {
    /// Bytes of blocks of 1, 2, 3 … warps; those of a size that does not count are `u32::MAX`.
    Known(Vec<u32>),
    /// Only the compiler knows it; for blocks from the first to the second number of warps.
    Deferred(TokenStream, u32, u32),
}

impl ByWarps {
    /// Nothing is known of blocks of other sizes.
    pub(super) fn unknown() -> Self {
        Self::Known(vec![u32::MAX; MOST_WARPS as usize])
    }
}

/// The value in which arithmetic without a result is `none`, as it is for literals, and does not end the build;
/// `None` if what the value makes of the block is more than arithmetic.
pub(crate) fn checked(value: &TokenStream, none: &TokenStream) -> Option<TokenStream> {
    let value = expression(&with_variables(value))?;
    checked_part(&value, none).map(|(part, _)| part)
}

/// A part of a value, and its type if it depends on the block.
fn checked_part(value: &Expr, none: &TokenStream) -> Option<(TokenStream, TokenStream)> {
    let tokens = value.to_token_stream();
    if named(&tokens).is_empty() {
        return Some((tokens, TokenStream::new()));
    }
    match value {
        Expr::Paren(inner) => checked_part(&inner.expr, none),
        Expr::Group(inner) => checked_part(&inner.expr, none),
        Expr::Path(_) => Some((tokens, quote!(::core::primitive::usize))),
        Expr::Cast(cast) => {
            let (part, of_type) = (checked_part(&cast.expr, none)?.0, &cast.ty);
            let of_type = quote!(#of_type);
            // Of fractions, nothing is known.
            let is_integer = number::is_integer_type(&of_type.to_string());
            is_integer.then(|| (quote!((#part as #of_type)), of_type))
        }
        Expr::Binary(binary) => {
            let (left, of_left) = checked_part(&binary.left, none)?;
            let (right, of_right) = checked_part(&binary.right, none)?;
            let of_type = if of_left.is_empty() {
                of_right
            } else {
                of_left
            };
            let method = match binary.op {
                BinOp::Add(_) => quote!(checked_add),
                BinOp::Sub(_) => quote!(checked_sub),
                BinOp::Mul(_) => quote!(checked_mul),
                BinOp::Div(_) => quote!(checked_div),
                BinOp::Rem(_) => quote!(checked_rem),
                _ => return None,
            };
            let result = Ident::new("result", Span::mixed_site());
            let part = quote! {
                match <#of_type>::#method(#left, #right) {
                    ::core::option::Option::Some(#result) => #result,
                    ::core::option::Option::None => #none,
                }
            };
            Some((part, of_type))
        }
        _ => None,
    }
}

/// What a value that only the compiler knows names of a block that only it knows.
pub(crate) fn bindings(value: &TokenStream, threads: Option<&Value>) -> Vec<OfBlock> {
    match threads {
        Some(threads) if threads.is_deferred() => named(value),
        _ => Vec::new(),
    }
}

/// `let threads = …;` for each name.
pub(crate) fn variables(names: &[OfBlock], of: &dyn Fn(OfBlock) -> TokenStream) -> TokenStream {
    let mut variables = TokenStream::new();
    for name in names {
        let (variable, value) = (Ident::new(name.name(), Span::mixed_site()), of(*name));
        variables.extend(quote!(let #variable: ::core::primitive::usize = #value;));
    }
    variables
}
