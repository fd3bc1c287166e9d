//! What an attribute states, as the library's `Stated`: numbers in the order of the arguments, and in fields of their own
//! what few kernels have.

use occupancy_core::Arch;
use occupancy_core::kernel::{Argument, Arguments, Form};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use super::values::{accumulator, arch, by_warps, dims, found, number, ratio};
use super::warnings::warned_of;
use super::{Emission, code, hygienic};
use crate::asked;
use crate::model::Model;
use crate::syntax::{Args, Gpu, Stated, Value};
use crate::tokens::{Trees, first_span};

/// What one configuration states.
pub(super) fn one(emission: &Emission<'_>, model: &Model) -> TokenStream {
    let (private, library) = (&emission.private, &emission.library);
    // Fields of `Stated`, and what is evaluated once for several numbers.
    let (mut fields, mut variables) = (TokenStream::new(), TokenStream::new());
    let archs = archs(&model.args, library, &mut fields);
    let (mut stated, mut all) = (Arguments::NONE, Vec::new());
    for one in &model.args.values {
        let is_searched_later = matches!(one.value, Value::Auto(..)) && model.is_deferred();
        if one.argument.has_value() && !is_searched_later {
            stated = stated.with(one.argument);
            all.extend(numbers(one, model, library, &mut variables));
        }
    }
    let rare = rare(emission, model, &mut fields);
    if !rare.is_empty() {
        fields.extend(quote!(rare: &#private::Rare { #rare ..#private::Rare::NONE },));
    }
    // The lints that the compiler looks for.
    let lints = if model.is_deferred() && !asked::for_records() {
        warned_of(&model.args)
    } else {
        0
    };
    let [stated, deferred] = [stated.bits(), model.own.deferred.bits()];
    let mut whole = quote!(#private::Stated::new(#archs, #stated, [#(#all),*], #deferred, #lints));
    if !fields.is_empty() {
        whole = quote!(#private::Stated { #fields ..#whole });
    }
    if !variables.is_empty() {
        whole = quote!({ #variables #whole });
    }
    whole
}

/// The GPUs.
fn archs(args: &Args, library: &Trees, fields: &mut TokenStream) -> TokenStream {
    if let [Gpu::Named(named)] = args.gpus()
        && let Arch::Device(device) = named.arch
        && !device.constant().is_empty()
    {
        // Spanned at the name, of which an editor then shows what it is.
        let constant = Ident::new(device.constant(), first_span(&named.tokens));
        return quote!(&#library::devices::alone::#constant);
    }
    let (mut archs, mut all_found) = (Vec::new(), Vec::new());
    for gpu in args.gpus() {
        archs.push(arch(gpu, library));
        if let Gpu::Deferred(expression) = gpu {
            all_found.push(found(expression, library));
        }
    }
    // What a call finds lives long enough in a field alone.
    fields.extend(quote!(archs: &[#(#archs),*], unknown_archs: &[#(#all_found.unknown),*],));
    if let ([_], [found]) = (archs.as_slice(), all_found.as_slice()) {
        fields.extend(quote!(target: #found.target,));
    }
    quote!(&[])
}

/// The numbers of an argument that has a value.
fn numbers(
    one: &Stated,
    model: &Model,
    library: &Trees,
    variables: &mut TokenStream,
) -> Vec<Trees> {
    let args = &model.args;
    let chosen = || model.configuration().kernel;
    let literal = |number| Literal::u32_unsuffixed(number).into();
    let (whole, parts) = match &one.value {
        Value::Auto(..) => return [chosen().block_dim.0, 1, 1].map(literal).into(),
        // That of the block that was chosen; the compiler chooses with what each size asks for.
        Value::Numbers(_)
            if one.argument == Argument::DynamicSharedMemory
                && args.auto().is_some()
                && args.smem_by_warps.is_some() =>
        {
            return vec![literal(chosen().dynamic_shared_memory)];
        }
        Value::Numbers(numbers) => {
            let threads = args.value(Argument::Threads);
            return numbers
                .iter()
                .map(|value| number(value, one, threads, library))
                .collect();
        }
        Value::Whole(_) if one.argument == Argument::Accumulator => return Vec::new(),
        Value::Whole(expression) if one.argument.form() == Form::Ratio => {
            let widest = quote!(as ::core::primitive::i128);
            let parts = vec![quote!(.numerator() #widest), quote!(.denominator() #widest)];
            (ratio(expression, library), parts)
        }
        Value::Whole(_) => (
            dims(&one.value, library),
            vec![quote!([0]), quote!([1]), quote!([2])],
        ),
        _ => return Vec::new(),
    };
    let variable = hygienic(one.argument.key());
    variables.extend(quote!(let #variable = #whole;));
    parts
        .into_iter()
        .map(|part| quote!(#variable #part).into())
        .collect()
}

/// The fields that few kernels have, and what they have in one for all that is rarer yet.
fn rare(emission: &Emission<'_>, model: &Model, fields: &mut TokenStream) -> TokenStream {
    let (args, library) = (&model.args, &emission.library);
    let some = quote!(::core::option::Option::Some);
    let mut rare = TokenStream::new();
    if args.file().is_some() {
        let code = args
            .code
            .compiled
            .iter()
            .map(|code| code::literal(code, library));
        fields.extend(quote!(code: &[#(#code),*],));
        if !args.code.faults.is_empty() {
            let faulty_on = args.code.faults.iter();
            let faulty_on = faulty_on.map(|((major, minor), ..)| quote!((#major, #minor)));
            rare.extend(quote!(code_faulty_on: &[#(#faulty_on),*],));
        }
    }
    // Nothing else reads it where all is known.
    if let Some(bytes) = &args.smem_by_warps
        && (model.is_deferred() || asked::for_records())
    {
        let bytes = by_warps(bytes, library);
        fields.extend(quote!(smem_by_warps: #bytes,));
    }
    if let Some(target) = model.own.target {
        fields.extend(quote!(target: #some(#target),));
    }
    if let (Some((least, most)), true) = (args.auto(), model.is_deferred()) {
        rare.extend(quote!(auto: #some((#least, #most)),));
    }
    if let Some(value) = args.value(Argument::Accumulator) {
        let value = accumulator(value, library);
        rare.extend(quote!(accumulator: #value,));
    }
    if let Some(reason) = args.text(Argument::Intent) {
        rare.extend(quote!(intent: #some(#reason),));
    }
    if args.allow_partial_warp {
        rare.extend(quote!(allow_partial_warp: true,));
    }
    if !model.rare.faulty.is_empty() {
        let bits = model.rare.faulty.bits();
        rare.extend(quote!(faulty: #library::kernel::Arguments::from_bits(#bits),));
    }
    if emission.is_refused {
        rare.extend(quote!(is_refused: true,));
    }
    rare
}
