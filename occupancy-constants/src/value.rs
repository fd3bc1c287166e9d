//! Values of constants, and arithmetic on integers as the compiler does it.

use std::collections::BTreeMap;
use std::fmt;

use occupancy_core::{Arch, ComputeCapability, Device, Ratio};

use crate::modules::Place;
use crate::tree::Operator;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// One without a type is a literal that takes the type of what it meets; it fits 32 bits.
    Integer(i128, Option<Integer>),
    Bool(bool),
    Text(String),
    Tuple(Vec<Value>),
    Array(Vec<Value>),
    Struct(Place, BTreeMap<String, Value>),
    /// A variant without fields: its enum, its name, and its discriminant.
    Variant(Place, String, i128),
    Device(Device),
    ComputeCapability(&'static ComputeCapability),
    Arch(Arch),
    Ratio(Ratio),
    /// `Some` and `None`.
    Option(Option<Box<Value>>),
}

/// A type of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Integer {
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
}

impl Integer {
    pub(crate) const I32: Self = Self {
        bits: 32,
        is_signed: true,
    };
    pub(crate) const USIZE: Self = Self {
        bits: 64,
        is_signed: false,
    };

    /// The type of this name. `usize` has 64 bits on every host of a GPU.
    pub(crate) fn find(name: &str) -> Option<Self> {
        let (sign, bits) = name.split_at_checked(1)?;
        let is_signed = match sign {
            "i" => true,
            "u" => false,
            _ => return None,
        };
        let bits = match bits {
            "8" => 8,
            "16" => 16,
            "32" => 32,
            "64" | "size" => 64,
            "128" => 128,
            _ => return None,
        };
        Some(Self { bits, is_signed })
    }

    pub(crate) fn least(self) -> i128 {
        if self.is_signed {
            i128::MIN >> (128 - self.bits)
        } else {
            0
        }
    }

    /// The largest value; of 128 bits without a sign, the largest that is calculated with.
    pub(crate) fn most(self) -> i128 {
        let bits = if self.is_signed || self.bits == 128 {
            self.bits - 1
        } else {
            self.bits
        };
        i128::MAX >> (127 - bits.min(127))
    }

    /// Whether all values of the type are calculated with.
    pub(crate) const fn is_whole(self) -> bool {
        self.bits < 128
    }

    pub(crate) fn holds(self, value: i128) -> bool {
        self.least() <= value && value <= self.most()
    }

    /// The lowest bits, as the type has them.
    pub(crate) fn wrap(self, value: i128) -> Option<i128> {
        if self.holds(value) {
            return Some(value);
        }
        if !self.is_whole() {
            return None;
        }
        let modulus = 1_i128 << self.bits;
        let low = value.rem_euclid(modulus);
        Some(if low > self.most() {
            low - modulus
        } else {
            low
        })
    }
}

impl Value {
    pub(crate) const fn usize(value: i128) -> Self {
        Self::Integer(value, Some(Integer::USIZE))
    }

    pub(crate) const fn integer(&self) -> Option<i128> {
        match self {
            Self::Integer(value, _) => Some(*value),
            _ => None,
        }
    }

    /// The value as the type of a declaration has it.
    pub(crate) fn of_type(self, of: Option<Integer>) -> Option<Self> {
        match (self, of) {
            (Self::Integer(value, None), Some(of)) => {
                of.holds(value).then_some(Self::Integer(value, Some(of)))
            }
            (value, _) => Some(value),
        }
    }
}

/// The type that two operands share.
pub(crate) fn shared(one: Option<Integer>, other: Option<Integer>) -> Option<Integer> {
    one.or(other)
}

/// A result in the range of its type; a literal's is 32 bits.
pub(crate) fn checked(value: i128, of: Option<Integer>) -> Option<Value> {
    of.unwrap_or(Integer::I32)
        .holds(value)
        .then_some(Value::Integer(value, of))
}

/// An operation on two integers; `None` where the compiler refuses it, or the type decides and is not
/// known.
pub(crate) fn operation(
    operator: Operator,
    (left, of_left): (i128, Option<Integer>),
    (right, of_right): (i128, Option<Integer>),
) -> Option<Value> {
    let of = shared(of_left, of_right);
    Some(match operator {
        Operator::Add => checked(left.checked_add(right)?, of)?,
        Operator::Subtract => checked(left.checked_sub(right)?, of)?,
        Operator::Multiply => checked(left.checked_mul(right)?, of)?,
        Operator::Divide => checked(left.checked_div(right)?, of)?,
        Operator::Remainder => checked(left.checked_rem(right)?, of)?,
        Operator::And => checked(left & right, of)?,
        Operator::Or => checked(left | right, of)?,
        Operator::Xor => checked(left ^ right, of)?,
        Operator::ShiftLeft => {
            let by = u32::try_from(right).ok()?;
            match of_left {
                Some(of) if by < of.bits && of.is_whole() => {
                    // No more than 127 bits are left where 64 are shifted by fewer.
                    let shifted = left.checked_mul(1_i128.checked_shl(by)?)?;
                    Value::Integer(of.wrap(shifted)?, of_left)
                }
                None if by < 32 => checked(left.checked_mul(1 << by)?, None)?,
                _ => return None,
            }
        }
        Operator::ShiftRight => {
            let by = u32::try_from(right).ok()?;
            if by >= of_left.unwrap_or(Integer::I32).bits {
                return None;
            }
            checked(left >> by, of_left)?
        }
        Operator::Equal => Value::Bool(left == right),
        Operator::NotEqual => Value::Bool(left != right),
        Operator::Less => Value::Bool(left < right),
        Operator::LessOrEqual => Value::Bool(left <= right),
        Operator::Greater => Value::Bool(left > right),
        Operator::GreaterOrEqual => Value::Bool(left >= right),
        Operator::Both | Operator::Either => return None,
    })
}

impl fmt::Display for Value {
    /// As a reader of the page knows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, all: &[Self]| {
            for (at, one) in all.iter().enumerate() {
                let comma = if at == 0 { "" } else { ", " };
                write!(f, "{comma}{one}")?;
            }
            Ok(())
        };
        match self {
            Self::Integer(value, _) => {
                let sign = if *value < 0 { "-" } else { "" };
                match u64::try_from(value.unsigned_abs()) {
                    Ok(value) => write!(f, "{sign}{}", occupancy_core::text::grouped(value)),
                    Err(_) => write!(f, "{value}"),
                }
            }
            Self::Bool(value) => write!(f, "{value}"),
            Self::Text(text) => write!(f, "{text:?}"),
            Self::Tuple(all) => {
                f.write_str("(")?;
                list(f, all)?;
                f.write_str(")")
            }
            Self::Array(all) => {
                f.write_str("[")?;
                list(f, all)?;
                f.write_str("]")
            }
            Self::Struct(..) => f.write_str("a struct"),
            Self::Variant(_, name, _) => f.write_str(name),
            Self::Device(device) => f.write_str(device.name()),
            Self::ComputeCapability(cc) => f.write_str(cc.name()),
            Self::Arch(arch) => f.write_str(arch.name()),
            Self::Ratio(ratio) => write!(f, "{ratio}"),
            Self::Option(Some(value)) => write!(f, "{value}"),
            Self::Option(None) => f.write_str("none"),
        }
    }
}
