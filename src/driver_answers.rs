//! Why a function is not launched, in terms of the error that an adapter's driver calls answer with.

use core::error::Error;
use core::fmt;

use occupancy_core::BrokenPromises;

/// Why a loaded function could not be verified; `E` is the error of the crate that asks the driver.
///
/// ```
/// use occupancy::{Arch, Configuration, Kernel, LoadedFunction, VerifyError};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// let found = LoadedFunction::on(9, 0).with_registers(72);
/// let error = VerifyError::<core::fmt::Error>::Broken(configuration.verify(&found).unwrap_err());
/// assert!(error.to_string().ends_with("or declare `regs = 72`"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerifyError<E> {
    /// The driver answered with an error.
    Driver(E),
    /// What was declared is not what was found.
    Broken(BrokenPromises),
}

impl<E: fmt::Display> fmt::Display for VerifyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Driver(error) => error.fmt(f),
            Self::Broken(promises) => promises.fmt(f),
        }
    }
}

impl<E: Error + 'static> Error for VerifyError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Driver(error) => Some(error),
            Self::Broken(promises) => Some(promises),
        }
    }
}

impl<E> From<E> for VerifyError<E> {
    fn from(error: E) -> Self {
        Self::Driver(error)
    }
}

/// Why a cooperative launch was not made; `E` is the error of the crate that asks the driver.
///
/// ```
/// use occupancy::CooperativeError;
///
/// let error = CooperativeError::<core::fmt::Error>::Grid { blocks: 1_024, resident: 528 };
/// assert_eq!(
///     error.to_string(),
///     "a cooperative grid of 1024 blocks: the GPU holds 528 at once; launch a persistent grid, and \
///      let each block work on more"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CooperativeError<E> {
    /// The driver answered with an error.
    Driver(E),
    /// The grid has more blocks than the GPU holds at once.
    Grid {
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that the GPU holds at once.
        resident: u64,
    },
}

impl<E: fmt::Display> fmt::Display for CooperativeError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Driver(error) => error.fmt(f),
            Self::Grid { blocks, resident } => write!(
                f,
                "a cooperative grid of {blocks} blocks: the GPU holds {resident} at once; launch a \
                 persistent grid, and let each block work on more"
            ),
        }
    }
}

impl<E: Error + 'static> Error for CooperativeError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Driver(error) => Some(error),
            Self::Grid { .. } => None,
        }
    }
}

impl<E> From<E> for CooperativeError<E> {
    fn from(error: E) -> Self {
        Self::Driver(error)
    }
}

/// Sets what a launch of the configuration relies on, given how an attribute of the function is read and
/// set by its number in the driver API.
///
/// What is set already stays: another configuration of the same function may rely on more.
#[cfg(any(feature = "cust", feature = "cuda-core"))]
pub(crate) fn prepare<E>(
    configuration: &occupancy_core::Configuration<'_>,
    get: impl Fn(i32) -> Result<i32, E>,
    set: impl Fn(i32, i32) -> Result<(), E>,
) -> Result<(), E> {
    let settings = occupancy_core::FunctionSettings::of(configuration);
    for (attribute, value) in settings.attributes() {
        // A carve-out is what is preferred; the others are what is allowed.
        if attribute == PREFERRED_SHARED_MEMORY_CARVEOUT || get(attribute)? < value {
            set(attribute, value)?;
        }
    }
    Ok(())
}

/// `CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT` of the driver API.
#[cfg(any(feature = "cust", feature = "cuda-core"))]
const PREFERRED_SHARED_MEMORY_CARVEOUT: i32 = 9;
