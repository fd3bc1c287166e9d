//! Numbers of the attribute: integer literals, arithmetic on them, and exact ratios.

use occupancy_core::Ratio;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{BinOp, Expr, ExprTuple, Lit, UnOp};

/// A number that the macro knows, or an expression that the compiler evaluates later.
#[derive(Clone)]
pub(crate) enum Number<T> {
    Known(T),
    Deferred(Expr),
}

impl<T: Copy> Number<T> {
    pub(crate) fn known(&self) -> Option<T> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Deferred(_) => None,
        }
    }
}

/// Why an expression is not a number that the macro knows.
pub(crate) enum Fault {
    /// It names something that only the compiler can evaluate.
    Deferred,
    /// It is something else: what, and the same as a number where that can be told.
    Form(String, Option<String>),
    /// It is arithmetic that has no result: why, after the argument's name.
    Arithmetic(String),
    /// It is a literal of more than 128 bits: its decimal digits.
    TooLarge(String),
}

impl Fault {
    /// The fault of an expression that this one is a part of.
    fn of_a_part(self) -> Self {
        match self {
            Self::TooLarge(_) => overflow(),
            fault => fault,
        }
    }
}

/// The value of a literal whose suffix is that of a smaller type.
pub(crate) fn without_suffix(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(literal) => {
                suffix_limit(literal.suffix()).map(|_| literal.base10_digits().to_owned())
            }
            _ => None,
        },
        _ => None,
    }
}

/// The number that `expression` most likely means, if it is not one.
pub(crate) fn meant(expression: &Expr) -> Option<String> {
    match integer(expression) {
        Err(Fault::Form(_, number)) => number,
        _ => None,
    }
}

/// The integer that `expression` is, in any of Rust's notations.
pub(crate) fn integer(expression: &Expr) -> Result<i128, Fault> {
    match expression {
        Expr::Lit(literal) => literal_integer(&literal.lit),
        Expr::Paren(inner) => integer(&inner.expr),
        Expr::Group(inner) => integer(&inner.expr),
        Expr::Unary(unary) => match unary.op {
            UnOp::Neg(_) => match integer(&unary.expr) {
                Ok(value) => value.checked_neg().ok_or_else(overflow),
                Err(Fault::TooLarge(digits)) => Err(Fault::Arithmetic(format!(
                    "is -{digits}: it cannot be negative"
                ))),
                Err(fault) => Err(fault),
            },
            // The compiler evaluates `!N` and `*N`.
            _ => match integer(&unary.expr) {
                Err(Fault::Deferred) => Err(Fault::Deferred),
                _ => Err(form(expression, None)),
            },
        },
        Expr::Binary(binary) if !is_arithmetic(&binary.op) => Err(form(expression, None)),
        Expr::Binary(binary) => {
            let (left, right) = match (integer(&binary.left), integer(&binary.right)) {
                (Ok(left), Ok(right)) => (left, right),
                // A fault in one side is a fault, whatever the other will be.
                (Err(Fault::Deferred) | Ok(_), Err(fault)) | (Err(fault), _) => {
                    return Err(fault.of_a_part());
                }
            };
            operation(&binary.op, left, right)
        }
        Expr::Path(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Macro(_)
        | Expr::Cast(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Verbatim(_) => Err(Fault::Deferred),
        Expr::Tuple(ExprTuple { elems, .. }) if elems.len() == 1 => {
            let only = elems.first().filter(|only| integer(only).is_ok());
            Err(form(
                expression,
                only.map(|only| only.to_token_stream().to_string()),
            ))
        }
        _ => Err(form(expression, None)),
    }
}

/// Something else than a number: what was written.
fn form(found: &dyn ToTokens, number: Option<String>) -> Fault {
    let text = found.to_token_stream().to_string().replace('\n', " ");
    let text = if text.chars().count() > 40 {
        "this".to_owned()
    } else {
        format!("`{text}`")
    };
    Fault::Form(text, number)
}

fn literal_integer(literal: &Lit) -> Result<i128, Fault> {
    match literal {
        Lit::Int(literal) => {
            let Some(limit) = suffix_limit(literal.suffix()) else {
                let number = with_unit(literal.base10_digits(), literal.suffix());
                return Err(form(literal, number));
            };
            let value = literal
                .base10_parse::<i128>()
                .map_err(|_| Fault::TooLarge(literal.base10_digits().to_owned()))?;
            if value <= limit {
                return Ok(value);
            }
            Err(Fault::Arithmetic(format!(
                "is {value}, which is over {limit}, the most a `{}` holds",
                literal.suffix()
            )))
        }
        Lit::Float(literal) => {
            // `1e6` is a whole number; `1.5` is not, but `1.5KB` is.
            let number = with_unit(literal.base10_digits(), literal.suffix());
            Err(form(literal, number))
        }
        Lit::Str(string) => Err(form(string, in_quotes(&string.value()))),
        Lit::CStr(string) => {
            let text = string.value().into_string().unwrap_or_default();
            Err(form(string, in_quotes(&text)))
        }
        Lit::ByteStr(string) => {
            let text = String::from_utf8(string.value()).unwrap_or_default();
            Err(form(string, in_quotes(&text)))
        }
        Lit::Char(letter) => Err(form(letter, in_quotes(&letter.value().to_string()))),
        _ => Err(form(literal, None)),
    }
}

/// The number in a string: `64`, `1,024`, `48 KiB`, `48 * 1024`.
fn in_quotes(text: &str) -> Option<String> {
    let text = text.trim();
    let end = text
        .find(|letter: char| !letter.is_ascii_digit() && !",_.".contains(letter))
        .unwrap_or(text.len());
    let (digits, unit) = text.split_at(end);
    let digits = digits.replace([',', '_'], "");
    with_unit(&digits, unit.trim()).or_else(|| {
        let expression = syn::parse_str::<Expr>(text).ok()?;
        integer(&expression).ok().map(|_| text.to_owned())
    })
}

/// `48 * 1024` for `48` and `KB`, where that is a whole number.
fn with_unit(digits: &str, unit: &str) -> Option<String> {
    let number = exact_decimal(digits)
        .filter(|_| digits.starts_with(|first: char| first.is_ascii_digit()))?;
    let (factor, written) = match unit.to_lowercase().as_str() {
        "" | "f32" | "f64" | "b" | "byte" | "bytes" | "threads" | "thread" | "regs"
        | "registers" | "blocks" | "block" | "bits" | "elements" => (1, ""),
        "k" | "kb" | "kib" => (1 << 10, " * 1024"),
        "m" | "mb" | "mib" => (1 << 20, " * 1024 * 1024"),
        "g" | "gb" | "gib" => (1 << 30, " * 1024 * 1024 * 1024"),
        _ => return None,
    };
    if number.denominator() == 1 {
        return Some(format!("{}{written}", number.numerator()));
    }
    let bytes = number.numerator().checked_mul(factor)?;
    bytes
        .is_multiple_of(number.denominator())
        .then(|| (bytes / number.denominator()).to_string())
}

fn suffix_limit(suffix: &str) -> Option<i128> {
    Some(match suffix {
        "u8" => u8::MAX.into(),
        "i8" => i8::MAX.into(),
        "u16" => u16::MAX.into(),
        "i16" => i16::MAX.into(),
        "u32" => u32::MAX.into(),
        "i32" => i32::MAX.into(),
        // `usize` is 64 bits on every host of a GPU.
        "u64" | "usize" => u64::MAX.into(),
        "i64" | "isize" => i64::MAX.into(),
        "" | "u128" | "i128" => i128::MAX,
        _ => return None,
    })
}

/// Whether a type is one of the integers.
pub(crate) fn is_integer_type(name: &str) -> bool {
    !name.is_empty() && suffix_limit(name).is_some()
}

/// Whether an operation makes a number of two.
fn is_arithmetic(operator: &BinOp) -> bool {
    matches!(
        operator,
        BinOp::Add(_)
            | BinOp::Sub(_)
            | BinOp::Mul(_)
            | BinOp::Div(_)
            | BinOp::Rem(_)
            | BinOp::Shl(_)
            | BinOp::Shr(_)
            | BinOp::BitAnd(_)
            | BinOp::BitOr(_)
            | BinOp::BitXor(_)
    )
}

fn operation(operator: &BinOp, left: i128, right: i128) -> Result<i128, Fault> {
    let divides = matches!(operator, BinOp::Div(_) | BinOp::Rem(_));
    if divides && right == 0 {
        return Err(Fault::Arithmetic("divides by zero".to_owned()));
    }
    let shift = u32::try_from(right).ok().filter(|shift| *shift < 64);
    if matches!(operator, BinOp::Shl(_) | BinOp::Shr(_)) && shift.is_none() {
        let fault = format!("shifts by {right}: a shift is 0 to 63");
        return Err(Fault::Arithmetic(fault));
    }
    let result = match operator {
        BinOp::Add(_) => left.checked_add(right),
        BinOp::Sub(_) => left.checked_sub(right),
        BinOp::Mul(_) => left.checked_mul(right),
        BinOp::Div(_) => left.checked_div(right),
        BinOp::Rem(_) => left.checked_rem(right),
        BinOp::Shl(_) => shift.and_then(|shift| left.checked_mul(1 << shift)),
        BinOp::Shr(_) => shift.and_then(|shift| left.checked_shr(shift)),
        BinOp::BitAnd(_) => Some(left & right),
        BinOp::BitOr(_) => Some(left | right),
        BinOp::BitXor(_) => Some(left ^ right),
        _ => None,
    };
    result.ok_or_else(overflow)
}

fn overflow() -> Fault {
    Fault::Arithmetic("overflows 128 bits".to_owned())
}

/// The ratio that a value is: `0.9`, `1`, `90 %`, `9 / 10`.
pub(crate) fn ratio(value: &TokenStream) -> Result<Ratio, Fault> {
    let mut tokens: Vec<_> = value.clone().into_iter().collect();
    let is_percent =
        matches!(tokens.last(), Some(proc_macro2::TokenTree::Punct(last)) if last.as_char() == '%');
    if is_percent {
        tokens.pop();
    }
    let number: TokenStream = tokens.into_iter().collect();
    let expression = syn::parse2::<Expr>(number).map_err(|_| form(value, None))?;
    let ratio = match ratio_of(&expression) {
        Err(Fault::Deferred) if is_percent => Err(form(value, None)),
        ratio => ratio,
    }?;
    if is_percent {
        let whole = ratio.denominator().checked_mul(100).ok_or_else(too_exact)?;
        Ratio::new(ratio.numerator(), whole).ok_or_else(too_exact)
    } else {
        Ok(ratio)
    }
}

fn ratio_of(expression: &Expr) -> Result<Ratio, Fault> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Float(float) if float.suffix().is_empty() => decimal(float.base10_digits()),
            Lit::Float(float) => Err(form(float, Some(float.base10_digits().to_owned()))),
            Lit::Str(string) => {
                let inner = string.value();
                let is_ratio = inner.parse().is_ok_and(|tokens| ratio(&tokens).is_ok());
                Err(form(string, is_ratio.then_some(inner)))
            }
            _ => Ratio::new(positive(expression)?, 1).ok_or_else(too_exact),
        },
        Expr::Paren(inner) => ratio_of(&inner.expr),
        Expr::Group(inner) => ratio_of(&inner.expr),
        Expr::Binary(binary) if matches!(binary.op, BinOp::Div(_)) => {
            // A quotient of constants would be an integer to the compiler.
            let operand = |operand: &Expr| match positive(operand) {
                Err(Fault::Deferred) => Err(form(expression, None)),
                number => number,
            };
            let (over, under) = (operand(&binary.left)?, operand(&binary.right)?);
            Ratio::new(over, under).ok_or_else(|| Fault::Arithmetic("divides by zero".to_owned()))
        }
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            Err(Fault::Arithmetic("is negative: it is 0 to 1".to_owned()))
        }
        Expr::Path(_)
        | Expr::Call(_)
        | Expr::MethodCall(_)
        | Expr::Macro(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Verbatim(_) => Err(Fault::Deferred),
        // A product or a remainder is more likely a slip than an intention.
        _ => Err(form(expression, None)),
    }
}

fn positive(expression: &Expr) -> Result<u64, Fault> {
    let value = match integer(expression) {
        Ok(value) => value,
        Err(Fault::TooLarge(_)) => return Err(too_exact()),
        Err(fault) => return Err(fault),
    };
    if value < 0 {
        return Err(Fault::Arithmetic(format!("is {value}: it is 0 to 1")));
    }
    u64::try_from(value).map_err(|_| too_exact())
}

/// The digits of a decimal, exactly: `0.9` is 9 / 10. An exponent is accepted as Rust writes it.
fn decimal(digits: &str) -> Result<Ratio, Fault> {
    exact_decimal(digits).ok_or_else(too_exact)
}

fn too_exact() -> Fault {
    Fault::Arithmetic("has more than the 19 digits that are compared exactly".to_owned())
}

fn exact_decimal(digits: &str) -> Option<Ratio> {
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let numerator: u64 = format!("0{whole}{fraction}").parse().ok()?;
    let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    let power = 10_u64.checked_pow(scale.unsigned_abs())?;
    if scale >= 0 {
        Ratio::new(numerator, power)
    } else {
        Ratio::new(numerator.checked_mul(power)?, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, integer, ratio};
    use occupancy_core::Ratio;

    fn parsed(text: &str) -> Option<i128> {
        integer(&syn::parse_str(text).unwrap()).ok()
    }

    #[test]
    fn integers() {
        for (text, value) in [
            ("256", 256),
            ("1_024", 1024),
            ("0x100", 256),
            ("0b1000", 8),
            ("64u32", 64),
            ("48 * 1024", 49_152),
            ("(2 + 3) * 4 - 20 / 3 % 4", 18),
            ("1 << 20", 1 << 20),
            ("256 >> 2 | 1", 65),
            ("7 & 12 ^ 1", 5),
            ("-(3 - 5)", 2),
        ] {
            assert_eq!(parsed(text), Some(value), "{text}");
        }
    }

    #[test]
    fn no_integers() {
        for text in [
            "1.5",
            "\"256\"",
            "true",
            "1 / 0",
            "1 % 0",
            "1 << 64",
            "170141183460469231731687303715884105727 + 1",
            "300u8",
            "2.0f32",
            "[1]",
            "1 == 1",
            "1 << -1",
            "'a'",
            "(1, 2)",
        ] {
            if let Ok(expression) = syn::parse_str(text) {
                assert!(integer(&expression).is_err(), "{text}");
            }
        }
        assert!(matches!(
            integer(&syn::parse_str("\"64\"").unwrap()),
            Err(Fault::Form(_, Some(number))) if number == "64"
        ));
    }

    #[test]
    fn what_only_the_compiler_knows_is_deferred() {
        for text in [
            "N",
            "crate::WARPS * 32",
            "size_of::<f32>()",
            "300 as u8",
            "-N",
            "TILE.len()",
            "SIZES[2]",
            "CONFIG.threads",
            "include!(\"threads\")",
            "2 * (N + 1)",
        ] {
            let expression = syn::parse_str(text).unwrap();
            assert!(
                matches!(integer(&expression), Err(Fault::Deferred)),
                "{text}"
            );
        }
        for text in ["N * 1.5", "\"2\" + N", "N == 2", "N && true"] {
            let expression = syn::parse_str(text).unwrap();
            assert!(
                matches!(integer(&expression), Err(Fault::Form(..))),
                "{text}"
            );
        }
    }

    #[test]
    fn ratios_are_exact() {
        let exact = |n, d| Ratio::new(n, d).unwrap();
        for (text, expected) in [
            ("0.9", exact(9, 10)),
            ("0.50", exact(1, 2)),
            ("1", Ratio::ONE),
            ("1.0", Ratio::ONE),
            ("9e-1", exact(9, 10)),
            ("90 %", exact(9, 10)),
            ("62.5%", exact(5, 8)),
            ("2 / 3", exact(2, 3)),
            ("(1 / 2)", exact(1, 2)),
            ("0", Ratio::ZERO),
        ] {
            assert_eq!(ratio(&text.parse().unwrap()).ok(), Some(expected), "{text}");
        }
    }

    #[test]
    fn no_ratios() {
        for text in [
            "-0.5",
            "-1",
            "1 / 0",
            "\"0.9\"",
            "%",
            "",
            "N",
            "0.00000000000000000000001",
            "1e400",
        ] {
            assert!(ratio(&text.parse().unwrap()).is_err(), "{text}");
        }
    }
}
