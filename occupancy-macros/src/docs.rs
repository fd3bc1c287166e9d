//! The documentation of a launch type; `occupancy-report` writes it. What the attribute does not know is asked of
//! the compiler.

use occupancy_report::{Contents, Report};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::parse::{ParseStream, Parser};
use syn::{LitInt, LitStr, Token};

use crate::compiler::{self, Asked};
use crate::errors::Errors;
use crate::resolved::Resolved;
use crate::syntax::{Args, Documentation};
use crate::tokens::split_attributes;

/// The launch type with its page.
pub(crate) fn documented(attribute: TokenStream, alias: TokenStream) -> TokenStream {
    if Asked::is_asked() {
        return alias;
    }
    // The number of its record, its name, its name in Markdown, and the arguments of the author's attribute.
    let told = |input: ParseStream<'_>| {
        let (id, kernel, link): (LitInt, LitStr, LitStr) =
            (input.parse()?, input.parse()?, input.parse()?);
        input.parse::<Token![,]>()?;
        Ok((id.base10_parse()?, kernel, link.value(), input.parse()?))
    };
    let (id, name, link, arguments): (u64, _, _, TokenStream) = match told.parse2(attribute) {
        Ok(told) => told,
        Err(error) => return error.into_compile_error(),
    };
    let args = Args::parse(arguments, &mut Errors::default());
    let (kernel, span) = (name.value(), name.span());
    let stated = Resolved::without_errors(args, (&kernel, span));
    let contents = match stated.args.docs() {
        Documentation::Charts => Contents::Charts,
        Documentation::Table | Documentation::None => Contents::Tables,
    };
    let page = |report: Report<'_>| report.page(contents);
    let (mut attributes, alias) = split_attributes(alias);
    let page = if stated.is_known() {
        stated.report(&kernel, None, &page)
    } else {
        match compiler::record(id) {
            Ok(record) => {
                // Only now is it known.
                let text = stated.recorded(&kernel, record, &|report| report.sentence(&link));
                if let Some(sentence) = attributes.first_mut() {
                    *sentence = quote_spanned!(span=> #[doc = #text]);
                }
                stated.recorded(&kernel, record, &page)
            }
            Err(reason) => stated.report(&kernel, Some(&reason), &page),
        }
    };
    let others = attributes.split_off(1.min(attributes.len()));
    quote_spanned!(span=> #(#attributes)* #[doc = #page] #(#others)* #alias)
}
