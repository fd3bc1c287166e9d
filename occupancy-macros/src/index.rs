//! One page of every launch configuration of a crate.
//!
//! A macro sees only its own tokens, so this one reads the crate's source, from its own file along the
//! `mod` items and `include!`. It cannot read what a macro of the crate generates; the page says where such
//! code is.

mod attributes;
mod items;
mod source;
mod unseen;

use std::path::Path;

use occupancy_report::index;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, Token, Visibility};

use self::attributes::Condition;
use self::source::Annotated;
use crate::constants::Scope;
use crate::errors::Errors;
use crate::item::{Item, Place};
use crate::resolved::Resolved;
use crate::syntax::Args;

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
    let Some(root) = module.name.span().unwrap().local_file() else {
        let message = "the file of this macro is not known, so the crate cannot be read";
        return syn::Error::new(module.name.span(), message).into_compile_error();
    };
    let source = source::read(&root);
    let Module {
        attributes,
        visibility,
        name,
    } = &module;
    let heading = index::HEADING;
    // A struct that is not there has no row to link it.
    let doc = |text: &str, conditions: &[Condition]| {
        let doc = conditions.iter().fold(
            quote!(doc = #text),
            |doc, condition| quote!(cfg_attr(#condition, #doc)),
        );
        quote_spanned!(name.span()=> #[#doc])
    };
    let rows = source.annotated.iter().filter_map(|entry| {
        let rows = rows(entry, &root);
        // An empty line would end the table.
        (!rows.is_empty()).then(|| doc(&rows, &entry.conditions))
    });
    let uses = |name: &str| {
        source
            .macros_used
            .iter()
            .filter(|used| *used == name)
            .count()
    };
    // A list is no row of the table before it.
    let unseen = source.unseen.iter().map(|unseen| {
        let line = format!("\n{}", unseen.line(uses));
        doc(&line, &unseen.conditions)
    });
    quote_spanned! {name.span()=>
        #(#attributes)*
        #[doc = #heading]
        #(#rows)*
        #(#unseen)*
        #[allow(rustdoc::private_intra_doc_links, reason = "a struct may be more private than the page")]
        #visibility mod #name {}
    }
}

/// The rows of one configuration: one for each GPU.
fn rows(annotated: &Annotated, root: &Path) -> String {
    let mut errors = Errors::default();
    let place = annotated.place();
    let Some(item) = Item::parse(&annotated.item, &place, &mut errors) else {
        return String::new();
    };
    let args = Args::parse(annotated.arguments.clone(), &mut errors);
    let launch_name = args.launch_name(&item).to_string();
    let is_seen = annotated.is_reachable
        && source::is_seen_from_root(&item.visibility, annotated.module.len());
    let name = index::name(&annotated.path(), &launch_name, is_seen);
    let kernel = item.name.unraw().to_string();
    // With the figures of a kernel's file, as on its own page.
    let scope = Scope::Module(root, &annotated.module);
    let stated = Resolved::without_errors(args);
    let drawn = stated.drawn(&kernel, &scope, Some(&annotated.beside));
    drawn.report(&kernel, &|report| index::rows(report, &name))
}

impl Annotated {
    fn place(&self) -> Place {
        if self.in_block {
            Place::Block {
                parameters: Vec::new(),
                visibility: syn::Visibility::Inherited,
            }
        } else {
            Place::Free
        }
    }

    /// `kernels::dense::`, from the root of the crate.
    fn path(&self) -> String {
        let mut path = self.module.join("::");
        if !path.is_empty() {
            path.push_str("::");
        }
        path
    }
}
