//! Launches through NVIDIA's [cuda-core](https://docs.rs/cuda-core) 0.5, with the values that the
//! attribute has checked.
//!
//! A launch type and a [`VariantLaunch`](crate::VariantLaunch) convert into cuda-core's `LaunchConfig` and
//! `LaunchConfig3D`. The types of fewer dimensions take numbers of the launch:
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
//! let ((blocks, ..), (threads, ..), bytes) = launch.into();
//! assert_eq!(LaunchConfig1D::new(blocks, threads, bytes), LaunchConfig1D::new(4096, 256, 0));
//! # Ok::<(), occupancy::GridError>(())
//! ```
//!
//! These types cannot state a cluster. [`prepare`](crate::Launch::prepare) returns a function that launches in
//! clusters:
//!
//! ```no_run
//! use std::error::Error;
//! use std::ffi::c_void;
//!
//! use cuda_core::{CudaContext, CudaStream, DeviceBuffer};
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
//!     // SAFETY: the kernel has this one parameter, and it points to that many elements.
//!     unsafe { gemm.launch(stream, launch, &mut [out]) }?;
//!     Ok(())
//! }
//!
//! let stream = CudaContext::new(0)?.default_stream();
//! gemm(&stream, &DeviceBuffer::zeroed(&stream, 1 << 20)?)?;
//! # Ok::<(), Box<dyn Error>>(())
//! ```
//!
//! A launch that needs the opt-in converts into none of them, because the driver would refuse it:
//!
//! ```compile_fail,E0277
//! use cuda_core::LaunchConfig;
//! use occupancy::launch_config;
//!
//! #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024)]
//! fn gemm() {}
//!
//! // The driver refuses this launch until the function is prepared for it.
//! let config = LaunchConfig::from(GemmLaunch::for_elements(1 << 20).unwrap());
//! ```

mod function;
mod prepared;

use cuda_core::{
    BlockRequirement, CudaFunction, DriverError, DynamicSharedMemoryRequirement, LaunchConfig,
    LaunchConfig3D, LaunchContractSpec,
};
use occupancy_core::{__each as each, Configuration};

use crate::launch_type::convert_launches;

/// The error of a launch.
pub type LaunchError = crate::driver::LaunchError<DriverError>;

/// The error if a function could not be verified.
pub type VerifyError = crate::driver::VerifyError<DriverError>;

/// A function that is prepared for the launches of `L`.
pub type Prepared<'f, L> = crate::driver::Prepared<'f, CudaFunction, L>;

/// Returns the contract of a kernel that is launched as configured: with exactly its block, its dynamic shared memory
/// and its cluster, on at least the lowest compute capability of its GPUs.
///
/// `shared_memory_alignment` is the alignment of dynamic shared memory that the kernel assumes, in bytes. A
/// configuration does not state it.
///
/// Compile a kernel with a cluster with the cluster's dimensions, or cuda-core refuses to prepare the launch. A
/// contract has no registers.
///
/// # Panics
///
/// Panics if the alignment is not a power of two.
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
    let is_alignment = shared_memory_alignment.is_power_of_two();
    assert!(is_alignment, "an alignment is a power of two");
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

/// Returns the lowest compute capability of the GPUs.
const fn least_compute_capability(configuration: &Configuration<'_>) -> Option<(u32, u32)> {
    let mut least = None;
    each!(configuration.archs, |arch| {
        let (major, minor) = arch.multiprocessor().compute_capability();
        if !matches!(least, Some((x, y)) if x < major || x == major && y <= minor) {
            least = Some((major, minor));
        }
    });
    least
}

convert_launches! {
    LaunchConfig: (grid_dim, block_dim, shared_mem_bytes) => Self {
        grid_dim,
        block_dim,
        shared_mem_bytes,
    };
    LaunchConfig3D: (grid, block, bytes) => Self::new(grid, block, bytes);
}
