//! Launches through [cudarc](https://docs.rs/cudarc), with the values that the attribute has checked.
//!
//! A launch type converts into cudarc's [`LaunchConfig`]. It has three more functions:
//!
//! * [`nvrtc_options`](crate::Launch::nvrtc_options) returns the options to compile the CUDA source with the
//!   attribute's numbers;
//! * [`prepare`](crate::Launch::prepare) sets the attributes that the launch relies on, such as the opt-in to more than
//!   48 KiB of shared memory, and returns a function to launch;
//! * [`verify`](crate::Launch::verify) compares the loaded function and the GPU with your declaration.
//!
//! If the driver refuses a launch, [`LaunchError`] has your request, the figures of the GPU and the function, and the
//! rule that explains it.
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use cudarc::driver::{CudaContext, CudaStream, PushKernelArg};
//! use cudarc::nvrtc::compile_ptx_with_opts;
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
//!     let ptx = compile_ptx_with_opts(SOURCE, FillLaunch::nvrtc_options())?;
//!     let function = stream.context().load_module(ptx)?.load_function("fill")?;
//!     let fill = FillLaunch::prepare(&function)?;
//!     FillLaunch::verify(&function)?;
//!
//!     let mut out = stream.alloc_zeros::<f32>(usize::try_from(elements)?)?;
//!     let launch = FillLaunch::for_elements(elements)?;
//!     // SAFETY: the arguments are those of the kernel, and `out` has that many elements.
//!     unsafe { fill.launch_builder(stream).arg(&mut out).arg(&elements).launch(launch) }?;
//!     Ok(())
//! }
//!
//! fill(&CudaContext::new(0)?.default_stream(), 1 << 20)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A launch that needs the opt-in does not convert by itself, because the driver would refuse it:
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
//! If the attribute names several GPUs, choose the variant for the GPU of the context, prepare the function for it, and
//! launch it:
//!
//! ```no_run
//! use std::sync::Arc;
//!
//! use cudarc::driver::{CudaFunction, CudaStream, PushKernelArg};
//! use occupancy::launch_config;
//!
//! #[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, smem = 96 * 1024, on("b200", threads = 512))]
//! fn gemm(
//!     stream: &Arc<CudaStream>,
//!     function: &CudaFunction,
//!     elements: u64,
//! ) -> Result<(), Box<dyn std::error::Error>> {
//!     let variant = GemmLaunch::for_context(stream.context())?;
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

mod compile;
mod function;
mod prepared;

use cudarc::driver::DriverError;

use crate::launch_type::convert_launches;

pub use self::compile::nvrtc_options;
pub use self::prepared::{Prepared, PreparedArgs};

#[doc(no_inline)]
pub use cudarc::driver::LaunchConfig;

/// The error of a launch.
pub type LaunchError = crate::driver::LaunchError<DriverError>;

/// The error if a function could not be verified.
pub type VerifyError = crate::driver::VerifyError<DriverError>;

convert_launches! {
    LaunchConfig: (grid_dim, block_dim, shared_mem_bytes) => Self {
        grid_dim,
        block_dim,
        shared_mem_bytes,
    };
}
