//! The error of the calculation.

use core::fmt;

use crate::text::Message;

/// Why something has no answer: the occupancy of a kernel, a GPU that a program declares, or a name for the compiler.
/// Its text says what is wrong, and what passes.
///
/// [`GridError`](crate::GridError) and [`UnknownArch`](crate::UnknownArch) are errors of their own, because programs act
/// on them.
///
/// ```
/// use occupancy_core::{Kernel, Occupancy, compute_capabilities::SM_90};
///
/// let error = Occupancy::new(&SM_90, &Kernel::new((0, 1, 1), 64)).unwrap_err();
/// assert_eq!(error.to_string(), "the block has no threads: every dimension is at least 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    /// What it says, in parts: some have the name of a GPU.
    text: [&'static str; 4],
    /// A number before the third part.
    number: Option<usize>,
}

impl Error {
    pub(crate) const fn new(text: [&'static str; 4], number: Option<usize>) -> Self {
        Self { text, number }
    }

    const fn message(self) -> Message {
        let ([first, second, third, fourth], mut out) = (self.text, Message::new());
        out.text(first).text(second);
        if let Some(number) = self.number {
            out.number(number as u64);
        }
        *out.text(third).text(fourth)
    }

    /// Ends the build if a constant is a GPU that cannot exist.
    #[track_caller]
    #[allow(
        clippy::panic,
        reason = "for constants, and said so of each function that calls it; each has one that returns \
                  the error"
    )]
    pub(crate) const fn panic(self) -> ! {
        panic!("{}", self.message().as_str())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl core::error::Error for Error {}
