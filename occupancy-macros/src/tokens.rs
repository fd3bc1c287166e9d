//! Values of core as tokens.

use occupancy_core::{Arch, Ratio};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::syntax::NamedArch;

/// A GPU of the tables.
pub(crate) fn arch(named: &NamedArch, occupancy: &TokenStream) -> TokenStream {
    match named.arch {
        Arch::Device(device) => {
            // A path below `devices`: that of a MIG instance has two parts.
            let constant = device
                .constant()
                .split("::")
                .map(|part| Ident::new(part, named.name.span()));
            quote!(#occupancy::Arch::Device(#occupancy::devices::#(#constant)::*))
        }
        Arch::ComputeCapability(cc) => {
            let constant = format!("SM_{}{}", cc.major(), cc.minor());
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

/// `Some(…)` or `None`, wherever it stands.
pub(crate) fn option(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(
        || quote!(::core::option::Option::None),
        |value| quote!(::core::option::Option::Some(#value)),
    )
}

/// Where an expression begins: a method or a constant spanned there has its faults there.
pub(crate) fn first_span(tokens: &TokenStream) -> Span {
    let first = tokens.clone().into_iter().next();
    first.map_or_else(Span::call_site, |token| token.span())
}
