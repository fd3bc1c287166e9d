//! The kernels, each with the configuration that it is launched with.

use std::path::{Path, PathBuf};

use occupancy::{
    Arch, Configuration, Occupancy, kernel::Argument, launch::CompileOptions, launch_config,
};

/// Where the sources are.
#[must_use]
pub fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels")
}

/// What holds the registers of a build. CUDA C takes one of them for a kernel, not both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// `__launch_bounds__(THREADS_PER_BLOCK, MIN_BLOCKS_PER_SM)`.
    LaunchBounds,
    /// `__maxnreg__(MAX_REGISTERS_PER_THREAD)`.
    Budget,
}

impl Hold {
    /// What `bounds.cuh` looks at.
    #[must_use]
    pub fn option(self) -> Option<String> {
        (self == Self::Budget).then(|| "-DHOLD_TO_BUDGET".to_owned())
    }
}

/// A kernel and what its launch type says of it.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// The function, and the name of its source.
    pub name: &'static str,
    /// What was checked.
    pub configuration: Configuration<'static>,
    /// The configuration of each GPU.
    pub variants: fn() -> Vec<(Arch, occupancy::Kernel)>,
    /// Resident blocks on every GPU at least.
    pub blocks_per_sm: u32,
    /// Launch bounds, as text.
    pub launch_bounds: &'static str,
    /// Definitions.
    pub defines: &'static [&'static str],
    /// What keeps the kernel within its budget on every target.
    pub hold: Hold,
    /// Whether it needs more registers than the budget leaves it.
    pub spills: bool,
}

/// One kernel for one GPU.
#[derive(Clone, Debug)]
pub struct Build {
    /// The kernel.
    pub kernel: Kernel,
    /// The GPU.
    pub arch: Arch,
    /// What a block asks of an SM, there.
    pub declared: occupancy::Kernel,
    /// Resident blocks that the launch type promises for this GPU.
    pub blocks_on_arch: u32,
    /// Resident blocks that the launch bounds ask for.
    pub min_blocks: u32,
    /// Definitions, as options of nvcc.
    pub options: Vec<String>,
}

impl Kernel {
    /// The source.
    #[must_use]
    pub fn source(&self) -> PathBuf {
        directory().join(self.name).with_extension("cu")
    }

    /// The kernel for each of its GPUs, with the definitions of the launch type; those of the
    /// GPU's own configuration where it has one.
    ///
    /// # Panics
    ///
    /// Where a configuration that was checked has no occupancy.
    #[must_use]
    pub fn builds(&self) -> Vec<Build> {
        let shared = self.configuration.kernel;
        (self.variants)()
            .into_iter()
            .map(|(arch, declared)| {
                let archs = [arch];
                let occupancy = Occupancy::new(arch.compute_capability(), &declared);
                let blocks_on_arch = occupancy.unwrap().blocks_per_sm;
                let (min_blocks, defines) = if declared == shared {
                    let defines = self.defines.iter().map(ToString::to_string).collect();
                    (self.blocks_per_sm, defines)
                } else {
                    let own = Configuration::new(&archs, declared).with_integer(
                        Argument::ItemsPerThread,
                        self.configuration.items_per_thread.into(),
                    );
                    (blocks_on_arch, defines(&CompileOptions::new(&own)))
                };
                let options: Vec<String> =
                    defines.iter().map(|define| format!("-D{define}")).collect();
                Build {
                    kernel: *self,
                    arch,
                    declared,
                    blocks_on_arch,
                    min_blocks,
                    options,
                }
            })
            .collect()
    }
}

impl Build {
    /// The target to compile for.
    #[must_use]
    pub fn target(&self) -> &'static str {
        self.arch.compute_capability().targets()[0]
    }
}

/// The definitions of options, as text.
#[must_use]
pub fn defines(options: &CompileOptions<'_>) -> Vec<String> {
    let defines = options.defines.iter();
    defines.map(|define| define.as_str().to_owned()).collect()
}

macro_rules! kernel {
    ($launch:ident, $name:literal, $hold:ident) => {
        Kernel {
            name: $name,
            configuration: $launch::CONFIGURATION,
            variants: || {
                let variants = $launch::VARIANTS.iter();
                variants
                    .map(|variant| (*variant.arch(), *variant.kernel()))
                    .collect()
            },
            blocks_per_sm: $launch::BLOCKS_PER_SM,
            launch_bounds: $launch::LAUNCH_BOUNDS,
            defines: $launch::DEFINES,
            hold: Hold::$hold,
            spills: false,
        }
    };
}

/// All kernels.
#[must_use]
pub fn all() -> [Kernel; 12] {
    [
        saxpy(),
        matrix_product(),
        staged_matrix_product(),
        block_sum(),
        softmax(),
        transpose(),
        histogram(),
        stencil(),
        outer_products(),
        bodies(),
        cluster_histogram(),
        inclusive_scan(),
    ]
}

/// y ← a·x + y
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 256,
    regs = 32,
    min_blocks = 4,
    items_per_thread = 4,
)]
#[must_use]
pub fn saxpy() -> Kernel {
    kernel!(SaxpyLaunch, "saxpy", LaunchBounds)
}

/// Tiles in static shared memory. It takes more than 40 registers where it is left more, and does not
/// need them: 5 or 4 blocks are then resident where 6 are promised.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = (16, 16),
    regs = 40,
    static_smem = 2 * 16 * 16 * size_of::<f32>(),
    barriers = 1,
    min_blocks = 4,
)]
#[must_use]
pub fn matrix_product() -> Kernel {
    kernel!(MatrixProductLaunch, "matrix_product", Budget)
}

/// Two stages of two tiles in dynamic shared memory: all that a T4 has.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 256,
    regs = 128,
    smem = 2 * 2 * 64 * 64 * size_of::<f32>(),
    barriers = 1,
)]
#[must_use]
pub fn staged_matrix_product() -> Kernel {
    kernel!(
        StagedMatrixProductLaunch,
        "staged_matrix_product",
        LaunchBounds
    )
}

/// A float for each warp in shared memory.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 512,
    regs = 32,
    static_smem = 512 / 32 * size_of::<f32>(),
    barriers = 1,
    min_blocks = 2,
    items_per_thread = 4,
)]
#[must_use]
pub fn block_sum() -> Kernel {
    kernel!(BlockSumLaunch, "block_sum", LaunchBounds)
}

/// The largest block, with all the registers that it can have.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 1024,
    regs = 64,
    smem = 16 * 1024,
    static_smem = 2 * 32 * size_of::<f32>(),
    barriers = 1,
)]
#[must_use]
pub fn softmax() -> Kernel {
    kernel!(SoftmaxLaunch, "softmax", LaunchBounds)
}

/// A padded tile in static shared memory.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = (32, 8),
    regs = 32,
    static_smem = 32 * 33 * size_of::<f32>(),
    barriers = 1,
    min_blocks = 4,
)]
#[must_use]
pub fn transpose() -> Kernel {
    kernel!(TransposeLaunch, "transpose", LaunchBounds)
}

/// Atomics in shared memory.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 256,
    regs = 32,
    static_smem = 256 * size_of::<u32>(),
    barriers = 1,
    min_blocks = 4,
)]
#[must_use]
pub fn histogram() -> Kernel {
    kernel!(HistogramLaunch, "histogram", LaunchBounds)
}

/// A plane with its halo in static shared memory.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = (32, 8),
    regs = 64,
    static_smem = (32 + 2) * (8 + 2) * size_of::<f32>(),
    barriers = 1,
    min_blocks = 4,
)]
#[must_use]
pub fn stencil() -> Kernel {
    kernel!(StencilLaunch, "stencil", LaunchBounds)
}

/// 256 sums a thread: it spills, and the budget is what launch bounds hold it to.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 128,
    regs = 96,
    min_blocks = 5,
)]
#[must_use]
pub fn outer_products() -> Kernel {
    Kernel {
        spills: true,
        ..kernel!(OuterProductsLaunch, "outer_products", LaunchBounds)
    }
}

/// Double precision: two registers a value.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 128,
    regs = 64,
    static_smem = 4 * 128 * size_of::<f64>(),
    barriers = 1,
    min_blocks = 8,
)]
#[must_use]
pub fn bodies() -> Kernel {
    kernel!(BodiesLaunch, "bodies", LaunchBounds)
}

/// Two blocks that reach each other's shared memory, from compute capability 9.0 on.
#[launch_config(
    arch = ["h100", "b200", "rtx5090"],
    threads = 256,
    regs = 32,
    smem = 32 * 1024,
    cluster = 2,
    min_blocks = 3,
)]
#[must_use]
pub fn cluster_histogram() -> Kernel {
    kernel!(ClusterHistogramLaunch, "cluster_histogram", LaunchBounds)
}

/// Twice the block on a B200, compiled with the definitions of its own configuration.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 256,
    regs = 40,
    static_smem = 32 * 4,
    barriers = 1,
    items_per_thread = 8,
    min_blocks = 4,
    on("b200", threads = 512, regs = 64, min_blocks = 2),
)]
#[must_use]
pub fn inclusive_scan() -> Kernel {
    kernel!(InclusiveScanLaunch, "inclusive_scan", LaunchBounds)
}
