//! Warnings on stable: the use of a deprecated constant, at the value that the warning is about.

use occupancy_core::Lint;
use occupancy_core::kernel::Argument;
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::Emission;
use crate::asked;
use crate::attributes::{Attribute, split_attributes};
use crate::item::is_word;
use crate::model::Warning;
use crate::resolved::Resolved;
use crate::syntax::Args;
use crate::tokens::first_span;

/// The item, and the warnings beside it.
///
/// Lint levels of `deprecated` on the item apply to the warnings too. An `expect` moves to the warnings:
/// on the item, which does not warn, it would be reported as unfulfilled.
pub(crate) fn place(
    item: &TokenStream,
    resolved: &Resolved,
    emission: Option<&Emission<'_>>,
) -> (TokenStream, TokenStream) {
    let known = resolved.models().flat_map(|model| &model.warnings);
    let all: Vec<TokenStream> = known.map(emit).chain(emission.and_then(deferred)).collect();
    if all.is_empty() {
        return (item.clone(), TokenStream::new());
    }
    let (mut kept, mut levels) = (TokenStream::new(), TokenStream::new());
    let (attributes, rest) = split_attributes(item.clone());
    for attribute in attributes {
        let sets_level = sets_level_of_deprecated(&attribute);
        if sets_level {
            levels.extend(attribute.tokens.clone());
        }
        if !sets_level || attribute.name != "expect" {
            kept.extend(attribute.tokens);
        }
    }
    kept.extend(rest);
    let mut warnings = TokenStream::new();
    for warning in all {
        warnings.extend([levels.clone(), warning]);
    }
    (kept, warnings)
}

/// Whether the attribute sets the level of `deprecated`.
fn sets_level_of_deprecated(attribute: &Attribute) -> bool {
    let is_level = ["allow", "expect", "warn", "deny", "forbid"].contains(&attribute.name.as_str());
    let mut names = attribute.arguments.clone().into_iter();
    is_level && names.any(|token| is_word(&token, "deprecated"))
}

fn emit(warning: &Warning) -> TokenStream {
    let span = first_span(&warning.value);
    let name = Ident::new(warning.lint.name(), span);
    let message = &warning.message;
    let used = quote_spanned!(span=> #name);
    quote! {
        const _: () = {
            #[deprecated(note = #message)]
            #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
            const #name: () = ();
            #used
        };
    }
}

/// One use of a constant for each lint; the compiler decides which of the constants are deprecated, and so
/// which lints warn. They are in one list, since an `expect` is about all of them.
fn deferred(emission: &Emission<'_>) -> Option<TokenStream> {
    if emission.is_refused || asked::for_records() {
        return None;
    }
    let (kernel, library) = (&emission.kernel, &emission.library);
    let mut uses = Vec::new();
    for (at, model) in emission.resolved.models().enumerate() {
        if !model.is_deferred() {
            continue;
        }
        for (lint, value) in lints(&model.args, Argument::Warn) {
            let span = first_span(value);
            let (number, constant) = (lint as usize, Ident::new(lint.name(), span));
            let fires = quote!(#library::__private::fires::<#kernel, #at>(#number));
            uses.push(quote_spanned!(span=> #library::__private::Warn::<{ #fires }>::#constant));
        }
    }
    let count = uses.len();
    (!uses.is_empty()).then(|| quote!(const _: [(); #count] = [#(#uses),*];))
}

/// The lints at a level that are about an argument which is stated, and its value.
pub(super) fn lints(args: &Args, level: Argument) -> Vec<(Lint, &TokenStream)> {
    let mut lints = Vec::new();
    for lint in Lint::ALL {
        let is_silent = lint == Lint::IdleSchedulers && args.has_a_warp_for_each_scheduler();
        if is_silent || args.level(lint) != level {
            continue;
        }
        let blamed = lint.rule().blamed_in_attributes();
        let stated = blamed.iter().find_map(|argument| args.tokens(*argument));
        // What is left out is what the file says.
        let file = args
            .tokens(Argument::Cubin)
            .filter(|_| blamed == [Argument::Registers]);
        lints.extend(stated.or(file).map(|value| (lint, value)));
    }
    lints
}

/// The lints that a configuration is to be warned of, a bit each.
pub(super) fn warned_of(args: &Args) -> u32 {
    let mut bits = 0;
    for level in [Argument::Warn, Argument::Deny] {
        for (lint, _) in lints(args, level) {
            bits |= lint.bit();
        }
    }
    bits
}
