//! Launches through [cudarc](https://docs.rs/cudarc) that keep what the attribute has checked.
//!
//! A launch struct converts into cudarc's [`LaunchConfig`]. What the conversion cannot do is in
//! [`Launchable`], which every launch struct has:
//!
//! * [`compile_options`](Launchable::compile_options) compiles the CUDA source for the numbers that
//!   Rust has;
//! * [`prepare`](Launchable::prepare) sets what the launch relies on, such as the opt-in to more than
//!   48 KiB of shared memory, and is what a launch then takes in place of the function;
//! * [`verify`](Launchable::verify) compares the loaded function and the GPU at hand with what was
//!   declared.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use cudarc::driver::{CudaContext, CudaStream, PushKernelArg};
//! use cudarc::nvrtc::compile_ptx_with_opts;
//! use occupancy::cudarc::Launchable;
//! use occupancy::launch_config;
//!
//! const SOURCE: &str = r#"
//! extern "C" __global__ void __launch_bounds__(THREADS_PER_BLOCK, MIN_BLOCKS_PER_SM)
//! fill(float *out, unsigned long long elements) {
//!     extern __shared__ float tile[];
//!     unsigned long long i = blockIdx.x * (unsigned long long)THREADS_PER_BLOCK + threadIdx.x;
//!     tile[threadIdx.x] = (float)i;
//!     if (i < elements) out[i] = tile[threadIdx.x];
//! }"#;
//!
//! #[launch_config(arch = "h100", threads = 256, regs = 32, smem = 64 * 1024)]
//! fn fill(stream: &Arc<CudaStream>, elements: u64) -> Result<(), Box<dyn std::error::Error>> {
//!     let ptx = compile_ptx_with_opts(SOURCE, FillLaunch::compile_options())?;
//!     let function = stream.context().load_module(ptx)?.load_function("fill")?;
//!     let fill = FillLaunch::prepare(&function)?;
//!     FillLaunch::verify(&function)?;
//!
//!     let mut out = stream.alloc_zeros::<f32>(usize::try_from(elements)?)?;
//!     let launch = FillLaunch::for_elements(elements)?;
//!     // SAFETY: the arguments are those of the kernel, and `out` has so many elements.
//!     unsafe { fill.launch_builder(stream).arg(&mut out).arg(&elements).launch(launch) }?;
//!     Ok(())
//! }
//!
//! fill(&CudaContext::new(0)?.default_stream(), 1 << 20)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A launch that needs the opt-in does not convert by itself, for the driver would refuse it:
//!
//! ```compile_fail,E0277
//! use cudarc::driver::LaunchConfig;
//! use occupancy::launch_config;
//!
//! #[launch_config(arch = "h100", threads = 256, regs = 32, smem = 64 * 1024)]
//! fn fill() {}
//!
//! // The driver refuses this launch until the function is prepared for it.
//! let config: LaunchConfig = FillLaunch::for_elements(1 << 20).unwrap().into();
//! ```
//!
//! Where the attribute names several GPUs, the program chooses by what the driver reports, prepares the
//! function for that variant, and launches it:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use cudarc::driver::{CudaFunction, CudaStream, PushKernelArg};
//! use occupancy::cudarc::LaunchableVariant;
//! use occupancy::launch_config;
//!
//! #[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, smem = 96 * 1024, on("b200", threads = 512))]
//! fn gemm(
//!     stream: &Arc<CudaStream>,
//!     function: &CudaFunction,
//!     elements: u64,
//! ) -> Result<(), Box<dyn std::error::Error>> {
//!     let (major, minor) = stream.context().compute_capability()?;
//!     let variant = GemmLaunch::for_compute_capability(major.try_into()?, minor.try_into()?)?;
//!     let gemm = variant.prepare(function)?;
//!     variant.verify(function)?;
//!
//!     let launch = variant.for_elements(elements)?;
//!     // SAFETY: the kernel has this one parameter.
//!     unsafe { gemm.launch_builder(stream).arg(&elements).launch(launch) }?;
//!     Ok(())
//! }
//! # fn main() {}
//! ```

mod clusters;
mod compile;
mod conversions;
mod prepared;
mod verify;

use cudarc::driver::sys::{CUfunction_attribute_enum as Attribute, CUresult};
use cudarc::driver::{CudaFunction, DriverError};
use cudarc::nvrtc::CompileOptions;
use occupancy_core::{Configuration, FunctionSettings};

pub use self::compile::compile_options;
pub use self::prepared::{CooperativeError, Prepared, PreparedArgs};
pub use self::verify::{VerifyError, loaded, verify};
use crate::{LaunchParameters, LaunchStruct, Variant, VariantLaunch};

#[doc(no_inline)]
pub use cudarc::driver::LaunchConfig;

/// What a launch struct does with cudarc; every launch struct has it.
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
    /// number of SMs, registers, shared memory, threads a block, clusters, and resident blocks per SM.
    ///
    /// # Errors
    ///
    /// Every promise that is not kept, or the driver's error.
    fn verify(function: &CudaFunction) -> Result<(), VerifyError> {
        verify(&Self::CONFIGURATION, function)
    }

    /// Options for `cudarc::nvrtc::compile_ptx_with_opts`.
    ///
    /// See [`compile_options`].
    fn compile_options() -> CompileOptions {
        let options = compile_options(&Self::CONFIGURATION);
        CompileOptions {
            arch: Self::STATED_TARGET.or(options.arch),
            ..options
        }
    }
}

impl<L: LaunchStruct + LaunchParameters> Launchable for L {}

/// What a variant does with cudarc: the configuration that was chosen for the GPU at hand.
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
    let settings = FunctionSettings::of(configuration);
    let plain = |value: u32| i32::try_from(value).unwrap_or(i32::MAX);
    if let Some(bytes) = settings.max_dynamic_shared_memory {
        let attribute = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        raise(function, attribute, plain(bytes))?;
    }
    if settings.nonportable_cluster {
        let attribute = clusters::nonportable_allowed()
            .ok_or(DriverError(CUresult::CUDA_ERROR_NOT_SUPPORTED))?;
        raise(function, attribute, 1)?;
    }
    if let Some(percent) = settings.preferred_carveout {
        let attribute = Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
        // Reading one binds the context to this thread, which setting one does not.
        function.get_attribute(attribute)?;
        function.set_attribute(attribute, plain(percent))?;
    }
    Ok(())
}

/// Sets an attribute to at least `value`.
fn raise(function: &CudaFunction, attribute: Attribute, value: i32) -> Result<(), DriverError> {
    // Reading one binds the context to this thread, which setting one does not.
    if function.get_attribute(attribute)? < value {
        function.set_attribute(attribute, value)?;
    }
    Ok(())
}
