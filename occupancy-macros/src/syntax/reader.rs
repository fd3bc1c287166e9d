//! Reads the value of an argument in the form that the argument has. For a value of another form, `suggest` finds one
//! that can be read.

use std::env::{self, VarError};

use occupancy_core::kernel::{Argument, Form, WarpGroups};
use occupancy_core::rules;
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Path, Token, UnOp};

use super::any::{self, called};
use super::arguments::DOCS;
use super::display::{backquoted, one_line};
use super::gpus::read_list;
use super::suggest::{foreign, is_included, suggest};
use super::{Documentation, Value};
use crate::errors::Errors;
use crate::expression::{bare, elements, expression, is_opaque, last_name, text};
use crate::number::{self, Fault, Number};
use crate::tokens::single;

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
        let is_auto = one_line(tokens) == "auto";
        let is_any = called("any", tokens).is_some();
        if Argument::BUDGETS.contains(&argument) && is_auto {
            return Some(Self::Budget);
        } else if argument == Argument::Threads {
            let any_size = is_auto.then(|| quote!(..));
            if let Some(range) = any_size.or_else(|| called("auto", tokens)) {
                return reader.auto(&range);
            } else if is_any {
                return any::read(tokens, reader.errors);
            }
        }
        let is_pair = || elements(tokens).is_some_and(|pair| pair.len() == 2);
        let value = match (argument, argument.form()) {
            _ if is_any || foreign(argument, tokens).is_some() => None,
            (Argument::Arch, _) => return read_list(tokens, reader.errors).map(Self::Gpus),
            (_, Form::Ratio) => return reader.ratio(),
            (_, Form::File | Form::Text) => return reader.text(),
            (_, Form::Integer) => Some(Self::Numbers(vec![reader.number(tokens, false)?])),
            (_, Form::Extents) => return reader.extents(),
            (Argument::Problem, _) if is_pair() => return reader.extents(),
            (Argument::Setmaxnreg, _) => {
                let all = elements(tokens).unwrap_or_else(|| vec![tokens.clone()]);
                Some(Self::Numbers(reader.list(&all, WarpGroups::MOST, 0)?))
            }
            (_, Form::Word(_, words)) => word(words, tokens),
            (Argument::Name, _) => syn::parse2(tokens.clone()).ok().map(Self::Name),
            (Argument::Docs, _) => documentation(tokens).map(Self::Docs),
            (Argument::Crate, _) => {
                let path = Path::parse_mod_style.parse2(tokens.clone());
                path.is_ok().then_some(Self::Tokens)
            }
            _ => None,
        };
        value.or_else(|| reader.wrong_form(&backquoted(tokens)))
    }
}

/// A value that is being read.
struct Reader<'a> {
    argument: Argument,
    tokens: &'a TokenStream,
    errors: &'a mut Errors,
}

impl Reader<'_> {
    /// Reports a value of another form than the argument takes.
    fn wrong_form<T>(&mut self, found: &str) -> Option<T> {
        let help = suggest(self.argument, self.tokens, self.errors);
        self.errors
            .wrong_form(self.tokens, self.argument, found, help.as_deref());
        None
    }

    /// Reads a number of any size: the limit of the argument can depend on the GPUs.
    fn number(&mut self, value: &TokenStream, is_element: bool) -> Option<Number> {
        match Number::read(value) {
            Err(Fault::TooLarge(_)) => Some(Number::Known(i128::MAX)),
            Err(fault) => self.fault(value, fault, is_element),
            Ok(number) => Some(number),
        }
    }

    /// Reports a fault of the value, or of an element of its tuple.
    fn fault<T>(&mut self, at: &TokenStream, fault: Fault, is_element: bool) -> Option<T> {
        // A literal that its type cannot hold, such as `4096_u8`, most likely means a size.
        let is_size = matches!(
            self.argument,
            Argument::DynamicSharedMemory | Argument::StaticSharedMemory | Argument::Elements
        );
        let is_guessed = is_size || !matches!(fault, Fault::Arithmetic(_));
        let meant = || suggest(self.argument, self.tokens, self.errors);
        let suggested = is_guessed.then(meant).flatten();
        let of_tuple = match self.argument {
            Argument::Threads => "threads = (32, 8)",
            Argument::Cluster => "cluster = (2, 1)",
            Argument::Grid => "grid = (64, 64)",
            argument => argument.example(),
        };
        let help = suggested.as_deref().or(is_element.then_some(of_tuple));
        let (errors, argument) = (&mut *self.errors, self.argument);
        match fault {
            Fault::Form(written) => errors.wrong_form(at, argument, &backquoted(&written), help),
            Fault::Arithmetic(fault) => errors.refuse_argument(at, "OCC108", argument, fault, help),
            Fault::Negative(number) => {
                let help = help.unwrap_or(argument.example());
                errors.at(at, rules::negative(argument, number, help));
            }
            // No fault to report.
            Fault::Deferred | Fault::TooLarge(_) => {}
        }
        None
    }

    /// Reads one number or more, and adds those that are left out.
    fn list(&mut self, all: &[TokenStream], most: usize, left_out: i128) -> Option<Vec<Number>> {
        if all.is_empty() || all.len() > most {
            return self.wrong_form(&format!("{} of them", all.len()));
        }
        // Reports the faults of every element.
        let read: Vec<_> = all.iter().map(|one| self.number(one, true)).collect();
        let mut numbers: Vec<_> = read.into_iter().collect::<Option<_>>()?;
        numbers.resize(most, Number::Known(left_out));
        Some(numbers)
    }

    /// Reads `256`, `(32, 8)`, `(8, 8, 4)` or an array of as many.
    fn extents(&mut self) -> Option<Value> {
        let unit = Number::Known(1);
        match elements(self.tokens).as_deref() {
            Some(elements) => Some(Value::Numbers(self.list(elements, 3, 1)?)),
            None => Some(match self.number(self.tokens, false)? {
                Number::Deferred(whole) if !is_arithmetic(&whole) => Value::Whole(whole),
                number => Value::Numbers(vec![number, unit.clone(), unit]),
            }),
        }
    }

    fn ratio(&mut self) -> Option<Value> {
        match number::ratio(self.tokens) {
            Err(Fault::Deferred) => Some(Value::Whole(self.tokens.clone())),
            Ok(ratio) => {
                let numbers = [ratio.numerator(), ratio.denominator()].map(i128::from);
                Some(Value::Numbers(numbers.map(Number::Known).into()))
            }
            Err(fault) => self.fault(self.tokens, fault, false),
        }
    }

    /// Reads a text. It has to be one that the macro can evaluate: a file is read before the compiler knows a constant.
    fn text(&mut self) -> Option<Value> {
        let value = expression(self.tokens);
        if let Some(text) = value.as_ref().and_then(evaluated_text) {
            return Some(Value::Text(text.ok()));
        }
        let found = backquoted(self.tokens);
        if !value.as_ref().is_some_and(is_constant_text) {
            return self.wrong_form(&found);
        }
        let (key, form) = (self.argument.key(), self.argument.form());
        let computed = format!(" or `{key} = concat!(env!(\"OUT_DIR\"), \"/…\")`");
        let (what, or) = match form {
            Form::File => ("path", &*computed),
            _ => ("name", ""),
        };
        let fault = format!("`{key}` takes {}, not {found}", form.description());
        let help = format!(
            "write the {what} itself, as in `{}`{or}: the attribute reads the file before the compiler knows a \
             constant",
            self.argument.example()
        );
        self.errors.refuse(self.tokens, "OCC104", fault, help);
        None
    }

    /// Reads the range of `auto(64..=512)`, `auto(64..)` or `auto(..=512)`.
    fn auto(&mut self, range: &TokenStream) -> Option<Value> {
        let why = match any::range_bounds(range) {
            Some((Number::Known(least), Number::Known(most))) if least > most => {
                "the smaller comes first"
            }
            Some((least, most)) => return Some(Value::Auto(least, most)),
            None => "`auto` takes a range",
        };
        let found = backquoted(self.tokens);
        let fault = format!("{found} is not a range of block sizes: {why}");
        let meant = meant_range(&range.to_string());
        let help = format!("`threads = auto({meant})`, or `threads = auto` for any size");
        self.errors.refuse(self.tokens, "OCC113", fault, help);
        None
    }
}

/// The range of block sizes that something else in `auto(…)` most likely means.
fn meant_range(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != '_');
    let numbers = words.filter_map(|word| word.replace('_', "").parse().ok());
    match numbers.collect::<Vec<u32>>().as_slice() {
        [most @ 32..=1024] => format!("..={most}"),
        [one, other] if (32..=1024).contains(one.max(other)) => {
            format!("{}..={}", one.min(other), one.max(other))
        }
        _ => "64..=512".to_owned(),
    }
}

/// Returns `true` if the result is one number, whatever its operands are.
fn is_arithmetic(tokens: &TokenStream) -> bool {
    match expression(tokens).as_ref().map(bare) {
        Some(Expr::Unary(prefixed)) => matches!(prefixed.op, UnOp::Neg(_)),
        value => matches!(value, Some(Expr::Binary(_))),
    }
}

/// Returns `true` if only the compiler knows the text: that of a constant, or of another macro.
fn is_constant_text(value: &Expr) -> bool {
    match bare(value) {
        Expr::Macro(value) => !is_included(&value.mac.path),
        Expr::Path(value) => last_name(&value.path).is_some_and(|name| {
            let name = name.to_string();
            !name.contains(char::is_lowercase) && name.contains(char::is_uppercase)
        }),
        _ => false,
    }
}

/// Reads `charts`, `table` or `none`, as a name or as a string.
fn documentation(tokens: &TokenStream) -> Option<Documentation> {
    let name = text(tokens).or_else(|| Some(single(tokens)?.to_string()))?;
    let docs = DOCS.into_iter().find(|(word, _)| *word == name);
    docs.map(|(_, docs)| docs)
}

/// Reads one of some words, or a constant.
fn word(words: &[&str], tokens: &TokenStream) -> Option<Value> {
    let written = one_line(tokens);
    if let Some((place, _)) = (0..).zip(words).find(|(_, word)| written == **word) {
        return Some(Value::Numbers(vec![Number::Known(place)]));
    }
    let is_constant = match bare(&expression(tokens)?) {
        Expr::Path(_) => written.contains(|letter: char| letter.is_uppercase() || letter == ':'),
        _ => is_opaque(tokens),
    };
    is_constant.then(|| Value::Whole(tokens.clone()))
}

/// The text that the compiler evaluates an expression to, as an argument of `include_bytes!`; an error if a variable of
/// the environment is not set, and `None` if the macro cannot evaluate it.
fn evaluated_text(value: &Expr) -> Option<Result<String, VarError>> {
    let called = match value {
        Expr::Group(value) => return evaluated_text(&value.expr),
        Expr::Macro(value) => &value.mac,
        value => return text(&value.to_token_stream()).map(Ok),
    };
    let list = || called.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
    let name = last_name(&called.path)?.to_string();
    match (name.as_str(), single(&called.tokens)) {
        // Only the compiler knows where it puts spaces between several tokens.
        ("stringify", Some(token @ (TokenTree::Ident(_) | TokenTree::Literal(_)))) => {
            Some(Ok(token.to_string()))
        }
        ("concat", _) => list().ok()?.iter().map(concat_part).collect(),
        ("env", _) => Some(evaluated_text(list().ok()?.first()?)?.and_then(env::var)),
        _ => None,
    }
}

/// The text of one argument of `concat!`.
fn concat_part(value: &Expr) -> Option<Result<String, VarError>> {
    let Expr::Lit(literal) = bare(value) else {
        return evaluated_text(value);
    };
    Some(Ok(match &literal.lit {
        Lit::Char(letter) => letter.value().to_string(),
        Lit::Bool(truth) => truth.value.to_string(),
        Lit::Int(number) => number.base10_digits().to_owned(),
        Lit::Float(number) => number.base10_digits().to_owned(),
        _ => return evaluated_text(value),
    }))
}

#[cfg(test)]
mod tests {
    use super::evaluated_text;

    #[test]
    fn texts_are_those_of_the_compiler() {
        macro_rules! same {
            ($($text:expr;)*) => {
                $(
                    let written = stringify!($text);
                    let text = evaluated_text(&syn::parse_str(written).unwrap());
                    let text = text.and_then(Result::ok);
                    assert_eq!(text.as_deref(), Some($text), "{written}");
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
        let others = r#"A|a()|line!()|concat!(A)|concat!(b"a")|env!()|stringify!(a b)"#;
        for text in others.split('|') {
            let value = syn::parse_str(text).unwrap();
            assert!(evaluated_text(&value).is_none(), "{text}");
        }
    }
}
