//! `allow(…)`, `warn(…)` and `deny(…)`.

use occupancy_core::kernel::Argument;
use occupancy_core::{Lint, Rule, gpu::nearest_name};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};

use super::Args;
use super::shown::{found, text, wrapped};
use crate::errors::Errors;
use crate::literal;
use crate::tokens::{self, between_commas};

/// What `allow(…)` and the others can name: a lint, or a partial warp.
type Level = Option<Lint>;

fn name(level: Level) -> &'static str {
    level.map_or("partial_warp", Lint::name)
}

fn code(level: Level) -> &'static str {
    level.map_or(Rule::PartialWarp.code(), Lint::code)
}

fn levels() -> impl Iterator<Item = Level> {
    std::iter::once(None).chain(Lint::ALL.into_iter().map(Some))
}

/// The one that a word most likely means: its name, its code, or the nearest name.
fn meant_by(word: &str) -> Option<Level> {
    let names: Vec<_> = levels().map(name).collect();
    let find = |word: &str| levels().find(|level| name(*level) == word);
    find(word)
        .or_else(|| levels().find(|level| code(*level).eq_ignore_ascii_case(word)))
        .or_else(|| find(nearest_name(word, &names)?))
}

impl Args {
    /// `allow(…)`, `warn(…)` or `deny(…)`.
    pub(super) fn levels(&mut self, argument: Argument, group: &Group, errors: &mut Errors) {
        let level = argument.key();
        // Only `allow` accepts a partial warp.
        let names = || {
            let names = levels().skip(usize::from(argument != Argument::Allow));
            wrapped("names: ", names.map(name))
        };
        let listed = between_commas(group.stream());
        if listed.is_empty() {
            let fault = format!("`{level}()` names nothing");
            let help = format!("`{level}` can be left out");
            errors.refuse(group, "OCC111", fault, format!("{help}\n    {}", names()));
        }
        let joined = list(argument, &group.stream(), Vec::new());
        for tokens in listed {
            self.allowed.extend(syn::parse2::<Ident>(tokens.clone()));
            let quoted = literal::text(&tokens);
            let written = text(&tokens);
            let plain = quoted.as_deref().unwrap_or(&written);
            let meant = meant_by(plain);
            let is_exact = meant.is_some_and(|level| name(level) == plain);
            match meant {
                Some(None) if argument != Argument::Allow => {
                    let fault = format!(
                        "`{level}(partial_warp)`: a partial warp is refused unless `allow` accepts it"
                    );
                    errors.refuse(&tokens, "OCC111", fault, "remove it");
                    continue;
                }
                Some(None) => self.allow_partial_warp = true,
                Some(Some(lint)) => self.levels.push((lint, argument)),
                None => {}
            }
            if quoted.is_some() && is_exact {
                errors.wrong_form(&tokens, argument, &found(&tokens), joined.as_deref());
            } else if !is_exact {
                let fault =
                    format!("`{level}({written})`: there is nothing of that name to {level}");
                let remove = "remove it; a lint of the compiler goes in an attribute of its own";
                let joined = joined.as_ref().map(|joined| format!("`{joined}`"));
                let help = joined.as_deref().unwrap_or(remove);
                let all = meant.map_or_else(|| format!("\n    {}", names()), |_| String::new());
                errors.refuse(&tokens, "OCC111", fault, format!("{help}{all}"));
            }
        }
    }

    /// The lists of one level in one: a second one cannot stand beside the first.
    pub(super) fn joined(&self, argument: Argument, second: &[TokenTree]) -> Option<String> {
        let first = self.levels.iter().filter(|(_, level)| *level == argument);
        let mut first: Vec<Level> = first.map(|(lint, _)| Some(*lint)).collect();
        if argument == Argument::Allow && self.allow_partial_warp {
            first.insert(0, None);
        }
        list(argument, &second.iter().cloned().collect(), first)
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
        match said {
            Some((_, level)) => *level,
            None if lint.is_default() => Argument::Warn,
            None => Argument::Allow,
        }
    }
}

/// `allow(partial_warp, spills)` for those that are there, and the names in any tokens.
pub(super) fn list(
    argument: Argument,
    tokens: &TokenStream,
    mut levels: Vec<Level>,
) -> Option<String> {
    tokens::find(tokens, &mut |tokens, at| {
        let level = match &tokens[at] {
            TokenTree::Group(_) | TokenTree::Punct(_) => None,
            name => meant_by(name.to_string().trim_matches('"')),
        };
        let is_taken = argument == Argument::Allow || level != Some(None);
        levels.extend(level.filter(|level| is_taken && !levels.contains(level)));
        false
    });
    let names: Vec<_> = levels.into_iter().map(name).collect();
    (!names.is_empty()).then(|| format!("{}({})", argument.key(), names.join(", ")))
}
