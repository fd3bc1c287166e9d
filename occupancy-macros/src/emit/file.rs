//! The constants of a kernel's file, which the compiler reads.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use super::{Emission, arch, index};
use crate::code::{self, code_name, read_name};
use crate::key::Key;
use crate::syntax::{ArchValue, Args};
use crate::tokens::first_span;

/// The constants of every file.
pub(super) fn constants(emission: &Emission<'_>) -> TokenStream {
    let has_code = |args: &Args| args.file().is_some();
    if !emission
        .resolved
        .each()
        .iter()
        .any(|(args, _)| has_code(args))
    {
        return TokenStream::new();
    }
    let (kernel, private) = (emission.kernel(), emission.private());
    let mut constants = TokenStream::new();
    if !emission.is_refused {
        for (at, (args, model)) in emission.resolved.each().into_iter().enumerate() {
            constants.extend(constant(emission, args, &model.archs, at));
        }
    }
    let code = if emission.is_refused || !has_code(&emission.resolved.base_args) {
        quote!(&[])
    } else {
        let code = code_name(0);
        quote!(#kernel::#code)
    };
    let library = &emission.library;
    quote! {
        #constants
        #[automatically_derived]
        impl #private::CompiledKernel for #kernel {
            const COMPILED: &'static [#library::Compiled<'static>] = #code;
        }
    }
}

fn constant(
    emission: &Emission<'_>,
    args: &Args,
    archs: &[ArchValue],
    at: usize,
) -> Option<TokenStream> {
    let path = args.tokens(args.file()?)?;
    let library = &emission.library;
    let (marker, code, read) = (emission.kernel(), code_name(at), read_name(at));
    // A file that is not there is an error at its name.
    let span = first_span(path);
    let file = if args.has(Key::Cubin) {
        quote_spanned!(span=> ::core::include_bytes!(#path))
    } else {
        quote_spanned!(span=> ::core::include_str!(#path))
    };
    let kind = code::kind(args);
    let kernel = args.tokens(Key::Kernel).cloned();
    let kernel = kernel.unwrap_or_else(|| emission.item.name.unraw().to_string().to_token_stream());
    let on = archs.iter().enumerate().map(|(gpu, value)| {
        let (value, gpu) = (arch(value, library), index(gpu));
        quote!(#value => #gpu)
    });
    Some(quote! {
        #library::__kernel_code! {
            #marker;
            #code, #read;
            #kind: #file, #kernel;
            on: [#(#on),*];
        }
    })
}
