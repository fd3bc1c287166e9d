//! Evaluates numbers: integer literals, arithmetic on them, and exact ratios.

use occupancy_core::{Ratio, kernel::arithmetic};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{BinOp, Expr, Lit, UnOp};

use crate::expression::{arithmetic_operator, bare, expression, needs_compiler};
use crate::tokens::is_mark;

/// A number that the macro knows, or an expression that the compiler evaluates.
#[derive(Clone)]
pub(crate) enum Number {
    Known(i128),
    Deferred(TokenStream),
}

impl Number {
    pub(crate) fn known(&self) -> Option<i128> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Deferred(_) => None,
        }
    }

    /// Reads an integer that is not negative.
    pub(crate) fn read(tokens: &TokenStream) -> Result<Self, Fault> {
        match integer(tokens) {
            Err(Fault::Deferred) => Ok(Self::Deferred(tokens.clone())),
            Ok(negative @ ..0) => Err(Fault::Negative(negative)),
            number => number.map(Self::Known),
        }
    }
}

/// The reason that an expression is not a number that the macro knows.
pub(crate) enum Fault {
    /// Only the compiler can evaluate it.
    Deferred,
    /// These tokens are no number.
    Form(TokenStream),
    /// It is arithmetic that has no result. The reason follows the argument's name in a message.
    Arithmetic(String),
    /// It is an integer below zero.
    Negative(i128),
    /// It is a literal over 127 bits, with these decimal digits.
    TooLarge(String),
}

/// Evaluates a value as an integer, in any of Rust's notations.
pub(crate) fn integer(tokens: &TokenStream) -> Result<i128, Fault> {
    let value = expression(tokens).ok_or_else(|| Fault::Form(tokens.clone()))?;
    integer_of(&value)
}

/// Evaluates an expression as an integer.
pub(crate) fn integer_of(value: &Expr) -> Result<i128, Fault> {
    match bare(value) {
        Expr::Lit(literal) => {
            let Lit::Int(literal) = &literal.lit else {
                return Err(form(value));
            };
            let (digits, suffix) = (literal.base10_digits(), literal.suffix());
            let limit = suffix_limit(suffix).ok_or_else(|| form(value))?;
            match digits.parse::<i128>() {
                Err(_) => Err(Fault::TooLarge(digits.to_owned())),
                Ok(value) if value <= limit => Ok(value),
                Ok(value) => Err(Fault::Arithmetic(format!(
                    "is {value}, which is over {limit}, the most a `{suffix}` holds"
                ))),
            }
        }
        Expr::Unary(prefixed) => match (&prefixed.op, integer_of(&prefixed.expr)) {
            (UnOp::Neg(_), Err(Fault::TooLarge(digits))) => Err(Fault::Arithmetic(format!(
                "is -{digits}: it cannot be negative"
            ))),
            (UnOp::Neg(_), number) => number?.checked_neg().ok_or_else(overflow),
            // The compiler evaluates `!N` and `*N`.
            (_, Err(Fault::Deferred)) => Err(Fault::Deferred),
            _ => Err(form(value)),
        },
        Expr::Binary(binary) => {
            let operator = arithmetic_operator(&binary.op).ok_or_else(|| form(value))?;
            match (integer_of(&binary.left), integer_of(&binary.right)) {
                (Ok(left), Ok(right)) => arithmetic(left, operator, right)
                    .map_err(|fault| Fault::Arithmetic(fault.as_str().to_owned())),
                // A fault in one side is a fault, whatever the other will be.
                (Err(Fault::Deferred) | Ok(_), Err(fault)) | (Err(fault), _) => Err(match fault {
                    Fault::TooLarge(_) => overflow(),
                    fault => fault,
                }),
            }
        }
        Expr::Cast(_) => Err(Fault::Deferred),
        other if needs_compiler(other) => Err(Fault::Deferred),
        _ => Err(form(value)),
    }
}

fn form(value: &Expr) -> Fault {
    Fault::Form(value.to_token_stream())
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

/// Returns `true` for the name of an integer type.
pub(crate) fn is_integer_type(name: &str) -> bool {
    !name.is_empty() && suffix_limit(name).is_some()
}

fn overflow() -> Fault {
    Fault::Arithmetic("overflows 128 bits".to_owned())
}

/// Evaluates a value as a ratio: `0.9`, `1`, `90 %`, `9 / 10`.
pub(crate) fn ratio(value: &TokenStream) -> Result<Ratio, Fault> {
    let mut tokens: Vec<_> = value.clone().into_iter().collect();
    let is_percent = tokens.pop_if(|last| is_mark(last, '%')).is_some();
    let number =
        expression(&tokens.into_iter().collect()).ok_or_else(|| Fault::Form(value.clone()))?;
    match ratio_of(&number) {
        Err(Fault::Deferred) if is_percent => Err(Fault::Form(value.clone())),
        Ok(ratio) if is_percent => {
            let denominator = ratio.denominator().checked_mul(100).ok_or_else(too_exact)?;
            Ratio::new(ratio.numerator(), denominator).ok_or_else(too_exact)
        }
        ratio => ratio,
    }
}

fn ratio_of(value: &Expr) -> Result<Ratio, Fault> {
    match bare(value) {
        Expr::Lit(literal) => {
            let ratio = match &literal.lit {
                Lit::Float(number) if number.suffix().is_empty() => decimal(number.base10_digits()),
                _ => Ratio::new(operand(value)?, 1),
            };
            ratio.ok_or_else(too_exact)
        }
        Expr::Binary(quotient) if matches!(quotient.op, BinOp::Div(_)) => {
            // A quotient of constants would be an integer to the compiler.
            let known = |side: &Expr| match operand(side) {
                Err(Fault::Deferred) => Err(form(value)),
                number => number,
            };
            let (over, under) = (known(&quotient.left)?, known(&quotient.right)?);
            Ratio::new(over, under).ok_or_else(|| Fault::Arithmetic("divides by zero".to_owned()))
        }
        Expr::Unary(prefixed) if matches!(prefixed.op, UnOp::Neg(_)) => {
            Err(Fault::Arithmetic("is negative: it is 0 to 1".to_owned()))
        }
        other if needs_compiler(other) => Err(Fault::Deferred),
        // A product or a remainder is more likely a slip than an intention.
        _ => Err(form(value)),
    }
}

/// Evaluates an operand of a ratio, which cannot be negative.
fn operand(value: &Expr) -> Result<u64, Fault> {
    match integer_of(value) {
        Ok(value @ ..0) => Err(Fault::Arithmetic(format!("is {value}: it is 0 to 1"))),
        Ok(value) => value.try_into().map_err(|_| too_exact()),
        Err(Fault::TooLarge(_)) => Err(too_exact()),
        Err(fault) => Err(fault),
    }
}

fn too_exact() -> Fault {
    Fault::Arithmetic("has more than the 19 digits that are compared exactly".to_owned())
}

/// Returns the exact value of decimal digits, which can have an exponent, as in Rust: `0.9` is 9 / 10.
pub(crate) fn decimal(digits: &str) -> Option<Ratio> {
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
    use crate::tests::each;

    fn kind(fault: &Fault) -> String {
        let kind = match fault {
            Fault::Deferred => "deferred",
            Fault::Form(_) => "form",
            Fault::Arithmetic(_) => "arithmetic",
            Fault::Negative(_) => "negative",
            Fault::TooLarge(_) => "too large",
        };
        kind.to_owned()
    }

    #[test]
    fn integers() {
        each("integers", |written| {
            let number = integer(&written.parse().unwrap());
            number.map_or_else(|fault| kind(&fault), |number| number.to_string())
        });
    }

    #[test]
    fn ratios() {
        each("ratios", |written| match ratio(&written.parse().unwrap()) {
            Ok(ratio) => format!("{}/{}", ratio.numerator(), ratio.denominator()),
            Err(fault) => kind(&fault),
        });
    }
}
