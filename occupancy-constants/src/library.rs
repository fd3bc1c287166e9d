//! What constants call of the standard library and of this one: integers, and GPUs.

use occupancy_core::{Arch, ComputeCapability, Device, Ratio};

use crate::value::{self, Integer, Value};

/// A constant of another crate, by its path; that of this library has no crate in it.
pub(crate) fn constant(names: &[String]) -> Option<Value> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.as_slice() {
        [of, name] | ["core" | "std", of, name] if Integer::find(of).is_some() => {
            of_integer(Integer::find(of)?, name)
        }
        ["gpu", "WARP_SIZE"] => Some(Value::Integer(
            occupancy_core::gpu::WARP_SIZE.into(),
            Integer::find("u32"),
        )),
        ["devices", name] => device(name),
        ["devices", "mig", name] => device(&format!("mig::{name}")),
        ["compute_capabilities", name] => compute_capability(name),
        _ => None,
    }
}

fn device(constant: &str) -> Option<Value> {
    let mut all = Device::ALL.iter().chain(Device::MIG);
    let found = all.find(|device| device.constant() == constant)?;
    Some(Value::Device(*found))
}

fn compute_capability(constant: &str) -> Option<Value> {
    let mut all = ComputeCapability::ALL.iter();
    let found = all.find(|cc| format!("SM_{}{}", cc.major(), cc.minor()) == constant)?;
    Some(Value::ComputeCapability(found))
}

/// A constant of a type of integers.
pub(crate) fn of_integer(of: Integer, name: &str) -> Option<Value> {
    let of_type = |value| Some(Value::Integer(value, Some(of)));
    match name {
        "BITS" => Some(Value::Integer(
            of.bits.into(),
            Some(Integer {
                bits: 32,
                is_signed: false,
            }),
        )),
        "MAX" | "max_value" if of.is_whole() => of_type(of.most()),
        "MIN" | "min_value" if of.is_whole() => of_type(of.least()),
        _ => None,
    }
}

/// Whether numbers and characters have a constant of this name, which comes before that of a trait.
pub(crate) fn is_of_language(name: &str) -> bool {
    matches!(
        name,
        "BITS"
            | "MAX"
            | "MIN"
            | "DIGITS"
            | "RADIX"
            | "MANTISSA_DIGITS"
            | "EPSILON"
            | "MIN_POSITIVE"
            | "MIN_EXP"
            | "MAX_EXP"
            | "MIN_10_EXP"
            | "MAX_10_EXP"
            | "NAN"
            | "INFINITY"
            | "NEG_INFINITY"
            | "REPLACEMENT_CHARACTER"
            | "UNICODE_VERSION"
            | "MAX_LEN_UTF8"
            | "MAX_LEN_UTF16"
    )
}

/// A function of another crate.
pub(crate) fn call(names: &[String], arguments: &[Value]) -> Option<Value> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match (names.as_slice(), arguments) {
        (["Some"] | [.., "Option", "Some"], [value]) => {
            Some(Value::Option(Some(Box::new(value.clone()))))
        }
        (
            ["Device", "new"],
            [
                Value::Text(name),
                Value::ComputeCapability(cc),
                Value::Integer(sms, _),
            ],
        ) => {
            // A name of the tables lives as long as the program.
            let name: &'static str = Box::leak(name.clone().into_boxed_str());
            let device = Device::try_new(name, cc, u32::try_from(*sms).ok()?);
            device.ok().map(Value::Device)
        }
        (["Arch", "Device"], [Value::Device(device)]) => Some(Value::Arch(Arch::Device(*device))),
        (["Arch", "ComputeCapability"], [Value::ComputeCapability(cc)]) => {
            Some(Value::Arch(Arch::ComputeCapability(cc)))
        }
        (["Ratio", "new"], [Value::Integer(over, _), Value::Integer(under, _)]) => {
            let ratio = Ratio::new(u64::try_from(*over).ok()?, u64::try_from(*under).ok()?);
            Some(Value::Option(
                ratio.map(|ratio| Box::new(Value::Ratio(ratio))),
            ))
        }
        _ => None,
    }
}

/// A method of a value that is none of the crate's own.
pub(crate) fn method(receiver: &Value, name: &str, arguments: &[Value]) -> Option<Value> {
    match (receiver, name, arguments) {
        (Value::Integer(value, of), name, arguments) => integer(*value, *of, name, arguments),
        (Value::Array(all), "len", []) => Some(Value::usize(i128::try_from(all.len()).ok()?)),
        (Value::Text(text), "len", []) => Some(Value::usize(i128::try_from(text.len()).ok()?)),
        (Value::Array(all), "is_empty", []) => Some(Value::Bool(all.is_empty())),
        (Value::Option(Some(value)), "unwrap", [])
        | (Value::Option(Some(value)), "expect" | "unwrap_or", [_]) => Some(value.as_ref().clone()),
        (Value::Option(None), "unwrap_or", [value]) => Some(value.clone()),
        (Value::Option(value), "is_some", []) => Some(Value::Bool(value.is_some())),
        (Value::Option(value), "is_none", []) => Some(Value::Bool(value.is_none())),
        (Value::Device(device), "arch", []) => Some(Value::Arch(Arch::Device(*device))),
        (Value::ComputeCapability(cc), "arch", []) => {
            Some(Value::Arch(Arch::ComputeCapability(cc)))
        }
        (Value::Device(_) | Value::ComputeCapability(_), name, []) => figure(receiver, name),
        (Value::Array(_), "as_slice", []) | (Value::Arch(_), "arch", []) => Some(receiver.clone()),
        _ => None,
    }
}

/// A figure of a GPU.
fn figure(value: &Value, name: &str) -> Option<Value> {
    let number = |value: u32| {
        let of = Integer {
            bits: 32,
            is_signed: false,
        };
        Some(Value::Integer(value.into(), Some(of)))
    };
    match (value, name) {
        (Value::Device(device), "sm_count") => number(device.sm_count()),
        (Value::Device(device), "name") => Some(Value::Text(device.name().to_owned())),
        (Value::Device(device), "compute_capability") => {
            Some(Value::ComputeCapability(device.compute_capability()))
        }
        (Value::ComputeCapability(cc), name) => match name {
            "major" => number(cc.major()),
            "minor" => number(cc.minor()),
            "warp_size" => number(cc.warp_size()),
            "max_threads_per_block" => number(cc.max_threads_per_block()),
            "max_warps_per_sm" => number(cc.max_warps_per_sm()),
            "max_blocks_per_sm" => number(cc.max_blocks_per_sm()),
            "registers_per_sm" => number(cc.registers_per_sm()),
            "registers_per_block" => number(cc.registers_per_block()),
            "max_registers_per_thread" => number(cc.max_registers_per_thread()),
            "shared_memory_per_sm" => number(cc.shared_memory_per_sm()),
            "shared_memory_per_block" => number(cc.shared_memory_per_block()),
            "shared_memory_per_block_optin" => number(cc.shared_memory_per_block_optin()),
            "reserved_shared_memory_per_block" => number(cc.reserved_shared_memory_per_block()),
            _ => None,
        },
        _ => None,
    }
}

/// The functions of integers that can be called in constants.
fn integer(value: i128, of: Option<Integer>, name: &str, arguments: &[Value]) -> Option<Value> {
    let mut of = of;
    let mut others = Vec::new();
    for argument in arguments {
        match argument {
            Value::Integer(other, of_other) => {
                if name != "pow" {
                    of = value::shared(of, *of_other);
                }
                others.push(*other);
            }
            _ => return None,
        }
    }
    let result = |value: i128| value::checked(value, of);
    let typed = |value: i128| {
        let of = of.filter(|of| of.is_whole())?;
        Some(Value::Integer(value, Some(of)))
    };
    let count = |value: u32| {
        Value::Integer(
            value.into(),
            Some(Integer {
                bits: 32,
                is_signed: false,
            }),
        )
    };
    let checked = |value: Option<i128>| {
        let of = of.filter(|of| of.is_whole())?;
        let value = value.filter(|value| of.holds(*value));
        let value = value.map(|value| Box::new(Value::Integer(value, Some(of))));
        Some(Value::Option(value))
    };
    let saturated = |value: i128| {
        let of = of.filter(|of| of.is_whole())?;
        typed(value.clamp(of.least(), of.most()))
    };
    let wrapped = |value: i128| {
        let of = of.filter(|of| of.is_whole())?;
        typed(of.wrap(value)?)
    };
    match (name, others.as_slice()) {
        ("pow", [by]) => result(value.checked_pow(u32::try_from(*by).ok()?)?),
        ("div_ceil", [by]) if value >= 0 && *by > 0 => {
            result(value.checked_add(by.checked_sub(1)?)? / by)
        }
        ("next_multiple_of", [of]) if value >= 0 && *of > 0 => {
            result((value.checked_add(of.checked_sub(1)?)? / of).checked_mul(*of)?)
        }
        ("is_multiple_of", [of]) if *of > 0 => Some(Value::Bool(value % of == 0)),
        ("next_power_of_two", []) if value >= 0 => {
            let power = u64::try_from(value).ok()?.checked_next_power_of_two()?;
            result(power.into())
        }
        ("is_power_of_two", []) if value >= 0 => Some(Value::Bool(value.count_ones() == 1)),
        ("ilog2", []) if value > 0 => Some(count(value.ilog2())),
        ("ilog10", []) if value > 0 => Some(count(value.ilog10())),
        ("trailing_zeros", []) if value > 0 => Some(count(value.trailing_zeros())),
        ("leading_zeros", []) if value > 0 => {
            let of = of?;
            Some(count(value.leading_zeros().checked_sub(128 - of.bits)?))
        }
        ("count_ones", []) if value >= 0 => Some(count(value.count_ones())),
        ("isqrt", []) if value >= 0 => result(u64::try_from(value).ok()?.isqrt().into()),
        ("abs", []) => result(value.checked_abs()?),
        ("unsigned_abs", []) => {
            let of = of?;
            let unsigned = Integer {
                is_signed: false,
                ..of
            };
            value::checked(value.checked_abs()?, Some(unsigned))
        }
        ("abs_diff", [other]) if of.is_some_and(|of| !of.is_signed) => {
            result((value - other).checked_abs()?)
        }
        ("rem_euclid", [by]) if *by != 0 => result(value.checked_rem_euclid(*by)?),
        ("div_euclid", [by]) if *by != 0 => result(value.checked_div_euclid(*by)?),
        ("midpoint", [other]) if value >= 0 && *other >= 0 => {
            result(value.checked_add(*other)? / 2)
        }
        ("saturating_add", [other]) => saturated(value.checked_add(*other)?),
        ("saturating_sub", [other]) => saturated(value.checked_sub(*other)?),
        ("saturating_mul", [other]) => saturated(value.checked_mul(*other)?),
        ("wrapping_add", [other]) => wrapped(value.checked_add(*other)?),
        ("wrapping_sub", [other]) => wrapped(value.checked_sub(*other)?),
        ("wrapping_mul", [other]) => wrapped(value.checked_mul(*other)?),
        ("checked_add", [other]) => checked(value.checked_add(*other)),
        ("checked_sub", [other]) => checked(value.checked_sub(*other)),
        ("checked_mul", [other]) => checked(value.checked_mul(*other)),
        ("checked_div", [other]) => checked(value.checked_div(*other)),
        _ => None,
    }
}
