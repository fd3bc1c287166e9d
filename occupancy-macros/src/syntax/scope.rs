//! What a value cannot name: parameters and arguments of the annotated function, and `Self`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Ident;

use super::Args;
use super::split::is_mark;
use crate::errors::Errors;
use crate::item::Item;

impl Args {
    /// Reports parameters and arguments of the function in a value: the launch struct cannot see them.
    pub(crate) fn refuse_parameters(&mut self, item: &Item, errors: &mut Errors) {
        let mut refused = Vec::new();
        let parameters: Vec<String> = item.parameters.iter().map(|one| one.name.clone()).collect();
        for (argument, value) in self.written() {
            let (name, fault, help) = if let Some(name) = find_ident(value, &parameters, true) {
                let mut types = item.parameters.iter().filter(|one| one.is_type);
                let is_type = types.any(|one| name == one.name);
                let fault = "is generic here: the launch type is checked once, not for each use";
                let help = if is_type {
                    "name a type in its place, and annotate a function for each type"
                } else {
                    "make it a `const` item, and annotate a function for each value of it"
                };
                (name, fault, help)
            } else if let Some(name) = find_ident(value, &item.arguments, false) {
                (
                    name,
                    "is known only when the function is called, but the configuration is checked before",
                    "leave it out here, and make the grid in the function, with `for_elements` or `for_grid`",
                )
            } else {
                continue;
            };
            errors.refuse(&name, "OCC112", format!("`{name}` {fault}"), help);
            refused.push(argument);
        }
        for argument in refused {
            self.forget(argument);
        }
        for (_, own) in &mut self.overrides {
            own.refuse_parameters(item, errors);
        }
    }

    /// A `Self` in a value.
    pub(crate) fn own_type(&self) -> Option<Ident> {
        let names = ["Self".to_owned()];
        let mut written = self.written();
        written.find_map(|(_, value)| find_ident(value, &names, true))
    }
}

/// The first identifier of `names` that stands for a value or a type by itself, in groups too.
fn find_ident(tokens: &TokenStream, names: &[String], types: bool) -> Option<Ident> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut each = tokens.iter().enumerate();
    each.find_map(|(at, token)| match token {
        TokenTree::Ident(ident) if names.contains(&ident.to_string()) => {
            stands_for_itself(&tokens, at, types).then(|| ident.clone())
        }
        TokenTree::Group(group) => find_ident(&group.stream(), names, types),
        _ => None,
    })
}

/// Whether an identifier is no field, no part of a longer path (but for its first, where it can be a type), and not the
/// name of a function or a macro that is called.
pub(super) fn stands_for_itself(tokens: &[TokenTree], at: usize, is_type: bool) -> bool {
    let is = |at: Option<usize>, mark: char| {
        let token = at.and_then(|at| tokens.get(at));
        token.is_some_and(|token| is_mark(token, mark))
    };
    let (before, behind) = (at.checked_sub(1), at.checked_add(1));
    let is_part = is(before, '.') || is(before, ':') || is(behind, ':') && !is_type;
    let is_called = match tokens.get(at..).unwrap_or_default() {
        [_, TokenTree::Group(group), ..] => group.delimiter() == Delimiter::Parenthesis,
        [_, mark, TokenTree::Group(_), ..] => is_mark(mark, '!'),
        _ => false,
    };
    !is_part && !is_called
}
