//! Warnings that only the compiler can decide.

use occupancy_core::kernel::Argument;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::{Emission, index};
use crate::tokens::first_span;
use crate::warnings::lints;

/// One use of a constant for each lint; the compiler decides which of the constants are deprecated, and so
/// which lints warn. They are in one list, since an `expect` is about all of them.
pub(super) fn deferred(emission: &Emission<'_>) -> Option<TokenStream> {
    if emission.is_refused {
        return None;
    }
    let (kernel, library) = (&emission.kernel, &emission.library);
    let mut uses = Vec::new();
    for (at, model) in emission.resolved.models().enumerate() {
        if model.deferred.is_empty() {
            continue;
        }
        let at = index(at);
        for (lint, value) in lints(&model.args, Argument::Warn) {
            let span = first_span(value);
            let (number, constant) = (index(lint as usize), Ident::new(lint.name(), span));
            let fires = quote!(#library::__private::fires::<#kernel, #at>(#number));
            uses.push(quote_spanned!(span=> #library::__private::Warn::<{ #fires }>::#constant));
        }
    }
    match uses.as_slice() {
        [] => None,
        [only] => Some(quote!(const _: () = #only;)),
        uses => {
            let count = index(uses.len());
            Some(quote!(const _: [(); #count] = [#(#uses),*];))
        }
    }
}
