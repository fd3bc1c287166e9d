//! A configuration with values that only the compiler knows: the struct's constants are calculated
//! from them, and each argument is checked by an item-level constant at its value, so that
//! `cargo check` and editors see a fault where it is.

use occupancy_core::{CompileOptions, Ratio};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Expr;

use crate::args::{Args, Dims, Spanned};
use crate::code;
use crate::configurations::{Deferred, code_name};
use crate::key::Key;
use crate::model::Model;
use crate::number::Number;
use crate::setters::Values;
use crate::tokens::{arch_value, first_span, plain, ratio};
use crate::warnings::{advisories, variant};

/// The values of the launch struct, as expressions.
pub(crate) fn values(
    model: &Model,
    args: &Args,
    is_alone: bool,
    occupancy: &TokenStream,
) -> TokenStream {
    let archs = model.archs.iter().map(|value| arch_value(value, occupancy));
    let configuration =
        setters(args, &code_name(None), occupancy).configuration(&quote!(Self::ARCHS), occupancy);
    let defines = 0..CompileOptions::DEFINES;
    let target = (model.archs.len() == 1 && is_alone)
        .then(|| quote!(target: #occupancy::__private::target(Self::ARCHS);));
    let device = model
        .sm_count()
        .filter(|_| is_alone)
        .map(plain)
        .map(|sm_count| quote!(device: #sm_count;));
    let without_device = device
        .is_none()
        .then(|| quote!(without_device: Self::OCCUPANCY.blocks_per_sm;));
    let is_stated = args.grid.is_some() || args.elements.is_some();
    let configured = is_stated
        .then(|| quote!(configured: #occupancy::__private::stated_grid(&Self::CONFIGURATION);));
    let is_linear = |dims: &Spanned<Dims>| {
        dims.value
            .iter()
            .skip(1)
            .all(|axis| axis.known() == Some(1))
    };
    let extent = args
        .threads
        .as_ref()
        .is_some_and(|threads| !is_linear(threads))
        .then(|| quote!(extent: Self::CONFIGURATION.kernel.block_dim;));
    quote! {
        archs: [#(#archs),*];
        configuration: #configuration;
        block: Self::CONFIGURATION.kernel.block_dim,
            #occupancy::__private::threads_per_block(&Self::CONFIGURATION),
            #occupancy::__private::warps_per_block(&Self::CONFIGURATION);
        registers: Self::CONFIGURATION.kernel.registers_per_thread;
        shared_memory: Self::CONFIGURATION.kernel.static_shared_memory,
            Self::CONFIGURATION.kernel.dynamic_shared_memory,
            Self::CONFIGURATION.kernel.needs_shared_memory_optin();
        items_per_thread: Self::CONFIGURATION.items_per_thread;
        cluster: Self::CONFIGURATION.kernel.cluster_dim;
        resident: Self::OCCUPANCY.blocks_per_sm, Self::OCCUPANCY.warps_per_sm();
        launch_bounds: Self::COMPILE_OPTIONS.launch_bounds.as_str();
        defines: [#(#occupancy::__private::define(Self::COMPILE_OPTIONS, #defines)),*];
        #target
        #device
        #configured
        #extent
        #without_device
        options: COMPILE_OPTIONS;
    }
}

/// The configuration, in the author's own expressions, and what is left out from the constant `code`.
pub(crate) fn setters(args: &Args, code: &Ident, occupancy: &TokenStream) -> Values {
    let has_code = args.code().is_some();
    let of_code = |figure: &str| {
        let figure = Ident::new(figure, Span::call_site());
        has_code.then(|| quote!(#occupancy::__private::#figure(Self::#code)))
    };
    let one = |value: &Option<Spanned<Number<u32>>>| {
        value.as_ref().map(|value| number(&value.value, occupancy))
    };
    let three =
        |value: &Option<Spanned<Dims>>| value.as_ref().map(|value| dims(&value.value, occupancy));
    let ratio = |value: &Option<Spanned<Number<Ratio>>>| {
        value
            .as_ref()
            .map(|value| ratio_value(&value.value, occupancy))
    };
    let elements = args
        .elements
        .as_ref()
        .map(|elements| match &elements.value {
            Number::Known(elements) => elements.to_token_stream(),
            Number::Deferred(expression) => {
                quote!(#occupancy::__private::saturate_64(#occupancy::__number!(#expression)))
            }
        });
    let blocks = three(&args.grid).map(|blocks| quote!(#occupancy::Grid::Blocks(#blocks)));
    let grid = blocks.or(elements.map(|elements| quote!(#occupancy::Grid::Elements(#elements))));
    Values {
        block_dim: three(&args.threads).unwrap_or_default(),
        registers: one(&args.regs)
            .or_else(|| of_code("registers"))
            .unwrap_or_default(),
        static_shared_memory: one(&args.static_smem).or_else(|| of_code("static_shared_memory")),
        dynamic_shared_memory: one(&args.smem),
        barriers: one(&args.barriers).or_else(|| of_code("barriers")),
        carveout: one(&args.carveout),
        cluster_dim: three(&args.cluster),
        grid,
        items_per_thread: one(&args.items_per_thread),
        min_blocks: one(&args.min_blocks),
        min_occupancy: ratio(&args.min_occupancy),
        tail_efficiency: ratio(&args.tail_efficiency),
        partial_warp_allowed: args.allow_partial_warp,
        code: has_code.then(|| quote!(Self::#code)),
    }
}

fn number(value: &Number<u32>, occupancy: &TokenStream) -> TokenStream {
    match value {
        Number::Known(value) => plain(*value).into_token_stream(),
        Number::Deferred(expression) => {
            quote!(#occupancy::__private::saturate(#occupancy::__number!(#expression)))
        }
    }
}

fn dims(axes: &Dims, occupancy: &TokenStream) -> TokenStream {
    let axes = axes.iter().map(|axis| number(axis, occupancy));
    quote!((#(#axes),*))
}

fn ratio_value(value: &Number<Ratio>, occupancy: &TokenStream) -> TokenStream {
    match value {
        Number::Known(value) => ratio(*value, occupancy),
        Number::Deferred(expression) => expression.into_token_stream(),
    }
}

/// One item-level constant for each argument: its type and range, and the rules that are about it.
pub(crate) fn checks(
    deferred: &Deferred<'_>,
    name: &Ident,
    occupancy: &TokenStream,
) -> TokenStream {
    let args = deferred.args;
    let check = Check {
        configuration: &deferred.configuration,
        occupancy,
    };
    let mut checks = TokenStream::new();
    if let Some(file) = args.code() {
        checks.extend(check.code(args, &file.tokens, name, &deferred.read));
    }
    if let Some(archs) = &args.archs {
        checks.extend(check.argument("Arch", &archs.tokens, &[], u64::MAX));
    }
    for (argument, dims) in [
        ("Threads", &args.threads),
        ("Grid", &args.grid),
        ("Cluster", &args.cluster),
    ] {
        if let Some(dims) = dims {
            let axes: Vec<_> = dims.value.iter().map(expression_of).collect();
            checks.extend(check.argument(argument, &dims.tokens, &axes, u32::MAX.into()));
        }
    }
    for (argument, value) in args.numbers() {
        if let Some(value) = value {
            let values = [expression_of(&value.value)];
            checks.extend(check.argument(argument, &value.tokens, &values, u32::MAX.into()));
        }
    }
    if let Some(elements) = &args.elements {
        let values = [expression_of(&elements.value)];
        checks.extend(check.argument("Elements", &elements.tokens, &values, u64::MAX));
    }
    for (argument, value) in [
        ("MinOccupancy", &args.min_occupancy),
        ("TailEfficiency", &args.tail_efficiency),
    ] {
        if let Some(value) = value {
            checks.extend(check.argument(argument, &value.tokens, &[], u64::MAX));
        }
    }
    for (advisory, value) in advisories(args, Key::Deny) {
        let variant = variant(advisory);
        let configuration = &deferred.configuration;
        let arguments = quote!(&#configuration, #occupancy::Advisory::#variant);
        let call = check.call("refuse", value, arguments);
        checks.extend(quote!(const _: () = #call;));
    }
    checks
}

/// The expression of a number that only the compiler knows.
fn expression_of<T>(value: &Number<T>) -> Option<&Expr> {
    match value {
        Number::Known(_) => None,
        Number::Deferred(expression) => Some(expression),
    }
}

struct Check<'a> {
    /// The constant that holds the configuration.
    configuration: &'a TokenStream,
    occupancy: &'a TokenStream,
}

impl Check<'_> {
    /// What the file says: that it can be read, and all that is wrong with what is left out.
    fn code(&self, args: &Args, path: &TokenStream, name: &Ident, read: &Ident) -> TokenStream {
        let kernel = args.kernel.as_ref().map_or(path, |kernel| &kernel.tokens);
        let configuration = self.configuration;
        let kind = code::kind(args);
        let mut checks = TokenStream::new();
        for (function, value) in [
            (format!("{kind}::require_file"), path),
            (format!("{kind}::require_kernel"), kernel),
        ] {
            let arguments = quote!(#name::#read, #configuration.archs);
            let call = self.call(&function, value, arguments);
            checks.extend(quote!(const _: () = #call;));
        }
        // One check for all that is left out: to the compiler each is as much work as all.
        let occupancy = self.occupancy;
        let left_out = args.numbers().filter(|(_, value)| value.is_none());
        let left_out = left_out
            .map(|(argument, _)| argument)
            .filter(|argument| code::FIGURES.contains(argument))
            .map(|argument| Ident::new(argument, Span::call_site()));
        let left_out: Vec<Ident> = left_out.collect();
        let file = code::argument(args);
        let arguments = quote!(&#configuration, &[#occupancy::Argument::#file, #(#occupancy::Argument::#left_out),*]);
        let call = self.call("require_any", path, arguments);
        let arguments = quote!(#name::#read, &[#(#occupancy::Argument::#left_out),*]);
        let stated = self.call(&format!("{kind}::require_stated"), path, arguments);
        checks.extend(quote! {
            const _: () = #stated;
            const _: () = #call;
        });
        checks
    }

    fn argument(
        &self,
        argument: &str,
        tokens: &TokenStream,
        values: &[Option<&Expr>],
        most: u64,
    ) -> TokenStream {
        let Self {
            configuration,
            occupancy,
        } = self;
        let expressions: Vec<_> = values.iter().flatten().collect();
        let types = expressions.iter().map(|expression| {
            let expression = expression.to_token_stream();
            let call = self.call("integer", &expression, expression.clone());
            quote!(const _: fn() = || #call;)
        });
        let argument = Ident::new(argument, Span::call_site());
        let arguments = quote! {
            &#configuration,
            #occupancy::Argument::#argument,
            &[#(#occupancy::__number!(#expressions)),*],
            #most
        };
        let call = self.call("require", tokens, arguments);
        quote! {
            #(#types)*
            const _: () = #call;
        }
    }

    /// A call of the library, spanned from the value's first token to its last, which is what an
    /// error then underlines.
    fn call(&self, function: &str, value: &TokenStream, arguments: TokenStream) -> TokenStream {
        let first = first_span(value);
        let last = value.clone().into_iter().last();
        let last = last.map_or(first, |token| token.span());
        let path = self.occupancy.clone().into_iter().map(|mut token| {
            token.set_span(first);
            token
        });
        let path: TokenStream = path.collect();
        let function = function.split("::").map(|part| Ident::new(part, first));
        let mut arguments = Group::new(Delimiter::Parenthesis, arguments);
        arguments.set_span(last);
        quote_spanned!(first=> #path::__private::#(#function)::* #arguments)
    }
}
