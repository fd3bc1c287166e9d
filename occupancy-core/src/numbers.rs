//! Methods of options and numbers that the standard library does not have in constants.

/// The value of an option, or a default.
pub const fn or<T: Copy>(option: Option<T>, default: T) -> T {
    match option {
        Some(value) => value,
        None => default,
    }
}

pub const fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

pub const fn max(a: u32, b: u32) -> u32 {
    if a > b { a } else { b }
}

/// `number` rounded down to a multiple of `unit`, or `number` itself if it is less than one unit.
pub(crate) const fn whole(number: u32, unit: u32) -> u32 {
    or(multiple(number, unit, false), number)
}

/// The nearest multiple of `unit` from `number` on up or down. Zero is no multiple, and has none.
pub(crate) const fn multiple(number: u32, unit: u32, above: bool) -> Option<u32> {
    if above {
        return max(number, 1).checked_next_multiple_of(unit);
    }
    match number.checked_rem(unit) {
        Some(over) if number >= unit => number.checked_sub(over),
        _ => None,
    }
}
