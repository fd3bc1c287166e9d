//! One page of every launch configuration of a crate, from what the compiler recorded of each kernel.

use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use crate::asked;
use crate::attributes::split_attributes;
use crate::pages;

/// The module, with a row for each configuration.
pub(crate) fn module(input: TokenStream) -> TokenStream {
    let (attributes, module) = split_attributes(input);
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(_));
    let module: Vec<TokenTree> = module.into_iter().filter(|token| !is_end(token)).collect();
    let name = match module.as_slice() {
        [.., keyword, name] if keyword.to_string() == "mod" => name,
        _ => {
            return quote!(
                ::core::compile_error! { "expected a module without a body: `mod launches;`" }
            );
        }
    };
    // The compiler that is asked draws nothing.
    let page = (!asked::for_records())
        .then(pages::index)
        .unwrap_or_default();
    quote_spanned! {name.span()=>
        #(#attributes)*
        #[doc = #page]
        #[allow(
            rustdoc::broken_intra_doc_links,
            rustdoc::private_intra_doc_links,
            reason = "a name is a link where the launch type has a page"
        )]
        #(#module)* {}
    }
}
