//! Values as the library takes them: numbers as they are, and expressions through a conversion that
//! refuses a wrong type at the expression.

use occupancy_core::{Arch, Device};
use proc_macro2::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

use super::{call, hygienic, identifier};
use crate::expression::Expression;
use crate::number::Number;
use crate::syntax::{ByWarps, Gpu, Stated, Value, checked, named, with_parts};
use crate::tokens::{Trees, first_span};

/// An integer of any type as the widest one.
fn integer(value: &Number, library: &Trees) -> Trees {
    match value {
        Number::Known(value) => Literal::i128_unsuffixed(*value).into(),
        Number::Deferred(expression) => {
            let mut integer = converted("integer", expression, library);
            integer.0.push(identifier("as").into());
            integer.path(&["core", "primitive", "i128"], Span::call_site())
        }
    }
}

/// A number of an argument, which can name the block, where only the compiler knows the block.
pub(super) fn number(
    value: &Number,
    one: &Stated,
    threads: Option<&Value>,
    library: &Trees,
) -> Trees {
    let names_block = || one.argument.is_integer() && !named(&one.tokens).is_empty();
    match (value, threads) {
        (Number::Deferred(_), Some(threads)) if threads.is_deferred() && names_block() => {
            let (block, axes) = (hygienic("block"), dims(threads, library));
            let of = |part| in_parentheses(quote!(#library::__private::of_block(#block, #part)));
            let value = widest(with_parts(&one.tokens, &of), &one.tokens, library);
            quote!({ let #block = #axes; #value }).into()
        }
        _ => integer(value, library),
    }
}

/// Shared memory by the size of the block, as the library takes it.
pub(super) fn by_warps(by_warps: &ByWarps, library: &Trees) -> TokenStream {
    match by_warps {
        ByWarps::Known(bytes) => {
            quote!(&[#(#bytes),*])
        }
        ByWarps::Deferred(tokens, first, last) => {
            let count = hygienic("count");
            let of = |part| {
                in_parentheses(match part {
                    0 | 1 => quote!(#count * 32),
                    2 | 3 => quote!(1_usize),
                    _ => quote!(#count),
                })
            };
            // A label.
            let (mark, name) = (Punct::new('\'', Spacing::Joint), hygienic("bytes"));
            let none = quote!(break #mark #name ::core::primitive::i128::MAX);
            let value = Expression::new(tokens);
            let value = match value.and_then(|value| checked(&value, &none, &of)) {
                Some((value, _)) => {
                    let value = widest(value, tokens, library);
                    quote!(#mark #name: { #value })
                }
                None => widest(with_parts(tokens, &of), tokens, library),
            };
            let [first, last] = [first, last].map(|warps| Literal::u32_unsuffixed(*warps));
            quote!(&#library::__by_warps!(#count from #first to #last: { #value }))
        }
    }
}

fn in_parentheses(tokens: TokenStream) -> TokenTree {
    Group::new(Delimiter::Parenthesis, tokens).into()
}

/// The value that was written in `tokens`, as the widest integer.
fn widest(value: TokenStream, tokens: &TokenStream, library: &Trees) -> TokenStream {
    let value = call(library, "integer", None, tokens, value);
    quote!(#value as ::core::primitive::i128)
}

/// Three integers.
pub(super) fn dims(value: &Value, library: &Trees) -> TokenStream {
    match value {
        Value::Numbers(axes) => {
            let axes = axes.iter().map(|axis| integer(axis, library));
            quote!([#(#axes),*])
        }
        Value::Whole(expression) => {
            // A block can be a number without a type, which no bound can choose one for.
            let function = if Expression::is_opaque(expression) {
                "Axes"
            } else {
                "dims"
            };
            let axes = converted(function, expression, library);
            let span = first_span(expression);
            let split = quote_spanned!(span=> .xyz());
            quote! {
                match #axes #split {
                    (x, y, z) => [
                        x as ::core::primitive::i128,
                        y as ::core::primitive::i128,
                        z as ::core::primitive::i128,
                    ],
                }
            }
        }
        _ => TokenStream::new(),
    }
}

/// A ratio that only the compiler knows, by its type.
pub(super) fn ratio(expression: &TokenStream, library: &Trees) -> TokenStream {
    converted("fraction", expression, library).into_token_stream()
}

/// Where accumulators are; an expression says so by its type.
pub(super) fn accumulator(value: &Value, library: &Trees) -> TokenStream {
    match value {
        Value::Accumulator(value) => {
            let variant = identifier(&format!("{value:?}"));
            quote!(#library::kernel::Accumulator::#variant)
        }
        Value::Whole(expression) => argument(expression, library),
        _ => TokenStream::new(),
    }
}

/// A GPU as an expression of core's `Arch`.
pub(super) fn arch(value: &Gpu, library: &Trees) -> TokenStream {
    let (arch, span) = match value {
        Gpu::Named(named) => (named.arch, first_span(&named.tokens)),
        Gpu::Deferred(expression) => {
            let found = found(expression, library);
            return quote!(#found.arch);
        }
    };
    match arch {
        Arch::Device(device) => {
            let device = of_device(device, span);
            quote!(#library::Arch::Device(#library::devices::#device))
        }
        Arch::ComputeCapability(cc) => {
            let is_specific = cc.static_shared_memory_per_block() > cc.shared_memory_per_block();
            let suffix = if is_specific { "A" } else { "" };
            let constant = format!("SM_{}{}{suffix}", cc.major(), cc.minor());
            let constant = Ident::new(&constant, span);
            quote!(#library::Arch::ComputeCapability(&#library::compute_capabilities::#constant))
        }
    }
}

/// A device by its constant, and a MIG instance by that of its board.
fn of_device(device: Device, span: Span) -> TokenStream {
    let constant = |device: &Device| Ident::new(device.constant(), span);
    for board in Device::ALL {
        let mut instances = board.mig_instances().iter();
        if let Some(at) = instances.position(|instance| *instance == device) {
            let board = constant(board);
            return quote!(#board.mig_instances()[#at]);
        }
    }
    constant(&device).into_token_stream()
}

/// What a GPU of an expression was found to be.
pub(super) fn found(expression: &TokenStream, library: &Trees) -> TokenStream {
    let span = first_span(expression);
    let argument = argument(expression, library);
    let reference = quote_spanned!(span=> &);
    let named = quote!(#reference #argument);
    let named = call(library, "gpu", None, expression, named);
    let found = quote_spanned!(span=> .found());
    quote!(#named #found)
}

/// An expression through a function of the library, all of it spanned at the expression: a wrong type is
/// one error there.
fn converted(function: &str, expression: &TokenStream, library: &Trees) -> Trees {
    let argument = argument(expression, library);
    call(library, function, None, expression, argument)
}

/// The expression as an argument. What the macro did not parse is parsed in a macro of its own: a fault in
/// it hides nothing else.
fn argument(expression: &TokenStream, library: &Trees) -> TokenStream {
    if Expression::is_opaque(expression) {
        quote!(#library::__expression!(#expression))
    } else {
        expression.clone()
    }
}
