//! The error for a GPU that cannot exist.

use core::fmt;

use crate::text::Message;

/// Why a GPU that a program declares cannot exist: it has no SMs, or its limits contradict each other.
///
/// In a constant, [`ComputeCapability::new`](super::ComputeCapability::new) and
/// [`Device::new`](super::Device::new) end the build with the same words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InvalidGpu {
    /// Its message, in four parts.
    pub(super) words: [&'static str; 4],
}

impl InvalidGpu {
    const fn message(self) -> Message {
        let [one, two, three, four] = self.words;
        *Message::new().text(one).text(two).text(three).text(four)
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
