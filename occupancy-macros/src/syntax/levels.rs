//! `allow(…)`, `warn(…)` and `deny(…)`.

use occupancy_core::kernel::Argument;
use occupancy_core::{Lint, Rule, gpu::nearest_name};
use proc_macro2::{Group, TokenStream, TokenTree};
use syn::{Ident, LitStr};

use super::Args;
use super::shown::{found, text};
use super::split::split_at_commas;
use crate::errors::{self, Errors};

/// What `allow(…)` and the others can name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    PartialWarp,
    Lint(Lint),
}

impl Level {
    const fn name(self) -> &'static str {
        match self {
            Self::PartialWarp => "partial_warp",
            Self::Lint(lint) => lint.name(),
        }
    }

    const fn code(self) -> &'static str {
        match self {
            Self::PartialWarp => Rule::PartialWarp.code(),
            Self::Lint(lint) => lint.code(),
        }
    }

    fn all() -> impl Iterator<Item = Self> {
        let lints = Lint::ALL.into_iter().map(Self::Lint);
        std::iter::once(Self::PartialWarp).chain(lints)
    }

    fn find(name: &str) -> Option<Self> {
        Self::all().find(|level| level.name() == name)
    }

    /// The one that `name` most likely means: its name, its code, or the nearest name.
    fn meant(name: &str) -> Option<Self> {
        let names: Vec<_> = Self::all().map(Self::name).collect();
        Self::find(name)
            .or_else(|| Self::all().find(|level| level.code().eq_ignore_ascii_case(name)))
            .or_else(|| Self::find(nearest_name(name, &names)?))
    }
}

impl Args {
    /// `allow(…)`, `warn(…)` or `deny(…)`.
    pub(super) fn levels(&mut self, argument: Argument, group: &Group, errors: &mut Errors) {
        let names = split_at_commas(group.stream());
        if names.is_empty() {
            errors.at_span(group.span(), errors::unknown_level(argument, "", None));
        }
        let help = list(argument, &group.stream(), &[]);
        for name in names {
            if let [TokenTree::Ident(name)] = name.as_slice() {
                self.allowed.push(name.clone());
            }
            let tokens: TokenStream = name.into_iter().collect();
            let name = text(&tokens);
            let quoted = syn::parse2::<LitStr>(tokens.clone()).ok();
            let plain = quoted.as_ref().map_or_else(|| name.clone(), LitStr::value);
            let meant = Level::meant(&plain);
            match meant {
                Some(Level::PartialWarp) if argument == Argument::Allow => {
                    self.allow_partial_warp = true;
                }
                Some(Level::Lint(lint)) => self.levels.push((lint, argument)),
                _ => {}
            }
            let is_exact = meant.is_some_and(|level| level.name() == plain);
            if meant == Some(Level::PartialWarp) && argument != Argument::Allow {
                errors.at(&tokens, errors::partial_warp_is_refused(argument));
            } else if quoted.is_some() && is_exact {
                errors.at(
                    &tokens,
                    errors::wrong_form(argument, &found(&tokens), help.as_deref()),
                );
            } else if !is_exact {
                errors.at(
                    &tokens,
                    errors::unknown_level(argument, &name, help.as_deref()),
                );
            }
        }
    }

    /// A second list of one level, which cannot stand beside the first.
    pub(super) fn second_list(
        &self,
        argument: Argument,
        name: &Ident,
        second: &[TokenTree],
        errors: &mut Errors,
    ) {
        let first = self.levels.iter().filter(|(_, level)| *level == argument);
        let mut first: Vec<Level> = first.map(|(lint, _)| Level::Lint(*lint)).collect();
        if argument == Argument::Allow && self.allow_partial_warp {
            first.insert(0, Level::PartialWarp);
        }
        let message = list(argument, &second.iter().cloned().collect(), &first).map_or_else(
            || errors::duplicate(argument),
            |joined| errors::two_lists(argument, &joined),
        );
        errors.at(name, message);
    }

    /// The lints that are not silent, a bit each.
    pub(crate) fn looked_for(&self) -> u32 {
        let all = Lint::ALL.into_iter();
        let looked_for = all.filter(|lint| self.level(*lint) != Argument::Allow);
        looked_for.fold(0, |bits, lint| bits | lint.bit())
    }

    /// Whether a lint is silent, a warning or an error: the last that was said of it.
    pub(crate) fn level(&self, lint: Lint) -> Argument {
        let said = self.levels.iter().rev().find(|(about, _)| *about == lint);
        said.map_or(
            if lint.is_default() {
                Argument::Warn
            } else {
                Argument::Allow
            },
            |(_, level)| *level,
        )
    }
}

/// `allow(partial_warp, spills)` for the names in any tokens, behind those of `first`.
pub(super) fn meant(argument: Argument, tokens: &TokenStream) -> Option<String> {
    list(argument, tokens, &[])
}

fn list(argument: Argument, tokens: &TokenStream, first: &[Level]) -> Option<String> {
    let mut levels = first.to_vec();
    let mut left = vec![tokens.clone()];
    while let Some(tokens) = left.pop() {
        for token in tokens {
            let level = match token {
                TokenTree::Group(group) => {
                    left.push(group.stream());
                    None
                }
                TokenTree::Punct(_) => None,
                name => Level::meant(name.to_string().trim_matches('"')),
            };
            let is_taken = argument == Argument::Allow || level != Some(Level::PartialWarp);
            levels.extend(level.filter(|level| is_taken && !levels.contains(level)));
        }
    }
    let names: Vec<_> = levels.into_iter().map(Level::name).collect();
    (!names.is_empty()).then(|| format!("{}({})", argument.key(), names.join(", ")))
}
