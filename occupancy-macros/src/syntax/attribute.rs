//! Each argument: its name, and the value by the form that the name asks for. Those of the attribute and those in the
//! parentheses of one are read in the same way.

use occupancy_core::kernel::{Argument, Form};
use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

use super::arguments::Place;
use super::reader::guess;
use super::shown::{found, short};
use super::split::split_arguments;
use super::unknown::{Unknown, not_of_one_gpu};
use super::words::{self, Meaning};
use super::{Args, Value, levels};
use crate::errors::Errors;
use crate::key;
use crate::literal;
use crate::tokens::{is_mark, split_at_commas, unraw};

impl Args {
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        args.arguments(split_arguments(tokens, errors), Place::Attribute, errors);
        if let (Some(elements), true) =
            (args.tokens(Argument::Elements), args.given(Argument::Grid))
        {
            let fault = "`elements` and `grid` both state the grid";
            errors.refuse(elements, "OCC109", fault, "keep one of them");
        }
        let own = args.overrides.iter().map(|(_, own)| own);
        let all: Vec<&Self> = std::iter::once(&args).chain(own).collect();
        for args in &all {
            if let (true, Some(ptx)) = (args.has(Argument::Cubin), args.tokens(Argument::Ptx)) {
                let fault = "`cubin` and `ptx` both name the kernel's code";
                let help = "keep one of them: `cubin` also has the registers";
                errors.refuse(ptx, "OCC109", fault, help);
            }
            for argument in [Argument::Cubin, Argument::Ptx] {
                if let Some(file) = args.tokens(argument).filter(|_| !cfg!(feature = "binary")) {
                    let off =
                        "cannot be read: the feature `binary` of the crate `occupancy` is off";
                    let fault = format!("`{}` {off}", argument.key());
                    let help = "turn it on: `cargo add occupancy --features binary`";
                    errors.refuse(file, "OCC038", fault, help);
                }
            }
        }
        let names_a_file = |args: &&Self| args.given(Argument::Cubin) || args.given(Argument::Ptx);
        if let Some(kernel) = args.tokens(Argument::Kernel)
            && !all.iter().any(names_a_file)
        {
            let fault = "`kernel` names a kernel in a file, but no file is named";
            let help = "`kernel` can be left out; or name the file, with `cubin` or `ptx`";
            errors.refuse(kernel, "OCC119", fault, help);
        }
        args
    }

    /// Reads arguments; whether each is one.
    pub(super) fn arguments(
        &mut self,
        all: Vec<Vec<TokenTree>>,
        place: Place,
        errors: &mut Errors,
    ) -> bool {
        let known = |argument: &Vec<TokenTree>| match argument.first() {
            Some(TokenTree::Ident(name)) => place.find(&unraw(name)),
            _ => None,
        };
        let written: Vec<Argument> = all.iter().filter_map(known).collect();
        let mut are_known = true;
        for argument in all {
            are_known &= self.argument(argument, &written, place, errors);
        }
        are_known
    }

    fn argument(
        &mut self,
        tokens: Vec<TokenTree>,
        written: &[Argument],
        place: Place,
        errors: &mut Errors,
    ) -> bool {
        let all: TokenStream = tokens.iter().cloned().collect();
        let mut rest = tokens.into_iter();
        let Some(TokenTree::Ident(name)) = rest.next() else {
            match place {
                Place::In(outer) => errors.wrong_form(&all, outer, &found(&all), None),
                _ => errors.malformed(&all, &short(&all)),
            }
            return false;
        };
        self.names.push(name.clone());
        let mut rest: Vec<TokenTree> = rest.collect();
        let (path, last) = path(&name, &mut rest);
        let key = unraw(&last);
        let is_path = last != name;
        let Some(argument) = place.find(&key).filter(|_| !is_path) else {
            let meaning = key::find(&key).map(Meaning::Argument);
            let meaning = meaning.or_else(|| words::meaning(&last.to_string()));
            let unknown = Unknown {
                name: path,
                meaning,
                value: value_of(&rest),
            };
            self.unknown(&unknown, written, place, errors);
            return false;
        };
        if place == Place::On && !argument.is_of_one_gpu() {
            not_of_one_gpu(&name, argument, errors);
        }
        // Each `on` is about a GPU of its own.
        if self.given.contains(&argument) && argument != Argument::On {
            match argument.form() {
                Form::Names => self.second_list(argument, &name, &rest, errors),
                _ => errors.duplicate(&name, argument),
            }
            return true;
        }
        self.given.push(argument);
        match rest.as_slice() {
            [TokenTree::Group(group)]
                if argument.is_parenthesized() && group.delimiter() == Delimiter::Parenthesis =>
            {
                self.in_parentheses(argument, &all, group, place, errors);
            }
            written if argument.is_parenthesized() => {
                let help = match argument.form() {
                    Form::Names => {
                        levels::list(argument, &written.iter().cloned().collect(), Vec::new())
                    }
                    _ => (argument == Argument::On).then(|| self.on_example()),
                };
                // What was meant is not reported as missing too.
                self.allow_partial_warp |= argument == Argument::Allow
                    && help
                        .as_deref()
                        .is_some_and(|help| help.contains("partial_warp"));
                errors.wrong_form(&all, argument, &found(&all), help.as_deref());
            }
            [equals, value @ ..]
                if is_mark(equals, '=') && !value.is_empty() && !is_comparison(equals, value) =>
            {
                self.value_and_strays(argument, value, errors);
            }
            // `threads: 256`, `threads(32, 8)`, `threads == 256`: the value is there.
            written => {
                let fault = format!("expected `=` and a value after `{}`", argument.key());
                let help = value_of(written).map(|value| {
                    let meant = guess(argument, &value, errors);
                    meant.unwrap_or_else(|| key::stated(argument, &short(&value)))
                });
                let help = help.as_deref().unwrap_or(argument.example());
                errors.refuse(&all, "OCC110", fault, format!("`{help}`"));
            }
        }
        true
    }

    fn in_parentheses(
        &mut self,
        argument: Argument,
        written: &TokenStream,
        group: &Group,
        place: Place,
        errors: &mut Errors,
    ) {
        let required = match argument {
            Argument::On if place == Place::Attribute => return self.on(written, group, errors),
            Argument::On => return,
            Argument::Intent => return self.intent(group, errors),
            Argument::Tile => Argument::TILE_EXTENTS.to_vec(),
            Argument::Hides => vec![Argument::Cycles],
            _ => return self.levels(argument, group, errors),
        };
        let parts = split_arguments(group.stream(), errors);
        if parts.is_empty() {
            return errors.wrong_form(group, argument, "nothing", None);
        }
        if !self.arguments(parts, Place::In(argument), errors) {
            // It may have been meant as any of those that are not there.
            let others = argument.nested().iter();
            let others: Vec<_> = others.filter(|other| !self.given.contains(other)).collect();
            self.given.extend(others);
        }
        self.set(argument, Value::Nested, group.stream());
        let mut missing = required;
        missing.retain(|one| !self.given(*one));
        // Bytes in flight need no latency.
        if argument == Argument::Hides && !self.given(Argument::Instructions) {
            return;
        }
        if !missing.is_empty() {
            let examples: Vec<&str> = missing.iter().map(|one| one.example()).collect();
            errors.missing(group, &missing, &examples.join(", "), false);
            self.given.extend(missing);
        }
    }

    /// Reads `intent(low_occupancy, "accumulators in registers")`: what the author means to do, and why.
    fn intent(&mut self, group: &Group, errors: &mut Errors) {
        let tokens = group.stream();
        let parts = split_at_commas(tokens.clone()).into_iter();
        let parts: Vec<TokenStream> = parts.map(TokenStream::from_iter).collect();
        let reason = match parts.as_slice() {
            [what, why] if what.to_string() == "low_occupancy" => {
                literal::text(why).map(|reason| (reason, why))
            }
            _ => None,
        };
        match reason {
            Some((reason, written)) if reason.trim().is_empty() => {
                errors.wrong_form(written, Argument::Intent, "an empty reason", None);
            }
            Some((reason, _)) => self.set(Argument::Intent, Value::Text(Some(reason)), tokens),
            None if tokens.is_empty() => {
                errors.wrong_form(group, Argument::Intent, "nothing", None);
            }
            None => errors.wrong_form(&tokens, Argument::Intent, &found(&tokens), None),
        }
    }

    /// Reads a value, and the literals behind it that commas cut off: what was meant with them, if that can be told.
    fn value_and_strays(&mut self, argument: Argument, value: &[TokenTree], errors: &mut Errors) {
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
                return errors.wrong_form(all, argument, &found, Some(&help));
            }
        }
        self.read_value(argument, first.iter().cloned().collect(), errors);
        for stray in strays {
            errors.malformed(stray, &stray.to_string());
        }
    }

    fn read_value(&mut self, argument: Argument, tokens: TokenStream, errors: &mut Errors) {
        // A parser that recurses would overflow the compiler's stack.
        if count(&tokens, 0) > MOST_TOKENS {
            errors.wrong_form(&tokens, argument, "an expression of this size", None);
        } else if let Some(value) = Value::read(argument, &tokens, errors) {
            self.set(argument, value, tokens);
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
    let value: TokenStream = rest.iter().skip(marks).cloned().collect();
    match rest.get(marks..)? {
        [] => None,
        [TokenTree::Group(group)]
            if group.delimiter() == Delimiter::Parenthesis
                && split_at_commas(group.stream()).len() == 1 =>
        {
            Some(group.stream())
        }
        _ => Some(value),
    }
}

/// The path that begins with a name, and its last name, which is the one that counts in `cuda::smem = 4096`.
fn path(name: &Ident, rest: &mut Vec<TokenTree>) -> (TokenStream, Ident) {
    let (mut path, mut last) = (name.to_token_stream(), name.clone());
    while let [first, second, TokenTree::Ident(next), ..] = rest.as_slice()
        && is_mark(first, ':')
        && is_mark(second, ':')
    {
        last = next.clone();
        path.extend(rest.drain(..3));
    }
    (path, last)
}
