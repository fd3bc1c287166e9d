//! `threads = auto`.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Expr;

use super::shown;
use crate::number;

/// The range of `auto`, `auto(64..=512)`, `auto(64..)` or `auto(..=512)`; `None` for something else.
pub(super) fn auto(tokens: &TokenStream) -> Option<Result<(u32, u32), ()>> {
    let mut tokens = tokens.clone().into_iter();
    if !matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "auto") {
        return None;
    }
    match (tokens.next(), tokens.next()) {
        (None, _) => Some(Ok((32, 1024))),
        (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::Parenthesis => {
            let range = group.stream().to_string().replace(' ', "");
            let Some((least, most)) = range.split_once("..") else {
                return Some(Err(()));
            };
            let least = if least.is_empty() {
                Ok(32)
            } else {
                bound(least)
            };
            let most = match (most, most.strip_prefix('=')) {
                ("", _) => Ok(1024),
                (_, Some(most)) => bound(most),
                (most, None) => bound(most).map(|most| most.saturating_sub(1)),
            };
            Some(match (least, most) {
                (Ok(least), Ok(most)) if least <= most => Ok((least, most)),
                _ => Err(()),
            })
        }
        // `auto` may be a constant in an expression: `auto * 2`.
        _ => None,
    }
}

fn bound(text: &str) -> Result<u32, ()> {
    let expression = syn::parse_str::<Expr>(text).map_err(|_| ())?;
    let value = number::integer(&expression).map_err(|_| ())?;
    u32::try_from(value).map_err(|_| ())
}

/// The range of block sizes that was meant by something in `auto(…)`.
pub(super) fn meant_range(tokens: &TokenStream) -> String {
    let text = shown::text(tokens);
    let numbers: Vec<u32> = text
        .split(|letter: char| !letter.is_ascii_digit() && letter != '_')
        .filter_map(|number| number.replace('_', "").parse().ok())
        .collect();
    match numbers.as_slice() {
        [most @ 32..=1024] => format!("auto(..={most})"),
        [one, other] if (32..=1024).contains(one.max(other)) => {
            format!("auto({}..={})", one.min(other), one.max(other))
        }
        _ => "auto(64..=512)".to_owned(),
    }
}
