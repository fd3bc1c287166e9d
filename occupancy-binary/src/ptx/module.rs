//! What a module states before its entries.

use core::fmt;

use super::number::digits_in;
use occupancy_core::ComputeCapability;
use occupancy_core::gpu::Suffix;

/// The PTX ISA version of a module: `.version 8.0`.
///
/// Source: PTX ISA 9.1, 11.1.1 `.version`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[doc(hidden)]
pub struct Version {
    /// The 8 of 8.0.
    pub major: u32,
    /// The 0 of 8.0.
    pub minor: u32,
}

impl Version {
    /// The version `major.minor`.
    pub const fn new(major: u32, minor: u32) -> Self {
        Self { major, minor }
    }

    /// Whether this version is `other` or a later one.
    pub const fn is_at_least(self, other: Self) -> bool {
        self.major > other.major || (self.major == other.major && self.minor >= other.minor)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// The target of a module: `.target sm_90a`. `compute_90` is another word for `sm_90`.
///
/// Source: PTX ISA 9.1, 11.1.2 `.target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct Target {
    /// The 90 of `sm_90`, the 120 of `sm_120`.
    pub number: u32,
    /// Which GPUs the module runs on.
    pub suffix: Suffix,
}

impl Target {
    /// The target with this name; `None` if it is not `sm_` or `compute_` and a number.
    pub(super) const fn parse(name: &str) -> Option<Self> {
        let (mut digits, suffix) = match name.as_bytes() {
            [b's', b'm', b'_', rest @ ..]
            | [b'c', b'o', b'm', b'p', b'u', b't', b'e', b'_', rest @ ..] => match rest {
                [digits @ .., b'a'] => (digits, Suffix::Architecture),
                [digits @ .., b'f'] => (digits, Suffix::Family),
                digits => (digits, Suffix::None),
            },
            _ => return None,
        };
        if let [b'0', _, ..] = digits {
            digits = &[];
        }
        match digits_in(digits, 10) {
            Some(number) => Some(Self { number, suffix }),
            None => None,
        }
    }

    /// Major and minor of the compute capability.
    pub(crate) const fn numbers(self) -> (u32, u32) {
        (self.number / 10, self.number % 10)
    }

    /// The limits of an SM of this target, if they are known.
    ///
    /// ```
    /// use occupancy_binary::ptx::Entry;
    /// use occupancy_core::compute_capabilities::SM_90;
    ///
    /// let entry = Entry::find(".version 8.0 .target sm_90a .entry k { ret; }", "k")?;
    /// assert_eq!(entry.target.compute_capability(), Some(&SM_90));
    /// # Ok::<(), occupancy_binary::ptx::FindError>(())
    /// ```
    pub const fn compute_capability(self) -> Option<&'static ComputeCapability> {
        let (major, minor) = self.numbers();
        ComputeCapability::of(major, minor)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}{}", self.number, self.suffix.letter())
    }
}
