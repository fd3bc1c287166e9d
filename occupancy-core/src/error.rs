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
pub struct Error(pub(crate) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    EmptyBlock,
    Carveout(u32),
    EmptyPrefix,
    DigitOfPrefix,
    /// Where it begins, in bytes.
    CharacterOfPrefix(usize),
    /// The GPU.
    NoSms(&'static str),
    /// The compute capability, and which of its limits contradict each other.
    Contradiction(&'static str, &'static str),
}

impl Error {
    /// The message about a GPU that cannot exist; empty for what is not about a GPU.
    const fn of_gpu(self) -> Message {
        let out = &mut Message::new();
        *match self.0 {
            Kind::NoSms(gpu) => out
                .text("[OCC028] ")
                .text(gpu)
                .text(" has no SMs: give the number that the driver reports"),
            Kind::Contradiction(gpu, contradiction) => out
                .text("[OCC029] the limits of ")
                .text(gpu)
                .text(" contradict each other: ")
                .text(contradiction),
            _ => out,
        }
    }

    /// Ends the build if a constant is a GPU that cannot exist.
    #[track_caller]
    #[allow(
        clippy::panic,
        reason = "for constants, and said so of each function that calls it; each has one that returns \
                  the error"
    )]
    pub(crate) const fn panic(self) -> ! {
        panic!("{}", self.of_gpu().as_str())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const PREFIX: &str = "the prefix of a macro has to be a C identifier";
        match self.0 {
            Kind::EmptyBlock => {
                f.write_str("the block has no threads: every dimension is at least 1")
            }
            Kind::Carveout(percent) => write!(
                f,
                "a carve-out of {percent} percent: it is 0 to 100 percent"
            ),
            Kind::EmptyPrefix => write!(f, "{PREFIX}: this one is empty"),
            Kind::DigitOfPrefix => {
                write!(f, "{PREFIX}: a digit cannot be its first character")
            }
            Kind::CharacterOfPrefix(at) => write!(
                f,
                "{PREFIX}: the character at byte {at} is not an ASCII letter, a digit or `_`"
            ),
            Kind::NoSms(_) | Kind::Contradiction(..) => f.write_str(self.of_gpu().as_str()),
        }
    }
}

impl core::error::Error for Error {}
