//! One page of every launch configuration of a crate.
//!
//! A macro sees its own tokens and no other's, so this one reads the crate's source anew, from the file
//! that it stands in along the `mod` items and `include!`. What a macro of the crate generates is not there
//! to be read; the page says where there is some.

mod attributes;
mod items;
mod source;
mod unseen;

use std::fmt::Write;

use occupancy_core::{Arch, Configuration, Occupancy, grouped};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Ident, Token, Visibility};

use self::attributes::Condition;
use self::source::Annotated;
use crate::errors::Errors;
use crate::item::{Item, Place};
use crate::key::Key;
use crate::markdown;
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
        let message = "the file that this stands in is not known, so the crate cannot be read";
        return syn::Error::new(module.name.span(), message).into_compile_error();
    };
    let source = source::read(&root);
    let Module {
        attributes,
        visibility,
        name,
    } = &module;
    let heading = "\n\nEvery launch configuration of this crate that is written in its source.\n\n\
        | launch struct | binds | blocks per SM | occupancy | tail | GPU | block | registers \
        | shared memory |\n|---|---|--:|--:|--:|---|--:|--:|--:|";
    // A struct that is not there has no row to link it.
    let doc = |text: &str, conditions: &[Condition]| {
        let doc = conditions.iter().fold(
            quote!(doc = #text),
            |doc, condition| quote!(cfg_attr(#condition, #doc)),
        );
        quote_spanned!(name.span()=> #[#doc])
    };
    let rows = source.annotated.iter().filter_map(|entry| {
        let rows = rows(entry);
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
fn rows(annotated: &Annotated) -> String {
    let mut errors = Errors::default();
    let place = annotated.place();
    let Some(item) = Item::parse(&annotated.item, &place, &mut errors) else {
        return String::new();
    };
    let args = Args::parse(annotated.arguments.clone(), &mut errors);
    let name = args.launch_name(&item);
    let is_seen = annotated.is_reachable
        && source::is_seen_from_root(&item.visibility, annotated.module.len());
    // A link to what is more private would be a broken one.
    let path = annotated.path();
    let link = if is_seen {
        whole(&format!(
            "[{}](crate::{path}{name})",
            plain(&name.to_string())
        ))
    } else {
        format!("{}{}", plain(&path), whole(&plain(&name.to_string())))
    };
    let kernel = item.name.unraw().to_string();
    // With what is read of a kernel's file, as on its own page.
    let (resolved, _) = Resolved::for_page(args, &kernel, Some(&annotated.beside));
    let mut out = String::new();
    for (args, model) in resolved.each() {
        if model.is_known() {
            let archs = model.arch_values();
            let configuration = model.configuration(&archs);
            for arch in &archs {
                row(&mut out, &link, &configuration, arch);
            }
        } else {
            // Constants of the program are for the compiler to calculate.
            let archs = args.tokens(Key::Arch).map(markdown::cell);
            let _ = writeln!(
                out,
                "| {link} | of constants: see its own page | | | | {} | | | |",
                archs.unwrap_or_default()
            );
        }
    }
    // Each is a line of its own document.
    out.truncate(out.trim_end().len());
    out
}

/// A name as text: code would be broken after any letter.
fn plain(name: &str) -> String {
    name.replace('_', "\\_")
}

/// Markdown that a narrow screen does not break.
fn whole(markdown: &str) -> String {
    format!("<span style=\"white-space:nowrap\">{markdown}</span>")
}

fn row(out: &mut String, link: &str, configuration: &Configuration<'_>, arch: &Arch) {
    let kernel = &configuration.kernel;
    let Ok(occupancy) = Occupancy::new(arch.compute_capability(), kernel) else {
        return;
    };
    let tail = configuration
        .waves(arch)
        .map(|waves| waves.tail_efficiency().to_string());
    let _ = writeln!(
        out,
        "| {link} | {} | {} | {} | {} | {} | {} | {} | {} |",
        occupancy.binding(),
        occupancy.blocks_per_sm,
        occupancy.ratio(),
        tail.as_deref().unwrap_or("–"),
        arch.name(),
        block(kernel.block_dim),
        kernel.registers_per_thread,
        grouped(kernel.shared_memory()),
    );
}

/// Threads along the axes that have more than one.
fn block((x, y, z): (u32, u32, u32)) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x} × {y}"),
        _ => format!("{x} × {y} × {z}"),
    }
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
