//! Arithmetic in the values of an attribute: exact, whatever the types of its operands are, and the same for a literal
//! and for a constant.

use crate::text::Text;

/// The result of `left operator right`, an operator of Rust.
///
/// # Errors
///
/// There is no result: why, after the argument's name.
#[doc(hidden)]
pub const fn arithmetic(left: i128, operator: &str, right: i128) -> Result<i128, Text<80>> {
    let mut fault = Text::new();
    let result = match operator.as_bytes() {
        b"/" | b"%" if right == 0 => {
            fault.text("divides by zero");
            None
        }
        b"<<" | b">>" if right < 0 || right >= 64 => {
            let sign = if right < 0 { "-" } else { "" };
            let out = fault.text("shifts by ").text(sign);
            let out = out.digits(right.unsigned_abs());
            out.text(": a shift is 0 to 63");
            None
        }
        b"+" => left.checked_add(right),
        b"-" => left.checked_sub(right),
        b"*" => left.checked_mul(right),
        b"/" => left.checked_div(right),
        b"%" => left.checked_rem(right),
        b"<<" => left.checked_mul(1 << right),
        b">>" => Some(left >> right),
        b"&" => Some(left & right),
        b"|" => Some(left | right),
        _ => Some(left ^ right),
    };
    if let Some(result) = result {
        return Ok(result);
    }
    if fault.as_str().is_empty() {
        fault.text("overflows 128 bits");
    }
    Err(fault)
}
