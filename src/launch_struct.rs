//! The shape of a launch struct. The attribute decides the values and hands them over; what is made
//! of them is written once, here, and expanded by the compiler itself.

/// One launch struct.
#[doc(hidden)]
#[macro_export]
macro_rules! __launch_struct {
    (
        $(#[$docs:meta])*
        $visibility:vis struct $launch:ident;
        archs: [$($arch:expr),*];
        configuration: $configuration:expr;
        block: $block_dim:expr, $threads:expr, $warps:expr;
        registers: $registers:expr;
        shared_memory: $static:expr, $dynamic:expr, $optin:expr;
        items_per_thread: $items:expr;
        cluster: $cluster:expr;
        resident: $blocks:expr, $resident_warps:expr;
        launch_bounds: $launch_bounds:expr;
        defines: [$($define:expr),*];
        $(target: $target:expr;)?
        $(device: $sm_count:expr;)?
        $(configured: $grid:expr;)?
        $(extent: $extent_block_dim:expr;)?
        $(without_device: $blocks_on:expr;)?
        $(options: $options:ident;)?
        $(variants: [$(($variant_arch:expr, $variant_kernel:expr, $variant_items:expr)),*];)?
    ) => {
        $(#[$docs])*
        #[allow(dead_code, reason = "a checked configuration need not be launched")]
        #[must_use = "launch parameters do nothing until a kernel is launched with them"]
        $visibility struct $launch {
            grid: $crate::GridDim,
        }

        #[allow(dead_code, unreachable_pub, reason = "what a launch does not need stays unused")]
        impl $launch {
            /// The GPUs that the configuration was checked for.
            pub const ARCHS: &'static [$crate::Arch] = &[$($arch),*];
            /// What was checked: the kernel, and what the attribute demands of it.
            pub const CONFIGURATION: $crate::Configuration<'static> = $configuration;
            /// Threads of a block in x, y and z.
            pub const BLOCK_DIM: (::core::primitive::u32, ::core::primitive::u32, ::core::primitive::u32) = $block_dim;
            /// Threads of a block.
            pub const THREADS_PER_BLOCK: ::core::primitive::u32 = $threads;
            /// Warps of a block.
            pub const WARPS_PER_BLOCK: ::core::primitive::u32 = $warps;
            /// Registers that a thread may use.
            pub const REGISTERS_PER_THREAD: ::core::primitive::u32 = $registers;
            /// Shared memory that the kernel declares, bytes a block.
            pub const STATIC_SHARED_MEMORY: ::core::primitive::u32 = $static;
            /// Shared memory of the launch, bytes a block.
            pub const DYNAMIC_SHARED_MEMORY: ::core::primitive::u32 = $dynamic;
            /// Whether the launch needs the opt-in to more than 48 KiB of shared memory.
            pub const NEEDS_SHARED_MEMORY_OPTIN: ::core::primitive::bool = $optin;
            /// Elements that each thread works on.
            pub const ITEMS_PER_THREAD: ::core::primitive::u32 = $items;
            /// Blocks of a cluster in x, y and z, where there are clusters.
            pub const CLUSTER_DIM: ::core::option::Option<(
                ::core::primitive::u32,
                ::core::primitive::u32,
                ::core::primitive::u32,
            )> = $cluster;
            /// The occupancy on the GPU where fewest blocks are resident: its ratio, every limit,
            /// and which of them bind.
            pub const OCCUPANCY: $crate::Occupancy =
                $crate::__private::least_occupancy(&Self::CONFIGURATION);
            /// Resident blocks per SM, on every one of the GPUs at least.
            pub const BLOCKS_PER_SM: ::core::primitive::u32 = $blocks;
            /// Resident warps per SM, on the GPU where fewest blocks are resident.
            pub const WARPS_PER_SM: ::core::primitive::u32 = $resident_warps;
            $(
                #[doc(hidden)]
                const $options: &'static $crate::CompileOptions<'static> =
                    &$crate::CompileOptions::new(&Self::CONFIGURATION);
            )?
            /// Launch bounds that keep so many blocks resident, for CUDA C.
            pub const LAUNCH_BOUNDS: &'static ::core::primitive::str = $launch_bounds;
            /// The configuration as macro definitions, for NVRTC and nvcc after `-D`.
            pub const DEFINES: &'static [&'static ::core::primitive::str] = &[$($define),*];
            $(
                /// The target to compile the kernel for.
                pub const TARGET: &'static ::core::primitive::str = $target;
            )?

            /// Launch bounds for the PTX of the kernel that keep so many blocks resident, and the
            /// registers within the budget: `rewrite` writes them into the text.
            #[inline]
            pub const fn ptx_bounds() -> $crate::ptx::Bounds {
                $crate::ptx::Bounds::of(&Self::CONFIGURATION)
            }

            $(
                /// The configuration of each GPU, those without an `on(…)` first.
                pub const VARIANTS: &'static [$crate::Variant] =
                    &[$($crate::Variant::new($variant_arch, $variant_kernel, $variant_items)),*];

                /// The configuration for the GPU at hand, by the compute capability that the driver
                /// reports.
                ///
                /// # Errors
                ///
                /// Where the attribute names no GPU of that compute capability.
                #[inline]
                pub const fn for_compute_capability(
                    major: ::core::primitive::u32,
                    minor: ::core::primitive::u32,
                ) -> ::core::result::Result<$crate::Variant, $crate::UndeclaredGpu> {
                    $crate::__private::choose(Self::VARIANTS, major, minor)
                }
            )?

            /// A one-dimensional grid for `elements` elements.
            ///
            /// # Errors
            ///
            /// Where there are no elements, or more blocks than a grid can have.
            #[inline]
            pub const fn for_elements(
                elements: ::core::primitive::u64,
            ) -> ::core::result::Result<Self, $crate::GridError> {
                match $crate::__private::grid_for(elements, $threads, $items, $cluster) {
                    ::core::result::Result::Ok(grid) => ::core::result::Result::Ok(Self { grid }),
                    ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                }
            }

            /// A grid of so many blocks in x, y and z.
            ///
            /// # Errors
            ///
            /// Where a dimension is zero or over its limit.
            #[inline]
            pub const fn for_grid(
                grid: (::core::primitive::u32, ::core::primitive::u32, ::core::primitive::u32),
            ) -> ::core::result::Result<Self, $crate::GridError> {
                match $crate::__private::grid_of(grid, $cluster) {
                    ::core::result::Result::Ok(grid) => ::core::result::Result::Ok(Self { grid }),
                    ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                }
            }

            $(
                /// A grid that covers so many elements in x, y and z, one a thread.
                ///
                /// # Errors
                ///
                /// Where there are no elements, or more blocks along an axis than a grid can have.
                #[inline]
                pub const fn for_extent(
                    extent: (::core::primitive::u32, ::core::primitive::u32, ::core::primitive::u32),
                ) -> ::core::result::Result<Self, $crate::GridError> {
                    match $crate::__private::grid_covering(extent, $extent_block_dim, $cluster) {
                        ::core::result::Result::Ok(grid) => {
                            ::core::result::Result::Ok(Self { grid })
                        }
                        ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                    }
                }
            )?

            $(
                /// SMs of the GPU.
                pub const SM_COUNT: ::core::primitive::u32 = $sm_count;

                /// A grid that fills the SMs of the GPU once.
                #[inline]
                pub const fn persistent() -> Self {
                    Self { grid: $crate::__private::persistent_grid($sm_count, $blocks, $cluster) }
                }

                /// How the blocks of this grid fall into waves.
                #[inline]
                pub const fn waves(&self) -> $crate::Waves {
                    $crate::__private::waves(self.grid, $sm_count, $blocks)
                }
            )?

            $(
                /// A grid that fills a GPU of `sm_count` SMs once.
                ///
                /// # Errors
                ///
                /// Where there are no SMs, or more blocks than a grid can have.
                #[inline]
                pub const fn persistent_on(
                    sm_count: ::core::primitive::u32,
                ) -> ::core::result::Result<Self, $crate::GridError> {
                    match $crate::__private::persistent_on(sm_count, $blocks_on, $cluster) {
                        ::core::result::Result::Ok(grid) => {
                            ::core::result::Result::Ok(Self { grid })
                        }
                        ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                    }
                }

                /// How the blocks of this grid fall into waves on a GPU of `sm_count` SMs; `None`
                /// for no SMs.
                #[inline]
                pub const fn waves_on(
                    &self,
                    sm_count: ::core::primitive::u32,
                ) -> ::core::option::Option<$crate::Waves> {
                    $crate::Waves::new(self.grid, sm_count, $blocks_on)
                }
            )?

            $(
                /// The grid that the attribute states.
                #[inline]
                pub const fn configured() -> Self {
                    Self { grid: $crate::__private::checked_grid($grid) }
                }
            )?

            /// Blocks of the grid in x, y and z.
            #[inline]
            pub const fn grid_dim(&self) -> (::core::primitive::u32, ::core::primitive::u32, ::core::primitive::u32) {
                self.grid.dims()
            }

            /// Threads of a block in x, y and z.
            #[inline]
            pub const fn block_dim(&self) -> (::core::primitive::u32, ::core::primitive::u32, ::core::primitive::u32) {
                $block_dim
            }

            /// Dynamic shared memory of the launch, bytes a block.
            #[inline]
            pub const fn shared_mem_bytes(&self) -> ::core::primitive::u32 {
                $dynamic
            }
        }

        // Written out: a derive for each launch struct would cost the build more.
        #[automatically_derived]
        impl ::core::clone::Clone for $launch {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl ::core::marker::Copy for $launch {}

        #[automatically_derived]
        impl ::core::cmp::PartialEq for $launch {
            #[inline]
            fn eq(&self, other: &Self) -> ::core::primitive::bool {
                self.grid == other.grid
            }
        }

        #[automatically_derived]
        impl ::core::cmp::Eq for $launch {}

        #[automatically_derived]
        impl ::core::fmt::Debug for $launch {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::debug(f, ::core::stringify!($launch), self.grid, &Self::CONFIGURATION)
            }
        }

        #[automatically_derived]
        impl $crate::LaunchStruct for $launch {
            const CONFIGURATION: $crate::Configuration<'static> = Self::CONFIGURATION;

            #[inline]
            fn grid(&self) -> $crate::GridDim {
                self.grid
            }
        }

        $crate::__cudarc_adapter!($launch);
        $crate::__cust_adapter!($launch);
        $crate::__cuda_core_adapter!($launch);
    };
}

/// Items that share a condition.
#[doc(hidden)]
#[macro_export]
macro_rules! __beside {
    ($($item:item)*) => {
        $($item)*
    };
}
