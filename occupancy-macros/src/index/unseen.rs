//! Configurations that have no row: those inside functions and values, and those of macros.

use std::fmt::Write;

use proc_macro2::{TokenStream, TokenTree};

use super::attributes::{Condition, applied, ends_with};
use super::items::is_mark;

/// Configurations in one place that the index has no row for.
pub(super) struct Unseen {
    pub(super) conditions: Vec<Condition>,
    pub(super) place: Place,
    /// How many there are.
    pub(super) count: usize,
}

pub(super) enum Place {
    /// In the body of the item with this path.
    Inside(String),
    /// Given to the macro.
    Given(String),
    /// In the definition of the macro.
    Defined(String),
}

impl Unseen {
    /// A line of a list in Markdown; `uses` of a macro that is defined.
    pub(super) fn line(&self, uses: impl Fn(&str) -> usize) -> String {
        let plural = if self.count == 1 { "" } else { "s" };
        let mut out = format!("* Not in the table: {} configuration{plural} ", self.count);
        let _ = match &self.place {
            Place::Inside(path) => write!(out, "inside `{path}`"),
            Place::Given(name) => write!(out, "given to the macro `{name}!`"),
            Place::Defined(name) => {
                let times = match uses(name) {
                    0 => "not used in this crate".to_owned(),
                    1 => "used once".to_owned(),
                    2 => "used twice".to_owned(),
                    times => format!("used {times} times"),
                };
                write!(out, "in the macro `{name}!`, {times}")
            }
        };
        out
    }
}

/// How many attributes of one of `names` the tokens have, however deep.
pub(super) fn count(tokens: &TokenStream, names: &[String]) -> usize {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut count = 0;
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let mark = at.checked_sub(1).and_then(|at| tokens.get(at));
        if is_mark(mark, '#') {
            let attribute = mark.into_iter().chain([token]).cloned().collect();
            let ours = applied(attribute);
            count += ours
                .iter()
                .filter(|one| ends_with(one.meta.path(), names) && !one.arguments().is_empty())
                .count();
        } else {
            count += self::count(&group.stream(), names);
        }
    }
    count
}

/// The macros that the tokens use, however deep: each use by its name.
pub(super) fn uses(tokens: &TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for window in tokens.windows(3) {
        if let [TokenTree::Ident(name), mark, TokenTree::Group(_)] = window
            && is_mark(Some(mark), '!')
        {
            found.push(name.to_string());
        }
    }
    for token in &tokens {
        if let TokenTree::Group(group) = token {
            uses(&group.stream(), found);
        }
    }
}
