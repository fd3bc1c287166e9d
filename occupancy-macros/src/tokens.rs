//! Values of core as tokens.

use occupancy_core::{Arch, Ratio};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::args::{ArchValue, NamedArch};

/// A GPU as an expression of core's `Arch`.
pub(crate) fn arch_value(value: &ArchValue, occupancy: &TokenStream) -> TokenStream {
    match value {
        ArchValue::Named(named) => arch(named, occupancy),
        // Spanned at the expression, for what has no such method.
        ArchValue::Deferred(expression) => {
            let expression = expression.to_token_stream();
            let span = first_span(&expression);
            let whole = Group::new(Delimiter::None, expression);
            quote_spanned!(span=> #whole.arch())
        }
    }
}

/// A GPU of the tables.
pub(crate) fn arch(named: &NamedArch, occupancy: &TokenStream) -> TokenStream {
    match named.arch {
        Arch::Device(device) => {
            // A path below `devices`: that of a MIG instance has two parts.
            let constant = device
                .constant
                .split("::")
                .map(|part| Ident::new(part, named.name.span()));
            quote!(#occupancy::Arch::Device(#occupancy::devices::#(#constant)::*))
        }
        Arch::ComputeCapability(cc) => {
            let constant = format!("SM_{}{}", cc.major, cc.minor);
            let constant = Ident::new(&constant, named.name.span());
            quote! {
                #occupancy::Arch::ComputeCapability(&#occupancy::compute_capabilities::#constant)
            }
        }
    }
}

/// A ratio that the macro has read.
pub(crate) fn ratio(ratio: Ratio, occupancy: &TokenStream) -> TokenStream {
    let (over, under) = (ratio.numerator(), ratio.denominator());
    quote!(#occupancy::__private::ratio(#over, #under))
}

/// Three numbers in parentheses.
pub(crate) fn dims((x, y, z): (u32, u32, u32)) -> TokenStream {
    let (x, y, z) = (plain(x), plain(y), plain(z));
    quote!((#x, #y, #z))
}

/// `Some(…)` or `None`, wherever it stands.
pub(crate) fn option(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(
        || quote!(::core::option::Option::None),
        |value| quote!(::core::option::Option::Some(#value)),
    )
}

/// A number as an author writes it: `256`, not `256u32`.
pub(crate) fn plain(number: u32) -> Literal {
    Literal::u32_unsuffixed(number)
}

/// Where an expression begins: a method or a constant spanned there has its faults there.
pub(crate) fn first_span(tokens: &TokenStream) -> Span {
    let first = tokens.clone().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}
