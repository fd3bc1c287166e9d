//! Arguments that stand in the parentheses of another: `hides(cycles = 700)`, `tile(m = 128, …)`.

use occupancy_core::kernel::Argument;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;

use super::shown::found;
use super::split::{Part, split_arguments};
use super::words::{self, Meaning};
use super::{Args, ArgumentValue};
use crate::errors::{self, Errors};

impl Args {
    /// Reads `tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2, accumulator = registers)`.
    pub(super) fn tile(&mut self, group: &Group, errors: &mut Errors) {
        if !self.nested(Argument::Tile, group, errors) {
            return;
        }
        let mut missing = vec![
            Argument::TileRows,
            Argument::TileColumns,
            Argument::TileDepth,
        ];
        missing.retain(|argument| !self.given(*argument));
        if !missing.is_empty() {
            let examples: Vec<&str> = missing.iter().map(|argument| argument.example()).collect();
            let message = errors::missing(&missing, &examples.join(", "), false);
            errors.at_span(group.span(), message);
            self.given.extend(missing);
        }
    }

    /// Reads what is in the parentheses of an argument; whether there is anything.
    pub(super) fn nested(&mut self, outer: Argument, group: &Group, errors: &mut Errors) -> bool {
        let parts = split_arguments(group.stream(), errors);
        if parts.is_empty() {
            errors.at_span(group.span(), errors::wrong_form(outer, "nothing", None));
            return false;
        }
        let mut are_read = true;
        for part in parts {
            are_read &= self.nested_argument(outer, part, errors);
        }
        if !are_read {
            // It may have been meant as any of those that are not there.
            let others = outer.nested().iter().copied();
            let others: Vec<Argument> = others
                .filter(|argument| !self.given.contains(argument))
                .collect();
            self.given.extend(others);
        }
        self.set(outer, ArgumentValue::Nested, group.stream());
        true
    }

    /// Reads one argument; whether it is one of `outer`.
    fn nested_argument(&mut self, outer: Argument, part: Part, errors: &mut Errors) -> bool {
        let all: TokenStream = part.tokens.iter().cloned().collect();
        let [TokenTree::Ident(name), rest @ ..] = part.tokens.as_slice() else {
            errors.at(&all, errors::wrong_form(outer, &found(&all), None));
            return false;
        };
        self.names.push(name.clone());
        let written = name.unraw().to_string();
        let mut known = outer.nested().iter().copied();
        let Some(argument) = known.find(|argument| argument.key() == written) else {
            let meant = match words::meaning(&written) {
                Some(Meaning::Argument(argument)) if outer.nested().contains(&argument) => argument,
                _ => outer,
            };
            errors.at(name, errors::unknown_nested(&written, outer, meant));
            return false;
        };
        if self.given.contains(&argument) {
            errors.at(name, errors::duplicate(argument));
            return true;
        }
        self.given.push(argument);
        match rest {
            [TokenTree::Punct(equals), value @ ..]
                if equals.as_char() == '=' && !value.is_empty() =>
            {
                let value: TokenStream = value.iter().cloned().collect();
                for stray in part.strays {
                    errors.at(
                        stray.to_token_stream(),
                        errors::malformed(&stray.to_string()),
                    );
                }
                if let Some(read) = ArgumentValue::read(argument, &value, errors) {
                    self.set(argument, read, value);
                }
            }
            _ => errors.at(&all, errors::no_value(argument, None)),
        }
        true
    }
}
