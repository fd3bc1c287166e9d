//! Splits the attribute into its arguments.

use occupancy_core::kernel::Argument;
use proc_macro2::{Punct, Spacing, TokenStream, TokenTree};

use super::display::backquoted;
use super::keys;
use crate::errors::Errors;
use crate::tokens::{between_commas, is_mark};

/// The tokens of each argument.
pub(super) type Parts = Vec<Vec<TokenTree>>;

/// Splits at commas; literals without a name stay with the argument before them: `threads = 1,024`. Reports `;`, an
/// attribute on an argument, and an argument that follows another without a comma.
pub(super) fn split_arguments(tokens: TokenStream, errors: &mut Errors) -> Parts {
    let help = "arguments are separated by commas";
    let tokens = tokens.into_iter().map(|token| {
        if !is_mark(&token, ';') {
            return token;
        }
        errors.refuse(&token, "OCC110", "expected `,`, found `;`", help);
        comma(&token)
    });
    let mut arguments = Parts::new();
    for part in between_commas(tokens.collect()) {
        let mut part: Vec<TokenTree> = part.into_iter().collect();
        while let [mark, TokenTree::Group(_), ..] = part.as_slice()
            && is_mark(mark, '#')
        {
            let attribute: TokenStream = part.drain(..2).collect();
            let fault = format!("{} does not apply to an argument", backquoted(&attribute));
            let help = "put it on the item; `#[cfg_attr(…, launch_config(…))]` is an attribute under a condition";
            errors.refuse(&attribute, "OCC110", fault, help);
        }
        while let Some(at) = next_argument(&part) {
            let rest = part.split_off(at);
            let fault = format!("expected `,` before `{}`", rest[0]);
            errors.refuse(&rest[0], "OCC110", fault, help);
            arguments.push(std::mem::replace(&mut part, rest));
        }
        match (part.as_slice(), arguments.last_mut()) {
            ([literal @ TokenTree::Literal(_)], Some(last)) if ends_in_a_literal(last) => {
                last.extend([comma(literal), literal.clone()]);
            }
            ([], _) => {}
            _ => arguments.push(part),
        }
    }
    arguments
}

/// A comma in the place of a token.
fn comma(place: &TokenTree) -> TokenTree {
    let mut comma = Punct::new(',', Spacing::Alone);
    comma.set_span(place.span());
    comma.into()
}

/// Returns `true` for `name = … 1`.
fn ends_in_a_literal(argument: &[TokenTree]) -> bool {
    matches!(argument, [_, equals, .., TokenTree::Literal(_)] if is_mark(equals, '='))
}

/// The place in one part at which `argument = …` or `allow(…)` follows another argument.
fn next_argument(part: &[TokenTree]) -> Option<usize> {
    let first = match part {
        // `on("b200" threads = 512)`: the GPU comes before it.
        [TokenTree::Literal(_), ..] => 1,
        [_, equals, ..] if is_mark(equals, '=') => 3,
        [_, TokenTree::Group(_), ..] => 2,
        _ => return None,
    };
    let starts = |at: &usize| match part.get(*at..*at + 2) {
        Some([TokenTree::Ident(name), TokenTree::Group(_)]) => {
            keys::find(None, &name.to_string()).is_some_and(Argument::is_parenthesized)
        }
        Some([TokenTree::Ident(name), equals]) => {
            is_mark(equals, '=') && keys::is_name(&name.to_string())
        }
        _ => false,
    };
    (first..part.len()).find(starts)
}
