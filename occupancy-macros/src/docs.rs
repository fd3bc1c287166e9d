//! The documentation of a launch type, from the attribute's tokens; `occupancy-report` writes it.

use occupancy_report::Contents;
use proc_macro2::{TokenStream, TokenTree};
use quote::quote_spanned;
use syn::parse::{Parse, ParseStream};
use syn::{Ident, LitStr, Token};

use crate::constants::Scope;
use crate::errors::Errors;
use crate::resolved::{Drawn, Resolved};
use crate::syntax::{Args, Documentation};
use crate::typed_figures;
use crate::verified;

/// What the documenting attribute knows of the launch type.
struct Told {
    /// The type that represents the kernel.
    marker: Ident,
    kernel: LitStr,
    /// The kernel in Markdown.
    link: LitStr,
    /// The arguments of the author's attribute.
    arguments: TokenStream,
}

impl Parse for Told {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (marker, kernel, link) = (input.parse()?, input.parse()?, input.parse()?);
        input.parse::<Token![,]>()?;
        let arguments = input.parse()?;
        Ok(Self {
            marker,
            kernel,
            link,
            arguments,
        })
    }
}

/// The launch type with its page, and with the figures that the compiler calculates where a value is a
/// constant.
pub(crate) fn documented(told: TokenStream, alias: TokenStream) -> TokenStream {
    let Told {
        marker,
        kernel,
        link,
        arguments,
    } = match syn::parse2(told) {
        Ok(told) => told,
        Err(error) => return error.into_compile_error(),
    };
    let mut reported = Errors::default();
    let args = Args::parse(arguments, &mut reported);
    let _ = reported.into_tokens();
    let span = marker.span();
    let kernel = kernel.value();
    let stated = Resolved::without_errors(args);
    let drawn = stated.drawn(&kernel, &Scope::OfTokens, None);
    let page = page(&kernel, &drawn);
    let Drawn {
        resolved: drawn,
        read_constants,
        ..
    } = drawn;
    let (mut sentence, alias) = split_first_attribute(alias);
    if drawn.is_known() && !stated.is_known() {
        // Only now is it known.
        let text = drawn.report(&kernel, &|report| report.sentence(&link.value()));
        sentence = quote_spanned!(span=> #[doc = #text]);
    }
    let library = stated.args.library();
    // Compare inside a figure that is evaluated anyway: each constant expression costs as much as a chart.
    let compared = verified::calls(&read_constants, &marker, &library);
    let figures = typed_figures::clauses(&stated, &drawn, &marker, &compared);
    let verified = (figures.is_empty() && !compared.is_empty())
        .then(|| quote_spanned!(span=> const _: [(); #(#compared)+*] = [];));
    let alias = with_clauses(alias, &figures);
    quote_spanned!(span=> #sentence #[doc = #page] #alias #verified)
}

/// The page below the sentence, of the kernel of this name.
fn page(kernel: &str, drawn: &Drawn) -> String {
    let contents = match drawn.resolved.args.docs {
        Documentation::Charts => Contents::Charts,
        Documentation::Table | Documentation::None => Contents::Tables,
    };
    drawn.report(kernel, &|report| report.page(contents))
}

/// The sentence that the alias has before all else, and the rest.
fn split_first_attribute(alias: TokenStream) -> (TokenStream, TokenStream) {
    let mut alias = alias.into_iter();
    // The mark and the brackets.
    let sentence = alias.by_ref().take(2).collect();
    (sentence, alias.collect())
}

/// The alias with clauses before its `=`.
fn with_clauses(alias: TokenStream, clauses: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    let mut is_open = !clauses.is_empty();
    for token in alias {
        if is_open && matches!(&token, TokenTree::Punct(mark) if mark.as_char() == '=') {
            out.extend(quote_spanned!(token.span()=> where #clauses));
            is_open = false;
        }
        out.extend([token]);
    }
    out
}
