//! The documentation of a launch type; `occupancy-report` writes it. What the attribute does not know is asked of
//! the compiler.

use occupancy_report::{Contents, Report};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::parse::{Parse, ParseStream};
use syn::{LitInt, LitStr, Token};

use crate::compiler::{self, Asked};
use crate::errors::Errors;
use crate::resolved::Resolved;
use crate::syntax::{Args, Documentation};

/// What the documenting attribute knows of the launch type.
struct Told {
    /// The number of its record.
    id: LitInt,
    kernel: LitStr,
    /// The kernel in Markdown.
    link: LitStr,
    /// The arguments of the author's attribute.
    arguments: TokenStream,
}

impl Parse for Told {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (id, kernel, link) = (input.parse()?, input.parse()?, input.parse()?);
        input.parse::<Token![,]>()?;
        let arguments = input.parse()?;
        Ok(Self {
            id,
            kernel,
            link,
            arguments,
        })
    }
}

/// The launch type with its page.
pub(crate) fn documented(told: TokenStream, alias: TokenStream) -> TokenStream {
    if Asked::is_asked() {
        return alias;
    }
    let told = syn::parse2(told).and_then(|told: Told| Ok((told.id.base10_parse()?, told)));
    let (id, told): (u64, Told) = match told {
        Ok(told) => told,
        Err(error) => return error.into_compile_error(),
    };
    let mut reported = Errors::default();
    let args = Args::parse(told.arguments, &mut reported);
    let _ = reported.into_tokens();
    let kernel = told.kernel.value();
    let stated = Resolved::without_errors(args, (&kernel, told.kernel.span()));
    let contents = match stated.args.docs {
        Documentation::Charts => Contents::Charts,
        Documentation::Table | Documentation::None => Contents::Tables,
    };
    let page = |report: Report<'_>| report.page(contents);
    let (mut sentence, alias) = split_first_attribute(alias);
    let span = told.kernel.span();
    let page = if stated.is_known() {
        stated.report(&kernel, None, &page)
    } else {
        match compiler::record(id) {
            Ok(record) => {
                // Only now is it known.
                let link = told.link.value();
                let text = stated.recorded(&kernel, record, &|report| report.sentence(&link));
                sentence = quote_spanned!(span=> #[doc = #text]);
                stated.recorded(&kernel, record, &page)
            }
            Err(reason) => stated.report(&kernel, Some(&reason), &page),
        }
    };
    quote_spanned!(span=> #sentence #[doc = #page] #alias)
}

/// The sentence that the alias has before all else, and the rest.
fn split_first_attribute(alias: TokenStream) -> (TokenStream, TokenStream) {
    let mut alias = alias.into_iter();
    // The mark and the brackets.
    let sentence = alias.by_ref().take(2).collect();
    (sentence, alias.collect())
}
