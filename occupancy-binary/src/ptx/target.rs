//! What a module states before its entries.

use core::fmt;

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
    /// `None` if it is not a major and a minor number.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.split_once('.')?;
        Some(Self {
            major: major.parse().ok()?,
            minor: minor.parse().ok()?,
        })
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
    pub(super) fn parse(name: &str) -> Option<Self> {
        let name = name
            .strip_prefix("sm_")
            .or_else(|| name.strip_prefix("compute_"))?;
        let (digits, suffix) = if let Some(digits) = name.strip_suffix('a') {
            (digits, Suffix::Architecture)
        } else if let Some(digits) = name.strip_suffix('f') {
            (digits, Suffix::Family)
        } else {
            (name, Suffix::None)
        };
        if digits.len() > 1 && digits.starts_with('0') {
            return None;
        }
        let number = digits.parse().ok()?;
        Some(Self { number, suffix })
    }

    /// Major and minor of the compute capability.
    pub(super) const fn numbers(self) -> (u32, u32) {
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
    /// # Ok::<(), occupancy_binary::Error>(())
    /// ```
    pub fn compute_capability(self) -> Option<&'static ComputeCapability> {
        let (major, minor) = self.numbers();
        ComputeCapability::of(major, minor)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sm_{}{}", self.number, self.suffix.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn versions() {
        let read = |text| Version::parse(text).map(|version| (version.major, version.minor));
        assert_eq!(read("8.0"), Some((8, 0)));
        assert_eq!(read("08.00"), Some((8, 0)));
        for text in ["8", "8.", ".0", "8.0f", "8.0.1", "99999999999.0"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
