//! The error of the calculation.

use core::fmt;

/// Why something has no answer: the occupancy of a kernel, a cooperative launch, or a name for the compiler. Its text says
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
    /// The compute capability has no cooperative launches.
    NotCooperative((u32, u32)),
    UnknownSmCount,
    /// No block of the kernel, or no whole cluster, is resident.
    NothingResident,
    /// The grid has more blocks than are resident at once.
    CooperativeGrid {
        blocks: u64,
        resident: u64,
    },
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
            Kind::NotCooperative((major, minor)) => write!(
                f,
                "compute capability {major}.{minor} has no cooperative launches: they begin at 6.0"
            ),
            Kind::UnknownSmCount => f.write_str(
                "a cooperative launch needs a GPU with a known number of SMs: name a device, not a \
                 compute capability",
            ),
            Kind::NothingResident => f.write_str(
                "no block of the kernel, or no whole cluster, is resident: `Configuration::check` says \
                 why, and what passes",
            ),
            Kind::CooperativeGrid { blocks, resident } => write!(
                f,
                "a cooperative grid of {blocks} blocks: the GPU holds {resident} at once; launch a \
                 persistent grid, and let each block work on more"
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
