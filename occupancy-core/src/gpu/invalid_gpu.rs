//! The error for a GPU that cannot exist.

use core::fmt;

use crate::text::Message;

/// Why a GPU that a program declares cannot exist.
///
/// In a constant, [`ComputeCapability::new`](super::ComputeCapability::new) and
/// [`Device::new`](super::Device::new) end the build with the same words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InvalidGpu {
    /// The device has no SMs.
    WithoutSms {
        /// The name of the device.
        name: &'static str,
    },
    /// The limits of the compute capability contradict each other.
    ContradictoryLimits {
        /// The name of the compute capability.
        name: &'static str,
        /// The first contradiction.
        contradiction: &'static str,
    },
}

impl InvalidGpu {
    const fn message(self) -> Message {
        let mut message = Message::new();
        *match self {
            Self::WithoutSms { name } => message
                .text("[OCC028] ")
                .text(name)
                .text(" has no SMs: give the number that the driver reports"),
            Self::ContradictoryLimits {
                name,
                contradiction,
            } => message
                .text("[OCC029] the limits of ")
                .text(name)
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
