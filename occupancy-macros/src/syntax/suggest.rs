//! Suggests a value in place of one that its argument does not take: of a few ways to write it otherwise, those that can
//! be read.

use occupancy_core::gpu::nearest_name;
use occupancy_core::kernel::{Argument, Form};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, Lit, LitFloat, Path};

use super::arguments::DOCS;
use super::display::one_line;
use super::{Value, gpus, keys};
use crate::errors::Errors;
use crate::expression::{bare, expression, last_name, unquoted};
use crate::number::{self, Fault, decimal, is_integer_type};
use crate::tokens::{between_commas, single};

/// The argument with the value that is most likely meant, or with either of two; `None` if there is none, or nobody
/// reads it.
pub(super) fn suggest(argument: Argument, tokens: &TokenStream, errors: &Errors) -> Option<String> {
    errors.place?;
    if is_operand(argument) && foreign(argument, tokens).is_some_and(|meant| meant.is_empty()) {
        let one = keys::assignment(argument, "1");
        return Some(format!(
            "{one}`, as two elements share a byte, and half of `k"
        ));
    }
    let assignment = |value: &String| keys::assignment(argument, value);
    let all: Vec<_> = values(argument, tokens).iter().map(assignment).collect();
    (!all.is_empty()).then(|| all.join("`, or `"))
}

/// The values that can be meant and read, the likeliest first.
pub(super) fn values(argument: Argument, tokens: &TokenStream) -> Vec<String> {
    let mut values = candidates(argument, tokens).unwrap_or_default();
    values.retain(|value| can_be_read(argument, value));
    values.dedup();
    // With a comma, a grid can be two extents as well as one large number.
    values.truncate(if argument == Argument::Grid { 2 } else { 1 });
    values
}

/// Returns `true` if the argument takes the text as a value, and the macro knows at least a part of that value.
fn can_be_read(argument: Argument, text: &str) -> bool {
    let (mut errors, tokens) = (Errors::default(), text.parse().ok());
    let value = tokens.and_then(|tokens| Value::read(argument, &tokens, &mut errors));
    match value.filter(|value| errors.is_empty() && !value.is_out_of_range(argument)) {
        Some(Value::Numbers(numbers)) => numbers.iter().any(|one| one.known().is_some()),
        Some(Value::Whole(_)) | None => false,
        Some(_) => true,
    }
}

/// The value that a word of another tool stands for; empty if there is no such value. No constant has such a name.
pub(super) fn foreign(argument: Argument, tokens: &TokenStream) -> Option<String> {
    let (written, form) = (one_line(tokens), argument.form());
    let is_budget = Argument::BUDGETS.contains(&argument);
    // Some tools take the name of a type as a string.
    let meant = match written.trim_matches(|letter| letter == '"' && is_operand(argument)) {
        _ if !matches!(form, Form::Integer | Form::Extents) => return None,
        "Auto" if argument == Argument::Threads || is_budget => "auto",
        "auto" if is_budget => return None,
        // `auto(…)` takes a range of threads alone.
        range if is_budget && range.starts_with("auto(") => "auto",
        "auto" | "Auto" if !is_operand(argument) => "",
        "0.5" | "i4" | "u4" | "f4" | "fp4" | "int4" if is_operand(argument) => "",
        "i8" | "u8" | "f8" | "fp8" | "int8" if is_operand(argument) => "1",
        "f16" | "fp16" | "bf16" | "half" if is_operand(argument) => "2",
        "f32" | "fp32" | "tf32" | "float" if is_operand(argument) => "4",
        "f64" | "fp64" | "double" if is_operand(argument) => "8",
        list if argument == Argument::Threads
            && (list.starts_with("Any(") || list.starts_with("any[")) =>
        {
            return Some(format!("any({})", &list["any(".len()..list.len() - 1]));
        }
        dim3 if form == Form::Extents && dim3.starts_with("dim3(") => &dim3["dim3".len()..],
        _ => return None,
    };
    Some(meant.to_owned())
}

const fn is_operand(argument: Argument) -> bool {
    matches!(argument, Argument::ElementOfA | Argument::ElementOfB)
}

/// Ways to write a value otherwise, the likeliest first.
fn candidates(argument: Argument, tokens: &TokenStream) -> Option<Vec<String>> {
    if let Some(meant) = foreign(argument, tokens) {
        return numbers(argument, &meant);
    }
    let tokens = &without_macro(tokens);
    let text = unquoted(tokens).unwrap_or_else(|| one_line(tokens));
    let plain = text.replace(' ', "");
    Some(match (argument, argument.form()) {
        (Argument::Arch, _) => vec![gpus::value_for(&gpus::names(tokens)?)],
        (Argument::Name, _) => {
            let path = text.split('<').next()?;
            vec![path.rsplit("::").next()?.trim().to_owned()]
        }
        (Argument::Docs, _) => match plain.as_str() {
            "true" => vec!["charts".to_owned()],
            "false" => vec!["none".to_owned()],
            name => vec![nearest_name(name, &DOCS.map(|(word, _)| word))?.to_owned()],
        },
        (_, Form::Word(_, words)) => match plain.as_str() {
            "register" | "regs" | "rmem" => vec!["registers".to_owned()],
            "tmem" => vec!["tensor_memory".to_owned()],
            name => vec![nearest_name(name, words)?.to_owned()],
        },
        (_, Form::File | Form::Text) => {
            let begins = |first: char| first.is_alphabetic() || "._/".contains(first);
            let is_inside = |letter: char| letter.is_alphanumeric() || "._/-".contains(letter);
            let is_path = plain.starts_with(begins) && plain.chars().all(is_inside);
            let quoted = (is_path || unquoted(tokens).is_some()).then(|| format!("{plain:?}"));
            [one_line(tokens)].into_iter().chain(quoted).collect()
        }
        (_, Form::Ratio) => {
            let number = syn::parse2(tokens.clone()).ok();
            let digits = number.map(|number: LitFloat| number.base10_digits().to_owned());
            let decimal = text.contains(',').then(|| plain.replace(',', "."));
            [text].into_iter().chain(digits).chain(decimal).collect()
        }
        _ if argument == Argument::Threads && text.contains("..") => {
            vec![text.clone(), format!("auto({text})")]
        }
        _ => numbers(argument, &text)?,
    })
}

/// The path in `include_bytes!("saxpy.cubin")`, a macro that the attribute calls itself, or in `&"saxpy.cubin"`.
fn without_macro(tokens: &TokenStream) -> TokenStream {
    match expression(tokens).as_ref().map(bare) {
        Some(Expr::Macro(value)) if is_included(&value.mac.path) => value.mac.tokens.clone(),
        Some(Expr::Reference(value)) => value.expr.to_token_stream(),
        _ => tokens.clone(),
    }
}

/// Returns `true` for the path of `include_bytes!(…)` or `include_str!(…)`.
pub(super) fn is_included(path: &Path) -> bool {
    last_name(path).is_some_and(|name| name == "include_bytes" || name == "include_str")
}

/// An integer or extents: `1024` for `1,024`, `(32, 8)` for `32 x 8`, `48 * 1024` for `48 KB`.
fn numbers(argument: Argument, text: &str) -> Option<Vec<String>> {
    let tokens: TokenStream = text.parse().ok()?;
    let (is_list, inside) = match single(&tokens) {
        Some(TokenTree::Group(list)) => (true, list.stream()),
        _ => (false, tokens),
    };
    let elements = between_commas(inside);
    let mut parts: Vec<String> = elements.iter().map(one_line).collect();
    // Nobody means a block that no GPU has.
    let is_block = |number: &String| number.parse().is_ok_and(|threads: u64| threads <= 1024);
    let is_likely = |number: &String| argument != Argument::Threads || is_block(number);
    let thousands = thousands(&parts).filter(|number| !is_list && is_likely(number));
    if let [one] = parts.as_slice()
        && !is_list
    {
        let extents = one.split(['x', 'X', '×']);
        parts = extents.map(|extent| extent.trim().to_owned()).collect();
    }
    let extent = |part: &String| number(part).filter(|part| !part.starts_with('0'));
    let all: Option<Vec<_>> = parts.iter().map(extent).collect();
    let extents = all.map(|all| match all.as_slice() {
        [one] => one.clone(),
        all => format!("({})", all.join(", ")),
    });
    let all = [thousands, number(text), extents, Some(text.to_owned())];
    Some(all.into_iter().flatten().collect())
}

/// `1024` for the parts of `1,024`.
fn thousands(parts: &[String]) -> Option<String> {
    let is_number = |part: &String| part.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = parts.split_first()?;
    let is_grouped = (1..=3).contains(&first.len())
        && !first.starts_with('0')
        && rest.iter().all(|part| part.len() == 3)
        && parts.iter().all(is_number);
    is_grouped.then(|| parts.concat())
}

/// One number, without its sign, its quotes or its unit; an expression stays as it is.
fn number(text: &str) -> Option<String> {
    let quoted = unquoted(&text.parse().ok()?);
    let plain = quoted.as_deref().unwrap_or(text);
    match number::integer(&plain.parse().ok()?) {
        Ok(negative @ ..0) => Some(negative.unsigned_abs().to_string()),
        Ok(_) => Some(plain.to_owned()),
        Err(Fault::Deferred) => quoted.is_none().then(|| plain.to_owned()),
        _ => with_unit(plain),
    }
}

/// `48 * 1024` for `48 KB`, and `512` for `0.5 KB`; `None` if it is no whole number.
fn with_unit(text: &str) -> Option<String> {
    let (digits, unit) = text.split_once(' ').unwrap_or((text, ""));
    if unit.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let literal = syn::parse_str(&format!("{digits}{unit}")).ok()?;
    let (digits, unit) = match &literal {
        Lit::Int(number) => (number.base10_digits(), number.suffix()),
        Lit::Float(number) => (number.base10_digits(), number.suffix()),
        _ => return None,
    };
    let number = decimal(digits)?;
    let (factor, written) = match unit.to_lowercase().as_str() {
        "" | "f32" | "f64" | "b" | "byte" | "bytes" | "threads" | "thread" | "regs"
        | "registers" | "blocks" | "block" | "bits" | "elements" => (1, ""),
        "k" | "kb" | "kib" => (1 << 10, " * 1024"),
        "m" | "mb" | "mib" => (1 << 20, " * 1024 * 1024"),
        "g" | "gb" | "gib" => (1 << 30, " * 1024 * 1024 * 1024"),
        unit if is_integer_type(unit) => (1, ""),
        _ => return None,
    };
    let (numerator, denominator) = (number.numerator(), number.denominator());
    if denominator == 1 {
        return Some(format!("{numerator}{written}"));
    }
    let bytes = numerator.checked_mul(factor)?;
    (bytes % denominator == 0).then(|| (bytes / denominator).to_string())
}

#[cfg(test)]
mod tests {
    use crate::syntax::keys::find;
    use crate::tests::each;

    #[test]
    fn values_cut_by_commas() {
        each("values cut by commas", |written| {
            let (argument, written) = written.split_once(": ").unwrap();
            let values = super::values(find(None, argument).unwrap(), &written.parse().unwrap());
            if values.is_empty() {
                return "none".to_owned();
            }
            values.join(" or ")
        });
    }
}
