//! Whatever names a GPU as an [`Arch`], in a `const`: a method of one name on each type, because a
//! trait's cannot be called there.

use super::{Arch, ComputeCapability, Device};

impl Arch {
    /// The arch itself.
    #[must_use = "returns the arch"]
    pub const fn arch(self) -> Arch {
        self
    }
}

impl Device {
    /// The device as an [`Arch`].
    pub const fn arch(self) -> Arch {
        Arch::Device(self)
    }
}

impl ComputeCapability {
    /// The compute capability as an [`Arch`].
    pub const fn arch(&'static self) -> Arch {
        Arch::ComputeCapability(self)
    }
}
