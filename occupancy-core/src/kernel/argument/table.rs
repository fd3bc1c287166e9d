//! The table of arguments, a row each, in the order in which an attribute is written.

/// The rows, for the macro `$with`.
///
/// A row is the documentation that editors show, the variant, the key, and the columns that differ from the defaults.
#[doc(hidden)]
#[macro_export]
macro_rules! __arguments {
    ($with:ident) => { $with! {
    /// `arch = "h100"`, `arch = ["a100", "sm_90"]`: the GPU, or a list in which every GPU has to pass.
    ///
    /// A device (`"h100"`, `"RTX 4090"`), a MIG instance (`"h100:1g.10gb"`), a compute capability
    /// (`"9.0"`, `"sm_90a"`), or a constant of the program.
    Arch arch {
        form: Form::Other("a string, or a list of strings"),
        purpose: "names the GPU, or a list of GPUs",
        example: "arch = \"h100\"",
        setter: "with_archs(&[Arch::find(#)?])",
        is_shared: true,
        synonyms: "gpu gpus gpu_name gpu_arch gpu_architecture gpu_code device devices device_name target sm sm_arch \
            sm_version gfx gcn_arch gcn_arch_name offload_arch cc compute compute_cap compute_capability cuda_arch architecture board card",
    }

    /// `threads = 256`, `(32, 8)`, `(8, 8, 4)`, `auto`, `auto(64..=512)`: the block; `any(32, 64..=256)`: sizes of which
    /// the program chooses one.
    ///
    /// At most 1,024 threads in whole warps; 1,024, 1,024 and 64 in x, y and z.
    Threads threads {
        form: Form::Extents,
        purpose: "is the block: threads in x, or in x, y and z",
        example: "threads = 256",
        setter: "with_block_dim(#)",
        option: Some(("THREADS",
            "The block: `256`, `16x16`, `(8, 8, 4)`, `64..=1024`, or the best of a range: `auto`, `auto(64..=512)`")),
        column: Some(("threads", "Threads of the block")),
        synonyms: "block block_dim block_dims block_shape block_size block_threads threads_per_block thread_count \
            thread_block thread_block_size num_threads n_threads max_threads max_threads_per_block tpb ntid \
            maxntid reqntid workgroup_size reqd_work_group_size max_flat_workgroup_size local_size \
            cta_size",
    }

    /// `regs = 64`, `auto`: 32-bit registers that each thread may use, 1 to 255. A budget, not a measurement.
    ///
    /// `auto` is the most that `LAUNCH_BOUNDS` leave: to `min_blocks` blocks, 1 without.
    Registers regs {
        purpose: "is the number of 32-bit registers that each thread may use",
        example: "regs = 64",
        setter: "with_registers(#)",
        option: Some(("REGISTERS", "32-bit registers per thread, or `auto`: the most that launch bounds leave; with `--cubin`, those of the \
            machine code")),
        column: Some(("regs", "Registers per thread")),
        synonyms: "reg registers register_count registers_per_thread regs_per_thread num_regs num_registers max_regs \
            max_registers max_registers_per_thread maxregcount maxrregcount maxnreg",
    }

    /// `setmaxnreg(24, 240, 240)`: registers per thread of each warp group, after `setmaxnreg` has split those that the
    /// block entered with: a multiple of 8 from 24 to 256, and together at most threads × `regs`.
    Setmaxnreg setmaxnreg {
        form: Form::Parentheses("the registers per thread of each warp group, 1 to 8 of them, in parentheses"),
        purpose: "splits the registers of a block between its warp groups",
        example: "setmaxnreg(24, 240, 240)",
        option: Some(("REGISTERS", "Registers per thread of each warp group after `setmaxnreg`: `24,240,240`")),
        column: Some(("setmaxnreg", "Registers per thread of each warp group after `setmaxnreg`")),
        synonyms: "warp_group_registers registers_per_warp_group regs_per_warp_group \
            split_registers setmaxregister set_max_registers warpgroup_reg_alloc warpgroup_reg_dealloc",
    }

    /// `vgprs = 96`, `auto`: 32-bit vector registers that each lane may use on AMD, 1 to 256, to 512 with accumulation
    /// registers from CDNA 2 on, to 1,024 on gfx1250. A budget, not a measurement.
    Vgprs vgprs {
        purpose: "is the number of 32-bit vector registers that each lane may use on AMD",
        example: "vgprs = 96",
        setter: "with_vgprs(#)",
        option: Some(("REGISTERS", "32-bit vector registers per lane on AMD, with accumulation registers, or `auto`")),
        left_out: Some(0),
        column: Some(("VGPRs", "Vector registers per lane on AMD")),
        synonyms: "vgpr vgpr_count num_vgpr num_vgprs n_vgprs vector_registers amdgpu_num_vgpr arch_vgprs total_vgprs",
    }

    /// `sgprs = 96`: scalar registers of each wavefront on AMD's CDNA, with VCC and the like.
    Sgprs sgprs {
        purpose: "is the number of scalar registers of each wavefront on AMD",
        example: "sgprs = 96",
        setter: "with_sgprs(#)",
        left_out: Some(0),
        option: Some(("REGISTERS", "Scalar registers per wavefront on AMD")),
        column: Some(("SGPRs", "Scalar registers per wavefront on AMD")),
        synonyms: "sgpr sgpr_count num_sgpr num_sgprs n_sgprs scalar_registers amdgpu_num_sgpr total_sgprs",
    }

    /// `smem = 48 * 1024`: dynamic shared memory, bytes per block.
    DynamicSharedMemory smem {
        purpose: "is dynamic shared memory, bytes per block",
        example: "smem = 48 * 1024",
        setter: "with_dynamic_shared_memory(#)",
        left_out: Some(0),
        option: Some(("BYTES", "Bytes of dynamic shared memory per block")),
        column: Some(("smem", "Dynamic shared memory")),
        synonyms: "shared shared_mem shared_memory shared_mem_bytes shared_mem_size shared_memory_bytes \
            shared_memory_size shared_memory_per_block smem_bytes smem_size shmem dynamic dynamic_smem \
            dynamic_smem_bytes dynamic_smem_size dyn_smem dyn_shared_mem dynamic_shared dynamic_shared_mem \
            dynamic_shared_mem_bytes dynamic_shared_memory dynamic_shared_memory_bytes \
            dynamic_shared_memory_size dynamic_shared_memory_per_block max_dynamic_shared_size_bytes \
            max_dynamic_shared_memory_size lds lds_bytes lds_size dynamic_lds local_memory local_mem",
    }

    /// `static_smem = 4096`: shared memory that the kernel declares, bytes per block, at most 49,152, and
    /// more for `arch = "sm_90a"` and the like with CUDA 13.
    StaticSharedMemory static_smem {
        purpose: "is shared memory that the kernel declares, bytes per block",
        example: "static_smem = 4 * 1024",
        setter: "with_static_shared_memory(#)",
        left_out: Some(0),
        option: Some(("BYTES", "Bytes of shared memory per block that the kernel declares")),
        column: Some(("static smem", "Static shared memory")),
        synonyms: "static_shared static_shared_mem static_shared_memory static_shared_memory_per_block \
            shared_size_bytes static_lds group_segment_fixed_size",
    }

    /// `barriers = 1`: named barriers that the kernel uses, 0 to 16.
    Barriers barriers {
        purpose: "is the number of named barriers that the kernel uses",
        example: "barriers = 1",
        setter: "with_barriers(#)",
        left_out: Some(0),
        option: Some(("BARRIERS", "Named barriers that the kernel uses")),
        column: Some(("barriers", "Named barriers")),
        synonyms: "barrier num_barriers named_barriers barrier_count",
    }

    /// `cubin = "saxpy.cubin"`: the file with the kernel's machine code, relative to this one.
    /// `regs`, `static_smem` and `barriers` come from it, or are checked against it.
    Cubin cubin {
        form: Form::File,
        purpose: "is the file of the kernel's machine code",
        example: "cubin = \"saxpy.cubin\"",
        option: Some(("FILE",
            "The file with the kernel's machine code: a cubin, or a fat binary. It states the registers, static \
            shared memory and barriers that are left out, and may not use more than those that are stated")),
        states: &[Argument::Registers, Argument::StaticSharedMemory, Argument::Barriers],
        synonyms: "binary fatbin image cubin_file cubin_path machine_code",
    }

    /// `ptx = "saxpy.ptx"`: the file with the kernel's PTX, which states all of that except registers.
    Ptx ptx {
        form: Form::File,
        purpose: "is the file of the kernel's PTX",
        example: "ptx = \"saxpy.ptx\"",
        excludes: &[(Argument::Cubin, "`cubin` and `ptx` both name the kernel's code",
            "keep one of them: `cubin` also has the registers")],
        option: Some(("FILE", "The file with the kernel's PTX, which states all of that but the registers")),
        states: &[Argument::StaticSharedMemory, Argument::Barriers],
        synonyms: "ptx_file ptx_path ptx_src assembly",
    }

    /// `hsaco = "saxpy.hsaco"`: the file with the kernel's machine code for AMD, relative to this one.
    /// `vgprs`, `sgprs` and `static_smem` come from it, or are checked against it.
    Hsaco hsaco {
        form: Form::File,
        purpose: "is the file of the kernel's machine code for AMD",
        example: "hsaco = \"saxpy.hsaco\"",
        excludes: &[
            (Argument::Cubin, "`cubin` and `hsaco` both name the kernel's code",
                "keep `cubin` for GPUs of NVIDIA, or `hsaco` for those of AMD; in a list of both, `on(…)` takes one of them"),
            (Argument::Ptx, "`ptx` and `hsaco` both name the kernel's code",
                "keep `ptx` for GPUs of NVIDIA, or `hsaco` for those of AMD; in a list of both, `on(…)` takes one of them"),
        ],
        option: Some(("FILE",
            "The file with the kernel's machine code for AMD: a code object, or an offload bundle. It states the \
            vector and scalar registers and static shared memory that are left out, and may not use more than those \
            that are stated")),
        states: &[Argument::Vgprs, Argument::Sgprs, Argument::StaticSharedMemory],
        synonyms: "code_object co hsaco_file hsaco_path hip_fatbin hipfb offload_bundle",
    }

    /// `kernel = "saxpy"`: the kernel in `cubin`, `ptx` or `hsaco`, by its name in the source or its symbol; by
    /// default, the function's name.
    Kernel kernel {
        form: Form::Text,
        purpose: "names the kernel in that file",
        example: "kernel = \"saxpy\"",
        needs: Some((&[Argument::Cubin, Argument::Ptx, Argument::Hsaco],
            "`kernel` names a kernel in a file, but no file is named",
            "`kernel` can be left out; or name the file, with `cubin`, `ptx` or `hsaco`")),
        has_value: false,
        option: Some(("NAME", "The kernel in that file, by its name in the source or its symbol")),
        synonyms: "entry entry_point function func func_name function_name kernel_name symbol",
    }

    /// `carveout = 50`: percent of the SM's largest shared memory that the launch prefers, 0 to 100.
    Carveout carveout {
        purpose: "prefers a share of the cache as shared memory, percent",
        example: "carveout = 50",
        setter: "with_carveout(Some(#))",
        option: Some(("PERCENT", "Percent of the SM's largest shared memory that the launch side prefers")),
        column: Some(("carveout", "The carve-out")),
        synonyms: "smem_carveout shared_memory_carveout preferred_shared_memory_carveout prefer_shared",
    }

    /// `cluster = 2`, `(2, 2)`: blocks of a thread block cluster, from compute capability 9.0 on.
    Cluster cluster {
        form: Form::Extents,
        purpose: "is the cluster: blocks in x, or in x, y and z",
        example: "cluster = 2",
        setter: "with_cluster_dim(Some(#))",
        option: Some(("BLOCKS", "Blocks of a thread block cluster: `2`, `2x2`")),
        column: Some(("cluster", "Blocks per cluster")),
        synonyms: "cluster_dim cluster_dims cluster_shape cluster_size blocks_per_cluster num_ctas ctas_per_cluster \
            ctas_per_cga reqnctapercluster",
    }

    /// `grid = 1056`, `(64, 64)`, `(8, 8, 8)`: the grid, if you know it.
    Grid grid {
        form: Form::Extents,
        purpose: "is the grid: blocks in x, or in x, y and z",
        example: "grid = 1056",
        setter: "with_grid(Some(Grid::Blocks(#)))",
        is_shared: true,
        option: Some(("BLOCKS", "The grid, for waves and the tail: `1000`, `64x64`")),
        column: Some(("grid", "Blocks of the grid")),
        synonyms: "grid_dim grid_dims grid_shape grid_size blocks num_blocks n_blocks block_count blocks_per_grid \
            nctaid workgroups num_workgroups",
    }

    /// `elements = 1 << 20`: makes the grid ⌈elements / (threads × items per thread)⌉ blocks.
    Elements elements {
        purpose: "makes the grid from a number of elements",
        example: "elements = 1 << 20",
        setter: "with_grid(Some(Grid::Elements(#)))",
        excludes: &[(Argument::Grid, "`elements` and `grid` both state the grid", "keep one of them")],
        is_shared: true,
        option: Some(("ELEMENTS", "Elements that the grid is made for")),
        synonyms: "n len length count elems n_elems num_elems n_elements num_elements numel element_count problem_size \
            total_elements total_threads",
    }

    /// `items_per_thread = 4`: elements that each thread works on; by default, 1.
    ItemsPerThread items_per_thread {
        purpose: "is the number of elements that each thread works on",
        example: "items_per_thread = 4",
        left_out: Some(1),
        option: Some(("ELEMENTS", "Elements that each thread works on")),
        column: Some(("items per thread", "Elements per thread")),
        synonyms: "items ipt elements_per_thread elems_per_thread values_per_thread work_per_thread vec_size \
            vector_size vector_width coarsening",
    }

    /// `threads_per_item = 32`: threads that work on each element together, such as a warp; by default, 1.
    ThreadsPerItem threads_per_item {
        purpose: "is the number of threads that work on each element",
        example: "threads_per_item = 32",
        excludes: &[(
            Argument::ItemsPerThread,
            "`threads_per_item` and `items_per_thread` both divide the elements among the threads",
            "keep one of them",
        )],
        left_out: Some(1),
        option: Some(("THREADS", "Threads that work on each element together")),
        column: Some(("threads per item", "Threads that work on each element together")),
        synonyms: "threads_per_element threads_per_elem threads_per_row threads_per_value lanes_per_item \
            lanes_per_element group_size",
    }

    /// `sms = 66`: SMs that the kernel gets if it shares the GPU.
    Sms sms {
        purpose: "is the number of SMs that the kernel gets of the GPU",
        example: "sms = 66",
        setter: "sms = Some(#)",
        option: Some(("SMS", "SMs that the kernel gets of the GPU, if it shares it")),
        column: Some(("SMs", "SMs that the kernel gets")),
        synonyms: "num_sms n_sms sm_count num_multiprocessors multiprocessors multi_processor_count cus num_cus \
            compute_units",
    }

    /// `min_blocks = 2`: the resident blocks per SM that you demand.
    MinBlocks min_blocks {
        purpose: "demands resident blocks per SM",
        example: "min_blocks = 2",
        setter: "with_min_blocks(#)",
        option: Some(("BLOCKS", "Demand this many resident blocks per SM")),
        synonyms: "min_blocks_per_sm min_blocks_per_mp min_blocks_per_multiprocessor blocks_per_sm \
            blocks_per_multiprocessor active_blocks active_blocks_per_sm resident_blocks blocks_per_cu workgroups_per_cu min_ctas \
            min_ctas_per_sm ctas_per_sm minnctapersm",
    }

    /// `max_blocks = 1`: the most resident blocks per SM that you accept.
    MaxBlocks max_blocks {
        purpose: "accepts resident blocks per SM at most",
        example: "max_blocks = 4",
        setter: "max_blocks = Some(#)",
        option: Some(("BLOCKS", "Accept this many resident blocks per SM at most")),
        synonyms: "max_blocks_per_sm max_blocks_per_multiprocessor max_active_blocks max_active_blocks_per_sm \
            max_resident_blocks max_ctas max_ctas_per_sm",
    }

    /// `min_occupancy = 0.5`, `50 %`: the occupancy that you demand: resident warps over warp slots.
    MinOccupancy min_occupancy {
        form: Form::Ratio,
        purpose: "demands resident warps over warp slots",
        example: "min_occupancy = 0.5",
        setter: "with_min_occupancy(Ratio::new(#).unwrap())",
        option: Some(("RATIO", "Demand an occupancy: `0.5`, `50 %`, `1/2`")),
        synonyms: "occupancy target_occupancy theoretical_occupancy achieved_occupancy",
    }

    /// `tail_efficiency = 0.9`, `90 %`: the tail efficiency that you demand: blocks of the grid over the
    /// blocks of its waves.
    TailEfficiency tail_efficiency {
        form: Form::Ratio,
        purpose: "demands that the last wave is full enough",
        example: "tail_efficiency = 0.9",
        setter: "with_tail_efficiency(Ratio::new(#))",
        is_shared: true,
        option: Some(("RATIO", "Demand a tail efficiency of the grid: `0.9`, `90 %`, `9/10`")),
        synonyms: "tail efficiency wave_efficiency min_tail_efficiency",
    }

    /// `cooperative`: demands that the whole grid is resident at once, as the blocks of a cooperative launch have to be.
    Cooperative cooperative {
        form: Form::Flag,
        purpose: "demands that the whole grid is resident at once",
        example: "cooperative",
        setter: "cooperative = #",
        is_shared: true,
        option: Some(("", "Demand that the whole grid is resident at once, as a cooperative launch has to be")),
        synonyms: "cooperative_launch cooperative_grid coop grid_sync use_cooperative_launch",
    }

    /// `hides(cycles = 400, instructions = 60)`, `hides(bytes = 16)`: a latency that the resident warps have
    /// to hide, and bytes in flight that keep the memory busy.
    Hides hides {
        form: Form::Parentheses("`cycles` and `instructions`, or `bytes`, in parentheses"),
        nested: &[Argument::Cycles, Argument::Instructions, Argument::Wait, Argument::BytesInFlight],
        purpose: "demands that the resident warps hide a latency",
        example: "hides(cycles = 400, instructions = 60)",
        setter: "with_hides(Some(#))",
        has_value: false,
        option: Some(("DEMAND",
            "Demand that the resident warps hide a latency, keep memory busy, or both: \
            `cycles=400,instructions=60`, with `wait=first` if a warp waits for the first of them, `bytes=16`")),
        synonyms: "hide hiding latency_hiding",
    }

    /// `hides(cycles = 400)`: cycles from the issue of an instruction to its result.
    Cycles cycles {
        purpose: "is the latency that the resident warps hide",
        example: "hides(cycles = 400, instructions = 60)",
        synonyms: "latency latency_cycles cycle num_cycles",
    }

    /// `hides(cycles = 400, instructions = 60)`: independent instructions of a warp before it waits; by
    /// default, 1.
    Instructions instructions {
        purpose: "are the independent instructions of a warp before it waits",
        example: "hides(cycles = 400, instructions = 60)",
        synonyms: "ilp instruction instruction_count num_instructions",
    }

    /// `hides(cycles = 400, instructions = 60, wait = first)`: which of the instructions a warp waits for; by
    /// default, the `last`.
    Wait wait {
        form: Form::Word("`first`, `last` or a constant", &["first", "last"]),
        purpose: "is which of the instructions a warp waits for",
        example: "hides(cycles = 400, instructions = 60, wait = first)",
        synonyms: "waits waits_for wait_for awaited",
    }

    /// `hides(bytes = 16)`: bytes in flight per thread.
    BytesInFlight bytes {
        purpose: "are in flight per thread, and keep the memory busy",
        example: "hides(bytes = 16)",
        synonyms: "bytes_in_flight bytes_per_thread num_bytes",
    }

    /// `tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2)`: the tile of a matrix product, which gives
    /// shared memory and is checked against registers.
    Tile tile {
        form: Form::Parentheses("`m`, `n` and `k`, and what differs from the defaults, in parentheses"),
        nested: &[Argument::TileRows, Argument::TileColumns, Argument::TileDepth, Argument::Stages,
            Argument::ElementOfA, Argument::ElementOfB, Argument::Packed, Argument::Accumulator,
            Argument::ExtraRegisters, Argument::Problem],
        purpose: "is what one block computes of a matrix product",
        example: "tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2)",
        setter: "with_tile(Some(#))",
        has_value: false,
        option: Some(("TILE",
            "The tile of a matrix product that a block computes, which gives `--smem` where it is not stated: \
            `m=128,n=128,k=64,stages=3,a=2,b=2`")),
        synonyms: "tiling tile_shape block_tile cta_tile cta_shape threadblock_shape",
    }

    /// `tile(m = 128, …)`: rows of the tile, elements.
    TileRows m {
        purpose: "is the rows of the tile, elements",
        example: "m = 128",
        setter: "with_tile(Some(Tile { m: #, ..tile }))",
    }

    /// `tile(n = 128, …)`: columns of the tile, elements.
    TileColumns n {
        purpose: "is the columns of the tile, elements",
        example: "n = 128",
        setter: "with_tile(Some(Tile { n: #, ..tile }))",
    }

    /// `tile(k = 64, …)`: elements of the inner dimension in a stage.
    TileDepth k {
        purpose: "is the elements of the inner dimension in a stage",
        example: "k = 64",
        setter: "with_tile(Some(Tile { k: #, ..tile }))",
    }

    /// `tile(stages = 3, …)`: stages in shared memory at once; by default, 1.
    Stages stages {
        purpose: "is the number of stages in shared memory at once",
        example: "stages = 3",
        setter: "with_tile(Some(Tile { stages: #, ..tile }))",
        left_out: Some(1),
    }

    /// `tile(a = 2, …)`: bytes of an element of A; by default, 4.
    ElementOfA a {
        purpose: "is the size of an element of A, bytes",
        example: "a = 2",
        setter: "with_tile(Some(Tile { a_bytes: #, ..tile }))",
        left_out: Some(4),
    }

    /// `tile(b = 2, …)`: bytes of an element of B; by default, 4.
    ElementOfB b {
        purpose: "is the size of an element of B, bytes",
        example: "b = 2",
        setter: "with_tile(Some(Tile { b_bytes: #, ..tile }))",
        left_out: Some(4),
    }

    /// `tile(packed = 2, …)`: elements that share the bytes of `a`, and those of `b`; by default, 1.
    Packed packed {
        purpose: "is the number of elements that share the bytes of `a` or of `b`",
        example: "packed = 2",
        setter: "with_tile(Some(Tile { packed: #, ..tile }))",
        left_out: Some(1),
    }

    /// `tile(accumulator = tensor_memory, …)`: where accumulators are; by default, `registers`.
    Accumulator accumulator {
        form: Form::Word("`registers`, `tensor_memory` or a constant", &["registers", "tensor_memory"]),
        purpose: "is where a block keeps its accumulators",
        example: "accumulator = registers",
        setter: "with_tile(Some(Tile { accumulator: Accumulator::#, ..tile }))",
        left_out: Some(0),
    }

    /// `tile(extra_regs = 40, …)`: registers per thread beside accumulators; by default, 0.
    ExtraRegisters extra_regs {
        purpose: "are the registers per thread beside accumulators",
        example: "extra_regs = 40",
        setter: "with_tile(Some(Tile { extra_registers: #, ..tile }))",
        left_out: Some(0),
    }

    /// `tile(problem = (4096, 4096), …)`: rows and columns of the product; the page shows its tiles and
    /// waves.
    Problem problem {
        form: Form::Other("rows and columns in parentheses"),
        purpose: "is the product that the page counts tiles of",
        example: "problem = (4096, 4096)",
        setter: "with_tile(Some(Tile { problem: Some(#), ..tile }))",
    }

    /// `intent(low_occupancy, "accumulators in registers")`: says that you intend low occupancy, and why.
    Intent intent {
        form: Form::Parentheses("`low_occupancy` and the reason as a string, in parentheses"),
        purpose: "says that low occupancy is intended, and why",
        example: "intent(low_occupancy, \"accumulators in registers\")",
        option: Some(("INTENT",
            "Say that few resident warps are intended, and why: `low_occupancy, accumulators in registers`")),
        synonyms: "intends intended intention",
    }

    /// `name = SaxpyLaunch`: the name of the launch type.
    Name name {
        form: Form::Other("the name of a type"),
        purpose: "names the launch type",
        example: "name = SaxpyLaunch",
        is_shared: true,
        has_value: false,
        synonyms: "rename struct_name launch launch_name",
    }

    /// `docs = table`, `docs = none`: the launch type's page without charts, or without the
    /// configuration.
    Docs docs {
        form: Form::Other("`charts`, `table` or `none`"),
        purpose: "is what the launch type's page shows",
        example: "docs = table",
        is_shared: true,
        has_value: false,
        synonyms: "doc page charts",
    }

    /// `crate = ::occupancy`: the path of the `occupancy` crate.
    Crate crate {
        form: Form::Other("a path"),
        purpose: "is the path of the `occupancy` crate",
        example: "crate = ::occupancy",
        is_shared: true,
        has_value: false,
        synonyms: "krate crate_path path",
    }

    /// `on("b200", threads = 512)`: other values for one GPU of `arch`.
    On on {
        form: Form::Parentheses("the name of a GPU in `arch` and its values in parentheses"),
        purpose: "has other values for one of the GPUs",
        example: "on(\"b200\", threads = 512)",
        is_shared: true,
        has_value: false,
    }

    /// `allow(partial_warp)`, `allow(register_cliff)`: accepts what the attribute otherwise refuses or
    /// warns about.
    Allow allow {
        form: Form::Names,
        purpose: "accepts what is otherwise refused or warned of",
        example: "allow(partial_warp)",
        is_shared: true,
        has_value: false,
        synonyms: "expect ignore",
    }

    /// `warn(min_blocks)`: turns on a warning.
    Warn warn {
        form: Form::Names,
        purpose: "asks for warnings",
        example: "warn(min_blocks)",
        is_shared: true,
        has_value: false,
    }

    /// `deny(last_wave)`: makes a warning an error.
    Deny deny {
        form: Form::Names,
        purpose: "refuses what is otherwise warned of",
        example: "deny(last_wave)",
        is_shared: true,
        has_value: false,
        synonyms: "forbid",
    }
    } };
}
