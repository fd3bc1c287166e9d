//! Each argument: its name, and the value by the form that the name asks for. Those of the attribute and those in the
//! parentheses of one are read in the same way.

use occupancy_core::kernel::{Argument, Arguments, Form};
use occupancy_core::text::grouped;
use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::arguments::{Place, find};
use super::otherwise::guess;
use super::shown::{found, short, text};
use super::split::split_arguments;
use super::unknown::not_of_one_gpu;
use super::words;
use super::{Args, Stated, Value, levels};
use crate::errors::Errors;
use crate::literal;
use crate::tokens::{between_commas, is_mark, unraw};

impl Args {
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        args.arguments(split_arguments(tokens, errors), None, errors);
        let own = args.overrides.iter().map(|(_, own)| own);
        let all: Vec<&Self> = std::iter::once(&args).chain(own).collect();
        for args in &all {
            args.refuse_beside(&all, errors);
        }
        args
    }

    /// Reports arguments that cannot stand beside others of these, or without one of all that the attribute has, and
    /// those that need a feature.
    fn refuse_beside(&self, all: &[&Self], errors: &mut Errors) {
        for Stated { argument, key, .. } in &self.values {
            for (other, fault, help) in argument.row().excludes {
                if self.given(*other) {
                    errors.refuse(key, "OCC109", fault, help);
                }
            }
            if let Some((others, fault, help)) = argument.row().needs
                && !all
                    .iter()
                    .any(|args| others.iter().any(|one| args.given(*one)))
            {
                errors.refuse(key, "OCC119", fault, help);
            }
            if argument.form() == Form::File && !cfg!(feature = "binary") {
                let fault = format!(
                    "`{}` cannot be read: the feature `binary` of the crate `occupancy` is off",
                    argument.key()
                );
                let help = "turn it on: `cargo add occupancy --features binary`";
                errors.refuse(key, "OCC038", fault, help);
            }
        }
    }

    /// Reads arguments; whether each is one.
    pub(super) fn arguments(
        &mut self,
        all: Vec<Vec<TokenTree>>,
        place: Place,
        errors: &mut Errors,
    ) -> bool {
        for argument in &all {
            if let [TokenTree::Ident(name), rest @ ..] = argument.as_slice()
                && !rest.first().is_some_and(|next| is_mark(next, '.'))
                && let Some(argument) = find(place, &unraw(name))
            {
                self.listed = self.listed.with(argument);
            }
        }
        let mut are_known = true;
        for argument in all {
            are_known &= self.argument(argument, place, errors);
        }
        are_known
    }

    fn argument(&mut self, tokens: Vec<TokenTree>, place: Place, errors: &mut Errors) -> bool {
        let all: TokenStream = tokens.iter().cloned().collect();
        let mut rest = tokens.into_iter();
        let Some(TokenTree::Ident(name)) = rest.next() else {
            match place {
                None | Some(Argument::On) => errors.malformed(&all, &short(&all)),
                Some(outer) => errors.wrong_form(&all, outer, &found(&all), None),
            }
            return false;
        };
        self.names.push(name.clone());
        let mut rest: Vec<TokenTree> = rest.collect();
        let (path, last) = path(&name, &mut rest);
        let key = unraw(&last);
        let is_path = path.clone().into_iter().nth(1).is_some();
        let Some(argument) = find(place, &key).filter(|_| !is_path) else {
            let meaning = words::meaning(&key);
            let value = value_of(&rest).map(|value| match text(&path).rsplit_once('.') {
                Some((_, "y")) => quote!((1, #value)),
                Some((_, "z")) => quote!((1, 1, #value)),
                _ => value,
            });
            self.unknown(&path, meaning, value.as_ref(), place, errors);
            return false;
        };
        if place == Some(Argument::On) && !argument.is_of_one_gpu() {
            not_of_one_gpu(&name, argument, errors);
        }
        // Each `on` is about a GPU of its own.
        if self.given.contains(argument) && argument != Argument::On {
            let has_names = argument.form() == Form::Names;
            let joined = has_names.then(|| self.joined(argument, &rest)).flatten();
            let joined = joined.map(|joined| format!("`{joined}`"));
            let help = joined.as_deref().unwrap_or("keep one of them");
            errors.refuse(&name, "OCC102", format!("`{key}` is given twice"), help);
            return true;
        }
        self.given = self.given.with(argument);
        // An `on` in another is reported.
        if (argument, place) != (Argument::On, Some(Argument::On))
            && let Some((value, tokens)) = self.read_value(argument, &all, &rest, errors)
        {
            self.set(Stated {
                argument,
                key: name.into_token_stream(),
                value,
                tokens,
            });
        }
        true
    }

    /// Reads the value of an argument from what is behind its name.
    fn read_value(
        &mut self,
        argument: Argument,
        all: &TokenStream,
        rest: &[TokenTree],
        errors: &mut Errors,
    ) -> Option<Read> {
        match rest {
            [TokenTree::Group(group)]
                if argument.is_parenthesized() && group.delimiter() == Delimiter::Parenthesis =>
            {
                match argument.form() {
                    Form::Names => self.levels(argument, group, errors),
                    _ if argument == Argument::On => self.on(all, group, errors),
                    _ => return self.in_parentheses(argument, group, errors),
                }
            }
            written if argument.is_parenthesized() => {
                let written = written.iter().cloned().collect();
                let help = match argument.form() {
                    Form::Names => levels::list(argument, &written, Vec::new()),
                    _ => (argument == Argument::On).then(|| self.on_example()),
                };
                // What was meant is not reported as missing too.
                let is_partial = |help: &String| help.contains("partial_warp");
                self.allow_partial_warp |= help.as_ref().is_some_and(is_partial);
                errors.wrong_form(all, argument, &found(all), help.as_deref());
            }
            [equals, value @ ..]
                if is_mark(equals, '=') && !value.is_empty() && !is_comparison(equals, value) =>
            {
                return value_and_strays(argument, value, errors);
            }
            // `threads: 256`, `threads(32, 8)`, `threads == 256`: the value is there.
            written => {
                let fault = format!("expected `=` and a value after `{}`", argument.key());
                let help = value_of(written).map(|value| {
                    let meant = guess(argument, &value, errors);
                    meant.unwrap_or_else(|| words::stated(argument, &short(&value)))
                });
                let help = help.as_deref().unwrap_or(argument.example());
                errors.refuse(all, "OCC110", fault, format!("`{help}`"));
            }
        }
        None
    }

    fn in_parentheses(
        &mut self,
        argument: Argument,
        group: &Group,
        errors: &mut Errors,
    ) -> Option<Read> {
        let tokens = group.stream();
        if tokens.is_empty() {
            errors.wrong_form(group, argument, "nothing", None);
            return None;
        } else if argument == Argument::Intent {
            return intent(tokens, errors);
        }
        let parts = split_arguments(tokens.clone(), errors);
        if !self.arguments(parts, Some(argument), errors) {
            // It may have been meant as any of those that are not there.
            self.given = self.given.union(argument.nested());
        }
        let mut missing = match argument {
            Argument::Tile => Argument::TILE_EXTENTS.to_vec(),
            _ if self.given(Argument::Instructions) => vec![Argument::Cycles],
            // Bytes in flight need no latency.
            _ => Vec::new(),
        };
        missing.retain(|one| !self.given(*one));
        if !missing.is_empty() {
            let examples: Vec<&str> = missing.iter().map(|one| one.example()).collect();
            errors.missing(group, &missing, &examples.join(", "), false);
            self.given = self.given.union(Arguments::of(&missing));
        }
        Some((Value::Nested, tokens))
    }
}

/// A value, and the tokens that it was read from.
type Read = (Value, TokenStream);

/// Reads `intent(low_occupancy, "accumulators in registers")`: what the author means to do, and why.
fn intent(tokens: TokenStream, errors: &mut Errors) -> Option<Read> {
    if let [what, why] = between_commas(tokens.clone()).as_slice()
        && what.to_string() == "low_occupancy"
        && let Some(reason) = literal::text(why)
    {
        if !reason.trim().is_empty() {
            return Some((Value::Text(Some(reason)), tokens));
        }
        errors.wrong_form(why, Argument::Intent, "an empty reason", None);
    } else {
        errors.wrong_form(&tokens, Argument::Intent, &found(&tokens), None);
    }
    None
}

/// Reads a value, and the literals behind it that commas cut off: what was meant with them, if that can be told.
fn value_and_strays(argument: Argument, value: &[TokenTree], errors: &mut Errors) -> Option<Read> {
    let mut parts = value.split(|token| is_mark(token, ','));
    let first = parts.next().unwrap_or_default();
    let strays: Vec<&TokenTree> = parts.flatten().collect();
    if !strays.is_empty() {
        let all: TokenStream = value.iter().cloned().collect();
        if let Some(help) = guess(argument, &all, errors) {
            let mut found = found(&all);
            if argument != Argument::Arch {
                found = found.replace(", ", ",");
            }
            errors.wrong_form(all, argument, &found, Some(&help));
            return None;
        }
    }
    let tokens: TokenStream = first.iter().cloned().collect();
    // A parser that recurses would overflow the compiler's stack.
    let read = if count(&tokens, 0) > MOST_TOKENS {
        let (key, most) = (argument.key(), grouped(MOST_TOKENS as u64));
        let fault = format!(
            "`{key}` has more than {most} tokens, or more than {MOST_DEEP} parentheses around one"
        );
        let help = "give the value a name: a `const` before the function, whose name stands here";
        errors.refuse(&tokens, "OCC104", fault, help);
        None
    } else {
        Value::read(argument, &tokens, errors)
    };
    for stray in strays {
        errors.malformed(stray, &stray.to_string());
    }
    Some((read?, tokens))
}

/// More than anyone writes, and less than a parser cannot take.
const MOST_TOKENS: usize = 1024;
const MOST_DEEP: usize = 32;

/// The tokens of a value, groups and what is in them; those that are nested deeply count for more.
fn count(tokens: &TokenStream, depth: usize) -> usize {
    if depth > MOST_DEEP {
        return MOST_TOKENS + 1;
    }
    let inner = tokens.clone().into_iter().map(|token| match token {
        TokenTree::Group(group) => 1 + count(&group.stream(), depth + 1),
        _ => 1,
    });
    inner.sum()
}

/// Whether `=` and what follows it is `==`.
fn is_comparison(equals: &TokenTree, value: &[TokenTree]) -> bool {
    matches!(equals, TokenTree::Punct(equals) if equals.spacing() == Spacing::Joint)
        && value.first().is_some_and(|second| is_mark(second, '='))
}

/// The value of an argument in any form: `= 256`, `: 256`, `(256)`.
fn value_of(rest: &[TokenTree]) -> Option<TokenStream> {
    let mark = |at: usize| match rest.get(at) {
        Some(TokenTree::Punct(mark)) => mark.as_char(),
        _ => ' ',
    };
    let marks = match (mark(0), mark(1)) {
        (' ', _) => 0,
        // `==` and `=>`, but not the sign in `=-1`.
        ('=', '=' | '>') | ('<' | ':' | '+' | '-', '=' | '-') => 2,
        _ => 1,
    };
    match rest.get(marks..)? {
        [] => None,
        [TokenTree::Group(group)]
            if group.delimiter() == Delimiter::Parenthesis
                && between_commas(group.stream()).len() == 1 =>
        {
            Some(group.stream())
        }
        value => Some(value.iter().cloned().collect()),
    }
}

/// The path that begins with a name, and its last name, which is the one that counts in `cuda::smem = 4096` and in
/// `blockDim.x = 256`.
fn path(name: &Ident, rest: &mut Vec<TokenTree>) -> (TokenStream, Ident) {
    let (mut path, mut last) = (name.to_token_stream(), name.clone());
    while let [first, second, TokenTree::Ident(next), ..] = rest.as_slice()
        && is_mark(first, ':')
        && is_mark(second, ':')
    {
        last = next.clone();
        path.extend(rest.drain(..3));
    }
    if let [dot, TokenTree::Ident(_), ..] = rest.as_slice()
        && is_mark(dot, '.')
    {
        path.extend(rest.drain(..2));
    }
    (path, last)
}
