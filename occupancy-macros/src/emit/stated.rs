//! Writes the arguments of a configuration as the library's `Stated`: numbers in the order of [`Argument`], and a field for
//! whatever few kernels have.

use occupancy_core::Arch;
use occupancy_core::kernel::{Argument, Arguments, Form};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};

use super::{Emission, hygienic, identifier};
use crate::host;
use crate::model::Model;
use crate::syntax::{Entry, Gpu, Value};
use crate::tokens::{Trees, first_span};

impl Emission<'_> {
    /// The `Stated` of one configuration.
    pub(super) fn stated(&self, model: &Model) -> TokenStream {
        let private = &self.private;
        // Fields of `Stated`, and variables for expressions of several numbers, which are evaluated once.
        let (archs, mut fields, mut variables) = self.archs(model);
        let (mut stated, mut all) = (Arguments::NONE, Vec::new());
        let mut rare = self.rare(model, &mut fields);
        for one in &model.args.entries {
            match &one.value {
                // The compiler searches, since it knows more values.
                Value::Auto(least, most) if model.is_deferred() => {
                    let bound = |one| self.number(one, Argument::Threads, &model.args);
                    let bounds = [least, most].map(bound);
                    let range = self.call("range", &one.tokens, quote!(#(#bounds),*));
                    // With a variable, the compiler reports a fault of the range only there.
                    let name = hygienic("range");
                    let some = quote!(::core::option::Option::Some);
                    rare.extend(quote!(auto: match #range { #name => #some(#name) },));
                }
                _ if one.argument.row().has_value => {
                    stated = stated.with(one.argument);
                    all.extend(self.numbers(one, model, &mut variables));
                }
                _ => {}
            }
        }
        if !rare.is_empty() {
            fields.extend(quote!(rare: &#private::Rare { #rare ..#private::Rare::NONE },));
        }
        let has_lints = model.is_deferred() && !host::wants_records();
        let lints = if has_lints { model.args.lint_bits() } else { 0 };
        let [stated, deferred] = [stated, model.own.deferred].map(Arguments::bits);
        let mut whole =
            quote!(#private::Stated::new(#archs, #stated, [#(#all),*], #deferred, #lints));
        if !fields.is_empty() {
            whole = quote!(#private::Stated { #fields ..#whole });
        }
        if !variables.is_empty() {
            whole = quote!({ #variables #whole });
        }
        whole
    }

    /// The GPUs, with fields and variables for those that are not one constant of the library.
    fn archs(&self, model: &Model) -> (TokenStream, TokenStream, TokenStream) {
        let (mut fields, mut variables) = (TokenStream::new(), TokenStream::new());
        let (args, library) = (&model.args, &self.library);
        if let [Gpu::Named(named)] = args.gpus()
            && let Arch::Device(device) = named.arch
            && !device.constant().is_empty()
        {
            // With the span of the name, an editor shows the documentation of the device there.
            let constant = Ident::new(device.constant(), first_span(&named.tokens));
            let alone = quote!(&#library::devices::alone::#constant);
            return (alone, fields, variables);
        }
        if let [_, _, ..] = args.gpus()
            && args.range().is_some()
            && let Some((first, past)) = Arch::places(model.stated().archs)
        {
            // The GPUs of a range are a part of one static.
            let [first, past] = [first, past].map(Literal::usize_unsuffixed);
            return (quote!(#library::Arch::at(#first, #past)), fields, variables);
        }
        if let [Gpu::Deferred(expression)] = args.gpus() {
            let value = self.evaluated_gpu("gpus", "all", expression);
            let [gpu, list] = ["gpu", "list"].map(hygienic);
            variables.extend(quote!(let #gpu = #value;));
            fields.extend(quote! {
                archs: match #gpu.list { ::core::option::Option::Some(#list) => #list, _ => &[#gpu.arch] },
                unknown_archs: &[#gpu.unknown],
                target: #gpu.target,
            });
            return (quote!(&[]), fields, variables);
        }
        let mut found = Vec::new();
        let archs = args.gpus().iter().enumerate().map(|(nth, gpu)| match gpu {
            Gpu::Named(_) => self.arch(gpu),
            // Evaluated once.
            Gpu::Deferred(expression) => {
                let gpu = hygienic(&format!("gpu_{nth}"));
                let value = self.evaluated_gpu("gpu", "found", expression);
                variables.extend(quote!(let #gpu = #value;));
                let arch = quote!(#gpu.arch);
                found.push(gpu);
                arch
            }
        });
        let archs: Vec<_> = archs.collect();
        fields.extend(quote!(archs: &[#(#archs),*], unknown_archs: &[#(#found.unknown),*],));
        (quote!(&[]), fields, variables)
    }

    /// The numbers of an argument that has a value.
    fn numbers(&self, one: &Entry, model: &Model, variables: &mut TokenStream) -> Vec<Trees> {
        let args = &model.args;
        let chosen = || model.configuration().kernel;
        let is_by_block = args.auto().is_some() && args.smem_by_warps.is_some();
        let literal = |number| Trees(vec![Literal::u32_unsuffixed(number).into()]);
        let (whole, parts) = match &one.value {
            Value::Auto(..) => return [chosen().block_dim.0, 1, 1].map(literal).into(),
            // The bytes of the block that was chosen here; the compiler chooses by `smem_by_warps`.
            Value::Numbers(_) if is_by_block && one.argument == Argument::DynamicSharedMemory => {
                return vec![literal(chosen().dynamic_shared_memory)];
            }
            Value::Budget => return vec![literal(0)],
            Value::Numbers(numbers) => {
                let number = |value| self.number(value, one.argument, args);
                return numbers.iter().map(number).collect();
            }
            Value::Whole(expression) if one.argument.form() == Form::Ratio => {
                let widest = quote!(as ::core::primitive::i128);
                let parts = vec![quote!(.numerator() #widest), quote!(.denominator() #widest)];
                let whole = self.converted("fraction", expression);
                (whole.into_token_stream(), parts)
            }
            // The type of a word is that of its argument. As a field, it has the shortest message of another type.
            Value::Whole(expression) if matches!(one.argument.form(), Form::Word(..)) => {
                let (library, value) = (&self.library, self.argument(expression));
                let kind = identifier(&format!("{:?}", one.argument));
                let kind = quote!(::core::ops::RangeTo::<#library::kernel::#kind>);
                let whole = quote!(#kind { end: #value });
                (whole, vec![quote!(.end as ::core::primitive::i128)])
            }
            Value::Whole(_) => {
                let axes = vec![quote!([0]), quote!([1]), quote!([2])];
                (self.dims(&one.value, one.argument), axes)
            }
            _ => return Vec::new(),
        };
        let variable = hygienic(one.argument.key());
        variables.extend(quote!(let #variable = #whole;));
        let parts = parts.iter().map(|part| quote!(#variable #part).into());
        parts.collect()
    }

    /// Adds the fields that few kernels have, and returns those of `Rare`.
    fn rare(&self, model: &Model, fields: &mut TokenStream) -> TokenStream {
        let (args, library) = (&model.args, &self.library);
        let some = quote!(::core::option::Option::Some);
        let mut rare = TokenStream::new();
        if args.file().is_some() {
            let code = args.code.compiled.iter().map(|code| self.compiled(code));
            fields.extend(quote!(code: &[#(#code),*],));
            let faults = args.code.faults.iter();
            let faulty_on = faults.map(|(target, ..)| target);
            if faulty_on.len() > 0 {
                rare.extend(quote!(code_faulty_on: &[#(#faulty_on),*],));
            }
        }
        // If all is known, only a record needs it.
        if let Some(bytes) = &args.smem_by_warps
            && (model.is_deferred() || host::wants_records())
        {
            let bytes = self.by_warps(bytes, args);
            fields.extend(quote!(smem_by_warps: #bytes,));
        }
        let target = model.own.target;
        fields.extend(target.map(|target| quote!(target: #some(#target),)));
        let intent = args.text(Argument::Intent);
        rare.extend(intent.map(|reason| quote!(intent: #some(#reason),)));
        let fewest = || match args.most_threads {
            Some(threads) => Literal::u32_unsuffixed(threads).into_token_stream(),
            None if args.size.is_none() => quote!(0),
            None => {
                let private = &self.private;
                let sizes = self.models.iter().filter(|model| model.args.size.is_some());
                let blocks = sizes.filter_map(|model| model.args.value(Argument::Threads));
                let blocks = blocks.map(|block| self.dims(block, Argument::Threads));
                quote!(#private::most_threads(&[#(#blocks),*]))
            }
        };
        let [registers, vgprs] = Argument::BUDGETS.map(|one| args.follows(one).then(fewest));
        rare.extend(registers.map(|fewest| quote!(auto_registers: #some(#fewest),)));
        rare.extend(vgprs.map(|fewest| quote!(auto_vgprs: #some(#fewest),)));
        let (is_further, accepts) = (args.is_further_size(), args.allow_partial_warp);
        rare.extend(is_further.then(|| quote!(is_further_size: true,)));
        rare.extend(accepts.then(|| quote!(allow_partial_warp: true,)));
        if !model.rare.faulty.is_empty() {
            let bits = model.rare.faulty.bits();
            rare.extend(quote!(faulty: #library::kernel::Arguments::from_bits(#bits),));
        }
        rare.extend(self.is_refused.then(|| quote!(is_refused: true,)));
        rare
    }
}
