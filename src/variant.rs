//! Configurations that were checked, one of which is chosen when the program runs: for one of several GPUs, or with less
//! shared memory than the most.

use core::marker::PhantomData;
use core::{fmt, slice};

use occupancy_core::gpu::Vendor;
#[cfg(feature = "driver")]
use occupancy_core::launch::function_attributes;
use occupancy_core::{
    Arch, Configuration, Error, GridDim, GridError, Kernel, Occupancy, launch::CompileOptions,
    numbers::or,
};

use crate::launch_parameters::{LaunchParameters, LaunchType, Sealed};
use crate::unchecked::Unchecked;

/// A configuration of the launch type `L` that was checked, chosen when the program runs: for one GPU, or for all of
/// them.
///
/// ```
/// use occupancy::launch_config;
///
/// #[launch_config(arch = ["h100", "b200"], threads = 256, regs = 64, on("b200", threads = 512))]
/// fn saxpy() {}
///
/// // The driver reports this compute capability of the device.
/// let variant = SaxpyLaunch::for_compute_capability(10, 0)?;
/// assert_eq!(variant.block_dim(), (512, 1, 1));
/// let launch = variant.for_elements(1 << 20)?;
/// assert_eq!(launch.grid_dim(), (2048, 1, 1));
///
/// let other = SaxpyLaunch::for_compute_capability(8, 9).unwrap_err();
/// assert!(other.to_string().contains("H100 SXM5 80GB (9.0), B200 SXM 180GB (10.0)"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Variant<L> {
    gpus: Gpus,
    /// The configuration without its GPUs and its demands.
    configuration: Configuration<'static>,
    declared: PhantomData<fn() -> L>,
}

/// The GPUs of a variant: those of a declaration, or one that only the running program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Gpus {
    Declared(&'static [Arch]),
    Found(Arch),
}

impl Gpus {
    pub(crate) const fn all(&self) -> &[Arch] {
        match self {
            Self::Declared(archs) => archs,
            Self::Found(arch) => slice::from_ref(arch),
        }
    }
}

impl<L> Variant<L> {
    /// Makes the variant for some GPUs, at least one.
    pub(crate) const fn on(gpus: Gpus, configuration: &Configuration<'_>) -> Self {
        let mut own = Configuration::new(&[], configuration.kernel);
        own.items_per_thread = configuration.items_per_thread;
        own.threads_per_item = configuration.threads_per_item;
        own.tile = configuration.tile;
        own.partial_warp_allowed = configuration.partial_warp_allowed;
        if configuration.cooperative {
            (own.cooperative, own.sms) = (true, configuration.sms);
        }
        Self {
            gpus,
            configuration: own,
            declared: PhantomData,
        }
    }

    /// Returns `true` if all values are those of another variant.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.configuration == other.configuration
    }

    /// Returns `true` if the launches, and the attributes that are set for them, are those of another variant.
    #[cfg(feature = "driver")]
    pub(crate) fn launches_like(&self, other: &Self) -> bool {
        let of_launch = |Self {
                             configuration: of, ..
                         }: &Self| {
            let (kernel, items) = (&of.kernel, (of.items_per_thread, of.threads_per_item));
            let (bytes, cluster) = (kernel.dynamic_shared_memory, kernel.cluster());
            (kernel.block_dim, bytes, cluster, items, of.tile)
        };
        let set = |one: &Self| function_attributes(&one.configuration());
        of_launch(self) == of_launch(other) && set(self).eq(set(other))
    }

    /// Returns the GPU, or the first of them.
    pub const fn arch(&self) -> &Arch {
        &self.archs()[0]
    }

    /// Returns the GPUs: one, or all without an `on(…)` if no GPU has been chosen.
    pub const fn archs(&self) -> &[Arch] {
        self.gpus.all()
    }

    /// Returns the resources of one block.
    pub const fn kernel(&self) -> &Kernel {
        &self.configuration.kernel
    }

    /// Returns the configuration that was checked: the kernel on the GPU, or on all of them.
    pub const fn configuration(&self) -> Configuration<'_> {
        self.configuration.with_archs(self.archs())
    }

    /// Takes less dynamic shared memory than was checked, bytes per block, if only the running program knows how much it
    /// needs.
    ///
    /// ```
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = ["h100", "a100"], threads = 256, regs = 64, smem = 48 * 1024)]
    /// fn histogram() {}
    ///
    /// let variant = HistogramLaunch::for_compute_capability(9, 0)?;
    /// let launch = variant.with_dynamic_shared_memory(8 * 1024)?.for_elements(1 << 20)?;
    /// assert_eq!(launch.shared_mem_bytes(), 8_192);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Unchecked::DynamicSharedMemory`] if it is more.
    pub const fn with_dynamic_shared_memory(mut self, bytes: u32) -> Result<Self, Unchecked> {
        let most = self.configuration.kernel.dynamic_shared_memory;
        if bytes > most {
            return Err(Unchecked::DynamicSharedMemory { bytes, most });
        }
        self.configuration.kernel.dynamic_shared_memory = bytes;
        Ok(self)
    }

    /// Returns launch bounds and macro definitions that keep as many blocks resident as this GPU holds. That can be
    /// more blocks than those of the launch type keep, and leave the kernel fewer registers.
    ///
    /// ```
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = ["t4", "h100"], threads = 256, regs = 32)]
    /// fn saxpy() {}
    ///
    /// // A T4 holds 4 blocks, an H100 8.
    /// assert_eq!(SaxpyLaunch::LAUNCH_BOUNDS, "__launch_bounds__(256, 4)");
    /// let variant = SaxpyLaunch::for_compute_capability(9, 0)?;
    /// let options = variant.compile_options();
    /// assert_eq!(options.launch_bounds.as_str(), "__launch_bounds__(256, 8)");
    /// # Ok::<(), occupancy::Unchecked>(())
    /// ```
    pub const fn compile_options(&self) -> CompileOptions<'_> {
        CompileOptions::new(&self.configuration())
    }

    /// Returns the occupancy on the GPU; on several, where it is lowest.
    ///
    /// # Errors
    ///
    /// There is none for a configuration that was checked.
    pub const fn occupancy(&self) -> Result<Occupancy, Error> {
        match self.configuration().least_occupancy() {
            Some(occupancy) => Ok(occupancy),
            None => Occupancy::new(self.arch().multiprocessor(), self.kernel()),
        }
    }

    /// Returns the threads of a block in x, y and z.
    pub const fn block_dim(&self) -> (u32, u32, u32) {
        self.kernel().block_dim
    }

    launch_grids!(VariantLaunch<L>: self.configuration(), self.resident(), self);

    const fn resident(&self) -> u32 {
        or(self.configuration().fewest_blocks_per_sm(), 0)
    }

    const fn with_grid(
        &self,
        grid: Result<GridDim, GridError>,
    ) -> Result<VariantLaunch<L>, GridError> {
        let variant = *self;
        match grid {
            Ok(grid) => Ok(VariantLaunch { grid, variant }),
            Err(error) => Err(error),
        }
    }
}

value_traits!(Variant: gpus, configuration);

impl<L> fmt::Debug for Variant<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kernel, sm) = (self.kernel(), self.arch().multiprocessor());
        let registers = match sm.vendor() {
            Vendor::Amd => "vgprs",
            _ => "registers_per_thread",
        };
        f.debug_struct("Variant")
            .field("gpu", &self.gpus.all()[0].name())
            .field("block_dim", &kernel.block_dim)
            .field(registers, &kernel.registers_on(sm))
            .field("shared_mem_bytes", &kernel.dynamic_shared_memory)
            .field("items_per_thread", &self.configuration.items_per_thread)
            .finish()
    }
}

/// Launch parameters of a [`Variant`], with a grid that can be launched.
#[must_use = "launch parameters do nothing until a kernel is launched with them"]
pub struct VariantLaunch<L> {
    pub(crate) grid: GridDim,
    pub(crate) variant: Variant<L>,
}

impl<L> VariantLaunch<L> {
    /// Returns the variant that the launch is of.
    pub const fn variant(&self) -> &Variant<L> {
        &self.variant
    }

    /// Returns the grid.
    pub const fn grid(&self) -> GridDim {
        self.grid
    }

    launch_numbers!(self: self.variant.block_dim(), self.variant.kernel().dynamic_shared_memory);
}

impl<L> Sealed for VariantLaunch<L> {}

impl<L: LaunchType> LaunchParameters for VariantLaunch<L> {
    type LaunchType = L;

    fn grid(&self) -> GridDim {
        self.grid
    }

    fn kernel(&self) -> &Kernel {
        self.variant.kernel()
    }

    fn configuration(&self) -> Configuration<'_> {
        self.variant.configuration()
    }
}

value_traits!(VariantLaunch: grid, variant);

impl<L> fmt::Debug for VariantLaunch<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VariantLaunch")
            .field("gpu", &self.variant.arch().name())
            .field("grid_dim", &self.grid.dims())
            .field("block_dim", &self.block_dim())
            .field("shared_mem_bytes", &self.shared_mem_bytes())
            .finish()
    }
}
