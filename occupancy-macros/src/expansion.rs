//! Expands one attribute: the item, and the launch type beside it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;

use crate::asked;
use crate::editor;
use crate::emit::{Emission, warnings};
use crate::errors::Errors;
use crate::foreign_attributes;
use crate::item::{self, Item, Place};
use crate::resolved::Resolved;
use crate::syntax::Args;
use crate::tokens::Trees;

/// The expansion of one attribute.
pub(crate) struct Expansion {
    /// What editors see, which comes before all else: they find a half-typed name by its distance from the start.
    pub(crate) editor: TokenStream,
    /// The item, unchanged except for the lint levels of warnings.
    pub(crate) item: TokenStream,
    /// The items beside it.
    pub(crate) beside: TokenStream,
    /// The path of the library.
    pub(crate) library: Trees,
}

/// Expands one attribute; `written` is what a page shows of its arguments.
pub(crate) fn annotate(
    arguments: &TokenStream,
    written: &TokenStream,
    item: &TokenStream,
    place: &Place,
) -> Expansion {
    let mut errors = Errors::shown();
    let mut named = Item::parse(item, place, &mut errors);
    let mut args = Args::parse(arguments.clone(), &mut errors);
    let editor = (!asked::only_compiles()).then(|| editor::names(&args));
    let library = args.library();
    if let Some(item) = &named {
        args.refuse_locals(item, &mut errors);
        let own_type = args.own_type().filter(|_| matches!(place, Place::Free));
        if let Some(own_type) = own_type {
            item::receiver(&item.name, own_type, &mut errors);
            named = None;
        } else if foreign_attributes::share_a_name(item, &args, &mut errors) {
            // The other configuration's launch type represents both.
            named = None;
        }
    }
    let name = named.as_ref().map(|item| item.name.unraw().to_string());
    let function = named.as_ref().zip(name.as_deref());
    let function = function.map(|(item, name)| (name, item.name.span()));
    let resolved = Resolved::new(args, function, &mut errors);
    if let Some(item) = &named {
        foreign_attributes::check(item, &resolved.base, &mut errors);
    }
    let is_refused = !errors.is_empty() || resolved.has_unread_file();
    let emission = named
        .as_ref()
        .map(|item| Emission::new(&resolved, item, written, is_refused));
    let deferred = emission.as_ref().and_then(Emission::deferred_warnings);
    let warnings = resolved.models().flat_map(|model| &model.warnings);
    let (item, warnings) = warnings::place(item, warnings, deferred.as_ref());
    let errors = errors.into_tokens();
    let launch = match &emission {
        Some(emission) => emission.launch_type(place, &warnings),
        None => warnings,
    };
    Expansion {
        editor: editor.unwrap_or_default(),
        item,
        beside: quote!(#errors #launch),
        library,
    }
}
