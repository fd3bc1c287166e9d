//! A checked configuration as text for the compilers of CUDA C and of HIP, so that they compile the device code with the
//! numbers that the launch uses.

use core::fmt;

use crate::error::Error;
use crate::gpu::{Arch, Multiprocessor, Vendor};
use crate::kernel::{Configuration, of_gpus};
use crate::numbers::{max, or};
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
/// # Which of them keeps the budget on AMD
///
/// The second number of HIP's `__launch_bounds__` is wavefronts of a SIMD, not blocks of a CU or WGP: blocks ×
/// wavefronts of a block / SIMDs, rounded up. A kernel that needs more VGPRs than there are has, compiled with clang
/// 22.1.8:
///
/// | given to the compiler | VGPRs on `gfx942` | on `gfx1100` |
/// |---|---|---|
/// | nothing, or clang's attribute `launch_bounds(256, 4)` | 128 | 192 |
/// | [`--gpu-max-threads-per-block=256`](Self::gpu_max_threads), or `amdgpu_flat_work_group_size(1, 256)` | 512 | 256 |
/// | `__launch_bounds__(256, 4)` | 128 | 256 |
/// | `__launch_bounds__(256, 8)` | 64 | 192 |
/// | the same, with `amdgpu_num_vgpr(24)` | 48 | 24 |
/// | the same, with `amdgpu_num_vgpr(100)` | 64 | 100 |
///
/// So launch bounds keep the blocks here, too, and leave
/// [`max_registers_per_thread`](crate::search::max_registers_per_thread); the
/// [`amdgpu_attributes`](Self::amdgpu_attributes) keep the budget, too. More wavefronts than a SIMD has slots for are
/// ignored with a warning.
///
/// AMD's porting guide divides by two SIMDs for CDNA, too, whose CUs have four: its number is twice that of the fields.
///
/// Sources: HIP documentation, `__launch_bounds__` and porting guide; LLVM, `IsaInfo::getEUsPerCU`.
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
    /// `__launch_bounds__(256, 4)`: keeps as many blocks resident as fit on every GPU that has the vendor of the first one.
    ///
    /// If one text does not [describe](Self::describes) all GPUs of AMD, it has the wavefronts of the GPU that needs the
    /// most, in any order of the list. A GPU whose SIMDs have fewer slots ignores it with a warning. The
    /// [`header`](Self::header) has what each of them needs, and what those of the other vendor need.
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
    /// Macro definitions for NVRTC and nvcc, and for hipRTC and hipcc, after `-D`:
    ///
    /// | macro | value |
    /// |---|---|
    /// | `THREADS_PER_BLOCK` | threads of a block |
    /// | `MIN_BLOCKS_PER_SM` | resident blocks per SM, on the GPU where the fewest are resident |
    /// | `MIN_WAVES_PER_SIMD` | in its place on AMD: wavefronts of a SIMD, as HIP's launch bounds count |
    /// | `MAX_REGISTERS_PER_THREAD` | the register budget; on AMD `MAX_VGPRS` |
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
    /// `__attribute__((amdgpu_flat_work_group_size(1, 256), amdgpu_waves_per_eu(4), amdgpu_num_vgpr(48)))`: in place of the
    /// launch bounds on AMD, keeps the budget of VGPRs, too; `None` on NVIDIA.
    ///
    /// The first two are what HIP's headers make of launch bounds. The last one is half of the budget from CDNA 2 on: LLVM
    /// allows a kernel twice the number there, because half of the registers only accumulate. Registers that the kernel
    /// needs beyond the budget spill to scratch. For GPUs of several kinds, both numbers are those that keep it on each.
    ///
    /// Sources: ROCm/clr, `amd_hip_runtime.h`, `__launch_bounds_impl1__`; clang 22.1.8, see the
    /// [table](Self#which-of-them-keeps-the-budget-on-amd).
    pub amdgpu_attributes: Option<Text<160>>,
    /// The VGPRs to which the attributes limit a kernel on the first GPU: an even number from CDNA 2 on.
    #[doc(hidden)]
    pub amdgpu_vgprs: Option<u32>,
    configuration: Configuration<'a>,
    /// One of the GPUs that the fields describe; `None` if no GPU is named.
    of: Option<&'static Multiprocessor>,
    target: Option<&'static str>,
}

impl<'a> CompileOptions<'a> {
    /// Makes the options of a configuration, which has to pass its check. The fields are for the GPUs that have the vendor
    /// of the first one.
    pub const fn new(configuration: &Configuration<'a>) -> Self {
        let first = of_gpus!(configuration, first, arch => Some(arch.multiprocessor()));
        Self::of(configuration, first, false)
    }

    /// Makes the options for the GPUs of one vendor; `None` if the configuration names none.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, gpu::Vendor, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("h100")?, Arch::find("mi300x")?];
    /// let both = Configuration::new(&archs, Kernel::new((256, 1, 1), 64).with_vgprs(96));
    /// let bounds = |vendor| CompileOptions::of_vendor(&both, vendor).unwrap().launch_bounds;
    /// // 4 blocks an SM, and 5 wavefronts a SIMD.
    /// assert_eq!(bounds(Vendor::Nvidia).as_str(), "__launch_bounds__(256, 4)");
    /// assert_eq!(bounds(Vendor::Amd).as_str(), "__launch_bounds__(256, 5)");
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn of_vendor(configuration: &Configuration<'a>, vendor: Vendor) -> Option<Self> {
        let first = of_gpus!(configuration, first, arch: true =
            arch.multiprocessor().is_of(vendor) => arch.multiprocessor());
        Some(Self::of(configuration, Some(known!(first)), false))
    }

    /// The options for the GPUs that have the vendor of one, or only for those of its kind.
    const fn of(
        configuration: &Configuration<'a>,
        of: Option<&'static Multiprocessor>,
        is_of_kind: bool,
    ) -> Self {
        let kernel = &configuration.kernel;
        let threads = kernel.threads_per_block();
        let fewest = of_gpus!(configuration, <, arch: (true, Some(occupancy)) =
            (are_alike(of, arch, is_of_kind), configuration.occupancy_on(arch)) => occupancy.blocks_per_sm);
        let blocks = or(fewest, 0) as u64;
        let (registers, (x, y, z)) = (kernel.registers_per_thread, kernel.block_dim);
        let (in_x, in_y, in_z) = kernel.cluster();
        let mut options = Self {
            launch_bounds: call("__launch_bounds__", &[threads, blocks]),
            cluster_dims: match kernel.cluster_dim {
                Some((x, y, z)) => Some(call("__cluster_dims__", &[x as u64, y as u64, z as u64])),
                None => None,
            },
            defines: [
                define("THREADS_PER_BLOCK", threads),
                define("MIN_BLOCKS_PER_SM", blocks),
                define("MAX_REGISTERS_PER_THREAD", registers as u64),
                define("DYNAMIC_SHARED_MEMORY", kernel.dynamic_shared_memory as u64),
                define("ITEMS_PER_THREAD", configuration.items_per_thread as u64),
                define("STATIC_SHARED_MEMORY", kernel.static_shared_memory as u64),
                define("THREADS_PER_BLOCK_X", x as u64),
                define("THREADS_PER_BLOCK_Y", y as u64),
                define("THREADS_PER_BLOCK_Z", z as u64),
                define("BLOCKS_PER_CLUSTER_X", in_x as u64),
                define("BLOCKS_PER_CLUSTER_Y", in_y as u64),
                define("BLOCKS_PER_CLUSTER_Z", in_z as u64),
            ],
            amdgpu_attributes: None,
            amdgpu_vgprs: None,
            configuration: *configuration,
            of,
            target: None,
        };
        if let Some(sm) = of
            && let Vendor::Amd = sm.vendor
        {
            let waves = of_gpus!(configuration, >, arch: true = are_alike(of, arch, is_of_kind) =>
                arch.multiprocessor().warps_of_part(threads, blocks));
            let waves = or(waves, 0);
            options.launch_bounds = call("__launch_bounds__", &[threads, waves]);
            options.defines[1] = define("MIN_WAVES_PER_SIMD", waves);
            options.defines[2] = define("MAX_VGPRS", kernel.vgprs as u64);
            let named = of_gpus!(configuration, <, arch: true = are_alike(of, arch, is_of_kind) =>
                kernel.vgprs >> arch.multiprocessor().has_accumulation_half as u32);
            let named = max(or(named, 0), 1);
            options.amdgpu_vgprs = Some(named << sm.has_accumulation_half as u32);
            let mut all = call("__attribute__((amdgpu_flat_work_group_size", &[1, threads]);
            all.text(", amdgpu_waves_per_eu(").number(waves);
            all.text("), amdgpu_num_vgpr(").number(named as u64);
            options.amdgpu_attributes = Some(*all.text(")))"));
        }
        options
    }

    /// Returns `true` if the numbers for the first GPU are those for this one: it has the same vendor. On AMD it also has as
    /// many lanes in a wavefront and SIMDs in a CU or WGP, because launch bounds count wavefronts of a SIMD there, and its
    /// VGPRs are of the same kinds.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("mi300x")?, Arch::find("mi355x")?, Arch::find("rx7900xtx")?];
    /// let kernel = Kernel::new((256, 1, 1), 0).with_vgprs(96);
    /// let options = CompileOptions::new(&Configuration::new(&archs, kernel));
    /// assert!(options.describes(&archs[1]));
    /// assert!(!options.describes(&archs[2]));
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub const fn describes(&self, arch: &Arch) -> bool {
        are_alike(self.of, arch, true)
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
        let all = self.sms(Vendor::Nvidia);
        let lowest = all.min_by_key(|sm| sm.compute_capability())?;
        Some(lowest.plain_target())
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
        let all = self.sms(Vendor::Nvidia);
        let mut targets = all.flat_map(|sm| sm.targets).copied();
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
        let all = || self.sms(Vendor::Nvidia);
        for (at, sm) in all().enumerate() {
            let mut earlier = all().take(at);
            if earlier.any(|other| other.compute_capability() == sm.compute_capability()) {
                continue;
            }
            let target = self.target(sm);
            out.text(if at > 0 { " " } else { "" });
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
        let mut all = self.sms(Vendor::Nvidia);
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
        let registers = self.configuration.kernel.registers_per_thread;
        let mut out = Text::new();
        out.text("--maxrregcount=").number(registers.into());
        *out.text(" --override-directive-values")
    }

    /// Arguments for hipcc, clang and hipRTC: machine code for each target of the configuration, in its mode, with spaces
    /// between them. hipRTC compiles for one GPU at a time. `None` if GPUs are in different modes: each takes a call, and
    /// the options of a configuration of its own.
    ///
    /// For the resources of each kernel and spilled registers, add `-Rpass-analysis=kernel-resource-usage`.
    ///
    /// Sources: `clang --help` 22.1.8, `--offload-arch`, `-mwavefrontsize64` and `-mcumode`; ROCm/rocm-systems, the tests
    /// of hipRTC.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("mi300x")?, Arch::find("gfx1100:wave64")?, Arch::find("gfx1100")?];
    /// let kernel = Kernel::new((256, 1, 1), 0).with_vgprs(96);
    /// let hipcc = |archs| CompileOptions::new(&Configuration::new(archs, kernel)).hipcc();
    /// assert_eq!(
    ///     hipcc(&archs[..2]).unwrap().as_str(),
    ///     "--offload-arch=gfx942 --offload-arch=gfx1100 -mwavefrontsize64"
    /// );
    /// assert!(hipcc(&archs).is_none());
    /// # Ok::<(), occupancy_core::UnknownArch>(())
    /// ```
    pub fn hipcc(&self) -> Option<Text<1024>> {
        let (mut out, mut chosen) = (Text::new(), None);
        let all = || self.sms(Vendor::Amd);
        for (at, sm) in all().enumerate() {
            let target = sm.plain_target();
            if !all().take(at).any(|other| other.plain_target() == target) {
                out.text(if at > 0 { " " } else { "" });
                out.text("--offload-arch=").text(target);
            }
            // CDNA has no modes, and its compiler takes the options of others.
            let modes = (sm.warp_size == 64, sm.sub_partitions == 2);
            if sm.scalar_registers_per_partition == 0 && *chosen.get_or_insert(modes) != modes {
                return None;
            }
        }
        let (is_wave64, is_cu) = chosen.unwrap_or_default();
        out.text(if is_wave64 { " -mwavefrontsize64" } else { "" });
        Some(*out.text(if is_cu { " -mcumode" } else { "" }))
    }

    /// The option of hipcc, clang and hipRTC that gives kernels without launch bounds this block; the default is 1,024
    /// threads, which costs registers.
    ///
    /// Source: `clang --help` 22.1.8, `--gpu-max-threads-per-block`.
    ///
    /// ```
    /// use occupancy_core::{Arch, Configuration, Kernel, launch::CompileOptions};
    ///
    /// let archs = [Arch::find("mi300x").unwrap()];
    /// let kernel = Kernel::new((256, 1, 1), 0).with_vgprs(96);
    /// let options = CompileOptions::new(&Configuration::new(&archs, kernel));
    /// assert_eq!(options.gpu_max_threads().as_str(), "--gpu-max-threads-per-block=256");
    /// ```
    pub fn gpu_max_threads(&self) -> Text<48> {
        let threads = self.configuration.kernel.threads_per_block();
        define("--gpu-max-threads-per-block", threads)
    }

    fn sms(&self, vendor: Vendor) -> impl Iterator<Item = &'static Multiprocessor> + use<'a> {
        let all = self.configuration.archs.iter().map(Arch::multiprocessor);
        all.filter(move |sm| sm.vendor == vendor)
    }

    /// The target of one of the GPUs, without `sm_`.
    fn target(&self, sm: &Multiprocessor) -> &'static str {
        let chosen = self.target.filter(|target| sm.targets.contains(target));
        chosen
            .unwrap_or(sm.plain_target())
            .trim_start_matches("sm_")
    }

    /// The configuration as macro definitions of CUDA C, whose names begin with `prefix` and `_`. A build script writes
    /// them to a header, so that `.cu` files use the numbers of the Rust side.
    ///
    /// One file can have the definitions of several kernels, one after another, each with its own prefix. A second
    /// inclusion does nothing; other numbers under the same prefix are an `#error`. The same configuration always gives
    /// the same text. nvcc, NVRTC (as a header or before the source) and every C preprocessor take it.
    ///
    /// For GPUs of both vendors, or of CDNA and RDNA, it has the numbers of each, and the compiler's own macros choose:
    /// `__HIP__` or `__HIP_PLATFORM_AMD__`, and `__gfx1100__`. One target in several modes needs a header for each.
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

/// Macro definitions, whose names begin with a prefix, for what each of the compilers compiles for.
#[derive(Debug)]
struct Header<'a> {
    options: CompileOptions<'a>,
    prefix: &'a str,
}

impl fmt::Display for Header<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let configuration = &self.options.configuration;
        let archs = configuration.archs;
        let mut directive = "#if";
        // What differs from the first GPU; the code of the host has the first GPU of its vendor.
        for (at, arch) in archs.iter().enumerate().skip(1).rev() {
            let own = CompileOptions::of(configuration, Some(arch.multiprocessor()), true);
            let mut earlier = archs.iter().take(at);
            if earlier.clone().any(|one| own.describes(one)) {
                continue;
            }
            write!(f, "{directive} ")?;
            if arch.multiprocessor().is_of(Vendor::Nvidia) {
                f.write_str("!defined(__HIP__) && !defined(__HIP_PLATFORM_AMD__)")?;
            } else if earlier.any(|one| one.multiprocessor().is_of(Vendor::Amd)) {
                let alike = archs.iter().filter(|one| own.describes(one));
                for (i, one) in alike.enumerate() {
                    let or = if i == 0 { "" } else { " || " };
                    let target = one.multiprocessor().plain_target();
                    write!(f, "{or}defined(__{target}__)")?;
                }
            } else {
                f.write_str("defined(__HIP__) || defined(__HIP_PLATFORM_AMD__)")?;
            }
            f.write_str("\n")?;
            self.write(f, &own)?;
            directive = "#elif";
        }
        let is_split = directive == "#elif";
        f.write_str(if is_split { "#else\n" } else { "" })?;
        self.write(f, &CompileOptions::of(configuration, self.options.of, true))?;
        f.write_str(if is_split { "#endif\n" } else { "" })
    }
}

impl Header<'_> {
    /// Writes the definitions in a guard against a second inclusion.
    fn write(&self, f: &mut fmt::Formatter<'_>, options: &CompileOptions<'_>) -> fmt::Result {
        let prefix = self.prefix;
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
        let fault = "is already used for another launch configuration";
        writeln!(f, "\n#error \"{prefix} {fault}\"\n#endif")
    }
}

/// Returns `true` if both have one vendor; if they are to be of one kind, the numbers of launch bounds and of the budget are
/// the same for both.
const fn are_alike(one: Option<&Multiprocessor>, other: &Arch, is_of_kind: bool) -> bool {
    let Some(one) = one else { return false };
    let other_one = other.multiprocessor();
    let is_any = !is_of_kind || matches!(one.vendor, Vendor::Nvidia);
    let is_same_kind = one.warp_size == other_one.warp_size
        && one.sub_partitions == other_one.sub_partitions
        && one.has_accumulation_half == other_one.has_accumulation_half;
    other_one.is_of(one.vendor) && (is_any || is_same_kind)
}

/// The target as compilers name it, without what only some GPUs of it have.
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
