//! Numbers of the attribute: integer literals, arithmetic on them, and exact ratios.

use occupancy_core::{Ratio, kernel::arithmetic};
use proc_macro2::TokenStream;

use crate::expression::{Expression, Kind};
use crate::literal::Literal;
use crate::tokens::is_mark;

/// A number that the macro knows, or an expression that the compiler evaluates later.
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
}

/// Why an expression is not a number that the macro knows.
pub(crate) enum Fault {
    /// It names something that only the compiler can evaluate.
    Deferred,
    /// It is something else: what was written.
    Form(TokenStream),
    /// It is arithmetic that has no result: why, after the argument's name.
    Arithmetic(String),
    /// It is negative.
    Negative(i128),
    /// It is a literal of more than 128 bits: its decimal digits.
    TooLarge(String),
}

/// The integer that `expression` is, in any of Rust's notations.
pub(crate) fn integer(expression: &Expression) -> Result<i128, Fault> {
    match &expression.kind {
        Kind::Literal(Literal::Integer(digits, suffix)) => {
            let limit =
                suffix_limit(suffix).ok_or_else(|| Fault::Form(expression.tokens.clone()))?;
            match digits.parse::<i128>() {
                Err(_) => Err(Fault::TooLarge(digits.clone())),
                Ok(value) if value <= limit => Ok(value),
                Ok(value) => Err(Fault::Arithmetic(format!(
                    "is {value}, which is over {limit}, the most a `{suffix}` holds"
                ))),
            }
        }
        Kind::Prefixed('-', inner) => match integer(inner) {
            Err(Fault::TooLarge(digits)) => Err(Fault::Arithmetic(match digits.as_str() {
                "" => "is negative: it cannot be".to_owned(),
                _ => format!("is -{digits}: it cannot be negative"),
            })),
            number => number?.checked_neg().ok_or_else(overflow),
        },
        // The compiler evaluates `!N` and `*N`.
        Kind::Prefixed('!' | '*', inner) if matches!(integer(inner), Err(Fault::Deferred)) => {
            Err(Fault::Deferred)
        }
        Kind::Arithmetic(left, operator, right) => match (integer(left), integer(right)) {
            (Ok(left), Ok(right)) => arithmetic(left, operator, right)
                .map_err(|fault| Fault::Arithmetic(fault.as_str().to_owned())),
            // A fault in one side is a fault, whatever the other will be.
            (Err(Fault::Deferred) | Ok(_), Err(fault)) | (Err(fault), _) => Err(match fault {
                Fault::TooLarge(_) => overflow(),
                fault => fault,
            }),
        },
        Kind::Cast(..) => Err(Fault::Deferred),
        _ => Err(of_the_program(expression)),
    }
}

/// The compiler evaluates it, or it is something else than a number.
fn of_the_program(expression: &Expression) -> Fault {
    match expression.kind {
        Kind::Path(_) | Kind::Macro(..) | Kind::Computed | Kind::Opaque => Fault::Deferred,
        _ => Fault::Form(expression.tokens.clone()),
    }
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

fn overflow() -> Fault {
    Fault::Arithmetic("overflows 128 bits".to_owned())
}

/// The ratio that a value is: `0.9`, `1`, `90 %`, `9 / 10`.
pub(crate) fn ratio(value: &TokenStream) -> Result<Ratio, Fault> {
    let mut tokens: Vec<_> = value.clone().into_iter().collect();
    let is_percent = tokens.pop_if(|last| is_mark(last, '%')).is_some();
    let number =
        Expression::new(&tokens.into_iter().collect()).ok_or_else(|| Fault::Form(value.clone()))?;
    let ratio = match ratio_of(&number) {
        Err(Fault::Deferred) if is_percent => return Err(Fault::Form(value.clone())),
        ratio => ratio?,
    };
    let whole = if is_percent { 100 } else { 1 };
    let denominator = ratio.denominator().checked_mul(whole);
    denominator
        .and_then(|denominator| Ratio::new(ratio.numerator(), denominator))
        .ok_or_else(too_exact)
}

fn ratio_of(expression: &Expression) -> Result<Ratio, Fault> {
    match &expression.kind {
        Kind::Literal(Literal::Decimal(digits, suffix)) if suffix.is_empty() => {
            decimal(digits).ok_or_else(too_exact)
        }
        Kind::Literal(_) => Ratio::new(positive(expression)?, 1).ok_or_else(too_exact),
        Kind::Arithmetic(over, "/", under) => {
            // A quotient of constants would be an integer to the compiler.
            let operand = |operand: &Expression| match positive(operand) {
                Err(Fault::Deferred) => Err(Fault::Form(expression.tokens.clone())),
                number => number,
            };
            let (over, under) = (operand(over)?, operand(under)?);
            Ratio::new(over, under).ok_or_else(|| Fault::Arithmetic("divides by zero".to_owned()))
        }
        Kind::Prefixed('-', _) => Err(Fault::Arithmetic("is negative: it is 0 to 1".to_owned())),
        // A product or a remainder is more likely a slip than an intention.
        _ => Err(of_the_program(expression)),
    }
}

fn positive(expression: &Expression) -> Result<u64, Fault> {
    match integer(expression) {
        Ok(value @ ..0) => Err(Fault::Arithmetic(format!("is {value}: it is 0 to 1"))),
        Ok(value) => value.try_into().map_err(|_| too_exact()),
        Err(Fault::TooLarge(_)) => Err(too_exact()),
        Err(fault) => Err(fault),
    }
}

fn too_exact() -> Fault {
    Fault::Arithmetic("has more than the 19 digits that are compared exactly".to_owned())
}

/// The digits of a decimal, exactly: `0.9` is 9 / 10. An exponent is accepted as Rust writes it.
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
    use crate::expression::Expression;
    use crate::tests::each;

    fn shown(fault: &Fault) -> String {
        let shown = match fault {
            Fault::Deferred => "deferred",
            Fault::Form(_) => "form",
            Fault::Arithmetic(_) => "arithmetic",
            Fault::Negative(_) => "negative",
            Fault::TooLarge(_) => "too large",
        };
        shown.to_owned()
    }

    #[test]
    fn integers() {
        each("integers", |written| {
            let number = integer(&Expression::new(&written.parse().unwrap()).unwrap());
            number.map_or_else(|fault| shown(&fault), |number| number.to_string())
        });
    }

    #[test]
    fn ratios() {
        each("ratios", |written| match ratio(&written.parse().unwrap()) {
            Ok(ratio) => format!("{}/{}", ratio.numerator(), ratio.denominator()),
            Err(fault) => shown(&fault),
        });
    }
}
