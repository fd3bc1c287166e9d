//! The documentation of a launch type; `occupancy-report` writes it. What the attribute does not know is asked of
//! the compiler.

use occupancy_report::Contents;
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::parse::{ParseStream, Parser};
use syn::{LitInt, LitStr, Token};

use super::records::record;
use super::report::report;
use crate::asked::Asked;
use crate::attributes::split_attributes;
use crate::errors::Errors;
use crate::resolved::Resolved;
use crate::syntax::{Args, Documentation};

/// The launch type with its page.
pub(crate) fn documented(attribute: TokenStream, alias: TokenStream) -> TokenStream {
    if Asked::now() != Asked::No {
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
    // Its faults are reported by the attribute.
    let stated = Resolved::new(args, Some((&kernel, span)), &mut Errors::default());
    let contents = match stated.base.args.docs() {
        Documentation::Charts => Contents::Charts,
        Documentation::Table | Documentation::None => Contents::Tables,
    };
    let asked = (!stated.is_known()).then(|| record(id));
    let asked = asked.transpose();
    let found = asked.as_ref().ok().copied().flatten();
    let mut report = report(&stated, &kernel, found);
    report.reason = asked.as_ref().err().map(String::as_str);
    let (mut attributes, alias) = split_attributes(alias);
    if let (Some(_), Some(sentence)) = (found, attributes.first_mut()) {
        // Only now is it known.
        let text = report.sentence(&link);
        sentence.tokens = quote_spanned!(span=> #[doc = #text]);
    }
    let page = report.page(contents);
    let others = attributes.split_off(1.min(attributes.len()));
    quote_spanned!(span=> #(#attributes)* #[doc = #page] #(#others)* #alias)
}
