//! The loaded function and the GPU at hand, compared with what was declared.

use core::error::Error;
use core::fmt;

use occupancy_core::{BrokenPromises, Configuration, Kernel, LoadedFunction};

use super::DriverFunction;
use super::function::{device_attribute, function_attribute};
use crate::declared::Declared;
use crate::{Launch, Variant};

/// With the feature of an adapter, or `driver`.
impl<K: Declared> Launch<K> {
    /// Compares the loaded function and the GPU at hand with what was declared: compute capability and
    /// number of SMs, registers, shared memory, threads per block, clusters, and resident blocks per SM.
    ///
    /// Prepare the function first, where there is something to set.
    ///
    /// # Errors
    ///
    /// Every promise that is not kept, or the driver's error.
    pub fn verify<F: DriverFunction>(function: &F) -> Result<(), VerifyError<F::Error>> {
        verify(&Self::CONFIGURATION, function)
    }
}

/// With the feature of an adapter, or `driver`.
impl<L> Variant<L> {
    /// Compares the loaded function and the GPU at hand with this variant: see [`Launch::verify`].
    ///
    /// # Errors
    ///
    /// Every promise that is not kept, or the driver's error.
    pub fn verify<F: DriverFunction>(&self, function: &F) -> Result<(), VerifyError<F::Error>> {
        verify(&self.configuration(), function)
    }
}

/// Compares the loaded function and the GPU at hand with the configuration.
///
/// # Errors
///
/// Every promise that is not kept, or the driver's error.
pub fn verify<F: DriverFunction>(
    configuration: &Configuration<'_>,
    function: &F,
) -> Result<(), VerifyError<F::Error>> {
    let loaded = loaded(&configuration.kernel, function).map_err(VerifyError::Driver)?;
    configuration.verify(&loaded).map_err(VerifyError::Broken)
}

/// What the driver reports of the function, of its GPU, and of the resident blocks of a launch with the
/// kernel's block and dynamic shared memory.
///
/// # Errors
///
/// The driver's.
pub fn loaded<F: DriverFunction>(
    kernel: &Kernel,
    function: &F,
) -> Result<LoadedFunction, F::Error> {
    let of_device = |attribute| function.device_attribute(attribute).map(plain);
    let of_function = |attribute| function.attribute(attribute).map(plain);
    let major = of_device(device_attribute::COMPUTE_CAPABILITY_MAJOR)?;
    let minor = of_device(device_attribute::COMPUTE_CAPABILITY_MINOR)?;
    let mut loaded = LoadedFunction::on(major, minor)
        .with_sm_count(of_device(device_attribute::MULTIPROCESSOR_COUNT)?)
        .with_registers(of_function(function_attribute::NUM_REGS)?)
        .with_static_shared_memory(of_function(function_attribute::SHARED_SIZE_BYTES)?)
        .with_max_threads_per_block(of_function(function_attribute::MAX_THREADS_PER_BLOCK)?)
        .with_max_dynamic_shared_memory(of_function(
            function_attribute::MAX_DYNAMIC_SHARED_SIZE_BYTES,
        )?);
    // Before 9.0 there are no clusters, and a driver may not know the attributes.
    if major >= 9 {
        let cluster = (
            of_function(function_attribute::REQUIRED_CLUSTER_WIDTH)?,
            of_function(function_attribute::REQUIRED_CLUSTER_HEIGHT)?,
            of_function(function_attribute::REQUIRED_CLUSTER_DEPTH)?,
        );
        // A function that was compiled for no cluster runs in that of the launch.
        if !F::LAUNCHES_IN_CLUSTERS || cluster != (0, 0, 0) {
            loaded = loaded.with_cluster_dim(cluster);
        }
    }
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let bytes = kernel.dynamic_shared_memory;
    // A block that the function cannot have may be an error to the driver; `verify` says it of the block.
    let is_over = |most: Option<u32>, value| most.is_some_and(|most| value > most);
    if is_over(loaded.max_threads_per_block, threads)
        || is_over(loaded.max_dynamic_shared_memory, bytes)
    {
        return Ok(loaded);
    }
    Ok(loaded.with_blocks_per_sm(function.blocks_per_sm(threads, bytes)?))
}

/// What the driver counts is never negative.
fn plain(value: i32) -> u32 {
    u32::try_from(value).unwrap_or(0)
}

/// Why a loaded function could not be verified; `E` is the error of the crate that calls the driver.
///
/// ```
/// use occupancy::driver::VerifyError;
/// use occupancy::{Arch, Configuration, Kernel, LoadedFunction};
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

impl<E> fmt::Display for VerifyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Driver(_) => {
                f.write_str("the driver did not answer a question about the function")
            }
            Self::Broken(promises) => promises.fmt(f),
        }
    }
}

impl<E: Error + 'static> Error for VerifyError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Driver(error) => Some(error),
            Self::Broken(_) => None,
        }
    }
}

impl<E> From<E> for VerifyError<E> {
    fn from(error: E) -> Self {
        Self::Driver(error)
    }
}
