//! The code of a kernel, of which the macro has read the file.

use std::collections::BTreeMap;

use occupancy_core::Compiled;
use occupancy_core::gpu::{CodeForm, Suffix};
use occupancy_core::kernel::Argument;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::LitStr;

use super::{Emission, identifier, index};
use crate::syntax::Args;
use crate::tokens::{Trees, first_span};

/// The files, for the compiler to find and cargo to watch, and the code of the GPUs without an `on(…)`.
pub(super) fn of(emission: &Emission<'_>) -> TokenStream {
    let each = || emission.resolved.models().map(|model| &model.args);
    if each().all(|args| args.file().is_none()) {
        return TokenStream::new();
    }
    let (library, kernel, private) = (&emission.library, &emission.kernel, &emission.private);
    let base = &emission.resolved.base.args;
    // Of GPUs that are known, it is what is stated.
    let code = (!base.knows_gpus() && !base.code.compiled.is_empty()).then(|| {
        let count = index(base.gpus().len());
        quote! {
            const COMPILED: &'static [#library::Compiled<'static>] = &#private::compiled::<#kernel, #count>();
        }
    });
    let mut files = BTreeMap::new();
    for args in each() {
        if let Some(path) = args.file().and_then(|argument| args.tokens(argument)) {
            let kernel = args.tokens(Argument::Kernel).map(ToString::to_string);
            files.insert((path.to_string(), kernel), file(emission, args, path));
        }
    }
    let files = files.into_values();
    quote! {
        #(#files)*
        #[automatically_derived]
        impl #private::CompiledKernel for #kernel {
            #code
        }
    }
}

/// What the compiler has to find. The program does not have it: no constant has it as its value, and nothing calls the
/// function.
fn file(emission: &Emission<'_>, args: &Args, path: &TokenStream) -> TokenStream {
    // A file that is not there is an error at its name.
    let span = first_span(path);
    let (argument, file) = if args.has(Argument::Cubin) {
        (
            "cubin",
            quote_spanned!(span=> ::core::include_bytes!(#path)),
        )
    } else {
        let text = quote_spanned!(span=> ::core::include_str!(#path).as_bytes());
        ("ptx", text)
    };
    let kernel = args.tokens(Argument::Kernel);
    // A macro can name a variable of the environment.
    let kernel = kernel.filter(|name| syn::parse2::<LitStr>((*name).clone()).is_err());
    let kernel = kernel.map(|name| quote!(const _: &::core::primitive::str = #name;));
    let file = if args.code.is_unread {
        let private = &emission.private;
        quote_spanned!(span=> #private::unread_file(#argument, #file))
    } else {
        quote! {{
            fn _file() -> &'static [::core::primitive::u8] {
                #file
            }
        }}
    };
    quote!(const _: () = #file; #kernel)
}

/// Code as a slice.
pub(super) fn slice(all: &[Compiled<'_>], library: &Trees) -> TokenStream {
    let all = all.iter().map(|code| literal(code, library));
    quote!(&[#(#all),*])
}

/// Code with the figures that its file states.
fn literal(code: &Compiled<'_>, library: &Trees) -> TokenStream {
    let (name, target) = (code.name, pair(code.compute_capability));
    let none = quote!(#library::gpu::Suffix::None);
    let (blank, new) = if code.form == CodeForm::Ptx {
        let blank = Compiled::ptx(name, code.compute_capability, Suffix::None);
        (blank, quote!(ptx(#name, #target, #none)))
    } else {
        let blank = Compiled::machine_code(name, code.compute_capability);
        (blank, quote!(machine_code(#name, #target)))
    };
    // No constant of the author's can have the name.
    let variable = Ident::new("code", Span::mixed_site());
    let mut figures = TokenStream::new();
    if code.suffix != Suffix::None {
        let suffix = identifier(&format!("{:?}", code.suffix));
        figures.extend(quote!(#variable.suffix = #library::gpu::Suffix::#suffix;));
    }
    macro_rules! figures {
        ($($field:ident)*) => {
            $(if code.$field != blank.$field {
                let value = value(&format!("{:?}", code.$field));
                figures.extend(quote!(#variable.$field = #value;));
            })*
        };
    }
    figures! {
        toolkit is_relocatable registers static_shared_memory frame stack barriers parameter_bytes max_block
        required_block min_blocks register_cap cluster_dim max_cluster_rank is_cluster_explicit are_blocks_clusters
        spill_instructions code_bytes virtual_resources
    }
    if figures.is_empty() {
        return quote!(#library::Compiled::#new);
    }
    quote!({ let mut #variable = #library::Compiled::#new; #figures #variable })
}

/// A figure, from what `Debug` writes: `Some((9, 0))`.
fn value(debug: &str) -> TokenStream {
    let rust = debug.replace("Some", "::core::option::Option::Some");
    rust.parse().unwrap_or_default()
}

/// Two numbers.
pub(super) fn pair((first, second): (u32, u32)) -> TokenStream {
    let [first, second] = [first, second].map(Literal::u32_unsuffixed);
    quote!((#first, #second))
}
