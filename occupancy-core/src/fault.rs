//! The faults of one argument, for a check that the compiler makes at the argument's value.

use crate::{Argument, Configuration, Message};

impl Configuration<'_> {
    /// Words the first rule that the value of `argument` breaks; `None` where it breaks none.
    pub const fn fault_of(&self, argument: Argument) -> Option<Message> {
        let found = self.check();
        let mut i = 0;
        while i < found.len() {
            let violation = &found.as_slice()[i];
            if violation.rule.argument(self) as u8 == argument as u8 {
                return Some(self.message(violation));
            }
            i += 1;
        }
        None
    }
}

/// Words a value that the argument cannot hold.
pub const fn out_of_range(argument: Argument, value: i128, most: u64) -> Message {
    let out = Message::new()
        .text("[OCC108] `")
        .text(argument.key())
        .text("` is ");
    if value < 0 {
        out.text("-")
            .grouped(magnitude(value))
            .text(": it cannot be negative")
    } else {
        out.grouped(magnitude(value))
            .text(": it is at most ")
            .grouped(most)
    }
}

#[allow(clippy::cast_possible_truncation, reason = "checked just before")]
const fn magnitude(value: i128) -> u64 {
    let magnitude = value.unsigned_abs();
    if magnitude > u64::MAX as u128 {
        u64::MAX
    } else {
        magnitude as u64
    }
}
