//! Expands one attribute: the item, and the launch type beside it.

use proc_macro2::TokenStream;
use quote::quote;

use crate::asked;
use crate::attributes::split_attributes;
use crate::editor;
use crate::emit::{Emission, checks};
use crate::errors::Errors;
use crate::item::{self, Item, Place};
use crate::resolved::resolve;
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
    let is_free = matches!(place, Place::Free);
    if let Some(item) = &named {
        args.refuse_locals(item, &mut errors);
        if let Some(own_type) = args.own_type().filter(|_| is_free) {
            item::receiver(&item.name, own_type, &mut errors);
            named = None;
        } else if shares_a_name(item, &args, &mut errors) {
            // The other configuration's launch type represents both.
            named = None;
        }
    }
    let models = resolve(args, named.as_ref().map(|item| &item.name), &mut errors);
    if let Some(item) = &named {
        checks::contradictions(item, &models[0], &mut errors);
    }
    // Of a file that is not read, the compiler says why.
    let is_unread = models.iter().any(|model| model.args.code.is_unread);
    let is_refused = is_unread || !errors.is_empty();
    let emission = named
        .as_ref()
        .map(|item| Emission::new(&models, item, written, is_refused));
    let (kept, warnings) = checks::warnings(item, &models, emission.as_ref());
    let errors = errors.into_tokens();
    let launch = match &emission {
        Some(emission) => emission.launch_type(place, &warnings),
        None => warnings,
    };
    let (mut conditions, _) = split_attributes(item.clone());
    conditions.retain(|attribute| attribute.name == "cfg");
    if is_free || conditions.is_empty() {
        return [quote!(#editor), kept, quote!(#errors #launch)];
    }
    // Those of a function in a block hold for its launch type, too.
    let beside = quote!(#(#conditions)* #library::__beside! { #editor #errors #launch });
    [TokenStream::new(), kept, beside]
}

/// Whether another configuration of the item has the name of this one, which is then reported there.
fn shares_a_name(item: &Item, args: &Args, errors: &mut Errors) -> bool {
    let own = args.launch_name(item);
    let is_same = |arguments: &TokenStream| {
        // Its faults are its own.
        let other = Args::parse(arguments.clone(), &mut Errors::default());
        other.launch_name(item) == own
    };
    let mut shared = false;
    for other in &item.attributes {
        if other.name == "launch_config" && is_same(&other.arguments) {
            let fault = format!("two configurations of one item would both be `{own}`");
            let help = format!("give one of them another name, `name = Other{own}`");
            errors.refuse(&other.path, "OCC116", fault, help);
            shared = true;
        }
    }
    shared
}
