//! What the driver reports of a loaded function and of its GPU, held against the configuration that it
//! is launched with.

use core::fmt;

use crate::{Arch, Axis, Configuration, Occupancy};

/// What is known of a loaded function and of the GPU that it is loaded on. What is not stated is not
/// compared.
///
/// ```
/// use occupancy_core::{Arch, BrokenPromise, Configuration, Kernel, LoadedFunction};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
///
/// // From `cuFuncGetAttribute`, `cuDeviceGetAttribute` and
/// // `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
/// let loaded = LoadedFunction::on(9, 0)
///     .with_registers(72)
///     .with_blocks_per_sm(3);
/// let broken = configuration.verify(&loaded).unwrap_err();
/// assert_eq!(
///     broken.as_slice()[0],
///     BrokenPromise::Registers { declared: 64, found: 72 }
/// );
/// assert_eq!(
///     broken.as_slice()[1],
///     BrokenPromise::BlocksPerSm { declared: 4, found: 3 }
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoadedFunction {
    /// Compute capability of the GPU, major and minor.
    pub compute_capability: (u32, u32),
    /// SMs of the GPU: `CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT`.
    pub sm_count: Option<u32>,
    /// 32-bit registers that a thread uses: `CU_FUNC_ATTRIBUTE_NUM_REGS`.
    pub registers_per_thread: Option<u32>,
    /// Bytes that the kernel declares a block: `CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES`.
    pub static_shared_memory: Option<u32>,
    /// Bytes that a launch may ask for a block, as set now:
    /// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`.
    pub max_dynamic_shared_memory: Option<u32>,
    /// Threads that a block can have: `CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK`.
    pub max_threads_per_block: Option<u32>,
    /// Blocks in x, y and z of the clusters that it was compiled for, or that were set; zeros where it
    /// was for none: `CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH` and those of the height and the depth.
    pub cluster_dim: Option<(u32, u32, u32)>,
    /// Resident blocks of the configuration's block:
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    ///
    /// A 1 that nothing else explains is not compared where there is tensor memory, from compute
    /// capability 10.0 on: the driver answers it for every kernel with `tcgen05.alloc`, however many
    /// blocks are resident ([`TensorMemory`](crate::TensorMemory) has the measurement).
    pub blocks_per_sm: Option<u32>,
}

impl LoadedFunction {
    /// A function on a GPU of a compute capability, of which nothing else is known yet.
    pub const fn on(major: u32, minor: u32) -> Self {
        Self {
            compute_capability: (major, minor),
            sm_count: None,
            registers_per_thread: None,
            static_shared_memory: None,
            max_dynamic_shared_memory: None,
            max_threads_per_block: None,
            cluster_dim: None,
            blocks_per_sm: None,
        }
    }

    /// The same on a GPU of so many SMs.
    #[must_use = "returns the changed function"]
    pub const fn with_sm_count(mut self, sm_count: u32) -> Self {
        self.sm_count = Some(sm_count);
        self
    }

    /// The same with so many registers a thread.
    #[must_use = "returns the changed function"]
    pub const fn with_registers(mut self, registers: u32) -> Self {
        self.registers_per_thread = Some(registers);
        self
    }

    /// The same with so much static shared memory, bytes a block.
    #[must_use = "returns the changed function"]
    pub const fn with_static_shared_memory(mut self, bytes: u32) -> Self {
        self.static_shared_memory = Some(bytes);
        self
    }

    /// The same where a launch may ask for so much dynamic shared memory, bytes a block.
    #[must_use = "returns the changed function"]
    pub const fn with_max_dynamic_shared_memory(mut self, bytes: u32) -> Self {
        self.max_dynamic_shared_memory = Some(bytes);
        self
    }

    /// The same where a block can have so many threads.
    #[must_use = "returns the changed function"]
    pub const fn with_max_threads_per_block(mut self, threads: u32) -> Self {
        self.max_threads_per_block = Some(threads);
        self
    }

    /// The same in clusters of so many blocks in x, y and z; zeros for none.
    #[must_use = "returns the changed function"]
    pub const fn with_cluster_dim(mut self, cluster_dim: (u32, u32, u32)) -> Self {
        self.cluster_dim = Some(cluster_dim);
        self
    }

    /// The same with so many resident blocks per SM.
    #[must_use = "returns the changed function"]
    pub const fn with_blocks_per_sm(mut self, blocks: u32) -> Self {
        self.blocks_per_sm = Some(blocks);
        self
    }
}

/// A promise of a configuration that the loaded function or the GPU does not keep: what was declared,
/// what was found, and in words what comes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BrokenPromise {
    /// The configuration was not checked for a GPU of this compute capability.
    ComputeCapability {
        /// Major and minor of the GPU at hand.
        found: (u32, u32),
    },
    /// The GPU has another number of SMs than the device that was named.
    SmCount {
        /// SMs of the device that was named.
        declared: u32,
        /// SMs of the GPU at hand.
        found: u32,
    },
    /// The function uses more registers a thread.
    Registers {
        /// The budget.
        declared: u32,
        /// What the function uses.
        found: u32,
    },
    /// The function declares more shared memory.
    StaticSharedMemory {
        /// Bytes of the configuration.
        declared: u32,
        /// Bytes of the function.
        found: u32,
    },
    /// The function was compiled for fewer threads a block.
    ThreadsPerBlock {
        /// Threads of the configuration's block.
        declared: u32,
        /// Threads that a block of the function can have.
        found: u32,
    },
    /// The function has not been allowed the launch's dynamic shared memory.
    DynamicSharedMemory {
        /// Bytes of the launch.
        declared: u32,
        /// Bytes that the function allows.
        found: u32,
    },
    /// The function runs in other clusters, or in none: a launch that does not state its clusters
    /// takes those of the function.
    Cluster {
        /// The first axis along which they differ.
        axis: Axis,
        /// Blocks along it; 1 where no cluster was declared.
        declared: u32,
        /// Blocks along it; 1 where the function has no cluster.
        found: u32,
    },
    /// Fewer blocks are resident.
    BlocksPerSm {
        /// Blocks that were checked.
        declared: u32,
        /// Blocks that the driver answers.
        found: u32,
    },
}

impl fmt::Display for BrokenPromise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ComputeCapability {
                found: (major, minor),
            } => write!(
                f,
                "the configuration was not checked for compute capability {major}.{minor}, which the \
                 GPU has: nothing that it promises holds here; add the GPU to `arch`"
            ),
            Self::SmCount { declared, found } => write!(
                f,
                "the GPU has {found} SMs where {declared} were declared: waves, tail efficiency and \
                 persistent grids are those of another board; name this one in `arch`"
            ),
            Self::Registers { declared, found } => write!(
                f,
                "the function uses {found} registers a thread where {declared} were declared: fewer \
                 blocks may fit than were checked; cap it with `__maxnreg__({declared})`, or declare \
                 `regs = {found}`"
            ),
            Self::StaticSharedMemory { declared, found } => write!(
                f,
                "the function declares {found} bytes of shared memory where {declared} were declared: \
                 fewer blocks may fit than were checked; declare `static_smem = {found}`"
            ),
            Self::ThreadsPerBlock { declared, found } => write!(
                f,
                "a block of {declared} threads cannot be launched: the function was compiled for at \
                 most {found}; compile it with the launch bounds, or declare `threads = {found}`"
            ),
            Self::DynamicSharedMemory { declared, found } => write!(
                f,
                "a launch with {declared} bytes of dynamic shared memory would fail: the function \
                 allows {found}; prepare it before"
            ),
            Self::Cluster {
                axis,
                declared,
                found,
            } => write!(
                f,
                "the function runs in clusters of {found} {} in {} where {declared} {} declared: the \
                 blocks of a cluster are not those that were checked; compile it with \
                 `__cluster_dims__` of what was declared, or declare its own as `cluster`",
                if found == 1 { "block" } else { "blocks" },
                axis.name(),
                if declared == 1 { "was" } else { "were" },
            ),
            Self::BlocksPerSm { declared, found } => write!(
                f,
                "{found} blocks are resident per SM where {declared} were checked: occupancy, waves \
                 and cooperative grids are not what was declared; compile it with the launch bounds, or \
                 declare what it uses"
            ),
        }
    }
}

/// Every promise that is not kept: at least one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct BrokenPromises {
    list: [BrokenPromise; 8],
    len: usize,
}

impl BrokenPromises {
    const NONE: Self = Self {
        list: [BrokenPromise::ComputeCapability { found: (0, 0) }; 8],
        len: 0,
    };

    const fn with(mut self, promise: BrokenPromise) -> Self {
        // Every promise has a place.
        if let Some((_, [place, ..])) = self.list.split_at_mut_checked(self.len) {
            *place = promise;
            self.len = self.len.saturating_add(1);
        }
        self
    }

    /// The broken promises.
    pub const fn as_slice(&self) -> &[BrokenPromise] {
        self.list.split_at(self.len).0
    }
}

impl fmt::Debug for BrokenPromises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl fmt::Display for BrokenPromises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, promise) in self.as_slice().iter().enumerate() {
            let separator = if i == 0 { "" } else { "\n" };
            write!(f, "{separator}{promise}")?;
        }
        Ok(())
    }
}

impl core::error::Error for BrokenPromises {}

impl Configuration<'_> {
    /// Compares the configuration with a loaded function and the GPU at hand.
    ///
    /// A function that uses less than was declared keeps every promise.
    ///
    /// # Errors
    ///
    /// Every promise that is not kept, at once.
    pub const fn verify(&self, loaded: &LoadedFunction) -> Result<(), BrokenPromises> {
        let kernel = &self.kernel;
        let mut broken = BrokenPromises::NONE;
        let Some(arch) = self.arch_at_hand(loaded) else {
            return Err(broken.with(BrokenPromise::ComputeCapability {
                found: loaded.compute_capability,
            }));
        };
        if let (Some(declared), Some(found)) = (arch.sm_count(), loaded.sm_count)
            && declared != found
        {
            broken = broken.with(BrokenPromise::SmCount { declared, found });
        }
        if let (declared, Some(found)) = (kernel.registers_per_thread, loaded.registers_per_thread)
            && found > declared
        {
            broken = broken.with(BrokenPromise::Registers { declared, found });
        }
        if let (declared, Some(found)) = (kernel.static_shared_memory, loaded.static_shared_memory)
            && found > declared
        {
            broken = broken.with(BrokenPromise::StaticSharedMemory { declared, found });
        }
        if let Some(found) = loaded.max_threads_per_block
            && kernel.threads_per_block() > found as u64
        {
            let threads = kernel.threads_per_block();
            #[allow(clippy::cast_possible_truncation, reason = "compared before")]
            let declared = if threads > u32::MAX as u64 {
                u32::MAX
            } else {
                threads as u32
            };
            broken = broken.with(BrokenPromise::ThreadsPerBlock { declared, found });
        }
        let declared = kernel.dynamic_shared_memory;
        let is_allowed = match loaded.max_dynamic_shared_memory {
            Some(found) if declared > found => {
                broken = broken.with(BrokenPromise::DynamicSharedMemory { declared, found });
                false
            }
            _ => true,
        };
        if let Some(found) = loaded.cluster_dim {
            let declared = match kernel.cluster_dim {
                Some(cluster_dim) => cluster_dim,
                None => (1, 1, 1),
            };
            let found = match found {
                (0, 0, 0) => (1, 1, 1),
                found => found,
            };
            let mut left = Axis::ALL.as_slice();
            while let [axis, others @ ..] = left {
                let axis = *axis;
                let (declared, found) = (axis.of(declared), axis.of(found));
                if declared != found {
                    broken = broken.with(BrokenPromise::Cluster {
                        axis,
                        declared,
                        found,
                    });
                    break;
                }
                left = others;
            }
        }
        // Without its shared memory no block fits, which is said already.
        if let (Some(checked), Some(found), true) =
            (self.launched(arch), loaded.blocks_per_sm, is_allowed)
            && found < checked.blocks_per_sm
            && !self.is_answer_for_tensor_memory(arch, loaded, found)
        {
            let declared = checked.blocks_per_sm;
            broken = broken.with(BrokenPromise::BlocksPerSm { declared, found });
        }
        if broken.len == 0 { Ok(()) } else { Err(broken) }
    }

    /// Whether the driver's number of resident blocks may be what it answers for every kernel with
    /// tensor memory: 1, where the rest that it reports allows more.
    const fn is_answer_for_tensor_memory(
        &self,
        arch: &Arch,
        loaded: &LoadedFunction,
        found: u32,
    ) -> bool {
        let cc = arch.compute_capability();
        if found != 1 || matches!(cc.tensor_memory_columns_per_sm, Some(0)) {
            return false;
        }
        let mut used = self.kernel;
        if let Some(registers) = loaded.registers_per_thread {
            used.registers_per_thread = registers;
        }
        if let Some(bytes) = loaded.static_shared_memory {
            used.static_shared_memory = bytes;
        }
        match Occupancy::new(cc, &used) {
            Ok(occupancy) => occupancy.blocks_per_sm > 1,
            Err(_) => false,
        }
    }

    /// The arch of the GPU's compute capability, with its number of SMs where one has it.
    const fn arch_at_hand(&self, loaded: &LoadedFunction) -> Option<&Arch> {
        let (major, minor) = loaded.compute_capability;
        let mut at_hand = None;
        let mut left = self.archs;
        while let [arch, others @ ..] = left {
            let cc = arch.compute_capability();
            if cc.major == major && cc.minor == minor {
                match (arch.sm_count(), loaded.sm_count) {
                    (Some(declared), Some(found)) if declared != found => {
                        if at_hand.is_none() {
                            at_hand = Some(arch);
                        }
                    }
                    _ => return Some(arch),
                }
            }
            left = others;
        }
        at_hand
    }
}
