//! Launches through NVIDIA's [cuda-core](https://docs.rs/cuda-core) 0.5, with the values that the
//! attribute has checked.
//!
//! The feature `cuda-core-0_4` is for cuda-core 0.4, and has a module of its own.
//!
//! A launch type and a [`VariantLaunch`](crate::VariantLaunch) convert into cuda-core's `LaunchConfig` and
//! `LaunchConfig3D`, and into `LaunchConfig1D` and `LaunchConfig2D` if neither grid nor block has more
//! dimensions:
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
//! These types cannot state a cluster. [`prepare`](crate::Launch::prepare) returns a function that
//! launches in clusters:
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
//! use cuda_core::LaunchConfig1D;
//! use occupancy::launch_config;
//!
//! #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024)]
//! fn gemm() {}
//!
//! // The driver refuses this launch until the function is prepared for it.
//! let config = LaunchConfig1D::try_from(GemmLaunch::for_elements(1 << 20).unwrap()).unwrap();
//! ```
//!
//! It does not build either if you discard the error:
//!
//! ```compile_fail,E0080
//! # use cuda_core::LaunchConfig1D;
//! # use occupancy::launch_config;
//! # #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024)]
//! # fn gemm() {}
//! let config = LaunchConfig1D::try_from(GemmLaunch::for_elements(1 << 20).unwrap()).ok();
//! ```

launch_through!(cuda_core);
