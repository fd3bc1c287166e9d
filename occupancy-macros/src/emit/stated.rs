//! What an attribute states, as values of the library's `Stated`.

use occupancy_core::Arguments;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::values::{arch, dims, found, integer, ratio};
use super::{Emission, identifier, index};
use crate::code::code_name;
use crate::model::Model;
use crate::syntax::{ArchValue, Args};

/// One for the GPUs without an `on(…)`, and one for each that has one.
pub(super) fn all(emission: &Emission<'_>) -> Vec<TokenStream> {
    let each = emission.resolved.each().enumerate();
    each.map(|(at, (args, model))| one(emission, args, model, at))
        .collect()
}

fn one(emission: &Emission<'_>, args: &Args, model: &Model, at: usize) -> TokenStream {
    let library = &emission.library;
    let private = emission.private();
    let some = |value: TokenStream| quote!(::core::option::Option::Some(#value));
    let mut fields = vec![("archs", archs(emission, model))];
    let expressions: Vec<TokenStream> = model
        .archs
        .iter()
        .filter_map(|arch| match arch {
            ArchValue::Named(_) => None,
            ArchValue::Deferred(expression) => Some(found(expression, library)),
        })
        .collect();
    if !expressions.is_empty() {
        fields.push(("archs_found", quote!(#(#expressions.unknown.is_none())&&*)));
    }
    if let Some(target) = target(emission, model) {
        fields.push(("target", target));
    }
    if let Some(threads) = threads(emission, args, model) {
        fields.push(("threads", threads));
    }
    for (field, value) in [
        ("regs", &args.regs),
        ("static_smem", &args.static_smem),
        ("smem", &args.smem),
        ("barriers", &args.barriers),
        ("carveout", &args.carveout),
        ("items_per_thread", &args.items_per_thread),
        ("min_blocks", &args.min_blocks),
    ] {
        if let Some(value) = value {
            fields.push((field, some(integer(&value.value, library))));
        }
    }
    if let Some(elements) = &args.elements {
        fields.push(("elements", some(integer(&elements.value, library))));
    }
    for (field, value) in [("cluster", &args.cluster), ("grid", &args.grid)] {
        if let Some(value) = value {
            fields.push((field, some(dims(&value.value, library))));
        }
    }
    for (field, value) in [
        ("min_occupancy", &args.min_occupancy),
        ("tail_efficiency", &args.tail_efficiency),
    ] {
        if let Some(value) = value {
            fields.push((field, some(ratio(&value.value, library))));
        }
    }
    if args.allow_partial_warp {
        fields.push(("allow_partial_warp", quote!(true)));
    }
    if args.code().is_some() {
        let file = crate::code::argument(args);
        let (kernel, code) = (emission.kernel(), code_name(at));
        fields.push(("code_from", some(quote!(#library::Argument::#file))));
        if !emission.is_refused {
            fields.push(("code", quote!(#kernel::#code)));
        }
    }
    for (field, set) in [("deferred", model.deferred), ("faulty", model.faulty)] {
        if !set.is_empty() {
            fields.push((field, arguments(set, library)));
        }
    }
    if emission.is_refused {
        fields.push(("is_refused", quote!(true)));
    }
    let fields = fields.into_iter().map(|(field, value)| {
        let field = identifier(field);
        quote!(#field: #value)
    });
    quote!(#private::Stated { #(#fields,)* ..#private::Stated::DEFAULT })
}

fn archs(emission: &Emission<'_>, model: &Model) -> TokenStream {
    let archs = model.archs.iter();
    let archs = archs.map(|value| arch(value, &emission.library));
    quote!(&[#(#archs),*])
}

/// The target that the name of the one GPU states.
fn target(emission: &Emission<'_>, model: &Model) -> Option<TokenStream> {
    let library = &emission.library;
    if let Some(target) = model.stated_target() {
        return Some(quote!(::core::option::Option::Some(#target)));
    }
    match model.archs.as_slice() {
        [ArchValue::Deferred(expression)] => {
            let found = found(expression, library);
            Some(quote!(#found.target))
        }
        _ => None,
    }
}

fn threads(emission: &Emission<'_>, args: &Args, model: &Model) -> Option<TokenStream> {
    let private = emission.private();
    if let Some(threads) = &args.threads {
        let threads = dims(&threads.value, &emission.library);
        return Some(quote!(#private::Threads::Dims(#threads)));
    }
    let (least, most) = args.auto.as_ref()?.value;
    if model.deferred.is_empty() {
        let x = index(model.known.kernel.block_dim.0 as usize);
        return Some(quote!(#private::Threads::Dims([#x, 1, 1])));
    }
    Some(quote!(#private::Threads::Auto(#least, #most)))
}

/// A set of arguments.
fn arguments(set: Arguments, library: &TokenStream) -> TokenStream {
    let bits = Literal::u32_unsuffixed(set.bits());
    quote!(#library::Arguments::from_bits(#bits))
}
