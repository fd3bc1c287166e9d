//! The error for a GPU that cannot exist.

use core::fmt;

use crate::text::Message;

/// Why a GPU that a program declares cannot exist: it has no SMs, or its limits contradict each other.
///
/// In a constant, [`ComputeCapability::new`](super::ComputeCapability::new) and
/// [`Device::new`](super::Device::new) end the build with the same words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InvalidGpu {
    pub(super) name: &'static str,
    /// The first contradiction of its limits; `None` if it has no SMs.
    pub(super) contradiction: Option<&'static str>,
}

impl InvalidGpu {
    const fn message(self) -> Message {
        let mut message = Message::new();
        *match self.contradiction {
            None => message
                .text("[OCC028] ")
                .text(self.name)
                .text(" has no SMs: give the number that the driver reports"),
            Some(contradiction) => message
                .text("[OCC029] the limits of ")
                .text(self.name)
                .text(" contradict each other: ")
                .text(contradiction),
        }
    }

    /// Ends the build if a constant is invalid.
    #[track_caller]
    #[allow(
        clippy::panic,
        reason = "for constants, and said so of each function that calls it; each has one that returns \
                  the error"
    )]
    pub(super) const fn panic(self) -> ! {
        panic!("{}", self.message().as_str())
    }
}

impl fmt::Display for InvalidGpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message().as_str())
    }
}

impl core::error::Error for InvalidGpu {}
