//! Compares the loaded function and its GPU with the declaration.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use occupancy_core::rules::Style;
use occupancy_core::{Arch, Compiled, Configuration, Kernel, Rule};

use super::chosen::{loaded_on, on_gpu, variant_on};
use super::function::function_attribute;
use super::{DriverDevice, DriverFunction};
use crate::at_run_time::{AtRunTime, Checked};
use crate::declared::Declared;
use crate::launch_parameters::LaunchType;
use crate::launch_type::Launch;
use crate::sizes::Sizes;
use crate::unchecked::Unchecked;
use crate::variant::{Gpus, Variant};

impl<K: Declared> Launch<K> {
    /// Returns the configuration for the GPU of a context, of a device or of a loaded function. It asks the driver for
    /// what [`for_gpu`](Self::for_gpu) takes.
    ///
    /// ```
    /// use occupancy::driver::{DriverDevice, VerifyError};
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", threads = 512))]
    /// fn saxpy() {}
    ///
    /// /// `context` is a `CudaContext` of cudarc or cuda-core, also in an `Arc`, or a `Device` of cust.
    /// fn threads<D: DriverDevice>(context: &D) -> Result<u64, VerifyError<D::Error>> {
    ///     let variant = SaxpyLaunch::for_context(context)?;
    ///     Ok(variant.kernel().threads_per_block())
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`VerifyError::Unchecked`] as for [`for_gpu`](Self::for_gpu), or the driver's error.
    pub fn for_context<D: DriverDevice>(
        context: &D,
    ) -> Result<Variant<Self>, VerifyError<D::Error>> {
        on_gpu(context, Self::for_gpu)?.map_err(VerifyError::Unchecked)
    }

    /// Compares the loaded function and its GPU with your declaration: compute capability and number of SMs, registers,
    /// shared memory, threads per block, clusters, and resident blocks per SM. If the GPUs have different values, those
    /// of the GPU that the function is loaded on count.
    ///
    /// [`prepare`](Self::prepare) the function first if there is something to set.
    ///
    /// # Errors
    ///
    /// Every rule that they break, or the driver's error.
    pub fn verify<F: DriverFunction>(function: &F) -> Result<(), VerifyError<F::Error>> {
        match variant_on::<K, F>(function, Variant::is_like)? {
            Some(Ok(variant)) => variant.verify(function),
            // A GPU that is not declared breaks a rule, whose message names the declared ones.
            _ => verify_as::<Self, F>(&Self::CONFIGURATION, function),
        }
    }
}

impl<K: Declared, const N: usize> Sizes<K, N> {
    /// Returns the sizes on the GPU of a context, of a device or of a loaded function: see [`Launch::for_context`].
    ///
    /// # Errors
    ///
    /// [`VerifyError::Unchecked`] as for [`for_gpu`](Self::for_gpu), or the driver's error.
    pub fn for_context<D: DriverDevice>(context: &D) -> Result<Self, VerifyError<D::Error>> {
        on_gpu(context, Self::for_gpu)?.map_err(VerifyError::Unchecked)
    }
}

impl<L: LaunchType> Variant<L> {
    /// Compares the loaded function and its GPU with this variant: see [`Launch::verify`].
    ///
    /// # Errors
    ///
    /// Every rule that they break, or the driver's error.
    pub fn verify<F: DriverFunction>(&self, function: &F) -> Result<(), VerifyError<F::Error>> {
        verify_as::<L, F>(&self.configuration(), function)
    }
}

impl Checked {
    /// Checks a launch of a loaded function with this block and so many bytes of dynamic shared memory. The driver
    /// reports all else: the registers, the static shared memory and the cluster of the function, and its GPU.
    ///
    /// A block may end in a partial warp: [`new`](Self::new) refuses one. A launch that needs an opt-in is accepted:
    /// [`prepare`](Self::prepare) the function for it.
    ///
    /// ```
    /// use occupancy::Checked;
    /// use occupancy::driver::{DriverFunction, VerifyError};
    ///
    /// /// The caller chooses the block, or none.
    /// fn blocks<F: DriverFunction>(
    ///     function: &F,
    ///     block: Option<(u32, u32)>,
    /// ) -> Result<Option<u64>, VerifyError<F::Error>> {
    ///     let (x, y) = block.unwrap_or((32, 8));
    ///     let checked = Checked::of_function(function, (x, y, 1), 0)?;
    ///     let launch = checked.for_extent((1920, 1080, 1));
    ///     Ok(launch.ok().map(|launch| launch.grid().blocks()))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`VerifyError::Broken`] with every rule that the launch breaks, [`VerifyError::Unchecked`] if the tables do not
    /// have the compute capability of the GPU, or the driver's error.
    pub fn of_function<F: DriverFunction>(
        function: &F,
        block_dim: (u32, u32, u32),
        dynamic_shared_memory: u32,
    ) -> Result<Self, VerifyError<F::Error>> {
        // No question is about this block, which may not be one.
        let mut found = loaded(&Kernel::new((1, 1, 1), 1), function)?;
        // `prepare` sets these.
        found.max_dynamic_shared_memory = None;
        found.nonportable_cluster_allowed = None;
        found.blocks_per_sm = None;
        let (compute_capability, sm_count) = (found.compute_capability, found.sm_count);
        // The board by its name, or else its compute capability.
        let name = function.device_name()?.unwrap_or_default();
        let board = Arch::find(&name).ok().filter(|arch| {
            arch.is_reported_as(&name, sm_count.unwrap_or(0))
                && arch.multiprocessor().compute_capability() == compute_capability
        });
        let arch = board.or_else(|| found.multiprocessor().map(Arch::Multiprocessor));
        let arch = [arch.ok_or(VerifyError::Unchecked(Unchecked::Gpu {
            compute_capability,
            sm_count,
            declared: &[],
        }))?];
        let cluster = found.cluster_dim.filter(|cluster| *cluster != (1, 1, 1));
        let kernel = Kernel::new(block_dim, found.registers.unwrap_or(0))
            .with_static_shared_memory(found.static_shared_memory.unwrap_or(u32::MAX))
            .with_dynamic_shared_memory(dynamic_shared_memory)
            .with_cluster_dim(cluster);
        let configuration = Configuration::new(&arch, kernel).with_partial_warp_allowed(true);
        judge(&configuration.with_loaded(&found), Style::Program)?;
        Ok(Self::on(Gpus::Found(arch[0]), &configuration))
    }
}

/// Compares the loaded function and its GPU with the configuration: see [`Configuration::with_loaded`].
///
/// # Errors
///
/// Every rule that they break, or the driver's error.
pub fn verify<F: DriverFunction>(
    configuration: &Configuration<'_>,
    function: &F,
) -> Result<(), VerifyError<F::Error>> {
    verify_as::<AtRunTime, F>(configuration, function)
}

/// Compares with the configuration of a launch type.
fn verify_as<L: LaunchType, F: DriverFunction>(
    configuration: &Configuration<'_>,
    function: &F,
) -> Result<(), VerifyError<F::Error>> {
    let loaded = loaded(&configuration.kernel, function)?;
    judge(&configuration.with_loaded(&loaded), style(L::NAME))
}

/// Returns the style of messages: a launch without the name of a type has no attribute.
pub(super) fn style(name: &str) -> Style {
    match name {
        "" => Style::Program,
        _ => Style::Attribute,
    }
}

fn judge<E>(configuration: &Configuration<'_>, style: Style) -> Result<(), VerifyError<E>> {
    let violations = configuration.check();
    if violations.is_empty() {
        return Ok(());
    }
    let message = |rule| String::from(configuration.message_in(style, rule).as_str());
    let messages: Vec<String> = violations.iter().map(message).collect();
    Err(VerifyError::Broken {
        rules: violations.iter().collect(),
        message: messages.join("\n\n"),
    })
}

/// Asks the driver for the figures of the function and its GPU, and for the resident blocks of a launch with the
/// kernel's block and dynamic shared memory.
///
/// # Errors
///
/// The driver's.
pub fn loaded<F: DriverFunction>(
    kernel: &Kernel,
    function: &F,
) -> Result<Compiled<'static>, F::Error> {
    // A count that is negative is not known.
    let count = |attribute| Ok(u32::try_from(function.attribute(attribute)?).ok());
    let mut loaded = loaded_on(function)?;
    loaded.registers = count(function_attribute::NUM_REGS)?;
    loaded.static_shared_memory = count(function_attribute::SHARED_SIZE_BYTES)?;
    let most_threads = count(function_attribute::MAX_THREADS_PER_BLOCK)?;
    loaded.max_block = most_threads.map(|threads| (threads, 1, 1));
    loaded.max_dynamic_shared_memory = count(function_attribute::MAX_DYNAMIC_SHARED_SIZE_BYTES)?;
    // Before 9.0 there are no clusters, and a driver may not know the attributes. An unknown version is `u32::MAX`.
    if (9..u32::MAX).contains(&loaded.compute_capability.0) {
        let width = count(function_attribute::REQUIRED_CLUSTER_WIDTH)?;
        let height = count(function_attribute::REQUIRED_CLUSTER_HEIGHT)?;
        let depth = count(function_attribute::REQUIRED_CLUSTER_DEPTH)?;
        let allowed = function.attribute(function_attribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED)?;
        loaded.nonportable_cluster_allowed = Some(allowed != 0);
        loaded.cluster_dim = match (width, height, depth) {
            // A function that was compiled without a cluster runs in the launch's cluster, or in none.
            (Some(0), Some(0), Some(0)) => (!F::LAUNCHES_IN_CLUSTERS).then_some((1, 1, 1)),
            (Some(width), Some(height), Some(depth)) => Some((width, height, depth)),
            _ => None,
        };
    }
    let threads = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let bytes = kernel.dynamic_shared_memory;
    // The driver may answer with an error about a block that the function cannot have. `verify` reports the block
    // instead.
    let is_over = |most: Option<u32>, value| most.is_some_and(|most| value > most);
    if !is_over(most_threads, threads) && !is_over(loaded.max_dynamic_shared_memory, bytes) {
        loaded.blocks_per_sm = Some(function.blocks_per_sm(threads, bytes)?);
    }
    Ok(loaded)
}

/// The error if a loaded function could not be verified, or if the launch was not checked for its GPU; `E` is the error
/// of the crate that calls the driver.
///
/// ```no_run
/// use occupancy::driver::{DriverFunction, VerifyError};
/// use occupancy::{Rule, launch_config};
///
/// #[launch_config(arch = "h100", threads = 256, regs = 64)]
/// fn gemm() {}
///
/// fn uses_more_registers<F: DriverFunction>(function: &F) -> bool {
///     match GemmLaunch::verify(function) {
///         Err(VerifyError::Broken { rules, .. }) => rules.contains(&Rule::CompiledRegisters),
///         _ => false,
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError<E> {
    /// The driver answered with an error.
    Driver(E),
    /// The launch was not checked for the GPU.
    Unchecked(Unchecked),
    /// The function or its GPU is not as declared.
    Broken {
        /// The rules that the function and its GPU break: at least one.
        rules: Vec<Rule>,
        /// The message of each, separated by empty lines.
        message: String,
    },
}

impl<E> fmt::Display for VerifyError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Driver(_) => {
                f.write_str("the driver did not answer a question about the function or its GPU")
            }
            Self::Unchecked(error) => error.fmt(f),
            Self::Broken { message, .. } => f.write_str(message),
        }
    }
}

impl<E: Error + 'static> Error for VerifyError<E> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Driver(error) => Some(error),
            _ => None,
        }
    }
}

impl<E> From<E> for VerifyError<E> {
    fn from(error: E) -> Self {
        Self::Driver(error)
    }
}
