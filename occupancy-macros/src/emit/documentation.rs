//! The documentation of a launch type as it is emitted.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::ext::IdentExt;

use super::Emission;
use crate::asked;
use crate::pages;
use crate::syntax::Documentation;

/// The documentation of a launch type: a sentence, which editors show, and the page that rustdoc alone
/// draws.
pub(super) fn of_launch_type(emission: &Emission<'_>) -> TokenStream {
    let (item, library) = (emission.item, &emission.library);
    let name = item.name.unraw();
    let link = item.kind.map(|kind| format!("[`{name}`]({kind}@{name})"));
    let link = link.unwrap_or_else(|| format!("`{name}`"));
    let resolved = emission.resolved;
    let kernel = name.to_string();
    let sentence = pages::sentence(resolved, &kernel, &link);
    // Spanned at the item's name, so that rustdoc keeps its lints on for the item.
    if emission.is_refused
        || resolved.base.args.docs() == Documentation::None
        || asked::only_compiles()
    {
        return quote_spanned!(name.span()=> #[doc = #sentence]);
    }
    let (id, arguments) = (emission.id, emission.arguments);
    quote_spanned! {name.span()=>
        #[doc = #sentence]
        #[cfg_attr(
            all(doc, not(doctest)),
            #library::__private::__documented(#id #kernel #link, #arguments)
        )]
    }
}
