//! One kernel on several GPUs: the configuration that was checked for each, chosen when the program runs.

use core::marker::PhantomData;
use core::{fmt, slice};

#[cfg(feature = "driver")]
use occupancy_core::launch::function_attributes;
use occupancy_core::{
    Arch, Configuration, Error, GridDim, GridError, Kernel, Occupancy, launch::CompileOptions,
};

use crate::launch_parameters::{Checked, LaunchParameters};

/// The configuration of the launch type `L` for one GPU.
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
    /// The configuration for one GPU, without demands.
    configuration: Configuration<'static>,
    declared: PhantomData<fn() -> L>,
}

impl<L> Variant<L> {
    pub(crate) const fn new(arch: &'static Arch, configuration: &Configuration<'_>) -> Self {
        let mut own = Configuration::new(slice::from_ref(arch), configuration.kernel);
        own.items_per_thread = configuration.items_per_thread;
        own.threads_per_item = configuration.threads_per_item;
        own.tile = configuration.tile;
        Self {
            configuration: own,
            declared: PhantomData,
        }
    }

    /// Returns `true` if all values are those of another variant.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let mut own = self.configuration;
        own.archs = other.configuration.archs;
        own == other.configuration
    }

    /// Returns `true` if the launches, and the attributes that are set for them, are those of another variant.
    #[cfg(feature = "driver")]
    pub(crate) fn launches_like(&self, other: &Self) -> bool {
        let of_launch = |Self { configuration, .. }: &Self| {
            let kernel = &configuration.kernel;
            let items = (
                configuration.items_per_thread,
                configuration.threads_per_item,
            );
            let bytes = kernel.dynamic_shared_memory;
            let cluster = kernel.cluster();
            (kernel.block_dim, bytes, cluster, items, configuration.tile)
        };
        let set = |one: &Self| function_attributes(&one.configuration);
        of_launch(self) == of_launch(other) && set(self).eq(set(other))
    }

    /// Returns the GPU.
    pub const fn arch(&self) -> &Arch {
        &self.configuration.archs[0]
    }

    /// Returns the resources of one block.
    pub const fn kernel(&self) -> &Kernel {
        &self.configuration.kernel
    }

    /// Returns the configuration that was checked: the kernel on this GPU.
    pub const fn configuration(&self) -> Configuration<'static> {
        self.configuration
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
    /// # Ok::<(), occupancy::UndeclaredGpu>(())
    /// ```
    pub const fn compile_options(&self) -> CompileOptions<'_> {
        CompileOptions::new(&self.configuration)
    }

    /// Returns the occupancy on the GPU.
    ///
    /// # Errors
    ///
    /// There is none for a configuration that the attribute has checked.
    pub const fn occupancy(&self) -> Result<Occupancy, Error> {
        Occupancy::new(self.arch().multiprocessor(), self.kernel())
    }

    /// Returns the threads of a block in x, y and z.
    pub const fn block_dim(&self) -> (u32, u32, u32) {
        self.kernel().block_dim
    }

    /// Creates a one-dimensional grid for `elements` elements.
    ///
    /// # Errors
    ///
    /// [`GridError`] as for [`Launch::for_elements`](crate::Launch::for_elements).
    pub const fn for_elements(&self, elements: u64) -> Result<VariantLaunch<L>, GridError> {
        self.launch(self.configuration.grid_for_elements(elements))
    }

    /// Creates a grid that covers so many elements in x, y and z, one per thread.
    ///
    /// # Errors
    ///
    /// [`GridError`] as for [`Launch::for_extent`](crate::Launch::for_extent).
    pub const fn for_extent(&self, extent: (u32, u32, u32)) -> Result<VariantLaunch<L>, GridError> {
        self.launch(self.configuration.grid_for_extent(extent))
    }

    /// Creates a grid with a block for each tile of a product of `m` × `n` elements.
    ///
    /// # Errors
    ///
    /// [`GridError`] as for [`Launch::for_problem`](crate::Launch::for_problem), and [`GridError::NoTile`] if the attribute
    /// states no tile for this GPU.
    pub const fn for_problem(&self, m: u32, n: u32) -> Result<VariantLaunch<L>, GridError> {
        self.launch(self.configuration.grid_for_problem(m, n))
    }

    /// Creates a grid of so many blocks in x, y and z.
    ///
    /// # Errors
    ///
    /// [`GridError`] if a dimension is zero, over its limit, or not a multiple of the cluster's.
    pub const fn for_grid(&self, grid: (u32, u32, u32)) -> Result<VariantLaunch<L>, GridError> {
        self.launch(self.configuration.grid_of(grid))
    }

    /// Creates a grid that fills `sm_count` SMs once. Fewer clusters may be resident at once than the grid has: see
    /// [`Launch::persistent`](crate::Launch::persistent).
    ///
    /// # Errors
    ///
    /// [`GridError`] as for [`Launch::persistent_on`](crate::Launch::persistent_on).
    pub const fn persistent_on(&self, sm_count: u32) -> Result<VariantLaunch<L>, GridError> {
        self.persistent_on_with(sm_count, self.resident())
    }

    const fn resident(&self) -> u32 {
        match self.occupancy() {
            Ok(occupancy) => occupancy.blocks_per_sm,
            Err(_) => 0,
        }
    }

    /// Creates a grid with `blocks_per_sm` blocks on each of `sm_count` SMs.
    ///
    /// # Errors
    ///
    /// [`GridError`] as for [`Launch::persistent_on_with`](crate::Launch::persistent_on_with).
    pub const fn persistent_on_with(
        &self,
        sm_count: u32,
        blocks_per_sm: u32,
    ) -> Result<VariantLaunch<L>, GridError> {
        let (configuration, resident) = (&self.configuration, self.resident());
        self.launch(configuration.persistent_grid(sm_count, blocks_per_sm, resident))
    }

    const fn launch(
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

value_traits!(Variant: configuration);

impl<L> fmt::Debug for Variant<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kernel = self.kernel();
        f.debug_struct("Variant")
            .field("gpu", &self.arch().name())
            .field("block_dim", &kernel.block_dim)
            .field("registers_per_thread", &kernel.registers_per_thread)
            .field("shared_mem_bytes", &kernel.dynamic_shared_memory)
            .field("items_per_thread", &self.configuration.items_per_thread)
            .finish()
    }
}

/// Launch parameters of a [`Variant`], with a grid that can be launched.
#[must_use = "launch parameters do nothing until a kernel is launched with them"]
pub struct VariantLaunch<L> {
    grid: GridDim,
    variant: Variant<L>,
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

    /// Returns grid, block and dynamic shared memory, for code that itself opts in to more than 48 KiB of shared memory
    /// or to large clusters: see [`Launch::opted_in`](crate::Launch::opted_in).
    pub const fn opted_in(&self) -> ((u32, u32, u32), (u32, u32, u32), u32) {
        (self.grid_dim(), self.block_dim(), self.shared_mem_bytes())
    }
}

impl<L> Checked for VariantLaunch<L> {}

impl<L: LaunchParameters> LaunchParameters for VariantLaunch<L> {
    type LaunchType = L;
    const NAME: &'static str = L::NAME;

    #[inline]
    fn grid(&self) -> GridDim {
        self.grid
    }

    #[inline]
    fn kernel(&self) -> &Kernel {
        self.variant.kernel()
    }

    #[inline]
    fn configuration(&self) -> Configuration<'static> {
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

/// The error if the configuration was not checked for a GPU, or if its compute capability does not decide its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndeclaredGpu {
    pub(crate) compute_capability: (u32, u32),
    /// The number of SMs, if it was known.
    pub(crate) sm_count: Option<u32>,
    pub(crate) declared: &'static [Arch],
}

/// Returns `true` if the GPU has this compute capability.
pub(crate) fn is_of_capability(arch: &Arch, compute_capability: (u32, u32)) -> bool {
    arch.multiprocessor().compute_capability() == compute_capability
}

impl UndeclaredGpu {
    /// Returns the compute capability of the GPU.
    pub const fn compute_capability(&self) -> (u32, u32) {
        self.compute_capability
    }

    /// Returns the GPUs that the attribute names.
    pub const fn declared(&self) -> &'static [Arch] {
        self.declared
    }
}

impl fmt::Display for UndeclaredGpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, minor) = self.compute_capability;
        let mut declared = self.declared.iter();
        let is_declared = declared.any(|arch| is_of_capability(arch, self.compute_capability));
        let (head, mut separator, help) = match self.sm_count {
            None if is_declared => (
                "several configurations are for",
                ": those of ",
                "; `for_gpu` chooses by the name and the SMs of the GPU, too",
            ),
            _ => (
                "the launch was not checked for",
                ", only for ",
                "; add the GPU to `arch`",
            ),
        };
        write!(f, "{head} compute capability {major}.{minor}")?;
        if let (true, Some(sm_count)) = (is_declared, self.sm_count) {
            let s = if sm_count == 1 { "" } else { "s" };
            write!(f, " with this name and {sm_count} SM{s}")?;
        }
        for arch in self.declared {
            write!(f, "{separator}{}", arch.name())?;
            if let Arch::Device(device) = arch {
                write!(f, " ({})", device.multiprocessor().name())?;
            }
            separator = ", ";
        }
        f.write_str(help)
    }
}

impl core::error::Error for UndeclaredGpu {}
