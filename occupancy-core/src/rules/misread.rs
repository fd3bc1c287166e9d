//! The message for a page that was drawn with a value that the compiler calculates differently.

use crate::rules::out_of_range::digits;
use crate::text::Message;

/// The message for a value that documentation read differently; `note` says where it was read.
pub const fn misread(expression: &str, read: &str, actual: &str, note: &str) -> Message {
    *Message::new()
        .text("[OCC120] the documentation read `")
        .text(expression)
        .text("` as ")
        .text(read)
        .text(", but it is ")
        .text(actual)
        .text(note)
}

/// The same for integers.
pub const fn misread_integer(expression: &str, read: i128, actual: i128, note: &str) -> Message {
    *signed(
        signed(
            Message::new()
                .text("[OCC120] the documentation read `")
                .text(expression)
                .text("` as "),
            read,
        )
        .text(", but it is "),
        actual,
    )
    .text(note)
}

const fn signed(out: &mut Message, value: i128) -> &mut Message {
    let out = out.text(if value < 0 { "-" } else { "" });
    out.grouped_digits(digits(value.unsigned_abs()).as_str())
}
