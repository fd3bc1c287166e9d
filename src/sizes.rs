//! The launch type of blocks of several sizes, one of which the program chooses when it runs.

use core::fmt;
use core::marker::PhantomData;

#[cfg(feature = "readers")]
use occupancy_binary::ptx;
use occupancy_core::{Arch, Configuration, launch::CompileOptions};

use crate::declared::{Declared, configuration_of_size};
use crate::launch_type::Launch;
use crate::reported::{self, variants_on};
use crate::unchecked::Unchecked;
use crate::variant::Variant;

/// Launch parameters of a kernel with `threads = any(…)`: blocks of several sizes, each of which was checked.
///
/// It makes no grid: a size is chosen first, so that none is taken by mistake. A value is the sizes on one of several
/// GPUs.
///
/// ```
/// use occupancy::launch_config;
///
/// #[launch_config(arch = "h100", threads = any(64, 256, 1024), regs = 64, smem = threads * size_of::<f32>())]
/// fn reduce() {}
///
/// let launch = ReduceLaunch::for_threads(256)?.for_elements(1 << 20)?;
/// assert_eq!((launch.block_dim(), launch.shared_mem_bytes()), ((256, 1, 1), 1_024));
/// assert_eq!(
///     ReduceLaunch::for_threads(96).unwrap_err().to_string(),
///     "the launch was not checked for blocks of 96 threads, only for 64, 256, 1024; add the size to \
///      `threads = any(…)`"
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct Sizes<K, const N: usize> {
    gpu: &'static Arch,
    kernel: PhantomData<fn() -> K>,
}

impl<K: Declared, const N: usize> Sizes<K, N> {
    /// The blocks, as threads in x, y and z, in the order of the attribute.
    pub const BLOCK_DIMS: [(u32, u32, u32); N] = {
        let (mut blocks, mut at) = ([(0, 0, 0); N], 0);
        while at < N {
            blocks[at] = Self::SIZES[at].block_dim();
            at += 1;
        }
        blocks
    };
    /// Launch bounds for CUDA C, with which the compiled kernel runs in blocks of every size: those of the largest.
    pub const LAUNCH_BOUNDS: &'static str = Self::OPTIONS.launch_bounds.as_str();
    /// The configuration of each size on each GPU.
    pub const VARIANTS: &'static [Variant<Launch<K>>] = K::VARIANTS;

    /// The configuration of each size on the GPUs without an `on(…)`.
    const SIZES: [Variant<Launch<K>>; N] = {
        let first = configuration_of_size::<K>(0);
        let (mut sizes, mut at) = ([Variant::of_declared(first.archs, &first); N], 1);
        while at < N {
            let size = configuration_of_size::<K>(at);
            sizes[at] = Variant::of_declared(size.archs, &size);
            at += 1;
        }
        sizes
    };
    const LARGEST: Configuration<'static> = {
        let (mut largest, mut at) = (0, 1);
        while at < N {
            let threads = Self::SIZES[at].kernel().threads_per_block();
            if threads > Self::SIZES[largest].kernel().threads_per_block() {
                largest = at;
            }
            at += 1;
        }
        configuration_of_size::<K>(largest)
    };
    const OPTIONS: &'static CompileOptions<'static> = &CompileOptions::new(&Self::LARGEST);

    /// Returns the configuration with blocks of so many threads, on every GPU without an `on(…)`.
    ///
    /// # Errors
    ///
    /// [`Unchecked::Block`] if the attribute does not have the size.
    pub const fn for_threads(threads: u32) -> Result<Variant<Launch<K>>, Unchecked> {
        Self::for_block((threads, 1, 1))
    }

    /// Returns the configuration with blocks of so many threads in x, y and z, on every GPU without an `on(…)`.
    ///
    /// ```
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = "h100", threads = any((32, 2), (32, 4)), regs = 128, allow(idle_schedulers))]
    /// fn mat_vec() {}
    ///
    /// let launch = MatVecLaunch::for_block((32, 2, 1))?.for_grid((1_000, 1, 1))?;
    /// assert_eq!(launch.block_dim(), (32, 2, 1));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Unchecked::Block`] if the attribute does not have the block.
    pub const fn for_block(block_dim: (u32, u32, u32)) -> Result<Variant<Launch<K>>, Unchecked> {
        let mut at = 0;
        while at < N {
            let size = &Self::SIZES[at];
            if is_same(size.block_dim(), block_dim) {
                return Ok(*size);
            }
            at += 1;
        }
        Err(Unchecked::Block {
            block_dim,
            declared: const { &Self::BLOCK_DIMS },
        })
    }

    /// Returns the sizes on the GPU with the compute capability that the driver reports.
    ///
    /// ```
    /// use occupancy::launch_config;
    ///
    /// #[launch_config(arch = ["a100", "h100"], threads = any(128, 256), regs = 64, on("h100", smem = 1024 * warps))]
    /// fn reduce() {}
    ///
    /// let variant = ReduceLaunch::for_compute_capability(9, 0)?.with_threads(128)?;
    /// assert_eq!(variant.kernel().dynamic_shared_memory, 4_096);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Unchecked::Gpu`] as for [`Launch::for_compute_capability`].
    pub fn for_compute_capability(major: u32, minor: u32) -> Result<Self, Unchecked> {
        reported::of_capability::<K>((major, minor)).map(Self::on)
    }

    /// Returns the sizes on the GPU that the driver reports, by its name, its compute capability and its number of SMs.
    ///
    /// # Errors
    ///
    /// [`Unchecked::Gpu`] as for [`Launch::for_gpu`].
    pub fn for_gpu(
        name: &str,
        compute_capability: (u32, u32),
        sm_count: u32,
    ) -> Result<Self, Unchecked> {
        reported::of_name::<K>(name, compute_capability, sm_count).map(Self::on)
    }

    pub(crate) const fn on(gpu: &'static Arch) -> Self {
        let kernel = PhantomData;
        Self { gpu, kernel }
    }

    /// Returns the configuration with blocks of so many threads on the GPU.
    ///
    /// # Errors
    ///
    /// [`Unchecked::Block`] if the attribute does not have the size for the GPU.
    pub fn with_threads(&self, threads: u32) -> Result<Variant<Launch<K>>, Unchecked> {
        self.with_block((threads, 1, 1))
    }

    /// Returns the configuration with blocks of so many threads in x, y and z on the GPU.
    ///
    /// # Errors
    ///
    /// [`Unchecked::Block`] if the attribute does not have the block for the GPU.
    pub fn with_block(&self, block_dim: (u32, u32, u32)) -> Result<Variant<Launch<K>>, Unchecked> {
        let mut sizes = variants_on::<K>(self.gpu);
        let size = sizes.find(|one| one.block_dim() == block_dim);
        // The sizes of an `on(…)` are in no list.
        let has_own = !Self::SIZES[0].archs().contains(self.gpu);
        size.copied().ok_or(Unchecked::Block {
            block_dim,
            declared: if has_own {
                &[]
            } else {
                const { &Self::BLOCK_DIMS }
            },
        })
    }

    /// Returns launch bounds for the kernel's PTX, with which it runs in blocks of every size.
    #[cfg(feature = "readers")]
    #[inline]
    pub const fn ptx_bounds() -> ptx::Bounds {
        ptx::Bounds::of(&Self::LARGEST)
    }
}

const fn is_same(one: (u32, u32, u32), other: (u32, u32, u32)) -> bool {
    one.0 == other.0 && one.1 == other.1 && one.2 == other.2
}

impl<K, const N: usize> Clone for Sizes<K, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, const N: usize> Copy for Sizes<K, N> {}

impl<K: Declared, const N: usize> fmt::Debug for Sizes<K, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(K::NAME)
            .field("gpu", &self.gpu.name())
            .field("block_dims", &Self::BLOCK_DIMS)
            .finish()
    }
}
