//! One argument: its name, and the value by the form that the name asks for.

use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Ident, Path};

use super::shown::{found, short};
use super::split::{Part, split_at_commas};
use super::unknown::Unknown;
use super::values::{documentation, meant, wrong_form};
use super::words::{self, Meaning};
use super::{Args, ArgumentValue, levels, strays};
use crate::errors::{self, Errors};
use crate::key::Key;

/// Where an argument stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Attribute,
    On,
}

impl Args {
    pub(super) fn arguments(&mut self, all: Vec<Part>, place: Place, errors: &mut Errors) {
        let known = |argument: &Part| match argument.tokens.first() {
            Some(TokenTree::Ident(name)) => Key::find(&name.unraw().to_string()),
            _ => None,
        };
        let written: Vec<Key> = all.iter().filter_map(known).collect();
        for argument in all {
            self.argument(argument, &written, place, errors);
        }
    }

    fn argument(&mut self, argument: Part, written: &[Key], place: Place, errors: &mut Errors) {
        let Part { tokens, strays } = argument;
        let all: TokenStream = tokens.iter().cloned().collect();
        let mut rest = tokens.into_iter();
        let Some(TokenTree::Ident(name)) = rest.next() else {
            return errors.at(&all, errors::malformed(&short(&all)));
        };
        self.names.push(name.clone());
        let mut path = name.to_token_stream();
        let mut last = name.clone();
        let mut rest: Vec<TokenTree> = rest.collect();
        // `cuda::smem = 4096`: the last name is the one that counts.
        while let [
            TokenTree::Punct(first),
            TokenTree::Punct(second),
            TokenTree::Ident(next),
            ..,
        ] = rest.as_slice()
            && (first.as_char(), second.as_char()) == (':', ':')
        {
            last = next.clone();
            path.extend(rest.drain(..3));
        }
        let is_path = last != name;
        let known = Key::find(&last.unraw().to_string());
        let Some(key) = known.filter(|_| !is_path) else {
            let meaning = known
                .map(Meaning::Argument)
                .or_else(|| words::meaning(&last.to_string()));
            let unknown = Unknown {
                name: path,
                meaning,
                value: value_of(&rest),
                strays,
            };
            return self.unknown(&unknown, written, place, errors);
        };
        if place == Place::On && !key.is_of_one_gpu() {
            errors.at(&name, errors::not_of_one_gpu(key));
        }
        let is_level = matches!(key, Key::Allow | Key::Warn | Key::Deny);
        // Each `on` is about a GPU of its own.
        if self.given.contains(&key) && key != Key::On {
            return if is_level {
                self.second_list(key, &name, &rest, errors);
            } else {
                errors.at(&name, errors::duplicate(key));
            };
        }
        self.given.push(key);
        match (key, rest.as_slice()) {
            (Key::On, [TokenTree::Group(group)]) if group.delimiter() == Delimiter::Parenthesis => {
                if place == Place::Attribute {
                    self.on(&all, group, errors);
                }
            }
            (_, [TokenTree::Group(group)])
                if key.is_parenthesized() && group.delimiter() == Delimiter::Parenthesis =>
            {
                self.in_parentheses(key, group, errors);
            }
            (Key::Hides | Key::Intent | Key::Tile, _) => {
                errors.at(&all, errors::wrong_form(key, &found(&all), None));
            }
            (Key::On, _) => {
                let help = self.on_example();
                errors.at(&all, errors::wrong_form(key, &found(&all), Some(&help)));
            }
            (_, written) if is_level => {
                // What was meant is not reported as missing too.
                self.allow_partial_warp |= key == Key::Allow
                    && written
                        .iter()
                        .any(|token| token.to_string().contains("partial_warp"));
                let help = levels::meant(key, &written.iter().cloned().collect());
                errors.at(&all, errors::wrong_form(key, &found(&all), help.as_deref()));
            }
            (_, [TokenTree::Punct(equals), value @ ..])
                if equals.as_char() == '='
                    && !value.is_empty()
                    && !is_comparison(equals, value) =>
            {
                let value: TokenStream = value.iter().cloned().collect();
                if strays.is_empty() {
                    return self.read_value(key, value, errors);
                }
                if let Some(message) = strays::wrong_form(key, &value, &strays) {
                    return errors.at(strays::joined(&value, &strays), message);
                }
                self.read_value(key, value, errors);
                for stray in strays {
                    errors.at(&stray, errors::malformed(&stray.to_string()));
                }
            }
            // `threads: 256`, `threads(32, 8)`, `threads == 256`: the value is there.
            (_, written) => {
                let help = value_of(written).map(|value| {
                    let meant = meant(key, &value).unwrap_or_else(|| short(&value));
                    key.stated(&meant)
                });
                errors.at(&all, errors::no_value(key, help.as_deref()));
            }
        }
    }

    fn in_parentheses(&mut self, key: Key, group: &Group, errors: &mut Errors) {
        match key {
            Key::Hides => self.hides(group, errors),
            Key::Intent => self.intent(group, errors),
            Key::Tile => self.tile(group, errors),
            _ => self.levels(key, group, errors),
        }
    }

    fn read_value(&mut self, key: Key, tokens: TokenStream, errors: &mut Errors) {
        // A parser that recurses would overflow the compiler's stack.
        if count(&tokens, 0) > MOST_TOKENS {
            return errors.at(
                &tokens,
                errors::wrong_form(key, "an expression of this size", None),
            );
        }
        match key {
            Key::Name => match syn::parse2::<Ident>(tokens.clone()) {
                Ok(name) => self.name = Some(name),
                Err(_) => errors.at(&tokens, wrong_form(key, &tokens)),
            },
            Key::Docs => match documentation(&tokens) {
                Some(docs) => self.docs = docs,
                None => errors.at(&tokens, wrong_form(key, &tokens)),
            },
            Key::Crate => match syn::parse::Parser::parse2(Path::parse_mod_style, tokens.clone()) {
                Ok(path) => self.crate_path = Some(path),
                Err(_) => errors.at(&tokens, wrong_form(key, &tokens)),
            },
            _ => {
                if let Some(value) = ArgumentValue::read(key, &tokens, errors) {
                    self.set(key, value, tokens);
                }
            }
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

/// The value of an argument in any form: `= 256`, `: 256`, `(256)`.
fn value_of(rest: &[TokenTree]) -> Option<TokenStream> {
    let marks = match rest {
        [TokenTree::Punct(first), TokenTree::Punct(second), ..] => {
            let second = second.as_char();
            match first.as_char() {
                // `==` and `=>`, but not the sign in `=-1`.
                '=' => 1 + usize::from(second == '=' || second == '>'),
                '<' | ':' | '+' | '-' => 1 + usize::from(second == '=' || second == '-'),
                _ => 0,
            }
        }
        [TokenTree::Punct(_), ..] => 1,
        _ => 0,
    };
    let value: TokenStream = rest.iter().skip(marks).cloned().collect();
    let mut tokens = value.clone().into_iter();
    match (tokens.next(), tokens.next()) {
        (Some(TokenTree::Group(group)), None)
            if group.delimiter() == Delimiter::Parenthesis
                && split_at_commas(group.stream()).len() == 1 =>
        {
            Some(group.stream())
        }
        (None, _) => None,
        _ => Some(value),
    }
}
