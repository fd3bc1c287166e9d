//! `allow(…)`, `warn(…)` and `deny(…)`.

use occupancy_core::kernel::Argument;
use occupancy_core::{Lint, Rule, gpu::nearest_name};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use super::Args;
use super::display::{backquoted, one_line, wrapped};
use crate::errors::Errors;
use crate::expression;
use crate::tokens::{self, between_commas, stream};

/// Something that can be allowed: a lint, or a partial warp, which is `None`.
type Level = Option<Lint>;

fn name(level: Level) -> &'static str {
    level.map_or("partial_warp", Lint::name)
}

fn all() -> impl Iterator<Item = Level> {
    std::iter::once(None).chain(Lint::ALL.into_iter().map(Some))
}

/// The one that a word most likely means: by its code, or its name or the nearest.
fn meant_by(word: &str) -> Option<Level> {
    let names: Vec<_> = all().map(name).collect();
    let code = |level: &Level| level.map_or(Rule::PartialWarp.code(), Lint::code);
    let of_code = all().find(|level| code(level).eq_ignore_ascii_case(word));
    of_code.or_else(|| all().find(|level| Some(name(*level)) == nearest_name(word, &names)))
}

impl Args {
    /// Reads `allow(…)`, `warn(…)` or `deny(…)`.
    pub(super) fn read_levels(&mut self, argument: Argument, group: &Group, errors: &mut Errors) {
        let key = argument.key();
        // Only `allow` accepts a partial warp.
        let names = || {
            let names = all().skip(usize::from(argument != Argument::Allow));
            format!("\n    {}", wrapped("names: ", names.map(name)))
        };
        let parts = between_commas(group.stream());
        if parts.is_empty() {
            let fault = format!("`{key}()` names nothing");
            let help = format!("`{key}` can be left out{}", names());
            errors.refuse(group, "OCC111", fault, help);
        }
        let corrected = list(argument, &group.stream(), Vec::new());
        for tokens in parts {
            self.allowed.extend(syn::parse2::<Ident>(tokens.clone()));
            let quoted = expression::text(&tokens);
            let written = one_line(&tokens);
            let plain = quoted.as_deref().unwrap_or(&written);
            let meant = meant_by(plain);
            let is_exact = meant.is_some_and(|level| name(level) == plain);
            match meant {
                Some(None) if argument != Argument::Allow => {
                    let fault = format!(
                        "`{key}(partial_warp)`: a partial warp is refused unless `allow` accepts it"
                    );
                    errors.refuse(&tokens, "OCC111", fault, "remove it");
                    continue;
                }
                Some(None) => self.allow_partial_warp = true,
                Some(Some(lint)) => self.levels.push((lint, argument)),
                None => {}
            }
            if quoted.is_some() && is_exact {
                let written = backquoted(&tokens);
                errors.wrong_form(&tokens, argument, &written, corrected.as_deref());
            } else if !is_exact {
                let fault = format!(
                    "`{key}({written})`: the attribute has no rule or warning of that name"
                );
                let remove = "remove it; a lint of the compiler goes in an attribute of its own";
                let quoted = corrected.as_ref().map(|corrected| format!("`{corrected}`"));
                let mut help = quoted.unwrap_or(remove.to_owned());
                if meant.is_none() {
                    help += &names();
                }
                errors.refuse(&tokens, "OCC111", fault, help);
            }
        }
    }

    /// Joins the lists of one level: a second list cannot stand beside the first.
    pub(super) fn joined(&self, argument: Argument, second: &[TokenTree]) -> Option<String> {
        let accepts = argument == Argument::Allow && self.allow_partial_warp;
        let lints = self.levels.iter().filter(|(_, level)| *level == argument);
        let partial_warp = accepts.then_some(None).into_iter();
        let first = partial_warp.chain(lints.map(|(lint, _)| Some(*lint)));
        list(argument, &stream(second), first.collect())
    }

    /// The lints at some levels, each with the value that it is about. Without such a value, a lint cannot fire.
    pub(crate) fn lints(&self, levels: &[Argument]) -> impl Iterator<Item = (Lint, &TokenStream)> {
        Lint::ALL.into_iter().filter_map(move |lint| {
            let is_silent = lint == Lint::IdleSchedulers && self.has_a_warp_for_each_scheduler();
            if is_silent || !levels.contains(&self.level(lint)) {
                return None;
            }
            let mut blamed = lint.rule().blamed_in_attributes().iter();
            let stated = blamed.find_map(|argument| self.tokens(*argument));
            Some((lint, stated?))
        })
    }

    /// The lints that warn or are errors, a bit each.
    pub(crate) fn lint_bits(&self) -> u32 {
        let lints = self.lints(&[Argument::Warn, Argument::Deny]);
        lints.map(|(lint, _)| lint.bit()).sum()
    }

    /// The level of a lint: the last that the attribute states, or else the default.
    pub(crate) fn level(&self, lint: Lint) -> Argument {
        let stated = self.levels.iter().rev().find(|(about, _)| *about == lint);
        match stated {
            Some((_, level)) => *level,
            None if lint.is_default() => Argument::Warn,
            None => Argument::Allow,
        }
    }
}

/// Writes `allow(partial_warp, spills)` for some `levels` and for those that the tokens name; `None` if there are none.
pub(super) fn list(
    argument: Argument,
    tokens: &TokenStream,
    mut levels: Vec<Level>,
) -> Option<String> {
    tokens::find::<()>(tokens, &mut |tokens, at| {
        let level = match &tokens[at] {
            TokenTree::Group(_) | TokenTree::Punct(_) => None,
            name => meant_by(name.to_string().trim_matches('"')),
        };
        let is_taken = argument == Argument::Allow || level != Some(None);
        levels.extend(level.filter(|level| is_taken && !levels.contains(level)));
        None
    });
    let names: Vec<_> = levels.into_iter().map(name).collect();
    (!names.is_empty()).then(|| format!("{}({})", argument.key(), names.join(", ")))
}
