//! The documentation of a launch type, from the attribute's tokens; `occupancy-report` writes it.

use occupancy_report::Contents;
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::ext::IdentExt;

use crate::emit::Emission;
use crate::resolved::Resolved;
use crate::syntax::{Args, Documentation};

/// The documentation of a launch type: a sentence, which editors show, and the page that rustdoc alone
/// draws.
pub(crate) fn of_launch_type(emission: &Emission<'_>) -> TokenStream {
    let (item, library) = (emission.item, &emission.library);
    let name = item.name.unraw();
    let link = item.kind.map(|kind| format!("[`{name}`]({kind}@{name})"));
    let link = link.unwrap_or_else(|| format!("`{name}`"));
    let resolved = emission.resolved;
    let sentence = resolved.report(&name.to_string(), |report| report.sentence(&link));
    // Spanned at the item's name, so that rustdoc keeps its lints on for the item.
    if emission.is_refused || resolved.args.docs == Documentation::None {
        return quote_spanned!(name.span()=> #[doc = #sentence]);
    }
    let (kernel, arguments) = (name.to_string(), emission.arguments);
    quote_spanned! {name.span()=>
        #[doc = #sentence]
        #[cfg_attr(
            all(doc, not(doctest)),
            doc = #library::__private::__page!(#kernel, #arguments)
        )]
    }
}

/// The page below the sentence, of the kernel of this name.
pub(crate) fn page(kernel: &str, args: Args) -> String {
    let contents = match args.docs {
        Documentation::Charts => Contents::Charts,
        Documentation::Table | Documentation::None => Contents::Tables,
    };
    let (resolved, sources) = Resolved::for_page(args, kernel, None);
    resolved.report_as_written(kernel, |report| report.with_sources(sources).page(contents))
}
