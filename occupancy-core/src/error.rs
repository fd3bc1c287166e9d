//! The error of the calculation.

use core::fmt;

/// Why something has no answer: the occupancy of a kernel, or a name for the compiler. Its text says
/// what is wrong, and what passes.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Error(pub(crate) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    EmptyBlock,
    Carveout(u32),
    EmptyPrefix,
    DigitOfPrefix,
    /// Where it begins, in bytes.
    CharacterOfPrefix(usize),
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
        }
    }
}

impl core::error::Error for Error {}
