//! `allow(…)`, `warn(…)` and `deny(…)`.

use occupancy_core::Advisory;
use proc_macro2::{Group, TokenStream, TokenTree};

use super::Args;
use super::split::split_at_commas;
use crate::errors::{self, Errors};
use crate::key::Key;

impl Args {
    /// `allow(…)`, `warn(…)` or `deny(…)`.
    pub(super) fn levels(&mut self, key: Key, group: &Group, errors: &mut Errors) {
        let names = split_at_commas(group.stream());
        if names.is_empty() {
            errors.at_span(group.span(), errors::unknown_level(key, ""));
        }
        for name in names {
            if let [TokenTree::Ident(name)] = name.as_slice() {
                self.allowed.push(name.clone());
            }
            let tokens: TokenStream = name.into_iter().collect();
            let name = tokens.to_string();
            let advisory = Advisory::ALL
                .into_iter()
                .find(|advisory| advisory.name() == name);
            match (key, advisory) {
                (Key::Allow, None) if name == "partial_warp" => self.allow_partial_warp = true,
                (_, Some(advisory)) => self.levels.push((advisory, key)),
                (_, None) => {
                    self.allow_partial_warp |= name == "\"partial_warp\"";
                    errors.at(&tokens, errors::unknown_level(key, &name));
                }
            }
        }
    }

    /// Whether an advisory is silent, a warning or an error: the last that was said of it.
    pub(crate) fn level(&self, advisory: Advisory) -> Key {
        let said = self
            .levels
            .iter()
            .rev()
            .find(|(about, _)| *about == advisory);
        said.map_or(
            if advisory.is_default() {
                Key::Warn
            } else {
                Key::Allow
            },
            |(_, level)| *level,
        )
    }
}
