//! Arithmetic in the values of an attribute. It is exact, whatever the types of its operands, and the same for a
//! literal and for a constant.

use crate::text::Text;

/// The result of `left operator right`, an operator of Rust.
///
/// # Errors
///
/// If there is no result, the reason, after the argument's name: "divides by zero".
#[doc(hidden)]
pub const fn arithmetic(left: i128, operator: &str, right: i128) -> Result<i128, Text<80>> {
    let result = match (operator.as_bytes(), right) {
        (b"+", _) => left.checked_add(right),
        (b"-", _) => left.checked_sub(right),
        (b"*", _) => left.checked_mul(right),
        (b"/", _) => left.checked_div(right),
        (b"%", _) => left.checked_rem(right),
        (b"<<", 0..64) => left.checked_mul(1 << right),
        (b">>", 0..64) => Some(left >> right),
        (b"<<" | b">>", _) => None,
        (b"&", _) => Some(left & right),
        (b"|", _) => Some(left | right),
        _ => Some(left ^ right),
    };
    if let Some(result) = result {
        return Ok(result);
    }
    let mut fault = Text::new();
    match (operator.as_bytes(), right) {
        (b"/" | b"%", 0) => fault.text("divides by zero"),
        (b"<<" | b">>", ..0 | 64..) => {
            let sign = if right < 0 { "-" } else { "" };
            let out = fault.text("shifts by ").text(sign);
            let out = out.digits(right.unsigned_abs());
            out.text(": a shift is 0 to 63")
        }
        _ => fault.text("overflows 128 bits"),
    };
    Err(fault)
}
