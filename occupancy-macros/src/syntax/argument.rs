//! One argument: its name, and the value by the form that the name asks for.

use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::{Ident, Path};

use super::arch::archs;
use super::dims::{auto, dims};
use super::shown::{found, short};
use super::values::{crate_path, documentation, integer, ratio, struct_name, text};
use super::{Args, Spanned};
use crate::errors::{self, Errors};
use crate::key::{self, Key};

impl Args {
    pub(super) fn arguments(&mut self, all: Vec<Vec<TokenTree>>, errors: &mut Errors) {
        let known = |argument: &Vec<TokenTree>| match argument.first() {
            Some(TokenTree::Ident(name)) => Key::find(&name.unraw().to_string()),
            _ => None,
        };
        let written: Vec<Key> = all.iter().filter_map(known).collect();
        for argument in all {
            self.argument(argument, &written, errors);
        }
    }

    fn argument(&mut self, tokens: Vec<TokenTree>, written: &[Key], errors: &mut Errors) {
        let all: TokenStream = tokens.iter().cloned().collect();
        let mut rest = tokens.into_iter();
        let Some(TokenTree::Ident(name)) = rest.next() else {
            return errors.at(&all, errors::malformed(&short(&all)));
        };
        self.names.push(name.clone());
        let rest: Vec<TokenTree> = rest.collect();
        let Some(key) = Key::find(&name.unraw().to_string()) else {
            let name_text = name.to_string();
            let nearest = key::nearest(&name_text);
            self.misspelt.extend(nearest);
            if let Some(meant) = nearest.filter(|nearest| written.contains(nearest)) {
                return errors.at(&name, errors::unknown_beside(&name_text, meant));
            }
            let value = rest
                .get(1..)
                .map(|value| short(&value.iter().cloned().collect()));
            return errors.at(
                &name,
                errors::unknown_key(&name_text, nearest, value.as_deref()),
            );
        };
        // Each `on` is about a GPU of its own.
        if self.given(key) && key != Key::On {
            return errors.at(&name, errors::duplicate(key));
        }
        self.given.push(key);
        match (key, rest.as_slice()) {
            (Key::On, [TokenTree::Group(group)]) if group.delimiter() == Delimiter::Parenthesis => {
                self.on(group, errors);
            }
            (Key::On, _) => {
                errors.at(&all, errors::wrong_form(key, &found(&all), None));
            }
            (Key::Allow | Key::Warn | Key::Deny, [TokenTree::Group(names)])
                if names.delimiter() == Delimiter::Parenthesis =>
            {
                self.levels(key, names, errors);
            }
            (Key::Allow | Key::Warn | Key::Deny, written) => {
                // What was meant is not reported as missing too.
                self.allow_partial_warp |= key == Key::Allow
                    && written
                        .iter()
                        .any(|token| token.to_string().contains("partial_warp"));
                errors.at(
                    &all,
                    errors::wrong_form(key, &format!("`{}`", short(&all)), None),
                );
            }
            (_, [TokenTree::Punct(equals), value @ ..])
                if equals.as_char() == '='
                    && !value.is_empty()
                    && !is_comparison(equals, value) =>
            {
                self.value(key, value.iter().cloned().collect(), errors);
            }
            // `threads: 256`, `threads(32, 8)`, `threads == 256`: the value is there.
            (_, written) => {
                let value: TokenStream = written
                    .iter()
                    .skip_while(|token| matches!(token, TokenTree::Punct(_)))
                    .cloned()
                    .collect();
                let help =
                    (!value.is_empty()).then(|| format!("{} = {}", key.name(), short(&value)));
                errors.at(&all, errors::no_value(key, help.as_deref()));
            }
        }
    }

    fn value(&mut self, key: Key, tokens: TokenStream, errors: &mut Errors) {
        // A parser that recurses would overflow the compiler's stack.
        if count(&tokens, 0) > MOST_TOKENS {
            return errors.at(
                &tokens,
                errors::wrong_form(key, "an expression of this size", None),
            );
        }
        match key {
            Key::Arch => self.archs = archs(tokens, errors),
            Key::Threads => match auto(&tokens) {
                Some(Ok(value)) => self.auto = Some(Spanned { value, tokens }),
                Some(Err(())) => errors.at(&tokens, errors::auto_range(&found(&tokens))),
                None => self.threads = dims(key, tokens, errors),
            },
            Key::Grid => self.grid = dims(key, tokens, errors),
            Key::Cluster => self.cluster = dims(key, tokens, errors),
            Key::Regs => self.regs = integer(key, tokens, errors),
            Key::MinBlocks => self.min_blocks = integer(key, tokens, errors),
            Key::Smem => self.smem = integer(key, tokens, errors),
            Key::StaticSmem => self.static_smem = integer(key, tokens, errors),
            Key::Barriers => self.barriers = integer(key, tokens, errors),
            Key::Cubin => self.cubin = text(key, tokens, errors),
            Key::Ptx => self.ptx = text(key, tokens, errors),
            Key::Kernel => self.kernel = text(key, tokens, errors),
            Key::Carveout => self.carveout = integer(key, tokens, errors),
            Key::Elements => self.elements = integer(key, tokens, errors),
            Key::ItemsPerThread => self.items_per_thread = integer(key, tokens, errors),
            Key::TailEfficiency => self.tail_efficiency = ratio(key, tokens, errors),
            Key::MinOccupancy => self.min_occupancy = ratio(key, tokens, errors),
            Key::Name => match syn::parse2::<Ident>(tokens.clone()) {
                Ok(name) => self.name = Some(name),
                Err(_) => errors.at(
                    &tokens,
                    errors::wrong_form(key, &found(&tokens), struct_name(&tokens).as_deref()),
                ),
            },
            Key::Docs => match documentation(&tokens) {
                Some(docs) => self.docs = docs,
                None => errors.at(&tokens, errors::wrong_form(key, &found(&tokens), None)),
            },
            Key::Crate => match syn::parse::Parser::parse2(Path::parse_mod_style, tokens.clone()) {
                Ok(path) => self.crate_path = Some(path),
                Err(_) => errors.at(
                    &tokens,
                    errors::wrong_form(key, &found(&tokens), crate_path(&tokens).as_deref()),
                ),
            },
            // Taken before a value is looked for.
            Key::On | Key::Allow | Key::Warn | Key::Deny => {}
        }
    }
}

/// More than anyone writes, and less than a parser cannot take.
const MOST_TOKENS: usize = 256;

/// The tokens of a value, groups and what is in them; those that are nested deeply count for more.
fn count(tokens: &TokenStream, depth: usize) -> usize {
    if depth > 32 {
        return MOST_TOKENS + 1;
    }
    let inner = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) => 1 + count(&group.stream(), depth + 1),
        _ => 1,
    });
    inner.sum()
}

/// Whether `=` and what follows it is `==`.
fn is_comparison(equals: &Punct, value: &[TokenTree]) -> bool {
    equals.spacing() == Spacing::Joint
        && matches!(value.first(), Some(TokenTree::Punct(second)) if second.as_char() == '=')
}
