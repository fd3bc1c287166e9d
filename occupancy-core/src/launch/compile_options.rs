//! A checked configuration as text for the compilers of CUDA C, so that they compile the device code with the numbers
//! that the launch uses.

use core::fmt;

use crate::error::Error;
use crate::gpu::{Arch, Multiprocessor};
use crate::kernel::{Configuration, Kernel};
use crate::numbers::or;
use crate::text::Text;

/// Launch bounds, macro definitions, a header and compiler options for a configuration.
///
/// For a launch type, they are `CompileOptions::new(&SaxpyLaunch::CONFIGURATION)`.
///
/// # Which of them keeps the register budget
///
/// `registers_per_thread` is a budget: the compiler decides how many registers the kernel uses. A kernel that needs
/// over 255 registers has, compiled with nvcc 13.5 for `sm_90`:
///
/// | given to the compiler | registers |
/// |---|---|
/// | `--maxrregcount=64` | 64 |
/// | `__maxnreg__(64)` | 64 |
/// | `__launch_bounds__(128)`, with `--maxrregcount=64` or without | 255 |
/// | `__launch_bounds__(128, 3)`, with `--maxrregcount=64` or without | 168 |
/// | the same, with [`ptxas_register_limit`](Self::ptxas_register_limit) of 64 | 64 |
///
/// So launch bounds keep the *blocks*: they allow a kernel
/// [`max_registers_per_thread`](crate::search::max_registers_per_thread), and keep the budget only if that is not more.
/// CUDA C refuses `__maxnreg__` beside `__launch_bounds__`: choose one of the two.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
/// assert_eq!(options.launch_bounds.as_str(), "__launch_bounds__(256, 4)");
/// assert_eq!(options.defines[0].as_str(), "THREADS_PER_BLOCK=256");
/// assert_eq!(
///     options.ptxas_register_limit().to_string(),
///     "--maxrregcount=64 --override-directive-values"
/// );
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CompileOptions<'a> {
    /// `__launch_bounds__(256, 4)`: keeps as many blocks resident as fit on every arch.
    pub launch_bounds: Text<48>,
    /// `__cluster_dims__(2, 1, 1)`: makes clusters of the blocks, however the kernel is launched; `None` without
    /// clusters. Write it beside the launch bounds.
    ///
    /// Source: CUDA C++ Programming Guide 13.0, Thread Block Clusters.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let kernel = Kernel::new((256, 1, 1), 64).with_cluster_dim(Some((2, 1, 1)));
    /// let options = CompileOptions::new(&Configuration::new(&archs, kernel));
    /// assert_eq!(options.cluster_dims.unwrap().as_str(), "__cluster_dims__(2, 1, 1)");
    /// ```
    pub cluster_dims: Option<Text<56>>,
    /// Macro definitions for NVRTC and nvcc, after `-D`:
    ///
    /// | macro | value |
    /// |---|---|
    /// | `THREADS_PER_BLOCK` | threads of a block |
    /// | `MIN_BLOCKS_PER_SM` | resident blocks per SM, on the GPU where the fewest are resident |
    /// | `MAX_REGISTERS_PER_THREAD` | the register budget |
    /// | `DYNAMIC_SHARED_MEMORY` | bytes per block that the launch requests |
    /// | `ITEMS_PER_THREAD` | elements that each thread works on |
    /// | `STATIC_SHARED_MEMORY` | bytes per block that the kernel declares |
    /// | `THREADS_PER_BLOCK_X`, `_Y`, `_Z` | the block's dimensions |
    /// | `BLOCKS_PER_CLUSTER_X`, `_Y`, `_Z` | the cluster's dimensions, 1 without a cluster |
    ///
    /// All values are numbers: nvcc ends a value at a comma, so launch bounds cannot be defined this way. CUB has
    /// template parameters called `ITEMS_PER_THREAD`, which the definition breaks. A [`header`](Self::header) has
    /// neither problem.
    pub defines: [Text<48>; 12],
    archs: &'a [Arch],
    kernel: Kernel,
    target: Option<&'static str>,
}

impl<'a> CompileOptions<'a> {
    /// Makes the options of a configuration, which has to pass its check.
    pub const fn new(configuration: &Configuration<'a>) -> Self {
        let kernel = &configuration.kernel;
        let threads = kernel.threads_per_block();
        let blocks = or(configuration.fewest_blocks_per_sm(), 0) as u64;
        let [x, y, z] = numbers(kernel.block_dim);
        let cluster @ [in_x, in_y, in_z] = numbers(kernel.cluster());
        let registers = kernel.registers_per_thread as u64;
        Self {
            launch_bounds: call("__launch_bounds__", &[threads, blocks]),
            cluster_dims: match kernel.cluster_dim {
                Some(_) => Some(call("__cluster_dims__", &cluster)),
                None => None,
            },
            defines: [
                define("THREADS_PER_BLOCK", threads),
                define("MIN_BLOCKS_PER_SM", blocks),
                define("MAX_REGISTERS_PER_THREAD", registers),
                define("DYNAMIC_SHARED_MEMORY", kernel.dynamic_shared_memory as u64),
                define("ITEMS_PER_THREAD", configuration.items_per_thread as u64),
                define("STATIC_SHARED_MEMORY", kernel.static_shared_memory as u64),
                define("THREADS_PER_BLOCK_X", x),
                define("THREADS_PER_BLOCK_Y", y),
                define("THREADS_PER_BLOCK_Z", z),
                define("BLOCKS_PER_CLUSTER_X", in_x),
                define("BLOCKS_PER_CLUSTER_Y", in_y),
                define("BLOCKS_PER_CLUSTER_Z", in_z),
            ],
            archs: configuration.archs,
            kernel: *kernel,
            target: None,
        }
    }

    /// The plain target of the lowest compute capability of the configuration: PTX for it runs on all of the GPUs.
    /// `None` if no GPU is named, or if that compute capability lists no [`targets`](crate::Multiprocessor::targets).
    ///
    /// Source: CUDA C++ Programming Guide 13.0, PTX compatibility.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100")?, Arch::find("a100")?];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
    /// assert_eq!(options.lowest_target(), Some("sm_80"));
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub fn lowest_target(&self) -> Option<&'static str> {
        let lowest = self
            .multiprocessors()
            .min_by_key(|sm| sm.compute_capability())?;
        lowest.targets.first().copied()
    }

    /// The options for code that needs an architecture-specific or family-specific target, such as `sm_90a`, in place
    /// of the plain one of its compute capability. `None` if no GPU of the configuration lists it in its
    /// [`targets`](crate::Multiprocessor::targets).
    ///
    /// Source: CUDA C++ Programming Guide 13.0, family-specific and architecture-specific features.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
    /// assert!(options.with_target("sm_100a").is_none());
    /// let arguments = options.with_target("sm_90a").unwrap().nvcc();
    /// assert_eq!(arguments.as_str(), "-gencode=arch=compute_90a,code=sm_90a");
    /// ```
    #[must_use = "returns the changed options"]
    pub fn with_target(mut self, target: &str) -> Option<Self> {
        let mut targets = self.multiprocessors().flat_map(|sm| sm.targets).copied();
        self.target = Some(targets.find(|one| *one == target)?);
        Some(self)
    }

    /// Arguments for nvcc: machine code for each compute capability of the configuration, with spaces between them.
    ///
    /// With them, nvcc compiles only for the checked GPUs, and keeps no PTX for later ones. Pass the numbers with a
    /// [`header`](Self::header), or with each of [`defines`](Self::defines) after `-D`. For warnings of spilled
    /// registers, add `--ptxas-options=--warn-on-spills,--verbose`.
    ///
    /// Source: NVIDIA CUDA Compiler Driver, `--generate-code` (`-gencode`), `nvcc --help` 13.5.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("a100")?, Arch::find("h100")?, Arch::find("h200")?];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
    /// let mut nvcc = std::process::Command::new("nvcc");
    /// nvcc.args(options.nvcc().as_str().split(' '));
    /// let arguments: Vec<_> = nvcc.get_args().collect();
    /// assert_eq!(
    ///     arguments,
    ///     ["-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"]
    /// );
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub fn nvcc(&self) -> Text<2048> {
        let mut out = Text::new();
        for (at, sm) in self.multiprocessors().enumerate() {
            let mut earlier = self.multiprocessors().take(at);
            if earlier.any(|other| other.compute_capability() == sm.compute_capability()) {
                continue;
            }
            if at > 0 {
                out.text(" ");
            }
            let target = self.target(sm);
            out.text("-gencode=arch=compute_").text(target);
            out.text(",code=sm_").text(target);
        }
        out
    }

    /// Arguments for ptxas, which compiles for one GPU at a time: the target, a warning about spilled registers, and
    /// the report of the resources of each kernel. `None` if the configuration names no GPU of that compute capability.
    ///
    /// Source: `ptxas --help` 13.5, `--gpu-name`, `--warn-on-spills` and `--verbose`.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let h100 = Arch::find("h100")?;
    /// let archs = [h100];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
    /// assert_eq!(
    ///     options.ptxas(&h100).unwrap().to_string(),
    ///     "--gpu-name=sm_90 --warn-on-spills --verbose"
    /// );
    /// assert!(options.ptxas(&Arch::find("a100")?).is_none());
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub fn ptxas(&self, arch: &Arch) -> Option<Text<80>> {
        let wanted = arch.multiprocessor().compute_capability();
        let mut all = self.multiprocessors();
        let sm = all.find(|sm| sm.compute_capability() == wanted)?;
        let mut out = Text::new();
        out.text("--gpu-name=sm_").text(self.target(sm));
        Some(*out.text(" --warn-on-spills --verbose"))
    }

    /// Arguments for ptxas that limit every kernel of the file to the register budget, whatever its launch bounds
    /// allow. Beside launch bounds, `--maxrregcount` alone does nothing.
    ///
    /// They override the source for every kernel of the file: put a kernel with another budget into a file of its own.
    /// nvcc takes them after `--ptxas-options=`, joined by commas. Registers that the kernel needs beyond the budget
    /// spill to local memory.
    ///
    /// Source: `ptxas --help` 13.5, `--override-directive-values`; see the
    /// [table](Self#which-of-them-keeps-the-register-budget).
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 72)));
    /// assert_eq!(
    ///     options.ptxas_register_limit().to_string(),
    ///     "--maxrregcount=72 --override-directive-values"
    /// );
    /// ```
    pub fn ptxas_register_limit(&self) -> Text<80> {
        let registers = self.kernel.registers_per_thread;
        let mut out = Text::new();
        out.text("--maxrregcount=").number(registers.into());
        *out.text(" --override-directive-values")
    }

    fn multiprocessors(&self) -> impl Iterator<Item = &'static Multiprocessor> + use<'a> {
        self.archs.iter().map(Arch::multiprocessor)
    }

    /// The target of one of the GPUs, without `sm_`.
    fn target(&self, sm: &Multiprocessor) -> &'static str {
        let chosen = self.target.filter(|target| sm.targets.contains(target));
        let plain = sm.targets.first().copied().unwrap_or_default();
        chosen.unwrap_or(plain).trim_start_matches("sm_")
    }

    /// The configuration as macro definitions of CUDA C, whose names begin with `prefix` and `_`. A build script writes
    /// them to a header, so that `.cu` files use the numbers of the Rust side.
    ///
    /// One file can have the definitions of several kernels, one after another, each with its own prefix. A second
    /// inclusion does nothing; other numbers under the same prefix are an `#error`. The same configuration always gives
    /// the same text. nvcc, NVRTC (as a header or before the source) and every C preprocessor take it.
    ///
    /// After the prefix come the names of [`defines`](Self::defines), and
    ///
    /// | macro | value |
    /// |---|---|
    /// | `LAUNCH_BOUNDS` | `__launch_bounds__(256, 4)` |
    /// | `CLUSTER_DIMS` | `__cluster_dims__(2, 1, 1)`, or nothing without a cluster |
    ///
    /// # Errors
    ///
    /// [`Error::EmptyPrefix`], [`Error::DigitFirst`] or [`Error::NotInPrefix`] if the prefix is not a C identifier:
    /// ASCII letters, digits and `_`, without a digit in front. Source: C11, 6.4.2.1.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100")?];
    /// let options = CompileOptions::new(&Configuration::new(&archs, Kernel::new((256, 1, 1), 64)));
    /// let header = options.header("SAXPY")?.to_string();
    /// assert!(header.contains("#define SAXPY_THREADS_PER_BLOCK 256\n"));
    /// assert!(header.contains("#define SAXPY_LAUNCH_BOUNDS __launch_bounds__(256, 4)\n"));
    /// // #include "launch_config.h"
    /// // __global__ void SAXPY_LAUNCH_BOUNDS SAXPY_CLUSTER_DIMS saxpy(…)
    ///
    /// // One file for both kernels.
    /// let stencil = CompileOptions::new(&Configuration::new(&archs, Kernel::new((32, 8, 1), 40)));
    /// let both = format!("{header}{}", stencil.header("STENCIL")?);
    /// assert!(both.starts_with("#ifndef SAXPY_LAUNCH_CONFIG\n"));
    /// assert!(both.contains("#define STENCIL_THREADS_PER_BLOCK_Y 8\n"));
    ///
    /// let error = options.header("two-pass").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the prefix of a macro has to be a C identifier: the character at byte 3 is not an ASCII letter, \
    ///      a digit or `_`"
    /// );
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn header(
        &self,
        prefix: &'a str,
    ) -> Result<impl fmt::Debug + fmt::Display + use<'a>, Error> {
        let options = *self;
        let is_other = |byte: u8| !byte.is_ascii_alphanumeric() && byte != b'_';
        match (prefix.as_bytes(), prefix.bytes().position(is_other)) {
            ([], _) => Err(Error::EmptyPrefix),
            ([b'0'..=b'9', ..], _) => Err(Error::DigitFirst),
            (_, Some(at)) => Err(Error::NotInPrefix(at)),
            (_, None) => Ok(Header { options, prefix }),
        }
    }
}

/// Macro definitions in a guard against a second inclusion; their names begin with a prefix.
#[derive(Debug)]
struct Header<'a> {
    options: CompileOptions<'a>,
    prefix: &'a str,
}

impl fmt::Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (options, prefix) = (&self.options, self.prefix);
        let defines = options.defines.iter();
        let numbers = defines.filter_map(|define| define.as_str().split_once('='));
        writeln!(f, "#ifndef {prefix}_LAUNCH_CONFIG")?;
        writeln!(f, "#define {prefix}_LAUNCH_CONFIG")?;
        for (name, value) in numbers.clone() {
            writeln!(f, "#define {prefix}_{name} {value}")?;
        }
        let bounds = options.launch_bounds;
        writeln!(f, "#define {prefix}_LAUNCH_BOUNDS {bounds}")?;
        write!(f, "#define {prefix}_CLUSTER_DIMS")?;
        if let Some(cluster) = &options.cluster_dims {
            write!(f, " {cluster}")?;
        }
        // With the guard alone, the numbers of a stale or second configuration would pass in silence.
        f.write_str("\n#elif ")?;
        for (i, (name, value)) in numbers.enumerate() {
            let or = if i == 0 { "" } else { " || " };
            write!(f, "{or}{prefix}_{name} != {value}")?;
        }
        writeln!(
            f,
            "\n#error \"{prefix} is already used for another launch configuration\""
        )?;
        f.write_str("#endif\n")
    }
}

const fn numbers((x, y, z): (u32, u32, u32)) -> [u64; 3] {
    [x as u64, y as u64, z as u64]
}

/// `name(1, 2)`
const fn call<const N: usize>(name: &str, numbers: &[u64]) -> Text<N> {
    let (mut out, mut before) = (Text::new(), "(");
    out.text(name);
    each!(numbers, |number| {
        out.text(before).number(*number);
        before = ", ";
    });
    *out.text(")")
}

const fn define(name: &str, value: u64) -> Text<48> {
    *Text::new().text(name).text("=").number(value)
}
