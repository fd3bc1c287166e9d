//! The kernels, each with the configuration that it is launched with.

use std::path::{Path, PathBuf};

use occupancy::{
    Arch, Configuration, Occupancy, kernel::Argument, launch::CompileOptions, launch_config,
};

/// The folder of the sources.
pub fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels")
}

/// The bound on the registers of a build. CUDA C takes only one of them for a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// `__launch_bounds__(THREADS_PER_BLOCK, MIN_BLOCKS_PER_SM)`.
    LaunchBounds,
    /// `__maxnreg__(MAX_REGISTERS_PER_THREAD)`.
    Budget,
}

impl Hold {
    /// The definition of the macro that `bounds.cuh` looks at.
    pub fn option(self) -> Option<String> {
        (self == Self::Budget).then(|| "-DHOLD_TO_BUDGET".to_owned())
    }
}

/// A kernel and what its launch type says of it.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// The function, and the name of its source.
    pub name: &'static str,
    /// The checked configuration.
    pub configuration: Configuration<'static>,
    /// The configuration of each GPU.
    pub variants: Vec<(Arch, occupancy::Kernel)>,
    /// Resident blocks on every GPU at least.
    pub blocks_per_sm: u32,
    /// Definitions.
    pub defines: &'static [&'static str],
    /// The bound that keeps the kernel within its budget on every target.
    pub hold: Hold,
    /// Set if it needs more registers than the budget leaves it.
    pub spills: bool,
}

/// One kernel for one GPU.
#[derive(Clone, Debug)]
pub struct Build {
    /// The kernel.
    pub kernel: Kernel,
    /// The GPU.
    pub arch: Arch,
    /// The resources of a block on an SM of the target.
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
    pub fn source(&self) -> PathBuf {
        directory().join(self.name).with_extension("cu")
    }

    /// The kernel for each of its GPUs, with the definitions of the launch type; those of the GPU's own
    /// configuration if it has one.
    ///
    /// # Panics
    ///
    /// If a configuration that was checked has no occupancy.
    pub fn builds(&self) -> Vec<Build> {
        let build = |&(arch, declared): &(Arch, occupancy::Kernel)| {
            let occupancy = Occupancy::new(arch.multiprocessor(), &declared);
            let blocks_on_arch = occupancy.unwrap().blocks_per_sm;
            let (min_blocks, options) = if declared == self.configuration.kernel {
                (self.blocks_per_sm, options(self.defines))
            } else {
                let archs = [arch];
                let items = self.configuration.items_per_thread.into();
                let own = Configuration::new(&archs, declared)
                    .with_integer(Argument::ItemsPerThread, items);
                (blocks_on_arch, options_of(&own))
            };
            Build {
                kernel: self.clone(),
                arch,
                declared,
                blocks_on_arch,
                min_blocks,
                options,
            }
        };
        self.variants.iter().map(build).collect()
    }
}

impl Build {
    /// The target to compile for.
    pub fn target(&self) -> &'static str {
        self.arch.multiprocessor().targets()[0]
    }
}

/// Definitions, as options of nvcc.
pub fn options(defines: &[impl AsRef<str>]) -> Vec<String> {
    let defines = defines.iter();
    defines
        .map(|define| format!("-D{}", define.as_ref()))
        .collect()
}

/// The definitions of a configuration, as options of nvcc.
pub fn options_of(configuration: &Configuration<'_>) -> Vec<String> {
    let defines = CompileOptions::new(configuration).defines;
    options(&defines.each_ref().map(|define| define.as_str().to_owned()))
}

macro_rules! kernel {
    ($launch:ident, $name:literal) => {
        Kernel {
            name: $name,
            configuration: $launch::CONFIGURATION,
            variants: $launch::VARIANTS
                .iter()
                .map(|variant| (*variant.arch(), *variant.kernel()))
                .collect(),
            blocks_per_sm: $launch::BLOCKS_PER_SM,
            defines: $launch::DEFINES,
            hold: Hold::LaunchBounds,
            spills: false,
        }
    };
}

/// All kernels.
pub fn all() -> [Kernel; 7] {
    [
        kernel!(SaxpyLaunch, "saxpy"),
        Kernel {
            hold: Hold::Budget,
            ..kernel!(MatrixProductLaunch, "matrix_product")
        },
        kernel!(StagedMatrixProductLaunch, "staged_matrix_product"),
        kernel!(SoftmaxLaunch, "softmax"),
        outer_products_kernel(),
        kernel!(ClusterHistogramLaunch, "cluster_histogram"),
        kernel!(InclusiveScanLaunch, "inclusive_scan"),
    ]
}

/// The one that takes all the registers it is left.
pub fn outer_products_kernel() -> Kernel {
    Kernel {
        spills: true,
        ..kernel!(OuterProductsLaunch, "outer_products")
    }
}

/// y ← a·x + y
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 256,
    regs = 32,
    min_blocks = 4,
    items_per_thread = 4,
)]
pub fn saxpy() {}

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
pub fn matrix_product() {}

/// Two stages of two tiles in dynamic shared memory: all that a T4 has.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 256,
    regs = 128,
    smem = 2 * 2 * 64 * 64 * size_of::<f32>(),
    barriers = 1,
)]
pub fn staged_matrix_product() {}

/// The largest block, with all the registers that it can have.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 1024,
    regs = 64,
    smem = 16 * 1024,
    static_smem = 2 * 32 * size_of::<f32>(),
    barriers = 1,
)]
pub fn softmax() {}

/// 256 sums a thread: it spills, and launch bounds hold it to the budget.
#[launch_config(
    arch = ["t4", "a100", "h100", "b200", "rtx5090"],
    threads = 128,
    regs = 96,
    min_blocks = 5,
)]
pub fn outer_products() {}

/// Two blocks that reach each other's shared memory, from compute capability 9.0 on.
#[launch_config(
    arch = ["h100", "b200", "rtx5090"],
    threads = 256,
    regs = 32,
    smem = 32 * 1024,
    cluster = 2,
    min_blocks = 3,
)]
pub fn cluster_histogram() {}

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
pub fn inclusive_scan() {}
