//! Launches through NVIDIA's [cuda-core](https://docs.rs/cuda-core) 0.5 that keep what the attribute has
//! checked.
//!
//! For cuda-core 0.4 there is the feature `cuda-core-0_4`, with a module of that name.
//!
//! A launch type, and a [`VariantLaunch`](crate::VariantLaunch), converts into cuda-core's `LaunchConfig` and
//! `LaunchConfig3D`; into `LaunchConfig1D` and `LaunchConfig2D` where
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
//! A cluster is no part of these types. What [`prepare`](crate::Launch::prepare) returns launches in
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
//! A launch that needs the opt-in converts into none of them, for the driver would refuse it:
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
//! Nor is it built where the error is thrown away:
//!
//! ```compile_fail,E0080
//! # use cuda_core::LaunchConfig1D;
//! # use occupancy::launch_config;
//! # #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 96 * 1024)]
//! # fn gemm() {}
//! let config = LaunchConfig1D::try_from(GemmLaunch::for_elements(1 << 20).unwrap()).ok();
//! ```

launch_through!(cuda_core);
