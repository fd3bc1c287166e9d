//! Launches through Rust-CUDA's [cust](https://docs.rs/cust), with the values that the attribute has checked.
//!
//! A launch type and a [`VariantLaunch`](crate::VariantLaunch) convert into cust's [`GridSize`] and
//! [`BlockSize`], so `launch!` takes the launch twice:
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
//! The launch type has three more functions: [`jit_options`](crate::Launch::jit_options) returns the options to load a
//! module with, [`prepare`](crate::Launch::prepare) sets the attributes that a launch relies on and returns a function
//! to launch, and [`verify`](crate::Launch::verify) compares the loaded function and the GPU with your declaration. The
//! function's context has to be the current one:
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
//! Rust-CUDA's repository has a later cust, which works as well: `cust = { git =
//! "https://github.com/Rust-GPU/Rust-CUDA" }` under `[patch.crates-io]`.
//!
//! cust 0.3 has no launch in clusters and no cooperative launch. A kernel that is compiled with its cluster still runs
//! in it.
//!
//! # Kernels in Rust
//!
//! Put the attribute on a `#[kernel]` of `cuda_std` as on any function, before or after it. The launch
//! type compiles for the GPU too: it needs neither `std` nor an allocator. Turn this feature on only in
//! the crate of the host, because `cust` does not compile for the GPU. If one manifest serves both, do
//! so by target:
//!
//! ```toml
//! [dependencies]
//! cuda_std = "0.2"
//! occupancy = "0.1"
//!
//! [target.'cfg(not(target_os = "cuda"))'.dependencies]
//! occupancy = { version = "0.1", features = ["cust-0_3"] }
//! ```
//!
//! To leave the launch type out of the code for the GPU, write `#[cfg_attr(not(target_os = "cuda"),
//! launch_config(…))]`.

mod function;
mod prepared;

use cust::error::CudaError;
use cust::module::ModuleJitOption;
use occupancy_core::Kernel;

pub use self::prepared::Prepared;
use crate::declared::Declared;
use crate::launch_type::{Launch, convert_launches};

#[doc(no_inline)]
pub use cust::function::{BlockSize, GridSize};

/// The error of a launch.
pub type LaunchError = crate::driver::LaunchError<CudaError>;

/// The error if a function could not be verified.
pub type VerifyError = crate::driver::VerifyError<CudaError>;

/// Needs the feature `cust-0_3`.
impl<K: Declared> Launch<K> {
    /// Returns options for `Module::from_ptx`: see [`jit_options`].
    pub const fn jit_options() -> [ModuleJitOption; 1] {
        jit_options(&Self::CONFIGURATION.kernel)
    }
}

/// Returns options for `Module::from_ptx` that limit the registers of a module to those of a kernel.
///
/// They apply to the whole module: if it has several kernels, take the options of the one with the largest budget. PTX
/// of Rust-CUDA states no bounds, so only these options, or bounds that [`ptx`](crate::ptx) writes into it, make its
/// kernels keep a budget. A kernel that states bounds keeps those: ptxas then ignores the limit for the module.
///
/// With cust 0.3.2, do not add `DetermineTargetFromContext`: cust passes no value for it, and the driver reads the
/// values of later options one place off.
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

convert_launches! {
    GridSize: (grid_dim, _, _) => grid_dim.into();
    BlockSize: (_, block_dim, _) => block_dim.into();
}
