//! What an attribute states, as the library's `Stated`: numbers in the order of the arguments, and in fields of their own
//! what few kernels have.

use occupancy_core::Arch;
use occupancy_core::kernel::{Argument, Arguments, Form};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::record::warned_of;
use super::values::{
    accumulator, arch, by_warps, dims, found, integer, integer_of_block, of_device, ratio,
};
use super::{Emission, code, identifier, index};
use crate::asked::Asked;
use crate::model::Model;
use crate::syntax::{Args, Gpu, Value};
use crate::tokens::{Trees, first_span};

/// What one configuration states.
pub(super) fn one(emission: &Emission<'_>, model: &Model) -> TokenStream {
    let private = &emission.private;
    let mut written = Written {
        emission,
        model,
        args: &model.args,
        variables: TokenStream::new(),
        fields: TokenStream::new(),
    };
    let archs = written.archs();
    let (mut stated, mut numbers) = (Arguments::NONE, Vec::new());
    for one in model.args.values() {
        if one.argument.has_value()
            && let Some(of_it) = written.numbers(one.argument, &one.value)
        {
            stated = stated.with(one.argument);
            numbers.extend(of_it);
        }
    }
    let rare = written.rare();
    let Written {
        variables, fields, ..
    } = written;
    let [stated, deferred] =
        [stated, model.deferred].map(|set| Literal::u64_unsuffixed(set.bits()));
    // The lints that the compiler looks for.
    let lints = if model.deferred.is_empty() || Asked::now() == Asked::ByPage {
        0
    } else {
        warned_of(&model.args)
    };
    let lints = Literal::u32_unsuffixed(lints);
    let new = quote!(#private::Stated::new(#archs, #stated, [#(#numbers),*], #deferred, #lints));
    let rare =
        (!rare.is_empty()).then(|| quote!(rare: &#private::Rare { #rare ..#private::Rare::NONE },));
    let whole = if fields.is_empty() && rare.is_none() {
        new
    } else {
        quote!(#private::Stated { #fields #rare ..#new })
    };
    if variables.is_empty() {
        whole
    } else {
        quote!({ #variables #whole })
    }
}

/// What is written of one configuration.
struct Written<'a> {
    emission: &'a Emission<'a>,
    model: &'a Model,
    args: &'a Args,
    /// What is evaluated once for several numbers.
    variables: TokenStream,
    /// Fields of `Stated`.
    fields: TokenStream,
}

impl Written<'_> {
    /// A variable with a value, which nothing of the author's can have the name of.
    fn variable(&mut self, name: &str, value: &TokenStream) -> Ident {
        let variable = Ident::new(name, Span::mixed_site());
        self.variables.extend(quote!(let #variable = #value;));
        variable
    }

    /// The GPUs.
    fn archs(&mut self) -> TokenStream {
        let (library, args) = (&self.emission.library, self.args);
        if let [Gpu::Named(named)] = args.gpus()
            && let Arch::Device(device) = named.arch
        {
            // Spanned at the name, of which an editor then shows what it is.
            let span = first_span(&named.tokens);
            let path = of_device(device, span);
            return quote!(&#library::devices::alone::#(#path)::*);
        }
        let archs = args.gpus().iter().map(|value| arch(value, library));
        let archs: Vec<_> = archs.collect();
        let found = args.gpus().iter().filter_map(|gpu| match gpu {
            Gpu::Named(_) => None,
            Gpu::Deferred(expression) => Some(found(expression, library)),
        });
        let found: Vec<_> = found.collect();
        if found.is_empty() {
            return quote!(&[#(#archs),*]);
        }
        // What a call finds lives long enough in a field alone.
        self.fields
            .extend(quote!(archs: &[#(#archs),*], unknown_archs: &[#(#found.unknown),*],));
        if let ([_], [found]) = (archs.as_slice(), found.as_slice()) {
            self.fields.extend(quote!(target: #found.target,));
        }
        quote!(&[])
    }

    /// The numbers of an argument that has a value.
    fn numbers(&mut self, argument: Argument, value: &Value) -> Option<Vec<Trees>> {
        let (args, model, library) = (self.args, self.model, &self.emission.library);
        let configuration = || model.configuration().kernel;
        Some(match value {
            Value::Numbers(_)
                if argument == Argument::DynamicSharedMemory
                    && args.auto().is_some()
                    && args.smem_by_warps.is_some() =>
            {
                // That of the block that was chosen; the compiler chooses with what each size asks for.
                vec![Literal::u32_unsuffixed(configuration().dynamic_shared_memory).into()]
            }
            Value::Numbers(_) if argument.is_integer() => {
                vec![integer_of_block(args, argument, library)?]
            }
            Value::Numbers(numbers) => numbers.iter().map(|one| integer(one, library)).collect(),
            Value::Auto(..) if !model.deferred.is_empty() => return None,
            Value::Auto(..) => [configuration().block_dim.0, 1, 1]
                .map(|extent| Literal::u32_unsuffixed(extent).into())
                .into(),
            Value::Whole(expression) if argument.form() == Form::Ratio => {
                let ratio = self.variable(argument.key(), &ratio(expression, library));
                ["numerator", "denominator"]
                    .map(identifier)
                    .map(|part| quote!(#ratio.#part() as ::core::primitive::i128).into())
                    .into()
            }
            Value::Whole(_) if argument != Argument::Accumulator => {
                let extents = self.variable(argument.key(), &dims(value, library));
                [0, 1, 2]
                    .map(index)
                    .map(|axis| quote!(#extents[#axis]).into())
                    .into()
            }
            _ => Vec::new(),
        })
    }

    /// The fields that few kernels have, and what they have in one for all that is rarer yet.
    fn rare(&mut self) -> TokenStream {
        let (args, model, library) = (self.args, self.model, &self.emission.library);
        let (mut fields, mut rare) = (TokenStream::new(), TokenStream::new());
        if args.file().is_some() {
            let code = code::slice(&args.code.compiled, library);
            fields.extend(quote!(code: #code,));
            let faults = args.code.faults.iter();
            let faulty_on: Vec<TokenStream> = faults.map(|(on, ..)| code::pair(*on)).collect();
            if !faulty_on.is_empty() {
                rare.extend(quote!(code_faulty_on: &[#(#faulty_on),*],));
            }
        }
        // Nothing else reads it where all is known.
        if let Some(bytes) = &args.smem_by_warps
            && (!model.deferred.is_empty() || Asked::now() != Asked::No)
        {
            let bytes = by_warps(bytes, library);
            fields.extend(quote!(smem_by_warps: #bytes,));
        }
        if let Some(target) = model.stated_target() {
            fields.extend(quote!(target: ::core::option::Option::Some(#target),));
        }
        let auto = args.auto().filter(|_| !model.deferred.is_empty());
        let faulty = model.rare.faulty.bits();
        let others = [
            auto.map(|(least, most)| quote!(auto: ::core::option::Option::Some((#least, #most)),)),
            args.value(Argument::Accumulator).map(|value| {
                let value = accumulator(value, library);
                quote!(accumulator: #value,)
            }),
            args.text(Argument::Intent)
                .map(|reason| quote!(intent: ::core::option::Option::Some(#reason),)),
            args.allow_partial_warp
                .then(|| quote!(allow_partial_warp: true,)),
            (faulty != 0).then(|| {
                let bits = Literal::u64_unsuffixed(faulty);
                quote!(faulty: #library::kernel::Arguments::from_bits(#bits),)
            }),
            self.emission.is_refused.then(|| quote!(is_refused: true,)),
        ];
        rare.extend(others.into_iter().flatten());
        self.fields.extend(fields);
        rare
    }
}
