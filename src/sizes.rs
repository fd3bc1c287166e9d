//! The launch type of blocks of several sizes, one of which the program chooses when it runs.

use core::fmt;
use core::marker::PhantomData;

#[cfg(feature = "readers")]
use occupancy_binary::ptx;
use occupancy_core::kernel::same_dims;
use occupancy_core::{__each as each, Arch, Configuration, launch::CompileOptions};

use crate::declared::{Declared, Judged};
use crate::launch_type::Launch;
use crate::reported::{self, variants_on};
use crate::unchecked::Unchecked;
use crate::variant::{Gpus, Variant};

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
            blocks[at] = Self::SIZES[at].kernel.block_dim;
            at += 1;
        }
        blocks
    };
    /// Launch bounds for CUDA C and HIP, with which the compiled kernel runs in blocks of every size: those of the largest.
    /// For several kinds of GPUs, they are as [`Launch::LAUNCH_BOUNDS`].
    pub const LAUNCH_BOUNDS: &'static str = Self::OPTIONS.launch_bounds.as_str();
    /// The configuration of each size on each GPU.
    pub const VARIANTS: &'static [Variant<Launch<K>>] = K::VARIANTS;

    /// The configuration of each size on the GPUs without an `on(…)`.
    const SIZES: [Configuration<'static>; N] = {
        let (mut sizes, mut at) = ([Judged::<K>::CONFIGURATION; N], 1);
        while at < N {
            let stated = &K::OVERRIDES[at - 1];
            sizes[at] = stated.resolved(stated.verdict());
            at += 1;
        }
        sizes
    };
    const LARGEST: Configuration<'static> = {
        let mut largest = Self::SIZES[0];
        each!(Self::SIZES.as_slice(), |size| {
            if size.kernel.threads_per_block() > largest.kernel.threads_per_block() {
                largest = *size;
            }
        });
        largest
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
        each!(const { Self::SIZES.as_slice() }, |size| {
            if same_dims(size.kernel.block_dim, block_dim) {
                return Ok(Variant::on(Gpus::Declared(size.archs), size));
            }
        });
        Err(Unchecked::Block {
            block_dim,
            declared: const { &Self::BLOCK_DIMS },
        })
    }

    /// Returns the sizes on the GPU of NVIDIA with the compute capability that the driver reports.
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
        reported::meant::<K>((major, minor), None, &|_| true).map(Self::on)
    }

    /// Returns the sizes on the GPU of NVIDIA that the driver reports, by its name, its compute capability and its number of
    /// SMs.
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

    /// Returns the sizes on the GPU of AMD that HIP reports, by its target and its number of multiprocessors.
    ///
    /// # Errors
    ///
    /// [`Unchecked::Target`] as for [`Launch::for_target`].
    pub fn for_target(target_id: &str, multiprocessors: u32) -> Result<Self, Unchecked> {
        reported::of_target::<K>(target_id, multiprocessors).map(Self::on)
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
        match sizes.find(|one| one.block_dim() == block_dim) {
            Some(size) => Ok(*size),
            None => Err(Unchecked::Block {
                block_dim,
                // The sizes of an `on(…)` are in no list.
                declared: if K::STATED.archs.contains(self.gpu) {
                    const { &Self::BLOCK_DIMS }
                } else {
                    &[]
                },
            }),
        }
    }

    /// Returns launch bounds for the kernel's PTX, with which it runs in blocks of every size.
    #[cfg(feature = "readers")]
    pub const fn ptx_bounds() -> ptx::Bounds {
        ptx::Bounds::of(&Self::LARGEST)
    }
}

value_traits!(Sizes N: gpu);

impl<K: Declared, const N: usize> fmt::Debug for Sizes<K, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(K::NAME)
            .field("gpu", &self.gpu.name())
            .field("block_dims", &Self::BLOCK_DIMS)
            .finish()
    }
}
