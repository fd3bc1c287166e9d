//! Launches through NVIDIA's cuda-core, written once for all versions: what is used here has the same
//! names and parameters in each.

use occupancy_core::Configuration;

/// Launches through the dependency `$cuda_core`, a version of cuda-core. The module has the same name.
macro_rules! launch_through {
    ($cuda_core:ident) => {
        use core::ffi::c_void;

        use occupancy_core::{Configuration, GridDim, Kernel};
        use $cuda_core::sys::{cuDeviceGetAttribute, cuFuncGetAttribute, cuFuncSetAttribute};
        use $cuda_core::{
            BlockRequirement, CudaFunction, CudaStream, DriverError,
            DynamicSharedMemoryRequirement, IntoResult, LaunchConfig, LaunchConfig1D,
            LaunchConfig2D, LaunchConfig3D, LaunchContractSpec,
            launch_kernel_cooperative_on_stream, launch_kernel_ex_cooperative_on_stream,
            launch_kernel_ex_on_stream, launch_kernel_on_stream,
        };

        use crate::adapters::cuda_core_versions::least_compute_capability;
        use crate::declared::{Declared, accepted_as_loaded};
        use crate::driver::DriverFunction;
        use crate::launch_parameters::LaunchParameters;
        use crate::launch_type::Launch;
        use crate::opted_in::OptedIn;
        use crate::variant::VariantLaunch;

        pub use crate::adapters::rank_error::RankError;

        /// A launch that the driver refused.
        pub type LaunchError = crate::driver::LaunchError<DriverError>;

        /// Why a function could not be verified.
        pub type VerifyError = crate::driver::VerifyError<DriverError>;

        /// A function that is prepared for the launches of `L`.
        pub type Prepared<'f, L> = crate::driver::Prepared<'f, CudaFunction, L>;

        #[allow(
            unsafe_code,
            reason = "cuda-core has functions for some attributes alone"
        )]
        impl DriverFunction for CudaFunction {
            type Error = DriverError;
            const LAUNCHES_IN_CLUSTERS: bool = true;

            fn attribute(&self, attribute: i32) -> Result<i32, DriverError> {
                self.context().bind_to_thread()?;
                let (mut value, number) = (0, attribute.unsigned_abs());
                // SAFETY: the function holds its module, whose context is bound to this thread, and the
                // driver writes one integer through the pointer.
                unsafe { cuFuncGetAttribute(&raw mut value, number, self.cu_function()) }
                    .result()?;
                Ok(value)
            }

            fn set_attribute(&self, attribute: i32, value: i32) -> Result<(), DriverError> {
                self.context().bind_to_thread()?;
                let number = attribute.unsigned_abs();
                // SAFETY: the function holds its module, whose context is bound to this thread.
                unsafe { cuFuncSetAttribute(self.cu_function(), number, value) }.result()
            }

            fn device_attribute(&self, attribute: i32) -> Result<i32, DriverError> {
                let (mut value, number) = (0, attribute.unsigned_abs());
                let device = self.context().cu_device();
                // SAFETY: the device is that of a context, and the driver writes one integer through the
                // pointer.
                unsafe { cuDeviceGetAttribute(&raw mut value, number, device) }.result()?;
                Ok(value)
            }

            fn blocks_per_sm(
                &self,
                threads_per_block: u32,
                dynamic_shared_memory: u32,
            ) -> Result<u32, DriverError> {
                self.max_active_blocks_per_multiprocessor(threads_per_block, dynamic_shared_memory)
            }

            fn resident_clusters(
                &self,
                grid: GridDim,
                kernel: &Kernel,
            ) -> Result<Option<u32>, DriverError> {
                let Some(cluster) = kernel.cluster_dim else {
                    return Ok(None);
                };
                let (block, bytes) = (kernel.block_dim, kernel.dynamic_shared_memory);
                self.max_active_clusters(grid.dims(), block, bytes, cluster)
                    .map(Some)
            }

            fn error_number(error: &DriverError) -> u32 {
                error.0
            }
        }

        impl<L: LaunchParameters> crate::driver::Prepared<'_, CudaFunction, L> {
            /// Launches the function on `stream`, with a pointer to each of its arguments, and in clusters
            /// if the attribute states them.
            ///
            /// It takes only the launches that the function was prepared for:
            ///
            /// ```compile_fail,E0308
            #[doc = concat!("# use ", stringify!($cuda_core), " as cuda_core;")]
            /// use cuda_core::{CudaFunction, CudaStream};
            /// use occupancy::launch_config;
            ///
            /// #[launch_config(arch = "h100", threads = 256, regs = 64)]
            /// fn saxpy() {}
            ///
            /// #[launch_config(arch = "h100", threads = 512, regs = 64)]
            /// fn gemm() {}
            ///
            /// unsafe fn launch(function: &CudaFunction, stream: &CudaStream) {
            ///     let saxpy = SaxpyLaunch::prepare(function).unwrap();
            ///     let launch = GemmLaunch::for_elements(1024).unwrap();
            ///     // The launch is another kernel's: the function was prepared for `SaxpyLaunch`.
            ///     unsafe { saxpy.launch(stream, launch, &mut []) }.unwrap();
            /// }
            /// ```
            ///
            /// # Errors
            ///
            /// [`LaunchError`] if the driver refuses the launch.
            ///
            /// # Safety
            ///
            /// As for [`launch_kernel_on_stream`], except that the dimensions are checked: the function
            /// belongs to the stream's context, the arguments are those of the kernel, and what the
            /// kernel does with them is sound.
            #[allow(unsafe_code, reason = "a launch is")]
            pub unsafe fn launch(
                &self,
                stream: &CudaStream,
                launch: L,
                arguments: &mut [*mut c_void],
            ) -> Result<(), LaunchError> {
                let (function, grid) = (self.function(), launch.grid().dims());
                let Kernel {
                    block_dim: block,
                    dynamic_shared_memory: bytes,
                    cluster_dim,
                    ..
                } = *launch.kernel();
                // SAFETY: promised by the caller; the grid is one of whole clusters.
                unsafe {
                    match cluster_dim {
                        None => {
                            launch_kernel_on_stream(function, grid, block, bytes, stream, arguments)
                        }
                        Some(cluster) => launch_kernel_ex_on_stream(
                            function, grid, block, bytes, cluster, stream, arguments,
                        ),
                    }
                }
                .map_err(|error| LaunchError::of_launch(function, &launch, error))
            }

            /// Launches the function with all of its blocks resident at once, so that they may wait for
            /// each other, and in clusters if the attribute states them.
            ///
            /// # Errors
            ///
            /// [`LaunchError`] if the driver refuses the launch, for example because the grid has more
            /// blocks than the GPU holds at once.
            ///
            /// # Safety
            ///
            /// As for [`launch`](Self::launch).
            #[allow(unsafe_code, reason = "a launch is")]
            pub unsafe fn launch_cooperative(
                &self,
                stream: &CudaStream,
                launch: L,
                arguments: &mut [*mut c_void],
            ) -> Result<(), LaunchError> {
                let (function, grid) = (self.function(), launch.grid().dims());
                let Kernel {
                    block_dim: block,
                    dynamic_shared_memory: bytes,
                    cluster_dim,
                    ..
                } = *launch.kernel();
                // SAFETY: promised by the caller; the grid is one of whole clusters.
                unsafe {
                    match cluster_dim {
                        None => launch_kernel_cooperative_on_stream(
                            function, grid, block, bytes, stream, arguments,
                        ),
                        Some(cluster) => launch_kernel_ex_cooperative_on_stream(
                            function, grid, block, bytes, cluster, stream, arguments,
                        ),
                    }
                }
                .map_err(|error| LaunchError::of_cooperative_launch(function, &launch, error))
            }
        }

        convert_into_launch_config!(LaunchConfig);
        convert_through_opted_in!(LaunchConfig3D);

        /// For code that itself opts in.
        impl From<OptedIn> for LaunchConfig3D {
            #[inline]
            fn from(launch: OptedIn) -> Self {
                Self::new(
                    launch.grid_dim(),
                    launch.block_dim(),
                    launch.shared_mem_bytes(),
                )
            }
        }

        fn one_dimension<F>(launch: OptedIn) -> Result<LaunchConfig1D, RankError<F>> {
            let (grid_dim, block_dim) = (launch.grid_dim(), launch.block_dim());
            match (grid_dim, block_dim) {
                ((grid, 1, 1), (block, 1, 1)) => {
                    Ok(LaunchConfig1D::new(grid, block, launch.shared_mem_bytes()))
                }
                _ => Err(RankError::new(1, grid_dim, block_dim)),
            }
        }

        fn two_dimensions<F>(launch: OptedIn) -> Result<LaunchConfig2D, RankError<F>> {
            let (grid_dim, block_dim) = (launch.grid_dim(), launch.block_dim());
            match (grid_dim, block_dim) {
                ((x, y, 1), (width, height, 1)) => {
                    let bytes = launch.shared_mem_bytes();
                    Ok(LaunchConfig2D::new((x, y), (width, height), bytes))
                }
                _ => Err(RankError::new(2, grid_dim, block_dim)),
            }
        }

        convert_ranked!(LaunchConfig1D, one_dimension);
        convert_ranked!(LaunchConfig2D, two_dimensions);

        /// The contract of a kernel that is launched as configured: exactly its block, its dynamic shared
        /// memory and its cluster, and at least the lowest compute capability of its GPUs.
        ///
        /// `shared_memory_alignment` is the alignment of dynamic shared memory that the kernel assumes, in
        /// bytes. A configuration does not state it.
        ///
        /// The contract is for a kernel that was compiled for it. Compile a kernel with a cluster with the
        /// cluster's dimensions, or cuda-core refuses to prepare the launch. A contract has no registers.
        ///
        /// # Panics
        ///
        /// Panics if the alignment is not a power of two.
        ///
        /// ```
        #[doc = concat!("# use ", stringify!($cuda_core), " as cuda_core;")]
        /// use cuda_core::{BlockRequirement, KernelLaunchContract, LaunchConfig1D, LaunchContractSpec};
        #[doc = concat!("use occupancy::", stringify!($cuda_core), "::launch_contract;")]
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
    };
}

/// Converts launches into a type that fixes a number of dimensions.
///
/// If a launch needs the opt-in, the conversion does not build, its error has no methods, and the compiler
/// says what to do instead. With a bound on the conversion, the compiler would talk about the standard
/// library's conversions.
macro_rules! convert_ranked {
    ($config:ident, $convert:ident) => {
        impl TryFrom<OptedIn> for $config {
            type Error = RankError;

            #[inline]
            fn try_from(launch: OptedIn) -> Result<Self, RankError> {
                $convert(launch)
            }
        }

        impl<K: Declared> TryFrom<Launch<K>> for $config {
            type Error = RankError<<K::Known as crate::declared::OfFunction>::Function>;

            #[inline]
            fn try_from(launch: Launch<K>) -> Result<Self, Self::Error> {
                const { accepted_as_loaded::<K>() };
                $convert(launch.opted_in())
            }
        }

        impl<K: Declared> TryFrom<VariantLaunch<Launch<K>>> for $config {
            type Error = RankError<<K::Known as crate::declared::OfFunction>::Function>;

            #[inline]
            fn try_from(launch: VariantLaunch<Launch<K>>) -> Result<Self, Self::Error> {
                const { accepted_as_loaded::<K>() };
                $convert(launch.opted_in())
            }
        }
    };
}

pub(super) const fn least_compute_capability(
    configuration: &Configuration<'_>,
) -> Option<(u32, u32)> {
    let mut least: Option<(u32, u32)> = None;
    let mut i = 0;
    while i < configuration.archs.len() {
        let cc = configuration.archs[i].compute_capability();
        least = match least {
            Some((major, minor))
                if major < cc.major() || (major == cc.major() && minor <= cc.minor()) =>
            {
                Some((major, minor))
            }
            _ => Some((cc.major(), cc.minor())),
        };
        i += 1;
    }
    least
}
