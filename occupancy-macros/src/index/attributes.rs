//! Attributes and the conditions that they are applied under.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Path};

/// A predicate of `cfg`.
pub(super) type Condition = TokenStream;

/// An attribute where all of its conditions are met.
pub(super) struct Applied {
    pub(super) conditions: Vec<Condition>,
    pub(super) meta: Meta,
}

impl Applied {
    /// Whether it has this name, under whichever path.
    pub(super) fn is_called(&self, name: &str) -> bool {
        let last = self.meta.path().segments.last();
        last.is_some_and(|last| last.ident == name)
    }

    /// What it has in its parentheses.
    pub(super) fn arguments(&self) -> TokenStream {
        match &self.meta {
            Meta::List(list) => list.tokens.clone(),
            _ => TokenStream::new(),
        }
    }

    /// The text of `name = "text"`.
    pub(super) fn text(&self) -> Option<String> {
        match &self.meta.require_name_value().ok()?.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        }
    }
}

/// The attributes that `tokens` are, with those of `cfg_attr` as what they come to.
pub(super) fn applied(tokens: TokenStream) -> Vec<Applied> {
    let attributes = Attribute::parse_outer.parse2(tokens).unwrap_or_default();
    let mut all = Vec::new();
    for attribute in attributes {
        apply(attribute.meta, &[], &mut all);
    }
    all
}

fn apply(meta: Meta, conditions: &[Condition], all: &mut Vec<Applied>) {
    match &meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            let mut parts = split(list.tokens.clone()).into_iter();
            let conditions: Vec<Condition> =
                conditions.iter().cloned().chain(parts.next()).collect();
            for part in parts {
                if let Ok(meta) = syn::parse2(part) {
                    apply(meta, &conditions, all);
                }
            }
        }
        _ => all.push(Applied {
            conditions: conditions.to_vec(),
            meta,
        }),
    }
}

/// What commas separate.
pub(super) fn split(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![TokenStream::new()];
    for token in tokens {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ',' => parts.push(TokenStream::new()),
            token => parts
                .last_mut()
                .into_iter()
                .for_each(|part| part.extend([token.clone()])),
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The conditions that an item with these attributes is there under.
pub(super) fn conditions(attributes: &[Applied]) -> impl Iterator<Item = Condition> {
    attributes
        .iter()
        .filter(|attribute| attribute.meta.path().is_ident("cfg"))
        .map(|attribute| {
            let condition = attribute.arguments();
            match attribute.conditions.as_slice() {
                [] => condition,
                // Where they are not met, there is no `cfg`.
                all => quote!(any(not(all(#(#all),*)), #condition)),
            }
        })
}

/// The names that the attribute goes by, where `use … launch_config as name` renames it.
pub(super) fn renamed(tokens: &TokenStream, path: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for window in tokens.windows(3) {
        if let [
            TokenTree::Ident(one),
            TokenTree::Ident(word),
            TokenTree::Ident(other),
        ] = window
            && one == "launch_config"
            && word == "as"
            && other != "_"
            && path.iter().all(|name| other != name)
        {
            path.push(other.to_string());
        }
    }
    for token in &tokens {
        if let TokenTree::Group(group) = token {
            renamed(&group.stream(), path);
        }
    }
}

/// Whether a path leads to one of `names`.
pub(super) fn ends_with(path: &Path, names: &[String]) -> bool {
    let last = path.segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}
