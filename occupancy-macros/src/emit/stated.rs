//! What an attribute states, as values of the library's `Stated`.

use occupancy_core::kernel::{Argument, Arguments};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

use super::record::warned_of;
use super::values::{accumulator, arch, by_warps, dims, found, integer_of_block, ratio};
use super::{Emission, code, identifier, index};
use crate::compiler::Asked;
use crate::model::Model;
use crate::syntax::{ArchValue, Args};

/// The integers that many kernels state: the library takes them as they are.
const FREQUENT: [Argument; 4] = [
    Argument::Registers,
    Argument::StaticSharedMemory,
    Argument::DynamicSharedMemory,
    Argument::MinBlocks,
];

fn some(value: &TokenStream) -> TokenStream {
    quote!(::core::option::Option::Some(#value))
}

/// What one configuration states.
pub(super) fn one(emission: &Emission<'_>, args: &Args, model: &Model) -> TokenStream {
    let library = &emission.library;
    let mut fields: Vec<(&str, TokenStream)> = Vec::new();
    let private = emission.private();
    let mut gpus = archs(emission, model);
    let found: Vec<TokenStream> = model
        .archs
        .iter()
        .filter_map(|arch| match arch {
            ArchValue::Named(_) => None,
            ArchValue::Deferred(expression) => Some(found(expression, library)),
        })
        .collect();
    if !found.is_empty() {
        if model.archs.len() > 1 {
            // What a call finds lives long enough in a field alone.
            let empty = quote!(#private::Archs::List(&[]));
            fields.push(("archs", std::mem::replace(&mut gpus, empty)));
        }
        fields.push(("unknown_archs", quote!(&[#(#found.unknown),*])));
    }
    if let Some(target) = target(emission, model) {
        fields.push(("target", target));
    }
    let mut threads = quote!([32, 1, 1]);
    if let Some(stated) = args.dims(Argument::Threads) {
        threads = dims(stated, library);
    } else if args.auto().is_some() && model.deferred.is_empty() {
        let x = index(model.known.kernel.block_dim.0 as usize);
        threads = quote!([#x, 1, 1]);
    }
    fields.extend(of_few_kernels(args, library));
    // Nothing else reads it where all is known.
    if let Some(bytes) = &args.smem_by_warps
        && (!model.deferred.is_empty() || Asked::is_asked())
    {
        fields.push(("smem_by_warps", by_warps(bytes, library)));
    }
    if let Some((least, most)) = args.auto()
        && !model.deferred.is_empty()
    {
        fields.push(("threads", quote!(#private::Threads::Auto(#least, #most))));
    }
    if let Some(file) = args.file() {
        let file = identifier(&format!("{file:?}"));
        fields.push((
            "code_from",
            some(&quote!(#library::kernel::Argument::#file)),
        ));
        fields.push(("code", code::slice(&model.compiled, library)));
        let faults = args.code.faults.iter();
        let faulty_on: Vec<TokenStream> = faults.map(|(on, ..)| code::pair(*on)).collect();
        if !faulty_on.is_empty() {
            fields.push(("code_faulty_on", quote!(&[#(#faulty_on),*])));
        }
    }
    if !model.faulty.is_empty() {
        fields.push(("faulty", arguments(model.faulty, library)));
    }
    if emission.is_refused {
        fields.push(("is_refused", quote!(true)));
    }
    let mut stated = Arguments::NONE;
    let integers = FREQUENT.map(|argument| {
        let Some(value) = integer_of_block(args, argument, library) else {
            return quote!(0);
        };
        stated = stated.with(argument);
        if argument == Argument::DynamicSharedMemory
            && args.auto().is_some()
            && args.smem_by_warps.is_some()
        {
            // That of the block that was chosen; the compiler chooses with what each size asks for.
            let bytes = model.known.kernel.dynamic_shared_memory;
            return Literal::u32_unsuffixed(bytes).to_token_stream();
        }
        value
    });
    let (stated, deferred) = (bits(stated), bits(model.deferred));
    let lints = Literal::u32_unsuffixed(looked_for(args, model));
    let new = quote! {
        #private::Stated::new(
            #gpus, #stated, #threads, [#(#integers),*], #deferred, #lints
        )
    };
    if fields.is_empty() {
        return new;
    }
    let fields = fields.into_iter().map(|(field, value)| {
        let field = identifier(field);
        quote!(#field: #value)
    });
    quote!(#private::Stated { #(#fields,)* ..#new })
}

/// What most kernels leave out.
fn of_few_kernels(args: &Args, library: &TokenStream) -> Vec<(&'static str, TokenStream)> {
    let mut fields = Vec::new();
    for (field, argument) in [
        ("cluster", Argument::Cluster),
        ("grid", Argument::Grid),
        ("problem", Argument::Problem),
    ] {
        if let Some(value) = args.dims(argument) {
            fields.push((field, some(&dims(value, library))));
        }
    }
    let mut integers = Vec::new();
    for argument in Argument::INTEGERS {
        if !FREQUENT.contains(&argument)
            && let Some(value) = integer_of_block(args, argument, library)
        {
            let argument = identifier(&format!("{argument:?}"));
            integers.push(quote!((#library::kernel::Argument::#argument, #value)));
        }
    }
    if !integers.is_empty() {
        fields.push(("integers", quote!(&[#(#integers),*])));
    }
    for (field, argument) in [
        ("min_occupancy", Argument::MinOccupancy),
        ("tail_efficiency", Argument::TailEfficiency),
    ] {
        if let Some(value) = args.ratio(argument) {
            fields.push((field, some(&ratio(value, library))));
        }
    }
    if let Some(value) = args.accumulator() {
        fields.push(("accumulator", accumulator(value, library)));
    }
    if let Some(reason) = args.reason() {
        fields.push(("intent", some(&quote!(#reason))));
    }
    if args.allow_partial_warp {
        fields.push(("allow_partial_warp", quote!(true)));
    }
    fields
}

/// The lints that the compiler looks for, a bit each.
fn looked_for(args: &Args, model: &Model) -> u32 {
    if model.deferred.is_empty() || Asked::now() == Asked::ByPage {
        return 0;
    }
    warned_of(args)
}

fn archs(emission: &Emission<'_>, model: &Model) -> TokenStream {
    let archs = model.archs.iter();
    let mut archs = archs.map(|value| arch(value, &emission.library));
    let private = emission.private();
    if model.archs.len() == 1 {
        let arch = archs.next();
        return quote!(#private::Archs::One(#arch));
    }
    quote!(#private::Archs::List(&[#(#archs),*]))
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

/// A set of arguments.
fn arguments(set: Arguments, library: &TokenStream) -> TokenStream {
    let bits = bits(set);
    quote!(#library::kernel::Arguments::from_bits(#bits))
}

fn bits(set: Arguments) -> Literal {
    Literal::u64_unsuffixed(set.bits())
}
