//! Launches through NVIDIA's [cuda-core](https://docs.rs/cuda-core) that keep what the attribute has
//! checked.
//!
//! A launch type, and a [`VariantLaunch`], converts into cuda-core's `LaunchConfig`, the
//! `LaunchConfig` of its `simt` and `LaunchConfig3D`; into `LaunchConfig1D` and `LaunchConfig2D` where
//! neither its grid nor its block has more dimensions:
//!
//! ```
//! use cuda_core::{LaunchConfig, LaunchConfig1D};
//! use occupancy::launch_config;
//!
//! #[launch_config(arch = "h100", threads = 256, regs = 64)]
//! fn saxpy() {}
//!
//! let launch = SaxpyLaunch::for_elements(1 << 20)?;
//! assert_eq!(LaunchConfig::from(launch).grid_dim, (4096, 1, 1));
//! assert_eq!(LaunchConfig1D::try_from(launch)?, LaunchConfig1D::new(4096, 256, 0));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! A cluster is no part of these types. What [`Launchable`], which every launch struct has, prepares is
//! launched in its clusters:
//!
//! ```no_run
//! use std::error::Error;
//! use std::ffi::c_void;
//!
//! use cuda_core::{CudaContext, CudaStream, DeviceBuffer};
//! use occupancy::cuda_core::Launchable;
//! use occupancy::launch_config;
//!
//! # const PTX: &str = "";
//! #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024, cluster = 2)]
//! fn gemm(stream: &CudaStream, out: &DeviceBuffer<f32>) -> Result<(), Box<dyn Error>> {
//!     let function = stream.context().load_module_from_ptx_src(PTX)?.load_function("gemm")?;
//!     let gemm = GemmLaunch::prepare(&function)?;
//!     GemmLaunch::verify(&function)?;
//!
//!     let launch = GemmLaunch::for_elements(out.len() as u64)?;
//!     let mut out = out.cu_deviceptr();
//!     let out: *mut c_void = (&raw mut out).cast();
//!     // SAFETY: the kernel has this one parameter, and so many elements behind it.
//!     unsafe { gemm.launch(stream, launch, &mut [out]) }?;
//!     Ok(())
//! }
//!
//! let stream = CudaContext::new(0)?.default_stream();
//! gemm(&stream, &DeviceBuffer::zeroed(&stream, 1 << 20)?)?;
//! # Ok::<(), Box<dyn Error>>(())
//! ```

mod conversions;
mod launch_configs;
mod prepared;
mod verify;

use cuda_core::{
    BlockRequirement, CudaFunction, DriverError, DynamicSharedMemoryRequirement, LaunchContractSpec,
};
use occupancy_core::Configuration;

pub use self::launch_configs::RankError;
use self::launch_configs::{launch_config_1d, launch_config_2d};
pub use self::prepared::{CooperativeError, Prepared};
pub use self::verify::{VerifyError, loaded, verify};
use crate::{LaunchParameters, LaunchStruct, Variant, VariantLaunch};

/// What a launch struct does with cuda-core; every launch struct has it.
pub trait Launchable: LaunchStruct + LaunchParameters {
    /// Sets what a launch relies on, and gives what launches with this struct alone.
    ///
    /// That is the dynamic shared memory that a block may have, where static and dynamic shared memory
    /// together exceed 48 KiB; the preferred carve-out, where the attribute states one; and that a
    /// cluster may be larger than is portable. Where there is nothing to set, this asks the driver
    /// nothing.
    ///
    /// # Errors
    ///
    /// The driver's, where it refuses an attribute: the GPU is another than was declared, or the
    /// kernel declares more shared memory.
    fn prepare(function: &CudaFunction) -> Result<Prepared<'_, Self>, DriverError> {
        prepare(&Self::CONFIGURATION, function)?;
        Ok(Prepared::of(function))
    }

    /// Compares the loaded function and the GPU at hand with what was declared: compute capability and
    /// number of SMs, registers, shared memory, threads a block, the cluster, and resident blocks per
    /// SM.
    ///
    /// Prepare the function first, where there is something to set.
    ///
    /// # Errors
    ///
    /// Every promise that is not kept, or the driver's error.
    fn verify(function: &CudaFunction) -> Result<(), VerifyError> {
        verify(&Self::CONFIGURATION, function)
    }
}

impl<L: LaunchStruct + LaunchParameters> Launchable for L {}

/// What a variant does with cuda-core: the configuration that was chosen for the GPU at hand.
pub trait LaunchableVariant<L> {
    /// Sets what a launch of this variant relies on, and gives what launches it: see
    /// [`Launchable::prepare`].
    ///
    /// # Errors
    ///
    /// The driver's, where it refuses an attribute.
    fn prepare<'f>(
        &self,
        function: &'f CudaFunction,
    ) -> Result<Prepared<'f, VariantLaunch<L>>, DriverError>;

    /// Compares the loaded function and the GPU at hand with this variant: see [`Launchable::verify`].
    ///
    /// # Errors
    ///
    /// Every promise that is not kept, or the driver's error.
    fn verify(&self, function: &CudaFunction) -> Result<(), VerifyError>;
}

impl<L> LaunchableVariant<L> for Variant<L> {
    fn prepare<'f>(
        &self,
        function: &'f CudaFunction,
    ) -> Result<Prepared<'f, VariantLaunch<L>>, DriverError> {
        prepare(&self.configuration(), function)?;
        Ok(Prepared::of(function))
    }

    fn verify(&self, function: &CudaFunction) -> Result<(), VerifyError> {
        verify(&self.configuration(), function)
    }
}

/// Sets what a launch of the configuration relies on.
///
/// What is set already stays: another configuration of the same function may rely on more.
///
/// # Errors
///
/// The driver's, where it refuses an attribute.
pub fn prepare(
    configuration: &Configuration<'_>,
    function: &CudaFunction,
) -> Result<(), DriverError> {
    crate::driver_answers::prepare(
        configuration,
        |attribute| verify::attribute(function, attribute),
        |attribute, value| prepared::set_attribute(function, attribute, value),
    )
}

/// The contract of a kernel that is launched as configured: exactly its block and its dynamic shared
/// memory, its cluster, and the least compute capability of its GPUs.
///
/// `shared_memory_alignment` is what the kernel takes its dynamic shared memory to be aligned to; no
/// part of a configuration, so that it has to be said.
///
/// The contract holds of a kernel compiled for it. What has a cluster has to be compiled with the
/// cluster's dimensions, or cuda-core refuses to prepare the launch. The registers are no part of a
/// contract.
///
/// # Panics
///
/// Where the alignment is no power of two.
///
/// ```
/// use cuda_core::{BlockRequirement, KernelLaunchContract, LaunchConfig1D, LaunchContractSpec};
/// use occupancy::cuda_core::launch_contract;
/// use occupancy::launch_config;
///
/// #[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64)]
/// struct Saxpy;
///
/// impl KernelLaunchContract for Saxpy {
///     type Config = LaunchConfig1D;
///     const SPEC: LaunchContractSpec = launch_contract("saxpy", &SaxpyLaunch::CONFIGURATION, 16);
/// }
///
/// assert_eq!(Saxpy::SPEC.block(), BlockRequirement::Exact((256, 1, 1)));
/// assert_eq!(Saxpy::SPEC.min_compute_capability(), Some((8, 0)));
/// ```
pub const fn launch_contract(
    kernel_name: &'static str,
    configuration: &Configuration<'_>,
    shared_memory_alignment: u32,
) -> LaunchContractSpec {
    assert!(
        shared_memory_alignment.is_power_of_two(),
        "an alignment is a power of two"
    );
    let kernel = &configuration.kernel;
    let mut contract = LaunchContractSpec::new(
        kernel_name,
        BlockRequirement::Exact(kernel.block_dim),
        DynamicSharedMemoryRequirement::Exact {
            bytes: kernel.dynamic_shared_memory,
            min_alignment: shared_memory_alignment,
        },
    );
    if let Some(cluster) = kernel.cluster_dim {
        contract = contract.with_cluster(cluster);
    }
    if let Some((major, minor)) = least_compute_capability(configuration) {
        contract = contract.with_min_compute_capability(major, minor);
    }
    contract
}

const fn least_compute_capability(configuration: &Configuration<'_>) -> Option<(u32, u32)> {
    let mut least: Option<(u32, u32)> = None;
    let mut i = 0;
    while i < configuration.archs.len() {
        let cc = configuration.archs[i].compute_capability();
        least = match least {
            Some((major, minor))
                if major < cc.major || (major == cc.major && minor <= cc.minor) =>
            {
                Some((major, minor))
            }
            _ => Some((cc.major, cc.minor)),
        };
        i += 1;
    }
    least
}
