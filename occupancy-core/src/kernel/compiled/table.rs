//! The table of the figures of compiled code, a row each. A record, the code that a build script writes, and `Debug`
//! have the order of the rows. Tables and pages have orders of their own.

/// The rows, for the macro `$with`.
///
/// A row is the documentation of the field, the variant, the field with its type, the rules that read it, and the
/// columns that differ from the defaults of [`Row`](super::Row).
macro_rules! figures {
    ($with:ident) => { $with! {
    /// The CUDA toolkit that it was compiled with: major and minor.
    Toolkit toolkit: Option<(u32, u32)> [] { of: Some(Vendor::Nvidia), column: Some(("CUDA", "Toolkit that compiled it")) }

    /// The image is input for the linker (`-rdc=true`), so it is not what runs. The linker
    /// raises registers, stack and barriers to those of the called functions; check the linked image.
    Relocatable is_relocatable: bool [OCC207 OCC209] {}

    /// 32-bit registers per thread: 0 to 255; `CU_FUNC_ATTRIBUTE_NUM_REGS`. PTX has none yet.
    Registers registers: Option<u32> [OCC030 OCC045] {
        of: Some(Vendor::Nvidia),
        column: Some(("regs", "Registers per thread")),
        compared: Some(("registers", Better::Less)),
        budget: Some("max_registers"),
    }

    /// Vector registers of a lane on AMD, with those for accumulation: `.vgpr_count`. On CDNA 1 the larger of both.
    Vgprs vgprs: Option<u32> [OCC030] {
        of: Some(Vendor::Amd),
        column: Some(("VGPRs", "Vector registers per lane")),
        compared: Some(("VGPRs", Better::Less)),
        budget: Some("max_vgprs"),
    }

    /// Accumulation registers of a lane on AMD, which [`vgprs`](Compiled::vgprs) count already: `.agpr_count`.
    Agprs agprs: Option<u32> [] { of: Some(Vendor::Amd) }

    /// Scalar registers of a wavefront on AMD, with those that the hardware fills: `.sgpr_count`.
    Sgprs sgprs: Option<u32> [OCC030] {
        of: Some(Vendor::Amd),
        column: Some(("SGPRs", "Scalar registers per wavefront")),
        compared: Some(("SGPRs", Better::Less)),
        budget: Some("max_sgprs"),
    }

    /// Static shared memory, bytes per block, as
    /// [`Kernel::static_shared_memory`](crate::Kernel::static_shared_memory) counts it: without the 1,024 that the
    /// system takes; `CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES`.
    ///
    /// PTX determines it if no function is called through a register or is in another module, and if ptxas can lay it
    /// out in only one order.
    StaticSharedMemory static_shared_memory: Option<u32> [OCC007 OCC031 OCC045] {
        column: Some(("smem", "Static shared memory per block")),
        compared: Some(("static shared memory", Better::Less)),
        budget: Some("max_static_shared_memory"),
    }

    /// Bytes of local memory per thread in the kernel's own frame: its arrays and spilled registers.
    /// Only machine code states it.
    Frame frame: Option<u32> [OCC206] {}

    /// Bytes of local memory per thread, including those of every called function. `None` also if the compiler could
    /// not tell (recursion, `alloca`), or only the linker can.
    Stack stack: Option<u32> [OCC207] {
        column: Some(("stack", "Stack per thread")),
        compared: Some(("stack bytes", Better::Less)),
        budget: Some("max_stack"),
    }

    /// Named barriers, 0 to 16: one more than the highest id. If an id is in a register, machine code has 16, and PTX
    /// has `None`. PTX also has `None` with a barrier of the cluster, and more than 16 with an id that ptxas refuses.
    Barriers barriers: Option<u32> [OCC009 OCC032 OCC210] {
        of: Some(Vendor::Nvidia),
        column: Some(("barriers", "Named barriers")),
        compared: Some(("barriers", Better::Less)),
    }

    /// Bytes of the parameters, with the padding between them.
    ParameterBytes parameter_bytes: Option<u32> [] {}

    /// The block of `__launch_bounds__` or `.maxntid`: a launch has at most as many threads. A loaded function has
    /// `CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK` threads in x, which its registers can lower.
    MaxBlock max_block: Option<(u32, u32, u32)> [OCC033 OCC208 OCC214] {
        compared: Some(("launch bounds", Better::Bound)),
    }

    /// The block of `__block_size__` or `.reqntid`: a launch has exactly this one.
    RequiredBlock required_block: Option<(u32, u32, u32)> [OCC034 OCC208 OCC214] {
        compared: Some(("required block", Better::Bound)),
    }

    /// `.minnctapersm`: resident blocks per SM that ptxas keeps registers for. Only PTX states it.
    MinBlocks min_blocks: Option<u32> [OCC214] {}

    /// The register limit of the compiler, from launch bounds, `-maxrregcount` or `__maxnreg__`; 255 if only the
    /// hardware limited it. PTX states it as `.maxnreg`.
    RegisterCap register_cap: Option<u32> [OCC208 OCC214] {}

    /// The registers that its `setmaxnreg` ask for, of the entry and of all that it can call: bit 2 for 24, and one for every
    /// multiple of 8 up to bit 31 for 256. `None` without one. Only PTX states them.
    Setmaxnreg setmaxnreg: Option<u32> [OCC216] { of: Some(Vendor::Nvidia), is_listed: false }

    /// The cluster of `__cluster_dims__` or `.reqnctapercluster`, blocks in each dimension. `None` if
    /// the launch chooses. A loaded function that runs in no cluster has `(1, 1, 1)`.
    Cluster cluster_dim: Option<(u32, u32, u32)> [OCC036 OCC064] {
        key: Some("cluster"),
        compared: Some(("cluster", Better::Bound)),
    }

    /// The most blocks that a cluster can have: `.maxclusterrank`.
    MaxClusterRank max_cluster_rank: Option<u32> [OCC036] {}

    /// A launch has to state a cluster, unless the code has one: `.explicitcluster`. A crate whose launches state none
    /// cannot launch it.
    ExplicitCluster is_cluster_explicit: bool [OCC036] { is_listed: false }

    /// The grid of a launch counts clusters: `.blocksareclusters`. The driver does not report it for a loaded function.
    BlocksAreClusters are_blocks_clusters: bool [OCC064] { is_listed: false }

    /// Instructions that store a spilled register or load it back. ptxas states them since 12.8.
    SpillInstructions spill_instructions: Option<u32> [OCC206] {
        of: Some(Vendor::Nvidia),
        column: Some(("spills", "Instructions that spill registers")),
        compared: Some(("spills", Better::Less)),
        budget: Some("max_spill_instructions"),
    }

    /// Vector registers of a lane that the compiler keeps in memory on AMD: `.vgpr_spill_count`.
    SpilledVgprs spilled_vgprs: Option<u32> [OCC206] {
        of: Some(Vendor::Amd),
        column: Some(("spilled VGPRs", "Vector registers per lane that are in memory")),
        compared: Some(("spilled VGPRs", Better::Less)),
        budget: Some("max_spilled_vgprs"),
    }

    /// Scalar registers of a wavefront that the compiler keeps elsewhere on AMD, in vector registers if it can:
    /// `.sgpr_spill_count`.
    SpilledSgprs spilled_sgprs: Option<u32> [] { of: Some(Vendor::Amd) }

    /// Threads of a wavefront on AMD, 32 or 64: `.wavefront_size`.
    WavefrontSize wavefront_size: Option<u32> [OCC035] { of: Some(Vendor::Amd) }

    /// `true` if AMD's code is for a WGP, and `false` if it is for a CU: `.workgroup_processor_mode`. `None` before RDNA.
    WorkgroupProcessorMode workgroup_processor_mode: Option<bool> [OCC035] { of: Some(Vendor::Amd) }

    /// Bytes of the kernel's machine code, including the functions that are linked into it.
    CodeBytes code_bytes: Option<u64> [] {
        column: Some(("code", "Bytes of machine code")),
        compared: Some(("code bytes", Better::Neither)),
        budget: Some("max_code_bytes"),
    }

    /// Virtual resources of a block, as the file states them: 128 with tensor memory (`tcgen05`), else 0.
    ///
    /// They limit nothing: blocks of these kernels share an SM, although `cuda_occupancy.h` and the
    /// driver allow one. The columns of tensor memory limit them, but no file states those:
    /// [`Accumulator::TensorMemory`](crate::kernel::Accumulator::TensorMemory) counts them, and has the source.
    VirtualResources virtual_resources: Option<u32> [] {}

    /// SMs of the GPU that a function is loaded on: `CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT`.
    SmCount sm_count: Option<u32> [OCC043] { is_of_loaded: true }

    /// Bytes of dynamic shared memory per block that a launch of a loaded function may currently have:
    /// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`.
    MaxDynamicSharedMemory max_dynamic_shared_memory: Option<u32> [OCC044] { is_of_loaded: true }

    /// A launch of a loaded function may currently have clusters of more than the portable 8 blocks:
    /// `CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED`.
    NonportableClusterAllowed nonportable_cluster_allowed: Option<bool> [OCC065] { is_of_loaded: true }

    /// Resident blocks per SM of a loaded function, with the configuration's block and dynamic shared memory:
    /// `cuOccupancyMaxActiveBlocksPerMultiprocessor`.
    ///
    /// On GPUs with tensor memory, from compute capability 10.0 on, a 1 that nothing else explains is not compared: the
    /// driver answers 1 for every kernel with `tcgen05.alloc`, however many blocks are resident.
    /// [`Accumulator::TensorMemory`](crate::kernel::Accumulator::TensorMemory) has the measurement.
    BlocksPerSm blocks_per_sm: Option<u32> [OCC045] {
        is_of_loaded: true,
        column: Some(("blocks/SM", "Blocks that an SM holds")),
        compared: Some(("blocks per SM", Better::Neither)),
        budget: Some("min_blocks_per_sm"),
    }
    } };
}
