//! Launches through Rust-CUDA's [cust](https://docs.rs/cust) that keep what the attribute has checked.
//!
//! A launch type, and a [`VariantLaunch`](crate::VariantLaunch), converts into cust's [`GridSize`] and
//! [`BlockSize`], so that `launch!` takes it twice:
//!
//! ```
//! use cust::function::{BlockSize, GridSize};
//! use occupancy::launch_config;
//!
//! #[launch_config(arch = "a100", threads = (32, 8), regs = 32)]
//! fn transpose() {}
//!
//! let launch = TransposeLaunch::for_extent((1920, 1080, 1))?;
//! // launch!(transpose<<<launch, launch, launch.shared_mem_bytes(), stream>>>(…))
//! assert_eq!(GridSize::from(launch), GridSize::xy(60, 135));
//! assert_eq!(BlockSize::from(launch), BlockSize::xy(32, 8));
//! # Ok::<(), occupancy::GridError>(())
//! ```
//!
//! What the conversions cannot do, the launch type has as well: [`jit_options`](crate::Launch::jit_options)
//! loads a module, [`prepare`](crate::Launch::prepare) sets what a launch relies on and returns what launches
//! the function, and [`verify`](crate::Launch::verify) compares the loaded function and the GPU at hand with
//! what was declared. All of it asks the driver about the context that is current, which has to be that of
//! the function:
//!
//! ```no_run
//! use cust::memory::DeviceBuffer;
//! use cust::module::Module;
//! use cust::stream::{Stream, StreamFlags};
//! use occupancy::launch_config;
//!
//! # const PTX: &str = "";
//! #[launch_config(arch = "a100", threads = 128, regs = 128, smem = 100 * 1024)]
//! fn attention(stream: &Stream, scores: &DeviceBuffer<f32>) -> Result<(), Box<dyn std::error::Error>> {
//!     let module = Module::from_ptx(PTX, &AttentionLaunch::jit_options())?;
//!     let function = module.get_function("attention")?;
//!     AttentionLaunch::verify(&function)?;
//!     let attention = AttentionLaunch::prepare(&function)?;
//!
//!     let launch = AttentionLaunch::for_elements(scores.len() as u64)?;
//!     let mut scores = scores.as_device_ptr();
//!     // SAFETY: the kernel has this one parameter, and it points to that many elements.
//!     unsafe { attention.launch(stream, launch, &[(&raw mut scores).cast()]) }?;
//!     Ok(())
//! }
//!
//! let _context = cust::quick_init()?;
//! let stream = Stream::new(StreamFlags::NON_BLOCKING, None)?;
//! attention(&stream, &DeviceBuffer::zeroed(1 << 20)?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! cust 0.3 has no launch in clusters and no cooperative one. A kernel that is compiled with its
//! cluster is launched in it without either.
//!
//! # Kernels in Rust
//!
//! The attribute stands on a `#[kernel]` of `cuda_std` as on any function, before or after it, and the
//! struct is compiled for the GPU too: it needs neither `std` nor an allocator. Turn this feature on in
//! the crate of the host alone, since `cust` is not for the GPU; where one manifest serves both, by
//! target:
//!
//! ```toml
//! [dependencies]
//! cuda_std = "0.2"
//! occupancy = "0.1"
//!
//! [target.'cfg(not(target_os = "cuda"))'.dependencies]
//! occupancy = { version = "0.1", features = ["cust"] }
//! ```
//!
//! To leave the struct out of what is compiled for the GPU, write
//! `#[cfg_attr(not(target_os = "cuda"), launch_config(…))]`.

mod conversions;
mod function;
mod prepared;

use cust::error::CudaError;
use cust::module::{JitTarget, ModuleJitOption};
use occupancy_core::{ComputeCapability, Kernel};

pub use self::prepared::Prepared;
use crate::Launch;
use crate::declared::Declared;

#[doc(no_inline)]
pub use cust::function::{BlockSize, GridSize};

/// A launch that the driver refused.
pub type LaunchError = crate::driver::LaunchError<CudaError>;

/// Why a function could not be verified.
pub type VerifyError = crate::driver::VerifyError<CudaError>;

/// With the feature `cust`.
impl<K: Declared> Launch<K> {
    /// Options for `Module::from_ptx`: see [`jit_options`].
    pub const fn jit_options() -> [ModuleJitOption; 1] {
        jit_options(&Self::CONFIGURATION.kernel)
    }
}

/// Options that hold a module of PTX to the registers of a kernel, for `Module::from_ptx`.
///
/// They are for the whole module: with several kernels in it, give those of the kernel with the
/// largest budget. PTX of Rust-CUDA states no bounds, and these options, or bounds that
/// [`ptx`](crate::ptx) writes into it, are what holds its kernels to a budget. A kernel that states
/// bounds itself keeps to those: beside them, ptxas leaves a limit on registers for the whole module
/// without effect.
///
/// Beside these options, do not give cust 0.3.2 `DetermineTargetFromContext`: it passes no value for
/// it, and the driver reads the values of the options after it one place off.
///
/// ```
/// use cust::module::ModuleJitOption;
/// use occupancy::cust::jit_options;
/// use occupancy::launch_config;
///
/// #[launch_config(arch = "a100", threads = 256, regs = 64)]
/// fn gemm() {}
///
/// const JIT: [ModuleJitOption; 1] = jit_options(&GemmLaunch::CONFIGURATION.kernel);
/// // let module = Module::from_ptx(PTX, &JIT)?;
/// assert_eq!(JIT, [ModuleJitOption::MaxRegisters(64)]);
/// ```
pub const fn jit_options(kernel: &Kernel) -> [ModuleJitOption; 1] {
    [ModuleJitOption::MaxRegisters(kernel.registers_per_thread)]
}

/// The target of a compute capability, for `ModuleJitOption::Target`; `None` if cust has no name
/// for it, which in 0.3.2 is 8.7 and everything after 8.6.
///
/// A module that is loaded to be launched needs none: the driver compiles for the GPU at hand.
///
/// ```
/// use cust::module::JitTarget;
/// use occupancy::compute_capabilities::{SM_80, SM_90};
/// use occupancy::cust::jit_target;
///
/// assert_eq!(jit_target(&SM_80), Some(JitTarget::Compute80));
/// assert_eq!(jit_target(&SM_90), None);
/// ```
pub const fn jit_target(compute_capability: &ComputeCapability) -> Option<JitTarget> {
    Some(
        match (compute_capability.major(), compute_capability.minor()) {
            (5, 0) => JitTarget::Compute50,
            (5, 2) => JitTarget::Compute52,
            (5, 3) => JitTarget::Compute53,
            (6, 0) => JitTarget::Compute60,
            (6, 1) => JitTarget::Compute61,
            (6, 2) => JitTarget::Compute62,
            (7, 0) => JitTarget::Compute70,
            (7, 2) => JitTarget::Compute72,
            (7, 5) => JitTarget::Compute75,
            (8, 0) => JitTarget::Compute80,
            (8, 6) => JitTarget::Compute86,
            _ => return None,
        },
    )
}
