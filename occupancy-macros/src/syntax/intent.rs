//! `intent(low_occupancy, "accumulators in registers")`: what the author means to do, and why.

use occupancy_core::kernel::Argument;
use proc_macro2::{Group, TokenStream, TokenTree};
use syn::LitStr;

use super::shown::found;
use super::split::split_at_commas;
use super::{Args, ArgumentValue};
use crate::errors::{self, Errors};

impl Args {
    /// Reads what is in the parentheses.
    pub(super) fn intent(&mut self, group: &Group, errors: &mut Errors) {
        let tokens = group.stream();
        let parts = split_at_commas(tokens.clone());
        let reason = match parts.as_slice() {
            [what, why] => match what.as_slice() {
                [TokenTree::Ident(name)] if name == "low_occupancy" => {
                    syn::parse2::<LitStr>(why.iter().cloned().collect()).ok()
                }
                _ => None,
            },
            _ => None,
        };
        match reason.map(|reason| reason.value()) {
            Some(value) if !value.trim().is_empty() => {
                self.set(Argument::Intent, ArgumentValue::Reason(value), tokens);
            }
            Some(_) => errors.at(
                parts
                    .last()
                    .into_iter()
                    .flatten()
                    .cloned()
                    .collect::<TokenStream>(),
                errors::wrong_form(Argument::Intent, "an empty reason", None),
            ),
            None if tokens.is_empty() => {
                let message = errors::wrong_form(Argument::Intent, "nothing", None);
                errors.at_span(group.span(), message);
            }
            None => errors.at(
                &tokens,
                errors::wrong_form(Argument::Intent, &found(&tokens), None),
            ),
        }
    }

    /// Shares the intent between several configurations: it need not be true of each.
    pub(super) fn share_intent(&mut self) {
        self.intent_is_shared = true;
        self.given.retain(|argument| *argument != Argument::Intent);
    }
}
