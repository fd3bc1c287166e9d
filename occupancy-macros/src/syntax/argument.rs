//! Each argument: its name, and the value by the form that the name asks for.

use occupancy_core::kernel::{Argument, Form};
use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Ident, Path};

use super::arguments::Place;
use super::meant::{meant, wrong_form};
use super::shown::{found, short};
use super::split::{Part, split_arguments, split_at_commas};
use super::unknown::Unknown;
use super::values::documentation;
use super::words::{self, Meaning};
use super::{Args, ArgumentValue, levels, strays};
use crate::errors::{self, Errors};
use crate::key;

impl Args {
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        args.arguments(split_arguments(tokens, errors), Place::Attribute, errors);
        if args.given(Argument::Grid)
            && let Some(elements) = args.tokens(Argument::Elements)
        {
            errors.at(
                elements,
                errors::conflict(Argument::Elements, Argument::Grid),
            );
        }
        let own = args.overrides.iter().map(|(_, own)| own);
        let all: Vec<&Self> = std::iter::once(&args).chain(own).collect();
        for args in &all {
            if let (Some(_), Some(ptx)) = (args.tokens(Argument::Cubin), args.tokens(Argument::Ptx))
            {
                errors.at(ptx, errors::two_files());
            }
        }
        if !cfg!(feature = "binary") {
            for args in &all {
                for argument in [Argument::Cubin, Argument::Ptx] {
                    if let Some(file) = args.tokens(argument) {
                        errors.at(file, errors::without_readers(argument));
                    }
                }
            }
        }
        let names_a_file = |args: &&Self| args.given(Argument::Cubin) || args.given(Argument::Ptx);
        if let Some(kernel) = args.tokens(Argument::Kernel)
            && !all.iter().any(names_a_file)
        {
            errors.at(kernel, errors::kernel_without_code());
        }
        args
    }

    pub(super) fn arguments(&mut self, all: Vec<Part>, place: Place, errors: &mut Errors) {
        let known = |argument: &Part| match argument.tokens.first() {
            Some(TokenTree::Ident(name)) => key::find(&name.unraw().to_string()),
            _ => None,
        };
        let written: Vec<Argument> = all.iter().filter_map(known).collect();
        for argument in all {
            self.argument(argument, &written, place, errors);
        }
    }

    fn argument(
        &mut self,
        argument: Part,
        written: &[Argument],
        place: Place,
        errors: &mut Errors,
    ) {
        let Part { tokens, strays } = argument;
        let all: TokenStream = tokens.iter().cloned().collect();
        let mut rest = tokens.into_iter();
        let Some(TokenTree::Ident(name)) = rest.next() else {
            return errors.at(&all, errors::malformed(&short(&all)));
        };
        self.names.push(name.clone());
        let mut rest: Vec<TokenTree> = rest.collect();
        let (path, last) = path(&name, &mut rest);
        let is_path = last != name;
        let known = key::find(&last.unraw().to_string());
        let Some(argument) = known.filter(|_| !is_path) else {
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
        if place == Place::On && !argument.is_of_one_gpu() {
            errors.at(&name, errors::not_of_one_gpu(argument));
        }
        let is_level = argument.form() == Form::Names;
        // Each `on` is about a GPU of its own.
        if self.given.contains(&argument) && argument != Argument::On {
            return if is_level {
                self.second_list(argument, &name, &rest, errors);
            } else {
                errors.at(&name, errors::duplicate(argument));
            };
        }
        self.given.push(argument);
        match (argument, rest.as_slice()) {
            (Argument::On, [TokenTree::Group(group)])
                if group.delimiter() == Delimiter::Parenthesis =>
            {
                if place == Place::Attribute {
                    self.on(&all, group, errors);
                }
            }
            (_, [TokenTree::Group(group)])
                if argument.is_parenthesized() && group.delimiter() == Delimiter::Parenthesis =>
            {
                self.in_parentheses(argument, group, errors);
            }
            (Argument::Hides | Argument::Intent | Argument::Tile, _) => {
                errors.at(&all, errors::wrong_form(argument, &found(&all), None));
            }
            (Argument::On, _) => {
                let help = self.on_example();
                errors.at(
                    &all,
                    errors::wrong_form(argument, &found(&all), Some(&help)),
                );
            }
            (_, written) if is_level => {
                // What was meant is not reported as missing too.
                self.allow_partial_warp |= argument == Argument::Allow
                    && written
                        .iter()
                        .any(|token| token.to_string().contains("partial_warp"));
                let help = levels::meant(argument, &written.iter().cloned().collect());
                errors.at(
                    &all,
                    errors::wrong_form(argument, &found(&all), help.as_deref()),
                );
            }
            (_, [TokenTree::Punct(equals), value @ ..])
                if equals.as_char() == '='
                    && !value.is_empty()
                    && !is_comparison(equals, value) =>
            {
                let value: TokenStream = value.iter().cloned().collect();
                if strays.is_empty() {
                    return self.read_value(argument, value, errors);
                }
                if let Some(message) = strays::wrong_form(argument, &value, &strays) {
                    return errors.at(strays::joined(&value, &strays), message);
                }
                self.read_value(argument, value, errors);
                for stray in strays {
                    errors.at(&stray, errors::malformed(&stray.to_string()));
                }
            }
            // `threads: 256`, `threads(32, 8)`, `threads == 256`: the value is there.
            (_, written) => {
                let help = value_of(written).map(|value| {
                    let meant = meant(argument, &value).unwrap_or_else(|| short(&value));
                    key::stated(argument, &meant)
                });
                errors.at(&all, errors::no_value(argument, help.as_deref()));
            }
        }
    }

    fn in_parentheses(&mut self, argument: Argument, group: &Group, errors: &mut Errors) {
        match argument {
            Argument::Hides => self.hides(group, errors),
            Argument::Intent => self.intent(group, errors),
            Argument::Tile => self.tile(group, errors),
            _ => self.levels(argument, group, errors),
        }
    }

    fn read_value(&mut self, argument: Argument, tokens: TokenStream, errors: &mut Errors) {
        // A parser that recurses would overflow the compiler's stack.
        if count(&tokens, 0) > MOST_TOKENS {
            return errors.at(
                &tokens,
                errors::wrong_form(argument, "an expression of this size", None),
            );
        }
        match argument {
            Argument::Name => match syn::parse2::<Ident>(tokens.clone()) {
                Ok(name) => self.name = Some(name),
                Err(_) => errors.at(&tokens, wrong_form(argument, &tokens)),
            },
            Argument::Docs => match documentation(&tokens) {
                Some(docs) => self.docs = docs,
                None => errors.at(&tokens, wrong_form(argument, &tokens)),
            },
            Argument::Crate => {
                match syn::parse::Parser::parse2(Path::parse_mod_style, tokens.clone()) {
                    Ok(path) => self.crate_path = Some(path),
                    Err(_) => errors.at(&tokens, wrong_form(argument, &tokens)),
                }
            }
            _ => {
                if let Some(value) = ArgumentValue::read(argument, &tokens, errors) {
                    self.set(argument, value, tokens);
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

/// The path that begins with a name, and its last name, which is the one that counts in `cuda::smem = 4096`.
fn path(name: &Ident, rest: &mut Vec<TokenTree>) -> (TokenStream, Ident) {
    let (mut path, mut last) = (name.to_token_stream(), name.clone());
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
    (path, last)
}
