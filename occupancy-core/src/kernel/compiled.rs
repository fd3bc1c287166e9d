//! The figures of a compiled kernel, as far as its file or the driver states them.

use super::Argument;
use super::name::name_in_source;
use crate::gpu::{CodeForm, Multiprocessor, Suffix, runs};
use crate::text::words;

/// The figures of a compiled kernel, from machine code, from PTX, or from a function that the driver has
/// loaded. A figure that the source does not state is `None`.
///
/// `occupancy-binary` reads them from cubins, fat binaries, libraries and PTX, and the `driver` module of
/// `occupancy` asks the driver. [`Configuration::with_compiled`] checks the figures of a file against a
/// configuration, [`Configuration::with_loaded`] those that the driver reports.
///
/// ```
/// use occupancy_core::{Arch, Compiled, Configuration, Kernel, Rule};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let compiled = [Compiled::machine_code("saxpy", (9, 0)).with_registers(72)];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// assert!(configuration.check().is_empty());
/// assert!(configuration.with_compiled(&compiled).check().contains(Rule::CompiledRegisters));
/// ```
///
/// # What each figure is for
///
/// The messages that it decides, and the column of `occupancy inspect`:
///
/// | figure | judged by | shown as |
/// |---|---|---|
/// | `form` | OCC007, OCC035, OCC208, OCC214 | `target` |
/// | `name` | the words of each | `symbol` |
/// | `compute_capability` | OCC035 | `target` |
/// | `suffix` | OCC007, OCC035 | `target` |
/// | `toolkit` | | `toolkit` |
/// | `is_relocatable` | OCC207, OCC209 | `is_relocatable` |
/// | `registers` | OCC030, OCC045 | `registers` |
/// | `static_shared_memory` | OCC007, OCC031, OCC045 | `static_shared_memory` |
/// | `frame` | OCC206 | `frame` |
/// | `stack` | OCC207 | `stack` |
/// | `barriers` | OCC009, OCC032, OCC210 | `barriers` |
/// | `parameter_bytes` | | `parameter_bytes` |
/// | `max_block` | OCC033, OCC208, OCC214 | `max_block` |
/// | `required_block` | OCC034, OCC208, OCC214 | `required_block` |
/// | `min_blocks` | OCC214 | `min_blocks` |
/// | `register_cap` | OCC208, OCC214 | `register_cap` |
/// | `cluster_dim` | OCC036, OCC064 | `cluster` |
/// | `max_cluster_rank` | OCC036 | `max_cluster_rank` |
/// | `is_cluster_explicit` | OCC036 | |
/// | `are_blocks_clusters` | OCC064 | |
/// | `spill_instructions` | OCC206 | `spill_instructions` |
/// | `code_bytes` | | `code_bytes` |
/// | `virtual_resources` | | `virtual_resources` |
/// | `sm_count` | OCC043 | |
/// | `max_dynamic_shared_memory` | OCC044 | |
/// | `nonportable_cluster_allowed` | OCC065 | |
/// | `blocks_per_sm` | OCC045 | |
///
/// [`Configuration::with_compiled`]: crate::Configuration::with_compiled
/// [`Configuration::with_loaded`]: crate::Configuration::with_loaded
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
#[non_exhaustive]
pub struct Compiled<'a> {
    /// Where the figures are from.
    pub form: CodeForm,
    /// The symbol, mangled for C++. Empty for a loaded function, because the driver does not report its name.
    pub name: &'a str,
    /// The compute capability that it was compiled for, major and minor; for a loaded function, that of
    /// its GPU.
    pub compute_capability: (u32, u32),
    /// The letter at the end of the target: `a` of `sm_90a`. PTX, the entries of a fat binary, and cubins
    /// of CUDA 12.8 and later state it. Older cubins state `a`; there is no `f` before CUDA 12.9.
    pub suffix: Suffix,
    /// The CUDA toolkit that it was compiled with: major and minor.
    pub toolkit: Option<(u32, u32)>,
    /// Whether the image is input for the linker (`-rdc=true`), so it is not what runs. The linker
    /// raises registers, stack and barriers to those of the called functions; check the linked image.
    pub is_relocatable: bool,
    /// 32-bit registers per thread: 0 to 255; `CU_FUNC_ATTRIBUTE_NUM_REGS`. PTX has none yet.
    pub registers: Option<u32>,
    /// Static shared memory, bytes per block, as
    /// [`Kernel::static_shared_memory`](crate::Kernel::static_shared_memory) counts it: without the
    /// 1,024 that the system takes; `CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES`.
    ///
    /// PTX determines it if no function is called through a register or is in another module, and ptxas
    /// can lay it out in only one order.
    pub static_shared_memory: Option<u32>,
    /// Bytes of local memory per thread in the kernel's own frame: its arrays and spilled registers.
    /// Only machine code states it.
    pub frame: Option<u32>,
    /// Bytes of local memory per thread, including those of every called function. Also `None` if the
    /// compiler could not tell (recursion, `alloca`), or only the linker can.
    pub stack: Option<u32>,
    /// Named barriers, 0 to 16: one more than the highest id. If an id is in a register, machine code
    /// has 16, and PTX `None`. PTX also has `None` with a barrier of the cluster, and more than 16 with an id that
    /// ptxas refuses.
    pub barriers: Option<u32>,
    /// Bytes of the parameters, with the padding between them.
    pub parameter_bytes: Option<u32>,
    /// The block of `__launch_bounds__` or `.maxntid`: no more threads than the product. For a loaded
    /// function, `CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK` threads in x, which its registers can lower.
    pub max_block: Option<(u32, u32, u32)>,
    /// The block of `__block_size__` or `.reqntid`: exactly this.
    pub required_block: Option<(u32, u32, u32)>,
    /// `.minnctapersm`: resident blocks per SM that ptxas keeps registers for. Only PTX states it.
    pub min_blocks: Option<u32>,
    /// The register limit of the compiler, from launch bounds, `-maxrregcount` or `__maxnreg__`; 255 if
    /// only the hardware limited it; for PTX, `.maxnreg`.
    pub register_cap: Option<u32>,
    /// The cluster of `__cluster_dims__` or `.reqnctapercluster`, blocks in each dimension. `None` if
    /// the launch chooses. A loaded function that runs in no cluster has `(1, 1, 1)`.
    pub cluster_dim: Option<(u32, u32, u32)>,
    /// The most blocks that a cluster can have: `.maxclusterrank`.
    pub max_cluster_rank: Option<u32>,
    /// Whether a launch has to state a cluster, unless the code has one: `.explicitcluster`. A crate whose launches
    /// state none cannot launch it.
    pub is_cluster_explicit: bool,
    /// Whether the grid of a launch counts clusters: `.blocksareclusters`. The driver does not report it of a loaded
    /// function.
    pub are_blocks_clusters: bool,
    /// Instructions that store a spilled register or load it back. ptxas states them since 12.8.
    pub spill_instructions: Option<u32>,
    /// Bytes of the kernel's machine code, including the functions that are linked into it.
    pub code_bytes: Option<u64>,
    /// Virtual resources of a block, as the file states them: 128 with tensor memory (`tcgen05`), else 0.
    ///
    /// They limit nothing: blocks of these kernels share an SM, although `cuda_occupancy.h` and the
    /// driver allow one. The columns of tensor memory limit them, but no file states those:
    /// [`Accumulator::TensorMemory`](crate::kernel::Accumulator::TensorMemory) counts them, and has the source.
    pub virtual_resources: Option<u32>,
    /// SMs of the GPU that a function is loaded on: `CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT`.
    pub sm_count: Option<u32>,
    /// Bytes of dynamic shared memory per block that a launch of a loaded function may currently have:
    /// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`.
    pub max_dynamic_shared_memory: Option<u32>,
    /// A launch of a loaded function may currently have clusters of more than the portable 8 blocks:
    /// `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`.
    pub nonportable_cluster_allowed: Option<bool>,
    /// Resident blocks per SM of a loaded function, with the configuration's block and dynamic shared
    /// memory: `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    ///
    /// On GPUs with tensor memory, from compute capability 10.0 on, a 1 that nothing else explains is
    /// not compared: the driver answers 1 for every kernel with `tcgen05.alloc`, however many blocks are
    /// resident ([`Accumulator::TensorMemory`](crate::kernel::Accumulator::TensorMemory) has the measurement).
    pub blocks_per_sm: Option<u32>,
}

// The name, the form and the letter are written beside them; a file states nothing of a loaded function.
words! {
    Compiled<'_>:
    pair compute_capability,
    known_pair toolkit,
    flag is_relocatable,
    known registers,
    known static_shared_memory,
    known frame,
    known stack,
    known barriers,
    known parameter_bytes,
    known_extent max_block,
    known_extent required_block,
    known min_blocks,
    known register_cap,
    known_extent cluster_dim,
    known max_cluster_rank,
    flag is_cluster_explicit,
    flag are_blocks_clusters,
    known spill_instructions,
    known code_bytes,
    known virtual_resources,
}

impl<'a> Compiled<'a> {
    /// Compiled code with nothing else known yet.
    const fn new(form: CodeForm, name: &'a str, compute_capability: (u32, u32)) -> Self {
        Self {
            form,
            name,
            compute_capability,
            suffix: Suffix::None,
            toolkit: None,
            is_relocatable: false,
            registers: None,
            static_shared_memory: None,
            frame: None,
            stack: None,
            barriers: None,
            parameter_bytes: None,
            max_block: None,
            required_block: None,
            min_blocks: None,
            register_cap: None,
            cluster_dim: None,
            max_cluster_rank: None,
            is_cluster_explicit: false,
            are_blocks_clusters: false,
            spill_instructions: None,
            code_bytes: None,
            virtual_resources: None,
            sm_count: None,
            max_dynamic_shared_memory: None,
            nonportable_cluster_allowed: None,
            blocks_per_sm: None,
        }
    }

    /// Machine code for a compute capability, major and minor, with nothing else known yet.
    ///
    /// ```
    /// use occupancy_core::Compiled;
    ///
    /// const SAXPY: Compiled<'_> = {
    ///     let mut saxpy = Compiled::machine_code("saxpy", (9, 0)).with_registers(32);
    ///     saxpy.max_block = Some((256, 1, 1));
    ///     saxpy
    /// };
    /// assert_eq!((SAXPY.registers, SAXPY.static_shared_memory), (Some(32), None));
    /// ```
    pub const fn machine_code(name: &'a str, compute_capability: (u32, u32)) -> Self {
        Self::new(CodeForm::MachineCode, name, compute_capability)
    }

    /// PTX for a target, `sm_90a` as `(9, 0)` and [`Suffix::Architecture`], with nothing else known yet.
    pub const fn ptx(name: &'a str, compute_capability: (u32, u32), suffix: Suffix) -> Self {
        let mut ptx = Self::new(CodeForm::Ptx, name, compute_capability);
        ptx.suffix = suffix;
        ptx
    }

    /// A function that is loaded on a GPU of a compute capability, major and minor, with nothing else
    /// known yet.
    ///
    /// ```
    /// use occupancy_core::{Arch, Compiled, Configuration, Kernel, Rule};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    ///
    /// // From `cuFuncGetAttribute`, `cuDeviceGetAttribute` and
    /// // `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    /// let mut function = Compiled::loaded((9, 0)).with_registers(72);
    /// function.sm_count = Some(132);
    /// function.blocks_per_sm = Some(3);
    /// let violations = configuration.with_loaded(&function).check();
    /// assert!(violations.iter().eq([Rule::CompiledRegisters, Rule::CompiledBlocksPerSm]));
    /// ```
    pub const fn loaded(compute_capability: (u32, u32)) -> Self {
        Self::new(CodeForm::Loaded, "", compute_capability)
    }

    /// Sets the registers per thread.
    pub const fn with_registers(mut self, registers: u32) -> Self {
        self.registers = Some(registers);
        self
    }

    /// Sets the static shared memory, bytes per block.
    pub const fn with_static_shared_memory(mut self, bytes: u32) -> Self {
        self.static_shared_memory = Some(bytes);
        self
    }

    /// The name of the function in the source, without namespaces, arguments of a template and
    /// parameters.
    ///
    /// ```
    /// use occupancy_core::Compiled;
    ///
    /// let dot = Compiled::machine_code("_ZN4blas3dotEiPKfPf", (9, 0));
    /// assert_eq!(dot.name_in_source(), "dot");
    /// ```
    pub const fn name_in_source(&self) -> &'a str {
        name_in_source(self.name)
    }

    /// The figure that an [integer](Argument::is_integer) takes of the code if it is left out; `None` if the code
    /// does not state it, and for an argument that is not [`OF_COMPILED`](Argument::OF_COMPILED).
    ///
    /// ```
    /// use occupancy_core::{Compiled, kernel::Argument};
    ///
    /// let saxpy = Compiled::machine_code("saxpy", (9, 0)).with_registers(32);
    /// assert_eq!(saxpy.integer(Argument::Registers), Some(32));
    /// assert_eq!(saxpy.integer(Argument::Barriers), None);
    /// ```
    pub const fn integer(&self, argument: Argument) -> Option<u32> {
        match argument {
            Argument::Registers => self.registers,
            Argument::StaticSharedMemory => self.static_shared_memory,
            Argument::Barriers => self.barriers,
            _ => None,
        }
    }

    /// The limits of an SM of its compute capability; `None` if they are not known.
    pub const fn multiprocessor(&self) -> Option<&'static Multiprocessor> {
        let (major, minor) = self.compute_capability;
        Multiprocessor::of(major, minor)
    }

    /// Whether a GPU of this compute capability runs it, as far as the code states it.
    ///
    /// Machine code runs on GPUs of its own major version with its minor version or a later one, and on a
    /// Tegra (Jetson) only if it was compiled for it. PTX for a plain target runs on its own compute
    /// capability and every later one. Both for `sm_90a` run only on that one, and both for `sm_100f` on
    /// its family: see [`suffix`](Self::suffix). A loaded function runs on GPUs of the compute capability that it is
    /// loaded on. Sources are beside [`runs`](crate::gpu::runs).
    pub const fn runs_on(&self, sm: &Multiprocessor) -> bool {
        runs(
            self.form,
            self.compute_capability,
            self.suffix,
            (sm.major, sm.minor),
        )
    }
}
