//! Expands one attribute: the item, and the launch type beside it.

use proc_macro2::TokenStream;
use quote::quote;

use crate::asked;
use crate::attributes::split_attributes;
use crate::editor;
use crate::emit::{Emission, warnings};
use crate::errors::Errors;
use crate::foreign_attributes;
use crate::item::{self, Item, Place};
use crate::resolved::Resolved;
use crate::syntax::Args;

/// Expands one attribute; `written` is what a page shows of its arguments.
///
/// What editors see comes before all else: they find a half-typed name by its distance from the start. Then come the
/// item, unchanged except for the lint levels of warnings, and the items beside it.
pub(crate) fn annotate(
    arguments: &TokenStream,
    written: &TokenStream,
    item: &TokenStream,
    place: &Place,
) -> [TokenStream; 3] {
    let mut errors = Errors::shown();
    let mut named = Item::parse(item, place, &mut errors);
    let mut args = Args::parse(arguments.clone(), &mut errors);
    let editor = (!asked::only_compiles()).then(|| editor::names(&args));
    let library = args.library();
    if let Some(item) = &named {
        args.refuse_locals(item, &mut errors);
        if matches!(place, Place::Free)
            && let Some(own_type) = args.own_type()
        {
            item::receiver(&item.name, own_type, &mut errors);
            named = None;
        } else if foreign_attributes::share_a_name(item, &args, &mut errors) {
            // The other configuration's launch type represents both.
            named = None;
        }
    }
    let resolved = Resolved::new(args, named.as_ref().map(|item| &item.name), &mut errors);
    if let Some(item) = &named {
        foreign_attributes::check(item, &resolved.base, &mut errors);
    }
    // Of a file that is not read, the compiler says why.
    let is_unread = resolved.models().any(|model| model.args.code.is_unread);
    let is_refused = is_unread || !errors.is_empty();
    let emission = named
        .as_ref()
        .map(|item| Emission::new(&resolved, item, written, is_refused));
    let (kept, warnings) = warnings::place(item, &resolved, emission.as_ref());
    let errors = errors.into_tokens();
    let launch = match &emission {
        Some(emission) => emission.launch_type(place, &warnings),
        None => warnings,
    };
    let editor = editor.unwrap_or_default();
    let (mut conditions, _) = split_attributes(item.clone());
    conditions.retain(|attribute| attribute.name == "cfg");
    if matches!(place, Place::Free) || conditions.is_empty() {
        return [editor, kept, quote!(#errors #launch)];
    }
    // Those of a function in a block hold for its launch type, too.
    let beside = quote!(#(#conditions)* #library::__beside! { #editor #errors #launch });
    [TokenStream::new(), kept, beside]
}
