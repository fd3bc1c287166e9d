//! What a kernel uses.

use super::name;
use crate::ComputeCapability;

/// What the machine code of a kernel uses and was compiled for, as its binary states it.
///
/// Not in a binary: the `minBlocksPerMultiprocessor` of `__launch_bounds__` itself, dynamic shared
/// memory, and everything else of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelUsage<'a> {
    /// The name of its symbol: of C++, mangled.
    pub name: &'a str,
    /// The compute capability that it is machine code for: major and minor.
    pub compute_capability: (u32, u32),
    /// The CUDA toolkit that it was compiled with: major and minor. `None` where it is not stated.
    pub toolkit: Option<(u32, u32)>,
    /// Whether the image is an input of the linker (`-rdc=true`): not what runs. The linker raises
    /// registers, stack and barriers to those of the functions that are called; check the linked
    /// image.
    pub is_relocatable: bool,
    /// 32-bit registers of a thread: 0 to 255.
    pub registers: u32,
    /// Bytes of shared memory that a block has by declaration, as
    /// [`Kernel::static_shared_memory`](crate::Kernel::static_shared_memory) counts them: without
    /// the 1,024 that the system takes, which the binaries of 9.0 and later include.
    pub static_shared_memory: u32,
    /// Bytes of local memory of a thread that the kernel's own frame has: its arrays and spilled
    /// registers.
    pub frame: u32,
    /// Bytes of local memory of a thread with those of every function that is called. `None` where
    /// the compiler could not tell (recursion, `alloca`), or only the linker can.
    pub stack: Option<u32>,
    /// Named barriers, the highest id and 1 more: 0 to 16. 16 where an id is in a register.
    pub barriers: u32,
    /// Bytes of the parameters, with the padding between them.
    pub parameter_bytes: u32,
    /// The block of `__launch_bounds__` or `.maxntid`: not more threads than the product.
    pub max_block: Option<(u32, u32, u32)>,
    /// The block of `__block_size__` or `.reqntid`: exactly this.
    pub required_block: Option<(u32, u32, u32)>,
    /// Registers that the compiler kept to, from launch bounds, `-maxrregcount` or `__maxnreg__`;
    /// 255 where nothing but the hardware did. `None` where it is not stated.
    pub register_cap: Option<u32>,
    /// The cluster of `__cluster_dims__` or `.reqnctapercluster`, blocks in each dimension.
    pub cluster_dim: Option<(u32, u32, u32)>,
    /// Blocks that a cluster has at most: `.maxclusterrank`.
    pub max_cluster_rank: Option<u32>,
    /// Whether it has to be launched with a cluster: `.explicitcluster`.
    pub is_cluster_explicit: bool,
    /// Whether the grid of a launch counts clusters: `.blocksareclusters`.
    pub are_blocks_clusters: bool,
    /// Instructions that store a spilled register or load it back. `None` where it is not known:
    /// ptxas states them since 12.8.
    pub spill_instructions: Option<u32>,
    /// Virtual resources of a block, as the file states them: 128 with tensor memory (`tcgen05`), else 0.
    ///
    /// They limit nothing: blocks of such kernels share an SM, though `cuda_occupancy.h` and the driver
    /// allow one. The columns of tensor memory limit them, which no file states:
    /// [`TensorMemory`](crate::TensorMemory) counts those, and has the source.
    pub virtual_resources: u32,
}

impl<'a> KernelUsage<'a> {
    /// A kernel of which nothing but its name, its GPU and its registers is known: every other field
    /// says so, or is 0. Generated code states with it what was read elsewhere.
    ///
    /// ```
    /// use occupancy_core::cubin::KernelUsage;
    ///
    /// const SAXPY: KernelUsage = {
    ///     let mut usage = KernelUsage::new("saxpy", (9, 0), 32);
    ///     usage.max_block = Some((256, 1, 1));
    ///     usage
    /// };
    /// assert_eq!((SAXPY.registers, SAXPY.static_shared_memory), (32, 0));
    /// ```
    pub const fn new(name: &'a str, compute_capability: (u32, u32), registers: u32) -> Self {
        Self {
            name,
            compute_capability,
            toolkit: None,
            is_relocatable: false,
            registers,
            static_shared_memory: 0,
            frame: 0,
            stack: None,
            barriers: 0,
            parameter_bytes: 0,
            max_block: None,
            required_block: None,
            register_cap: None,
            cluster_dim: None,
            max_cluster_rank: None,
            is_cluster_explicit: false,
            are_blocks_clusters: false,
            spill_instructions: None,
            virtual_resources: 0,
        }
    }

    /// The same under another name: one that lives longer than the file, where the usage is to be kept.
    ///
    /// ```
    /// use occupancy_core::cubin::KernelUsage;
    ///
    /// let symbol = String::from("_Z5saxpyv");
    /// let usage = KernelUsage::new(&symbol, (9, 0), 32).with_name("saxpy");
    /// drop(symbol);
    /// assert_eq!((usage.name, usage.registers), ("saxpy", 32));
    /// ```
    #[must_use = "returns the renamed usage"]
    pub const fn with_name<'b>(&self, name: &'b str) -> KernelUsage<'b> {
        KernelUsage { name, ..*self }
    }

    /// The name of the function in the source, without namespaces, arguments of a template and
    /// parameters.
    ///
    /// ```
    /// use occupancy_core::cubin::KernelUsage;
    ///
    /// let usage = KernelUsage::new("_ZN4blas3dotEiPKfPf", (9, 0), 12);
    /// assert_eq!(usage.name_in_source(), "dot");
    /// ```
    pub const fn name_in_source(&self) -> &'a str {
        name::in_source(self.name)
    }

    /// The limits of an SM that it is machine code for; `None` where they are not known.
    pub const fn known_compute_capability(&self) -> Option<&'static ComputeCapability> {
        let (major, minor) = self.compute_capability;
        ComputeCapability::of(major, minor)
    }
}
