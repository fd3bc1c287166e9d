//! Reads the value of an argument: one reader for each form that a value has. A value of another form is written
//! otherwise and read again: what is read is offered.

use std::env::{self, VarError};

use occupancy_core::kernel::{Accumulator, Argument, Form};
use occupancy_core::rules::{self, AUTO_BLOCK_SIZES};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

use super::gpus::gpus;
use super::otherwise::{foreign, guess, is_included};
use super::shown::found;
use super::{Documentation, Value};
use crate::errors::Errors;
use crate::expression::{Expression, Kind, is_free};
use crate::literal::{self, Literal};
use crate::number::{self, Fault, Number};
use crate::tokens::{is_mark, single};

impl Value {
    /// Reads the value of an argument; `None` after a reported fault.
    pub(super) fn read(
        argument: Argument,
        tokens: &TokenStream,
        errors: &mut Errors,
    ) -> Option<Self> {
        let mut reader = Reader {
            argument,
            tokens,
            errors,
        };
        // In an expression, `auto` may be a constant.
        let trees: Vec<TokenTree> = tokens.clone().into_iter().collect();
        if let (Argument::Threads, [TokenTree::Ident(name), range @ ..]) = (argument, &*trees)
            && name == "auto"
        {
            match range {
                [] => return reader.auto(&quote!(..)),
                [TokenTree::Group(range)] if range.delimiter() == Delimiter::Parenthesis => {
                    return reader.auto(&range.stream());
                }
                _ => {}
            }
        }
        if foreign(argument, tokens).is_some() {
            return reader.wrong_form(&found(tokens));
        }
        let value = match (argument, argument.form(), Expression::new(tokens)) {
            (Argument::Arch, ..) => return gpus(tokens, reader.errors).map(Self::Gpus),
            (_, Form::Ratio, _) => return reader.ratio(),
            (_, Form::File | Form::Text, value) => return reader.text(value),
            (_, Form::Extents, Some(value)) => return reader.extents(&value),
            (_, Form::Integer, Some(value)) => {
                return Some(Self::Numbers(vec![reader.number(&value, false)?]));
            }
            (Argument::Problem, _, Some(value)) if is_pair(&value) => {
                return reader.extents(&value);
            }
            (Argument::Accumulator, _, Some(value)) => accumulator(value),
            (Argument::Name, ..) => match single(tokens) {
                Some(TokenTree::Ident(name)) if is_free(&name) => Some(Self::Name(name)),
                _ => None,
            },
            (Argument::Docs, ..) => documentation(tokens).map(Self::Docs),
            (Argument::Crate, _, Some(path)) if is_module(&path) => Some(Self::Path(path.tokens)),
            _ => None,
        };
        value.or_else(|| reader.wrong_form(&found(tokens)))
    }
}

/// One value that is read.
struct Reader<'a> {
    argument: Argument,
    tokens: &'a TokenStream,
    errors: &'a mut Errors,
}

impl Reader<'_> {
    /// Reports another form than the argument takes.
    fn wrong_form<T>(&mut self, found: &str) -> Option<T> {
        let help = guess(self.argument, self.tokens, self.errors);
        self.errors
            .wrong_form(self.tokens, self.argument, found, help.as_deref());
        None
    }

    /// A number of any size: what the argument holds depends on the GPUs.
    fn number(&mut self, value: &Expression, is_element: bool) -> Option<Number> {
        match number::integer(value) {
            Err(Fault::Deferred) => Some(Number::Deferred(value.tokens.clone())),
            Err(Fault::TooLarge(_)) => Some(Number::Known(i128::MAX)),
            Err(fault) => self.fault(&value.tokens, fault, is_element),
            Ok(number @ 0..) => Some(Number::Known(number)),
            Ok(negative) => self.fault(&value.tokens, Fault::Negative(negative), is_element),
        }
    }

    /// Reports a fault of the value, or of an element of its tuple.
    fn fault<T>(&mut self, at: &TokenStream, fault: Fault, is_element: bool) -> Option<T> {
        // Of a small type, only a size is likely to be meant.
        let is_size = matches!(
            self.argument,
            Argument::DynamicSharedMemory | Argument::StaticSharedMemory | Argument::Elements
        );
        let is_guessed = is_size || !matches!(fault, Fault::Arithmetic(_));
        let help = is_guessed.then(|| guess(self.argument, self.tokens, self.errors));
        let help = help.flatten();
        let of_tuple = match self.argument {
            Argument::Threads => "threads = (32, 8)",
            Argument::Cluster => "cluster = (2, 1)",
            Argument::Grid => "grid = (64, 64)",
            argument => argument.example(),
        };
        let help = help.as_deref().or(is_element.then_some(of_tuple));
        let (errors, argument) = (&mut *self.errors, self.argument);
        match fault {
            Fault::Form(written) => errors.wrong_form(at, argument, &found(&written), help),
            Fault::Arithmetic(fault) => errors.refuse_argument(at, "OCC108", argument, fault, help),
            Fault::Negative(number) => {
                let help = help.unwrap_or(argument.example());
                errors.at(at, rules::negative(argument, number, help));
            }
            // Taken before a fault is reported.
            Fault::Deferred | Fault::TooLarge(_) => {}
        }
        None
    }

    /// `256`, `(32, 8)`, `(8, 8, 4)` or an array of as many.
    fn extents(&mut self, value: &Expression) -> Option<Value> {
        let one = Number::Known(1);
        let is_arithmetic = matches!(value.kind, Kind::Arithmetic(..) | Kind::Prefixed('-', _));
        match &value.kind {
            Kind::Tuple(elements) if (1..=3).contains(&elements.len()) => {
                let mut numbers = vec![Some(one); 3];
                // Every element is looked at before one that is faulty ends it.
                for (number, element) in numbers.iter_mut().zip(elements) {
                    *number = self.number(element, true);
                }
                let numbers: Option<_> = numbers.into_iter().collect();
                numbers.map(Value::Numbers)
            }
            Kind::Tuple(elements) => self.wrong_form(&format!("{} of them", elements.len())),
            _ => Some(match self.number(value, false)? {
                // Whatever arithmetic is on, its result is one number.
                Number::Deferred(whole) if !is_arithmetic => Value::Whole(whole),
                number => Value::Numbers(vec![number, one.clone(), one]),
            }),
        }
    }

    fn ratio(&mut self) -> Option<Value> {
        match number::ratio(self.tokens) {
            Err(Fault::Deferred) => Some(Value::Whole(self.tokens.clone())),
            Ok(ratio) => {
                let numbers = [ratio.numerator(), ratio.denominator()];
                Some(Value::Numbers(
                    numbers.map(|one| Number::Known(one.into())).into(),
                ))
            }
            Err(fault) => self.fault(self.tokens, fault, false),
        }
    }

    /// A text, which has to be known before the compiler knows a constant.
    fn text(&mut self, value: Option<Expression>) -> Option<Value> {
        if let Some(text) = value.as_ref().and_then(evaluated) {
            return Some(Value::Text(text.ok()));
        }
        let found = found(self.tokens);
        if !value.is_some_and(|value| is_of_the_program(&value)) {
            return self.wrong_form(&found);
        }
        let (key, form) = (self.argument.key(), self.argument.form());
        let (what, or) = match form {
            Form::File => (
                "path",
                format!(" or `{key} = concat!(env!(\"OUT_DIR\"), \"/…\")`"),
            ),
            _ => ("name", String::new()),
        };
        let fault = format!("`{key}` takes {}, not {found}", form.words());
        let help = format!(
            "write the {what} itself, as in `{}`{or}: the attribute reads the file before the compiler knows a \
             constant",
            self.argument.example()
        );
        self.errors.refuse(self.tokens, "OCC104", fault, help);
        None
    }

    /// The range of `auto(64..=512)`, `auto(64..)` or `auto(..=512)`.
    fn auto(&mut self, range: &TokenStream) -> Option<Value> {
        let why = match bounds(range) {
            Some((Number::Known(least), Number::Known(most))) if least > most => {
                "the smaller comes first"
            }
            Some((least, most)) => return Some(Value::Auto(least, most)),
            None => "`auto` takes a range",
        };
        let found = found(self.tokens);
        let fault = format!("{found} is not a range of block sizes: {why}");
        let meant = meant_range(&range.to_string());
        let help = format!("`threads = auto({meant})`, or `threads = auto` for any size");
        self.errors.refuse(self.tokens, "OCC113", fault, help);
        None
    }
}

/// The fewest and the most threads of a range.
fn bounds(range: &TokenStream) -> Option<(Number, Number)> {
    let trees: Vec<TokenTree> = range.clone().into_iter().collect();
    let dots = |pair: &[TokenTree]| pair.iter().all(|dot| is_mark(dot, '.'));
    let (least, most) = trees.split_at(trees.windows(2).position(dots)?);
    let bound = |trees: &[TokenTree], any: Option<i128>| {
        let tokens: TokenStream = trees.iter().cloned().collect();
        if tokens.is_empty() {
            return any.map(Number::Known);
        }
        match number::integer(&Expression::new(&tokens)?) {
            Err(Fault::Deferred) => Some(Number::Deferred(tokens)),
            bound => bound.ok().filter(|bound| *bound >= 0).map(Number::Known),
        }
    };
    let most = match &most[2..] {
        [equals, most @ ..] if is_mark(equals, '=') => bound(most, None)?,
        most => match bound(most, Some(i128::from(AUTO_BLOCK_SIZES.1) + 1))? {
            Number::Known(most) => Number::Known(most - 1),
            Number::Deferred(most) => Number::Deferred(quote!((#most) - 1)),
        },
    };
    Some((bound(least, Some(AUTO_BLOCK_SIZES.0.into()))?, most))
}

/// The range of block sizes that was meant by something in `auto(…)`.
fn meant_range(text: &str) -> String {
    let numbers = text.split(|letter: char| !letter.is_ascii_digit() && letter != '_');
    let numbers = numbers.filter_map(|number| number.replace('_', "").parse().ok());
    match numbers.collect::<Vec<u32>>().as_slice() {
        [most @ 32..=1024] => format!("..={most}"),
        [one, other] if (32..=1024).contains(one.max(other)) => {
            format!("{}..={}", one.min(other), one.max(other))
        }
        _ => "64..=512".to_owned(),
    }
}

/// Whether only the compiler knows a text: a constant by its name, or another macro.
fn is_of_the_program(value: &Expression) -> bool {
    match &value.kind {
        Kind::Macro(name, _) => !is_included(name),
        Kind::Path(last) => {
            let name = last.to_string();
            !name.contains(char::is_lowercase) && name.contains(char::is_uppercase)
        }
        _ => false,
    }
}

fn is_pair(value: &Expression) -> bool {
    matches!(&value.kind, Kind::Tuple(pair) if pair.len() == 2)
}

/// Whether this is a path of names alone.
fn is_module(path: &Expression) -> bool {
    matches!(path.kind, Kind::Path(_)) && !path.tokens.to_string().contains(['<', '('])
}

/// `charts`, `table` or `none`, as a name or as a string.
fn documentation(tokens: &TokenStream) -> Option<Documentation> {
    let name = literal::text(tokens).or_else(|| Some(single(tokens)?.to_string()))?;
    match name.as_str() {
        "charts" => Some(Documentation::Charts),
        "table" => Some(Documentation::Table),
        "none" => Some(Documentation::None),
        _ => None,
    }
}

/// `registers`, `tensor_memory`, or a constant.
fn accumulator(value: Expression) -> Option<Value> {
    let all = [Accumulator::Registers, Accumulator::TensorMemory];
    let is_constant = match (&value.kind, single(&value.tokens)) {
        (Kind::Path(name), Some(_)) => {
            if let Some(accumulator) = all.into_iter().find(|one| name == one.name()) {
                return Some(Value::Accumulator(accumulator));
            }
            name.to_string().contains(char::is_uppercase)
        }
        (kind, _) => matches!(kind, Kind::Path(_) | Kind::Opaque),
    };
    is_constant.then_some(Value::Whole(value.tokens))
}

/// The text that an expression is to `include_bytes!`, as the compiler evaluates it, or the variable of the
/// environment that is not set.
fn evaluated(value: &Expression) -> Option<Result<String, VarError>> {
    let Kind::Macro(name, arguments) = &value.kind else {
        return literal::text(&value.tokens).map(Ok);
    };
    let list = || Expression::list(arguments.clone());
    match (name.to_string().as_str(), single(arguments)) {
        // Of several tokens, only the compiler knows which have spaces between them.
        ("stringify", Some(token @ (TokenTree::Ident(_) | TokenTree::Literal(_)))) => {
            Some(Ok(token.to_string()))
        }
        ("concat", _) => list()?.iter().map(part).collect(),
        ("env", _) => Some(evaluated(list()?.first()?)?.and_then(env::var)),
        _ => None,
    }
}

/// A part of what `concat!` joins.
fn part(value: &Expression) -> Option<Result<String, VarError>> {
    match &value.kind {
        Kind::Literal(
            Literal::Letter(text)
            | Literal::Truth(text)
            | Literal::Integer(text, _)
            | Literal::Decimal(text, _),
        ) => Some(Ok(text.clone())),
        _ => evaluated(value),
    }
}

#[cfg(test)]
mod tests {
    use super::evaluated;
    use crate::expression::Expression;

    #[test]
    fn texts_are_those_of_the_compiler() {
        macro_rules! same {
            ($($text:expr;)*) => {
                $(
                    let tokens = stringify!($text).parse().unwrap();
                    let text = Expression::new(&tokens).and_then(|value| evaluated(&value)?.ok());
                    assert_eq!(text.as_deref(), Some($text), "{tokens}");
                )*
            };
        }
        same! {
            "a\u{e9}\\";
            r#"b\n""#;
            concat!("sm_", 90, 'a', "/", true, 0x1_0, 2.50, 1e3, 7u8, concat!("c", 1_000,),);
            env!("CARGO_PKG_NAME");
            std::concat!(core::env!("CARGO_MANIFEST_DIR"), "/x");
            env!("CARGO_PKG_VERSION", "cargo sets it");
            env!(concat!("CARGO_", "PKG_NAME"));
            stringify!(saxpy);
        }
        for text in [
            "A",
            "a()",
            "line!()",
            "concat!(A)",
            "concat!(b\"a\")",
            "env!()",
            "stringify!(a b)",
        ] {
            let value = Expression::new(&text.parse().unwrap()).unwrap();
            assert!(evaluated(&value).is_none(), "{text}");
        }
    }
}
