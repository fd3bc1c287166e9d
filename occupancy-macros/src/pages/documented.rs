//! The documentation of a launch type; `occupancy-report` writes it. What the attribute does not know is asked of
//! the compiler.

use occupancy_report::Contents;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote_spanned;

use super::records::record;
use super::report::report;
use crate::asked;
use crate::attributes::split_attributes;
use crate::errors::Errors;
use crate::item::link;
use crate::model::Model;
use crate::resolved::Resolved;
use crate::syntax::{Args, Documentation};
use crate::tokens::unraw;

/// The launch type with its page.
pub(crate) fn documented(attribute: TokenStream, alias: TokenStream) -> TokenStream {
    // The number of its record, its name and what it is, and the arguments of the author's attribute.
    let told: Vec<TokenTree> = attribute.into_iter().collect();
    let [
        TokenTree::Literal(id),
        TokenTree::Ident(name),
        TokenTree::Group(kind),
        TokenTree::Group(arguments),
    ] = told.as_slice()
    else {
        return alias;
    };
    if asked::for_records() {
        return alias;
    }
    let args = Args::parse(arguments.stream(), &mut Errors::default());
    // Its faults are reported by the attribute.
    let stated = Resolved::new(args, Some(name), &mut Errors::default());
    let contents = match stated.base.args.docs() {
        Documentation::Charts => Contents::Charts,
        _ => Contents::Tables,
    };
    let is_known = stated.models().all(Model::is_known);
    let id = id.to_string().parse().unwrap_or_default();
    let asked = (!is_known).then(|| record(id)).transpose();
    let found = asked.as_ref().ok().copied().flatten();
    let kernel = unraw(name);
    let mut report = report(&stated, &kernel, found);
    report.reason = asked.as_ref().err().map(String::as_str);
    let (mut attributes, alias) = split_attributes(alias);
    if let (Some(_), Some(sentence)) = (found, attributes.first_mut()) {
        // Only now is it known.
        let kind = kind
            .stream()
            .into_iter()
            .next()
            .map(|kind| kind.to_string());
        let text = report.sentence(&link(&kernel, kind.as_deref()));
        sentence.tokens = quote_spanned!(name.span()=> #[doc = #text]);
    }
    let page = report.page(contents);
    let others = attributes.split_off(1.min(attributes.len()));
    quote_spanned!(name.span()=> #(#attributes)* #[doc = #page] #(#others)* #alias)
}
