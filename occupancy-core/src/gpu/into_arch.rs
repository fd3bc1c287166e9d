//! Converts whatever names a GPU into an [`Arch`], in a `const`: each type has a method of the same
//! name, because a constant cannot call a trait's method.

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
