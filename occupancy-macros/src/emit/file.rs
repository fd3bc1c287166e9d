//! The constants of a kernel's file, which the compiler reads.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use super::{Emission, arch, index};
use crate::code::{self, code_name, read_name};
use crate::syntax::{ArchValue, Args};
use crate::tokens::first_span;

/// The constants of every file.
pub(super) fn constants(emission: &Emission<'_>) -> TokenStream {
    let has_code = |args: &Args| args.code().is_some();
    if !emission.resolved.each().any(|(args, _)| has_code(args)) {
        return TokenStream::new();
    }
    let (kernel, private) = (emission.kernel(), emission.private());
    let constants: TokenStream = if emission.is_refused {
        TokenStream::new()
    } else {
        let each = emission.resolved.each().enumerate();
        each.filter_map(|(at, (args, model))| constant(emission, args, &model.archs, at))
            .collect()
    };
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
    let path = &args.code()?.tokens;
    let library = &emission.library;
    let (marker, code, read) = (emission.kernel(), code_name(at), read_name(at));
    // A file that is not there is an error at its name.
    let span = first_span(path);
    let file = if args.cubin.is_some() {
        quote_spanned!(span=> ::core::include_bytes!(#path))
    } else {
        quote_spanned!(span=> ::core::include_str!(#path))
    };
    let kind = code::kind(args);
    let kernel = args.kernel.as_ref().map_or_else(
        || emission.item.name.unraw().to_string().to_token_stream(),
        |kernel| kernel.tokens.clone(),
    );
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
