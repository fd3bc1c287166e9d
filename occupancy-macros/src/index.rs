//! One page of every launch configuration of a crate, from what the compiler recorded of each kernel.

use occupancy_report::index;
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, Token, Visibility};

use crate::compiler::{self, Asked};

/// `pub mod launches;` with the author's own attributes.
struct Module {
    attributes: Vec<Attribute>,
    visibility: Visibility,
    name: Ident,
}

impl Parse for Module {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = Attribute::parse_outer(input)?;
        let visibility = input.parse()?;
        input.parse::<Token![mod]>()?;
        let name = input.parse()?;
        input.parse::<Option<Token![;]>>()?;
        Ok(Self {
            attributes,
            visibility,
            name,
        })
    }
}

/// The module, with a row for each configuration.
pub(crate) fn module(input: TokenStream) -> TokenStream {
    let module: Module = match syn::parse2(input) {
        Ok(module) => module,
        Err(error) => return error.into_compile_error(),
    };
    let Module {
        attributes,
        visibility,
        name,
    } = &module;
    // The compiler that is asked draws nothing.
    let page = if Asked::is_asked() {
        String::new()
    } else {
        match compiler::records() {
            Ok(records) => index::page(
                records,
                compiler::has_failed(),
                compiler::documents_private_items(),
            ),
            Err(reason) => index::without_records(reason),
        }
    };
    quote_spanned! {name.span()=>
        #(#attributes)*
        #[doc = #page]
        #[allow(
            rustdoc::broken_intra_doc_links,
            rustdoc::private_intra_doc_links,
            reason = "a name is a link where the launch type has a page"
        )]
        #visibility mod #name {}
    }
}
