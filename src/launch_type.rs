//! The launch type, written once for every kernel.

use core::fmt;
use core::marker::PhantomData;

#[cfg(feature = "readers")]
use occupancy_binary::ptx;
use occupancy_core::{
    Arch, Compiled, Configuration, GridDim, GridError, Kernel, Occupancy, Waves,
    launch::CompileOptions, numbers::or,
};

use crate::declared::{
    CompiledKernel, Covering, Declared, GridStated, Judged, OneDevice, OneTarget,
};
use crate::launch_parameters::{LaunchParameters, LaunchType, Sealed};
use crate::reported;
use crate::unchecked::Unchecked;
use crate::variant::{Gpus, Variant, VariantLaunch};

const REPLACED: &str = "a refused configuration is replaced by one that can be launched";

/// Launch parameters of one kernel: a value has a grid that can be launched, and the type everything that
/// `#[launch_config]` checked.
///
/// `SaxpyLaunch` is an alias of it. The attribute writes only the kernel's declaration; constants, constructors and
/// conversions are here. For a GPU of AMD, an SM is its CU, or its WGP in RDNA's default mode, a block is a workgroup, and a
/// warp is a wavefront.
///
/// ```
/// use occupancy::launch_config;
///
/// #[launch_config(arch = "h100", threads = 256, regs = 64, grid = 1_000)]
/// fn saxpy() {}
///
/// assert_eq!(SaxpyLaunch::BLOCKS_PER_SM, 4);
/// assert_eq!(SaxpyLaunch::configured().waves().count(), 2);
/// assert_eq!(SaxpyLaunch::for_elements(1 << 20)?.grid_dim(), (4_096, 1, 1));
/// # Ok::<(), occupancy::GridError>(())
/// ```
#[must_use = "launch parameters do nothing until a kernel is launched with them"]
pub struct Launch<K> {
    grid: GridDim,
    kernel: PhantomData<fn() -> K>,
}

impl<K: Declared> Launch<K> {
    /// The GPUs that the configuration was checked for, except those with an `on(…)`.
    pub const ARCHS: &'static [Arch] = Self::CONFIGURATION.archs;
    /// The configuration that was checked: the kernel, and the demands of the attribute.
    pub const CONFIGURATION: Configuration<'static> = Judged::<K>::CONFIGURATION;
    /// Threads of a block in x, y and z.
    pub const BLOCK_DIM: (u32, u32, u32) = Self::KERNEL.block_dim;
    /// Threads of a block, 1 to 1,024.
    #[allow(clippy::cast_possible_truncation, reason = "at most 1,024")]
    pub const THREADS_PER_BLOCK: u32 = Self::KERNEL.threads_per_block() as u32;
    /// Warps of a block, 1 to 32.
    #[allow(clippy::cast_possible_truncation, reason = "at most 32")]
    pub const WARPS_PER_BLOCK: u32 = Self::CONFIGURATION.warps_per_block() as u32;
    /// 32-bit registers that each thread may use on the GPUs of NVIDIA; 0 if there are none. With `regs = auto`, the
    /// most that [launch bounds](Self::LAUNCH_BOUNDS) leave.
    pub const REGISTERS_PER_THREAD: u32 = Self::KERNEL.registers_per_thread;
    /// 32-bit vector registers that each lane may use on the GPUs of AMD, with those for accumulation; 0 if there are
    /// none. With `vgprs = auto`, the most that launch bounds leave.
    pub const VGPRS: u32 = Self::KERNEL.vgprs;
    /// Static shared memory that the kernel declares, bytes per block.
    pub const STATIC_SHARED_MEMORY: u32 = Self::KERNEL.static_shared_memory;
    /// Dynamic shared memory of the launch, bytes per block.
    pub const DYNAMIC_SHARED_MEMORY: u32 = Self::KERNEL.dynamic_shared_memory;
    /// `true` if the launch needs the opt-in to more than 48 KiB of shared memory, on a GPU of NVIDIA: AMD has none.
    pub const NEEDS_SHARED_MEMORY_OPTIN: bool = Self::CONFIGURATION.needs_shared_memory_optin();
    /// `true` if the launch needs permission for clusters of more than the portable 8 blocks.
    pub const NEEDS_NONPORTABLE_CLUSTER: bool = Self::CONFIGURATION.has_nonportable_cluster();
    /// Elements that each thread works on.
    pub const ITEMS_PER_THREAD: u32 = Self::CONFIGURATION.items_per_thread;
    /// Threads that work on each element together.
    pub const THREADS_PER_ITEM: u32 = Self::CONFIGURATION.threads_per_item;
    /// Blocks per cluster in x, y and z; `None` without clusters.
    pub const CLUSTER_DIM: Option<(u32, u32, u32)> = Self::KERNEL.cluster_dim;
    /// The occupancy on the GPU where it is lowest: its ratio, every limit, and the limits that bind. Another GPU may
    /// hold [fewer blocks](Self::BLOCKS_PER_SM), to which the same condition applies.
    pub const OCCUPANCY: Occupancy = Self::CONFIGURATION.least_occupancy().expect(REPLACED);
    /// Resident blocks per SM, on the GPU that holds the fewest. With `regs = auto` or `vgprs = auto`, at least so many are
    /// resident if the kernel is compiled with [`LAUNCH_BOUNDS`](Self::LAUNCH_BOUNDS); otherwise, if it keeps the registers.
    pub const BLOCKS_PER_SM: u32 = Self::CONFIGURATION.fewest_blocks_per_sm().expect(REPLACED);
    /// Resident warps per SM, on the GPU that holds the fewest blocks.
    pub const WARPS_PER_SM: u32 = Self::BLOCKS_PER_SM.saturating_mul(Self::WARPS_PER_BLOCK);
    /// Launch bounds for CUDA C and HIP that keep [this number of blocks](Self::BLOCKS_PER_SM) resident: with CUDA C, they
    /// state it, and with HIP the wavefronts of a SIMD. With `regs = auto` or `vgprs = auto`, what was checked holds only for
    /// a kernel that is compiled with them.
    ///
    /// In a list of both vendors, they are for the vendor of the first GPU. For several kinds of GPUs of AMD, they have the
    /// most wavefronts that one of them needs, which leave the others fewer VGPRs; a GPU with fewer slots ignores them with
    /// a warning. [`CompileOptions::header`] has exactly what each target needs.
    pub const LAUNCH_BOUNDS: &'static str = Self::OPTIONS.launch_bounds.as_str();
    /// The configuration as [macro definitions](CompileOptions::defines), for NVRTC and nvcc, or for hipRTC and hipcc, after
    /// `-D`.
    pub const DEFINES: &'static [&'static str] = &defines(Self::OPTIONS);
    /// The configuration of each GPU, those without an `on(…)` first.
    pub const VARIANTS: &'static [Variant<Self>] = K::VARIANTS;

    const KERNEL: Kernel = Self::CONFIGURATION.kernel;
    const OPTIONS: &'static CompileOptions<'static> = &CompileOptions::new(&Self::CONFIGURATION);

    const fn new(grid: GridDim) -> Self {
        let kernel = PhantomData;
        Self { grid, kernel }
    }

    const fn with_grid(grid: Result<GridDim, GridError>) -> Result<Self, GridError> {
        match grid {
            Ok(grid) => Ok(Self::new(grid)),
            Err(error) => Err(error),
        }
    }

    /// Returns launch bounds for the kernel's PTX: `.maxntid`, `.minnctapersm`, `.maxnreg` and the cluster. They keep
    /// [this number of blocks](Self::BLOCKS_PER_SM) resident and the registers within the budget. `rewrite` writes them
    /// into the text.
    #[cfg(feature = "readers")]
    pub const fn ptx_bounds() -> ptx::Bounds {
        ptx::Bounds::of(&Self::CONFIGURATION)
    }

    /// Returns the configuration for the GPU of NVIDIA with the compute capability that the driver reports. For one of AMD,
    /// see [`for_target`](Self::for_target).
    ///
    /// # Errors
    ///
    /// [`Unchecked`] if the attribute names no GPU of that compute capability, or several with different values:
    /// [`for_gpu`](Self::for_gpu) tells them apart.
    pub fn for_compute_capability(major: u32, minor: u32) -> Result<Variant<Self>, Unchecked> {
        reported::meant::<K>((major, minor), None, &|_| true).map(Self::variant_on)
    }

    /// Returns the configuration for the GPU of NVIDIA that the driver reports, by its name (`cuDeviceGetName`), its compute
    /// capability and its number of SMs.
    ///
    /// GPUs of one compute capability can have values of their own. The name tells a board from others, and from its
    /// MIG instances. A GPU of another name has the values of its compute capability, if `arch` names that, or those of
    /// the GPUs with as many SMs.
    ///
    /// ```
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = ["rtx4090", "l4"], threads = 256, regs = 64, on("l4", smem = 64 * 1024))]
    /// fn gemm() {}
    ///
    /// let variant = GemmLaunch::for_gpu("NVIDIA L4", (8, 9), 58)?;
    /// assert_eq!(variant.kernel().dynamic_shared_memory, 65_536);
    /// assert!(GemmLaunch::for_compute_capability(8, 9).is_err());
    /// # Ok::<(), occupancy::Unchecked>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Unchecked`] if the attribute names no GPU of that compute capability, or several with different values
    /// and not this one.
    pub fn for_gpu(
        name: &str,
        compute_capability: (u32, u32),
        sm_count: u32,
    ) -> Result<Variant<Self>, Unchecked> {
        reported::of_name::<K>(name, compute_capability, sm_count).map(Self::variant_on)
    }

    /// Returns the configuration for the GPU of AMD that HIP reports, by its target and its number of multiprocessors:
    /// `gcnArchName` and `multiProcessorCount` of `hipDeviceProp_t`.
    ///
    /// The features of a target, such as `sramecc+`, change nothing. Several boards of one target can have values of their
    /// own, if they differ in their number of multiprocessors.
    ///
    /// ```
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = ["h100", "mi300x"], threads = 256, regs = 64, vgprs = 96, on("mi300x", threads = 512))]
    /// fn saxpy() {}
    ///
    /// let variant = SaxpyLaunch::for_target("gfx942:sramecc+:xnack-", 304)?;
    /// assert_eq!(variant.block_dim(), (512, 1, 1));
    ///
    /// let other = SaxpyLaunch::for_target("gfx1100", 48).unwrap_err();
    /// assert_eq!(
    ///     other.to_string(),
    ///     "the launch was not checked for target gfx1100, only for H100 SXM5 80GB (9.0), Instinct MI300X (gfx942); add \
    ///      the GPU to `arch`"
    /// );
    /// # Ok::<(), occupancy::Unchecked>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Unchecked::Target`] if the attribute names no GPU of that target, or several with different values and not this
    /// one.
    pub fn for_target(target_id: &str, multiprocessors: u32) -> Result<Variant<Self>, Unchecked> {
        reported::of_target::<K>(target_id, multiprocessors).map(Self::variant_on)
    }

    fn variant_on(gpu: &Arch) -> Variant<Self> {
        let variant = reported::variants_on::<K>(gpu).next();
        *variant.unwrap_or(&K::VARIANTS[0])
    }

    /// Returns the configuration with less dynamic shared memory than the attribute states, bytes per block, if only the
    /// running program knows how much it needs. `smem` then states the most, for which everything is checked.
    ///
    /// ```
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = "h100", threads = 256, regs = 64, smem = 48 * 1024)]
    /// fn histogram() {}
    ///
    /// # fn example(blocks: u32, bins: u32) -> Result<(), Box<dyn core::error::Error>> {
    /// let launch = HistogramLaunch::with_dynamic_shared_memory(bins * 4)?.for_grid((blocks, 1, 1))?;
    /// # assert_eq!(launch.shared_mem_bytes(), 1_024);
    /// # Ok(())
    /// # }
    /// # example(7, 256).unwrap();
    /// assert_eq!(
    ///     HistogramLaunch::with_dynamic_shared_memory(65_664).unwrap_err().to_string(),
    ///     "the launch was not checked for 65,664 bytes of dynamic shared memory, only for at most 49,152; state the most \
    ///      that it can need as `smem`"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// [`Unchecked::DynamicSharedMemory`] if it is more than the attribute states.
    pub const fn with_dynamic_shared_memory(bytes: u32) -> Result<Variant<Self>, Unchecked> {
        Variant::on(Gpus::Declared(Self::ARCHS), &Self::CONFIGURATION)
            .with_dynamic_shared_memory(bytes)
    }

    /// Creates a one-dimensional grid for `elements` elements, at least one block, in whole clusters: for a function
    /// that returns the error of the launch crate, or none.
    ///
    /// ```
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = "h100", threads = 256, regs = 64)]
    /// fn saxpy() {}
    ///
    /// assert_eq!(SaxpyLaunch::covering(1_000).grid_dim(), (4, 1, 1));
    /// assert_eq!(SaxpyLaunch::covering(0).grid_dim(), (1, 1, 1));
    /// ```
    ///
    /// It cannot fail, because it does not compile if `u32::MAX` elements have no grid: with blocks of fewer than 3
    /// elements, and with clusters of several blocks in y or z. On AMD, which counts the
    /// threads of a grid in 32 bits, nor has a block of as many elements as threads in x: give each thread 2 elements.
    pub const fn covering(elements: u32) -> Self
    where
        K::Known: Covering,
    {
        Self::new(covering(&Self::CONFIGURATION, elements))
    }

    launch_grids!(Self: Self::CONFIGURATION, Self::BLOCKS_PER_SM);

    /// Returns the rounds in which this grid works through `items`: see [`Waves::rounds`].
    pub const fn rounds(&self, items: u64) -> Option<Waves> {
        Waves::rounds(items, self.grid)
    }

    /// Returns the waves of this grid on a GPU with `sm_count` SMs; `None` for 0 SMs.
    pub const fn waves_on(&self, sm_count: u32) -> Option<Waves> {
        Waves::new(self.grid, sm_count, Self::BLOCKS_PER_SM)
    }

    launch_numbers!(self: Self::BLOCK_DIM, Self::DYNAMIC_SHARED_MEMORY);

    /// Returns the grid that `grid`, `elements` or the `problem` of a tile states in the attribute.
    pub const fn configured() -> Self
    where
        K::Known: GridStated,
    {
        match Self::CONFIGURATION.grid_dim() {
            Some(Ok(grid)) => Self::new(grid),
            _ => Self::new(GridDim::ONE_BLOCK),
        }
    }

    /// Creates a grid that fills the SMs of the GPU once. The attribute has to name one device.
    ///
    /// With clusters, the grid has as many as its blocks make. Fewer may be resident at once: a cluster runs on SMs
    /// that the GPU groups, and NVIDIA publishes the groups of few GPUs. `cudaOccupancyMaxActiveClusters` tells their
    /// number on the GPU: launch no more with [`for_grid`](Self::for_grid) if the clusters wait for each other. If the
    /// attribute states `cooperative`, the grid has only
    /// [those that are certainly resident](Configuration::resident_clusters_at_least), where the groups are known.
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = "h100", threads = 256, regs = 64, cooperative)]
    /// fn solve() {}
    ///
    /// assert_eq!(SolveLaunch::persistent().grid_dim(), (528, 1, 1));
    /// assert_eq!(
    ///     SolveLaunch::for_elements(1 << 20).unwrap_err().to_string(),
    ///     "a cooperative grid of 4096 blocks, but only 528 are resident at once, and the launch would fail; let each \
    ///      block work on more"
    /// );
    /// # }
    /// ```
    pub const fn persistent() -> Self
    where
        K::Known: OneDevice,
    {
        match Self::persistent_on(Self::SM_COUNT) {
            Ok(launch) => launch,
            Err(_) => Self::new(GridDim::ONE_BLOCK),
        }
    }

    /// Creates a grid with `blocks_per_sm` blocks on each SM of the GPU: fewer than can be resident, if one block keeps
    /// an SM busy or another kernel needs room. The attribute has to name one device.
    ///
    /// In a constant, too many blocks can end the build:
    ///
    /// ```
    /// # #[cfg(feature = "macros")] {
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = "h100", threads = 256, regs = 64)]
    /// fn gemm() {}
    ///
    /// const LAUNCH: GemmLaunch = match GemmLaunch::persistent_with(1) {
    ///     Ok(launch) => launch,
    ///     Err(_) => panic!("more blocks than fit"),
    /// };
    /// assert_eq!(LAUNCH.grid_dim(), (132, 1, 1));
    ///
    /// let rounds = LAUNCH.rounds(10_000).unwrap();
    /// assert_eq!((rounds.count(), rounds.tail_efficiency().to_string().as_str()), (76, "99.7 %"));
    ///
    /// assert_eq!(
    ///     GemmLaunch::persistent_with(5).unwrap_err().to_string(),
    ///     "a persistent grid with 5 blocks on each SM, but only 4 are resident: blocks that wait for others to end \
    ///      make a second wave; ask for fewer"
    /// );
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// [`GridError::Residency`] if `blocks_per_sm` is more than can be resident; [`GridError`] if it is 0, or
    /// not one whole cluster fits.
    pub const fn persistent_with(blocks_per_sm: u32) -> Result<Self, GridError>
    where
        K::Known: OneDevice,
    {
        Self::persistent_on_with(Self::SM_COUNT, blocks_per_sm)
    }

    /// Returns the waves of this grid. The attribute has to name one device.
    #[allow(clippy::missing_panics_doc, reason = "an SM holds a block")]
    pub const fn waves(&self) -> Waves
    where
        K::Known: OneDevice,
    {
        self.waves_on(Self::SM_COUNT).expect("an SM holds a block")
    }
}

impl<K: Declared> Launch<K>
where
    K::Known: OneTarget,
{
    /// The target to compile the kernel for, such as `sm_90` or `gfx942`. The attribute has to name one GPU.
    pub const TARGET: &'static str = or(
        K::STATED.target,
        Self::ARCHS[0].multiprocessor().plain_target(),
    );
}

impl<K: Declared> Launch<K>
where
    K::Known: OneDevice,
{
    /// SMs of the GPU, or of the share that `sms` states. The attribute has to name one device.
    pub const SM_COUNT: u32 =
        // A refused configuration has none.
        or(Self::CONFIGURATION.sm_count(&Self::ARCHS[0]), 1);
}

impl<K: Declared> Variant<Launch<K>> {
    /// Creates a one-dimensional grid for `elements` elements, at least one block: see [`Launch::covering`].
    pub const fn covering(&self, elements: u32) -> VariantLaunch<Launch<K>>
    where
        K::Known: Covering,
    {
        let (grid, variant) = (covering(&self.configuration(), elements), *self);
        VariantLaunch { grid, variant }
    }
}

/// Makes a grid of at least one block, where all numbers of elements are known to have one.
const fn covering(configuration: &Configuration<'_>, elements: u32) -> GridDim {
    let elements = if elements == 0 { 1 } else { elements };
    match configuration.grid_for_elements(elements as u64) {
        Ok(grid) => grid,
        Err(_) => GridDim::ONE_BLOCK,
    }
}

impl<K: CompiledKernel> Launch<K> {
    /// The figures of the compiled kernel, for each GPU: registers, shared memory, barriers, stack, launch bounds, and
    /// the name to load it by.
    pub const COMPILED: &'static [Compiled<'static>] = K::COMPILED;
}

const fn defines(options: &'static CompileOptions<'static>) -> [&'static str; 12] {
    let mut defines = [""; 12];
    let mut i = 0;
    while i < defines.len() {
        defines[i] = options.defines[i].as_str();
        i += 1;
    }
    defines
}

value_traits!(Launch: grid);

/// Converts launches through their numbers, as [`Launch::opted_in`] returns them.
macro_rules! convert_launches {
    ($($config:ty: $numbers:pat => $converted:expr;)*) => {
        $(
            convert_launches!($crate::launch_type::Launch<K> => $config: $numbers => $converted);
            convert_launches!(
                $crate::variant::VariantLaunch<$crate::launch_type::Launch<K>>
                    => $config: $numbers => $converted
            );

            /// The conversion for launches that only the running program knows: [`Unchecked::NeedsOptIn`] if the driver
            /// would refuse one until the function is prepared.
            ///
            /// [`Unchecked::NeedsOptIn`]: crate::Unchecked::NeedsOptIn
            impl TryFrom<$crate::variant::VariantLaunch<$crate::at_run_time::AtRunTime>> for $config {
                type Error = $crate::unchecked::Unchecked;

                fn try_from(
                    launch: $crate::variant::VariantLaunch<$crate::at_run_time::AtRunTime>,
                ) -> Result<Self, Self::Error> {
                    launch.launches_as_loaded()?;
                    let $numbers = launch.opted_in();
                    Ok($converted)
                }
            }
        )*
    };
    ($launch:ty => $config:ty: $numbers:pat => $converted:expr) => {
        /// The conversion for launches that the driver accepts, on each of the GPUs, as the function is loaded. If a
        /// launch needs the opt-in to more than 48 KiB of shared memory or to a large cluster, this does not compile:
        /// `prepare` returns a function that launches it.
        impl<K: $crate::declared::Declared> From<$launch> for $config
        where
            K::Known: $crate::declared::LaunchesAsLoaded,
        {
            fn from(launch: $launch) -> Self {
                let $numbers = launch.opted_in();
                $converted
            }
        }
    };
}
#[allow(unused_imports, reason = "an adapter uses it")]
pub(crate) use convert_launches;

convert_launches! { ((u32, u32, u32), (u32, u32, u32), u32): numbers => numbers; }

impl<K: Declared> fmt::Debug for Launch<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(K::NAME)
            .field("grid_dim", &self.grid_dim())
            .field("block_dim", &self.block_dim())
            .field("shared_mem_bytes", &self.shared_mem_bytes())
            .finish()
    }
}

impl<K> Sealed for Launch<K> {}

impl<K: Declared> LaunchType for Launch<K> {
    const NAME: &'static str = K::NAME;
}

impl<K: Declared> LaunchParameters for Launch<K> {
    type LaunchType = Self;

    fn grid(&self) -> GridDim {
        self.grid
    }

    fn kernel(&self) -> &Kernel {
        const { &Self::KERNEL }
    }

    fn configuration(&self) -> Configuration<'_> {
        Self::CONFIGURATION
    }
}
