//! Reads each argument: its name, and the value in the form that the name asks for. The arguments in the parentheses of
//! another are read like those of the attribute.

use occupancy_core::kernel::{Argument, Arguments, Form};
use occupancy_core::rules::auto_twice;
use occupancy_core::text::grouped;
use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::display::{backquoted, one_line, short};
use super::keys::{self, Outer, find};
use super::split::{Parts, split_arguments};
use super::suggest::suggest;
use super::unknown::refuse_shared;
use super::{Args, Entry, Value, levels};
use crate::errors::Errors;
use crate::expression::{self, elements};
use crate::tokens::{between_commas, is_mark, stream, unraw};

impl Args {
    /// Reads the arguments of an attribute, and reports every fault.
    pub(crate) fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut args = Self::default();
        args.read_all(split_arguments(tokens, errors), None, errors);
        let own = args.overrides.iter().map(|(_, own)| own);
        let all: Vec<&Self> = std::iter::once(&args).chain(own).collect();
        for args in &all {
            args.refuse_combinations(&all, errors);
        }
        args
    }

    /// Reports arguments that exclude each other, that need one that is missing, or that need a feature that is off.
    fn refuse_combinations(&self, all: &[&Self], errors: &mut Errors) {
        let is_given = |other: &Argument| all.iter().any(|args| args.given(*other));
        // An `on(…)` takes the rest from beside `arch`.
        let of = |argument| self.value(argument).or(all[0].value(argument));
        for budget in Argument::BUDGETS {
            let own = self.entry(budget);
            if let Some(Value::Auto(..)) = of(Argument::Threads)
                && let Some(Value::Budget) = of(budget)
                && let Some(own) = own.or_else(|| self.entry(Argument::Threads))
            {
                errors.at(&own.key, auto_twice(budget));
            }
        }
        for Entry { argument, key, .. } in &self.entries {
            for (other, fault, help) in argument.row().excludes {
                if self.given(*other) {
                    errors.refuse(key, "OCC109", fault, help);
                }
            }
            if let Some((others, fault, help)) = argument.row().needs
                && !others.iter().any(is_given)
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

    /// Reads arguments. Returns `true` if all of them exist.
    pub(super) fn read_all(&mut self, all: Parts, outer: Outer, errors: &mut Errors) -> bool {
        for argument in &all {
            if let [TokenTree::Ident(name), rest @ ..] = argument.as_slice()
                && !rest.first().is_some_and(|next| is_mark(next, '.'))
                && let Some(argument) = find(outer, &unraw(name))
            {
                self.listed = self.listed.with(argument);
            }
        }
        let mut exist = true;
        for argument in all {
            exist &= self.read_one(argument, outer, errors);
        }
        exist
    }

    /// Reads one argument. Returns `true` if it exists.
    fn read_one(&mut self, tokens: Vec<TokenTree>, outer: Outer, errors: &mut Errors) -> bool {
        let all = stream(&tokens);
        let mut trees = tokens.into_iter();
        let Some(TokenTree::Ident(name)) = trees.next() else {
            match outer {
                None | Some(Argument::On) => errors.malformed(&all, &short(&all)),
                Some(outer) => errors.wrong_form(&all, outer, &backquoted(&all), None),
            }
            return false;
        };
        self.names.push(name.clone());
        let mut rest: Vec<TokenTree> = trees.collect();
        let (path, last) = path(&name, &mut rest);
        let key = unraw(&last);
        let is_path = path.clone().into_iter().nth(1).is_some();
        let Some(argument) = find(outer, &key).filter(|_| !is_path) else {
            let value = value_of(&rest).map(|value| match one_line(&path).rsplit_once('.') {
                Some((_, "y")) => quote!((1, #value)),
                Some((_, "z")) => quote!((1, 1, #value)),
                _ => value,
            });
            self.refuse_unknown(&path, keys::meaning(&key), value.as_ref(), outer, errors);
            return false;
        };
        let is_in_on = outer == Some(Argument::On);
        if is_in_on && !argument.is_of_one_gpu() {
            refuse_shared(&name, argument, errors);
        }
        // Each `on` is about a GPU of its own.
        if self.given.contains(argument) && argument != Argument::On {
            let is_list = argument.form() == Form::Names;
            let joined = is_list.then(|| self.joined(argument, &rest)).flatten();
            let quoted = joined.map(|joined| format!("`{joined}`"));
            let help = quoted.as_deref().unwrap_or("keep one of them");
            errors.refuse(&name, "OCC102", format!("`{key}` is given twice"), help);
            return true;
        }
        self.given = self.given.with(argument);
        // An `on` in another has been reported.
        if !(is_in_on && argument == Argument::On)
            && let Some((value, tokens)) = self.read_value(argument, &all, &rest, errors)
        {
            let key = name.into_token_stream();
            self.set(Entry {
                argument,
                key,
                value,
                tokens,
            });
        }
        true
    }

    /// Reads the value of an argument from the tokens after its name.
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
                    Form::Names => self.read_levels(argument, group, errors),
                    _ if argument == Argument::On => self.read_on(all, group, errors),
                    _ => return self.read_in_parentheses(argument, group, errors),
                }
            }
            [] if argument.form() == Form::Flag => return Some((Value::Tokens, all.clone())),
            [.., TokenTree::Ident(value)] if argument.form() == Form::Flag && value == "false" => {
                let fault = format!(
                    "`{}` takes no value, not {}",
                    argument.key(),
                    backquoted(all)
                );
                errors.refuse(all, "OCC104", fault, "leave it out");
            }
            written if argument.is_parenthesized() || argument.form() == Form::Flag => {
                let help = match argument.form() {
                    Form::Names => levels::list(argument, &stream(written), Vec::new()),
                    _ => (argument == Argument::On).then(|| self.on_example()),
                };
                // `allow = partial_warp` is this one fault: the partial warp is not reported, too.
                let is_partial = |help: &String| help.contains("partial_warp");
                self.allow_partial_warp |= help.as_ref().is_some_and(is_partial);
                errors.wrong_form(all, argument, &backquoted(all), help.as_deref());
            }
            [equals, value @ ..]
                if is_mark(equals, '=') && !value.is_empty() && !is_comparison(equals, value) =>
            {
                return value_and_strays(argument, value, errors);
            }
            // `threads: 256`, `threads(32, 8)`, `threads == 256`: there is a value.
            written => {
                let fault = format!("expected `=` and a value after `{}`", argument.key());
                let meant = value_of(written).and_then(|value| {
                    let is_one = argument.form() != Form::Integer || elements(&value).is_none();
                    let as_it_is = || keys::assignment(argument, &short(&value));
                    suggest(argument, &value, errors).or_else(|| is_one.then(as_it_is))
                });
                let help = format!("`{}`", meant.as_deref().unwrap_or(argument.example()));
                errors.refuse(all, "OCC110", fault, help);
            }
        }
        None
    }

    /// Reads arguments in the parentheses of another, such as those of `tile(…)`.
    fn read_in_parentheses(
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
        } else if argument == Argument::Setmaxnreg {
            let tokens = group.to_token_stream();
            return Some((Value::read(argument, &tokens, errors)?, tokens));
        }
        let parts = split_arguments(tokens.clone(), errors);
        if !self.read_all(parts, Some(argument), errors) {
            // The unknown name may mean any of those that are not there.
            self.given = self.given.union(argument.nested());
        }
        let mut missing = match argument {
            Argument::Tile => Argument::TILE_EXTENTS.to_vec(),
            _ if self.given(Argument::Instructions) || self.given(Argument::Wait) => {
                vec![Argument::Cycles]
            }
            // Bytes in flight need no latency.
            _ => Vec::new(),
        };
        missing.retain(|one| !self.given(*one));
        if !missing.is_empty() {
            let examples: Vec<&str> = missing.iter().map(|one| one.example()).collect();
            let help = format!("`{}`", examples.join(", "));
            errors.missing(group, &missing, self.words(), &help, false);
            self.given = self.given.union(Arguments::of(&missing));
        }
        Some((Value::Tokens, tokens))
    }
}

/// A value, with its tokens.
type Read = (Value, TokenStream);

/// Reads the parentheses of `intent(low_occupancy, "accumulators in registers")`.
fn intent(tokens: TokenStream, errors: &mut Errors) -> Option<Read> {
    if let [kind, why] = between_commas(tokens.clone()).as_slice()
        && kind.to_string() == "low_occupancy"
        && let Some(reason) = expression::text(why)
    {
        if !reason.trim().is_empty() {
            return Some((Value::Text(Some(reason)), tokens));
        }
        errors.wrong_form(why, Argument::Intent, "an empty reason", None);
    } else {
        errors.wrong_form(&tokens, Argument::Intent, &backquoted(&tokens), None);
    }
    None
}

/// Reads a value. Reports literals after it that commas cut off, the strays, and suggests a value that has all of them.
fn value_and_strays(argument: Argument, value: &[TokenTree], errors: &mut Errors) -> Option<Read> {
    let mut parts = value.split(|token| is_mark(token, ','));
    let first = parts.next().unwrap_or_default();
    let strays: Vec<&TokenTree> = parts.flatten().collect();
    if !strays.is_empty() {
        let all = stream(value);
        if let Some(help) = suggest(argument, &all, errors) {
            let mut written = backquoted(&all);
            if argument != Argument::Arch {
                written = written.replace(", ", ",");
            }
            errors.wrong_form(all, argument, &written, Some(&help));
            return None;
        }
    }
    let tokens = stream(first);
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

/// The most tokens of a value, and the most groups around one: more than anyone writes, and few enough that a recursive
/// parser does not overflow the compiler's stack.
const MOST_TOKENS: usize = 1024;
const MOST_DEEP: usize = 32;

/// Counts the tokens of a value, and those in its groups. A token that is nested too deeply counts as too many.
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

/// Returns `true` if `=` and the next token are `==`.
fn is_comparison(equals: &TokenTree, value: &[TokenTree]) -> bool {
    matches!(equals, TokenTree::Punct(equals) if equals.spacing() == Spacing::Joint)
        && value.first().is_some_and(|second| is_mark(second, '='))
}

/// Takes the value after a name, however it is attached: `= 256`, `: 256`, `(256)`.
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
        value => Some(stream(value)),
    }
}

/// Takes the path that begins with a name, and the name in it that has a meaning: `smem` of `cuda::smem = 4096`, and
/// `blockDim` of `blockDim.x = 256`.
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
