//! The arguments of the attribute, a row each, and sets of them.

/// The table of arguments, in the order in which an attribute is written: `$with` gets the rows, and so does what
/// stands before them.
///
/// A row is the variant, the key, where a [`Configuration`](super::Configuration) has it if it is one integer, with
/// the field of [`Compiled`](super::Compiled) behind `;` if the kernel's code states it, and the rest, a [`Row`].
#[doc(hidden)]
#[macro_export]
macro_rules! __arguments {
    ($with:ident) => { $with! {
    /// `arch = "h100"`, `arch = ["a100", "sm_90"]`: the GPU, or a list in which every GPU has to pass.
    ///
    /// A device (`"h100"`, `"RTX 4090"`), a MIG instance (`"h100:1g.10gb"`), a compute capability
    /// (`"9.0"`, `"sm_90a"`), or a constant of the program.
    Arch arch [] {
        form: Form::Other("a string, or a list of strings"),
        purpose: "names the GPU, or a list of GPUs",
        example: "arch = \"h100\"",
        is_shared: true,
        option: ("GPU",
            "The GPUs: devices (`h100`), MIG instances (`h100:1g.10gb`) or compute capabilities (`9.0`, \
            `sm_90`). A configuration has to pass on all of them"),
        words: "gpu gpus gpu_name gpu_arch gpu_architecture gpu_code device devices device_name target sm sm_arch \
            sm_version cc compute compute_cap compute_capability cuda_arch architecture board card",
        ..ROW
    }

    /// `threads = 256`, `(32, 8)`, `(8, 8, 4)`, `auto`, `auto(64..=512)`: the block.
    ///
    /// At most 1,024 threads in whole warps; 1,024, 1,024 and 64 in x, y and z.
    Threads threads [] {
        form: Form::Extents,
        purpose: "is the block: threads in x, or in x, y and z",
        example: "threads = 256",
        option: ("THREADS",
            "The block: `256`, `16x16`, `(8, 8, 4)`, `64..=1024`, or the best of a range: `auto`, `auto(64..=512)`"),
        words: "block block_dim block_dims block_shape block_size block_threads threads_per_block thread_count \
            thread_block thread_block_size num_threads n_threads max_threads max_threads_per_block tpb ntid \
            maxntid reqntid workgroup_size local_size cta_size",
        ..ROW
    }

    /// `regs = 64`: 32-bit registers that each thread may use, 1 to 255. A budget, not a measurement.
    Registers regs [kernel.registers_per_thread; registers] {
        purpose: "is what the kernel may use, 32-bit registers per thread",
        example: "regs = 64",
        option: ("REGISTERS",
            "32-bit registers per thread; with `--cubin`, those of the machine code"),
        words: "reg registers register_count registers_per_thread regs_per_thread num_regs num_registers max_regs \
            max_registers max_registers_per_thread maxregcount maxrregcount maxnreg",
        ..ROW
    }

    /// `smem = 48 * 1024`: dynamic shared memory, bytes per block.
    DynamicSharedMemory smem [kernel.dynamic_shared_memory] {
        purpose: "is dynamic shared memory, bytes per block",
        example: "smem = 48 * 1024",
        left_out: Some(0),
        option: ("BYTES",
            "Bytes of dynamic shared memory per block"),
        words: "shared shared_mem shared_memory shared_mem_bytes shared_mem_size shared_memory_bytes \
            shared_memory_size shared_memory_per_block smem_bytes smem_size shmem dynamic dynamic_smem \
            dynamic_smem_bytes dynamic_smem_size dyn_smem dyn_shared_mem dynamic_shared dynamic_shared_mem \
            dynamic_shared_mem_bytes dynamic_shared_memory dynamic_shared_memory_bytes \
            dynamic_shared_memory_size dynamic_shared_memory_per_block max_dynamic_shared_size_bytes \
            max_dynamic_shared_memory_size",
        ..ROW
    }

    /// `static_smem = 4096`: shared memory that the kernel declares, bytes per block, at most 49,152, and
    /// more for `arch = "sm_90a"` and the like with CUDA 13.
    StaticSharedMemory static_smem [kernel.static_shared_memory; static_shared_memory] {
        purpose: "is shared memory that the kernel declares, bytes per block",
        example: "static_smem = 4 * 1024",
        left_out: Some(0),
        option: ("BYTES",
            "Bytes of shared memory per block that the kernel declares"),
        words: "static_shared static_shared_mem static_shared_memory static_shared_memory_per_block \
            shared_size_bytes",
        ..ROW
    }

    /// `barriers = 1`: named barriers that the kernel uses, 0 to 16.
    Barriers barriers [kernel.barriers; barriers] {
        purpose: "is the number of named barriers that the kernel uses",
        example: "barriers = 1",
        left_out: Some(0),
        option: ("BARRIERS",
            "Named barriers that the kernel uses"),
        words: "barrier num_barriers named_barriers barrier_count",
        ..ROW
    }

    /// `cubin = "saxpy.cubin"`: the file with the kernel's machine code, relative to this one.
    /// `regs`, `static_smem` and `barriers` come from it, or are checked against it.
    Cubin cubin [] {
        form: Form::File,
        purpose: "is the file of the kernel's machine code",
        example: "cubin = \"saxpy.cubin\"",
        option: ("FILE",
            "The file with the kernel's machine code: a cubin, or a fat binary. It states the registers, static \
            shared memory and barriers that are left out, and may not use more than those that are stated"),
        words: "binary fatbin image cubin_file cubin_path machine_code",
        ..ROW
    }

    /// `ptx = "saxpy.ptx"`: the file with the kernel's PTX, which states all of that except registers.
    Ptx ptx [] {
        form: Form::File,
        purpose: "is the file of the kernel's PTX",
        example: "ptx = \"saxpy.ptx\"",
        option: ("FILE",
            "The file with the kernel's PTX, which states all of that but the registers"),
        words: "ptx_file ptx_path ptx_src assembly",
        ..ROW
    }

    /// `kernel = "saxpy"`: the kernel in `cubin` or `ptx`, by its name in the source or its symbol; by
    /// default, the function's name.
    Kernel kernel [] {
        form: Form::Text,
        purpose: "names the kernel in that file",
        example: "kernel = \"saxpy\"",
        has_value: false,
        option: ("NAME",
            "The kernel in that file, by its name in the source or its symbol"),
        words: "entry entry_point function func func_name function_name kernel_name symbol",
        ..ROW
    }

    /// `carveout = 50`: percent of the SM's largest shared memory that the launch prefers, 0 to 100.
    Carveout carveout [kernel.carveout] {
        purpose: "prefers a share of the cache as shared memory, percent",
        example: "carveout = 50",
        option: ("PERCENT",
            "Percent of the SM's largest shared memory that the launch side prefers"),
        words: "smem_carveout shared_memory_carveout preferred_shared_memory_carveout prefer_shared",
        ..ROW
    }

    /// `cluster = 2`, `(2, 2)`: blocks of a thread block cluster, from compute capability 9.0 on.
    Cluster cluster [] {
        form: Form::Extents,
        purpose: "is the cluster: blocks in x, or in x, y and z",
        example: "cluster = 2",
        option: ("BLOCKS",
            "Blocks of a thread block cluster: `2`, `2x2`"),
        words: "cluster_dim cluster_dims cluster_shape cluster_size blocks_per_cluster num_ctas ctas_per_cluster \
            ctas_per_cga reqnctapercluster",
        ..ROW
    }

    /// `grid = 1056`, `(64, 64)`, `(8, 8, 8)`: the grid, if you know it.
    Grid grid [] {
        form: Form::Extents,
        purpose: "is the grid: blocks in x, or in x, y and z",
        example: "grid = 1056",
        is_shared: true,
        option: ("BLOCKS",
            "The grid, for waves and the tail: `1000`, `64x64`"),
        words: "grid_dim grid_dims grid_shape grid_size blocks num_blocks n_blocks block_count blocks_per_grid \
            nctaid workgroups num_workgroups",
        ..ROW
    }

    /// `elements = 1 << 20`: makes the grid ⌈elements / (threads × items per thread)⌉ blocks.
    Elements elements [grid] {
        purpose: "makes the grid from a number of elements",
        example: "elements = 1 << 20",
        is_shared: true,
        option: ("ELEMENTS",
            "Elements that the grid is made for"),
        words: "n len length count elems n_elems num_elems n_elements num_elements numel element_count problem_size \
            total_elements total_threads",
        ..ROW
    }

    /// `items_per_thread = 4`: elements that each thread works on; by default, 1.
    ItemsPerThread items_per_thread [items_per_thread] {
        purpose: "is the number of elements that each thread works on",
        example: "items_per_thread = 4",
        left_out: Some(1),
        option: ("ELEMENTS",
            "Elements that each thread works on"),
        words: "items ipt elements_per_thread elems_per_thread values_per_thread work_per_thread vec_size \
            vector_size vector_width coarsening",
        ..ROW
    }

    /// `sms = 66`: SMs that the kernel gets if it shares the GPU.
    Sms sms [sms?] {
        purpose: "is the number of SMs that the kernel gets of the GPU",
        example: "sms = 66",
        option: ("SMS",
            "SMs that the kernel gets of the GPU, if it shares it"),
        ..ROW
    }

    /// `min_blocks = 2`: the resident blocks per SM that you demand.
    MinBlocks min_blocks [min_blocks?] {
        purpose: "demands resident blocks per SM",
        example: "min_blocks = 2",
        option: ("BLOCKS",
            "Demand this many resident blocks per SM"),
        words: "min_blocks_per_sm min_blocks_per_mp min_blocks_per_multiprocessor blocks_per_sm \
            blocks_per_multiprocessor active_blocks active_blocks_per_sm resident_blocks min_ctas \
            min_ctas_per_sm ctas_per_sm minnctapersm",
        ..ROW
    }

    /// `max_blocks = 1`: the most resident blocks per SM that you accept.
    MaxBlocks max_blocks [max_blocks?] {
        purpose: "accepts resident blocks per SM at most",
        example: "max_blocks = 4",
        option: ("BLOCKS",
            "Accept this many resident blocks per SM at most"),
        words: "max_blocks_per_sm max_blocks_per_multiprocessor max_active_blocks max_active_blocks_per_sm \
            max_resident_blocks max_ctas max_ctas_per_sm",
        ..ROW
    }

    /// `min_occupancy = 0.5`, `50 %`: the occupancy that you demand: resident warps over warp slots.
    MinOccupancy min_occupancy [] {
        form: Form::Ratio,
        purpose: "demands resident warps over warp slots",
        example: "min_occupancy = 0.5",
        option: ("RATIO",
            "Demand an occupancy: `0.5`, `50 %`, `1/2`"),
        words: "occupancy target_occupancy theoretical_occupancy achieved_occupancy",
        ..ROW
    }

    /// `tail_efficiency = 0.9`, `90 %`: the tail efficiency that you demand: blocks of the grid over the
    /// blocks of its waves.
    TailEfficiency tail_efficiency [] {
        form: Form::Ratio,
        purpose: "demands that the last wave is full enough",
        example: "tail_efficiency = 0.9",
        is_shared: true,
        option: ("RATIO",
            "Demand a tail efficiency of the grid: `0.9`, `90 %`, `9/10`"),
        words: "tail efficiency wave_efficiency min_tail_efficiency",
        ..ROW
    }

    /// `hides(cycles = 400, instructions = 60)`, `hides(bytes = 16)`: a latency that the resident warps have
    /// to hide, and bytes in flight that keep the memory busy.
    Hides hides [] {
        form: Form::Parentheses("`cycles` and `instructions`, or `bytes`, in parentheses"),
        purpose: "demands that the resident warps hide a latency",
        example: "hides(cycles = 400, instructions = 60)",
        has_value: false,
        option: ("DEMAND",
            "Demand that the resident warps hide a latency, keep memory busy, or both: \
            `cycles=400,instructions=60`, `bytes=16`"),
        words: "hide hiding latency_hiding",
        ..ROW
    }

    /// `hides(cycles = 400)`: cycles from the issue of an instruction to its result.
    Cycles cycles [hides.cycles] {
        inside: Some(Argument::Hides),
        purpose: "is the latency that the resident warps hide",
        example: "hides(cycles = 400, instructions = 60)",
        words: "latency latency_cycles cycle num_cycles",
        ..ROW
    }

    /// `hides(cycles = 400, instructions = 60)`: independent instructions of a warp before it waits; by
    /// default, 1.
    Instructions instructions [hides.instructions] {
        inside: Some(Argument::Hides),
        purpose: "are the independent instructions of a warp before it waits",
        example: "hides(cycles = 400, instructions = 60)",
        words: "ilp instruction instruction_count num_instructions",
        ..ROW
    }

    /// `hides(bytes = 16)`: bytes in flight per thread.
    BytesInFlight bytes [hides.bytes] {
        inside: Some(Argument::Hides),
        purpose: "are in flight per thread, and keep the memory busy",
        example: "hides(bytes = 16)",
        words: "bytes_in_flight bytes_per_thread num_bytes",
        ..ROW
    }

    /// `tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2)`: the tile of a matrix product, which gives
    /// shared memory and is checked against registers.
    Tile tile [] {
        form: Form::Parentheses("`m`, `n` and `k`, and what differs from the defaults, in parentheses"),
        purpose: "is what one block computes of a matrix product",
        example: "tile(m = 128, n = 128, k = 64, stages = 3, a = 2, b = 2)",
        has_value: false,
        option: ("TILE",
            "The tile of a matrix product that a block computes, which gives `--smem` where it is not stated: \
            `m=128,n=128,k=64,stages=3,a=2,b=2`"),
        words: "tiling tile_shape block_tile cta_tile cta_shape threadblock_shape",
        ..ROW
    }

    /// `tile(m = 128, …)`: rows of the tile, elements.
    TileRows m [tile.m] {
        inside: Some(Argument::Tile),
        purpose: "is the rows of the tile, elements",
        example: "m = 128",
        ..ROW
    }

    /// `tile(n = 128, …)`: columns of the tile, elements.
    TileColumns n [tile.n] {
        inside: Some(Argument::Tile),
        purpose: "is the columns of the tile, elements",
        example: "n = 128",
        ..ROW
    }

    /// `tile(k = 64, …)`: elements of the inner dimension in a stage.
    TileDepth k [tile.k] {
        inside: Some(Argument::Tile),
        purpose: "is the elements of the inner dimension in a stage",
        example: "k = 64",
        ..ROW
    }

    /// `tile(stages = 3, …)`: stages in shared memory at once; by default, 1.
    Stages stages [tile.stages] {
        inside: Some(Argument::Tile),
        purpose: "is the number of stages in shared memory at once",
        example: "stages = 3",
        ..ROW
    }

    /// `tile(a = 2, …)`: bytes of an element of A; by default, 4.
    ElementOfA a [tile.a_bytes] {
        inside: Some(Argument::Tile),
        purpose: "is the size of an element of A, bytes",
        example: "a = 2",
        ..ROW
    }

    /// `tile(b = 2, …)`: bytes of an element of B; by default, 4.
    ElementOfB b [tile.b_bytes] {
        inside: Some(Argument::Tile),
        purpose: "is the size of an element of B, bytes",
        example: "b = 2",
        ..ROW
    }

    /// `tile(accumulator = tensor_memory, …)`: where accumulators are; by default, `registers`.
    Accumulator accumulator [] {
        form: Form::Other("`registers`, `tensor_memory` or a constant"),
        inside: Some(Argument::Tile),
        purpose: "is where a block keeps its accumulators",
        example: "accumulator = registers",
        ..ROW
    }

    /// `tile(extra_regs = 40, …)`: registers per thread beside accumulators; by default, 0.
    ExtraRegisters extra_regs [tile.extra_registers] {
        inside: Some(Argument::Tile),
        purpose: "are the registers per thread beside accumulators",
        example: "extra_regs = 40",
        ..ROW
    }

    /// `tile(problem = (4096, 4096), …)`: rows and columns of the product; the page shows its tiles and
    /// waves.
    Problem problem [] {
        form: Form::Other("rows and columns in parentheses"),
        inside: Some(Argument::Tile),
        purpose: "is the product that the page counts tiles of",
        example: "problem = (4096, 4096)",
        ..ROW
    }

    /// `intent(low_occupancy, "accumulators in registers")`: says that you intend low occupancy, and why.
    Intent intent [] {
        form: Form::Parentheses("`low_occupancy` and the reason as a string, in parentheses"),
        purpose: "says that low occupancy is intended, and why",
        example: "intent(low_occupancy, \"accumulators in registers\")",
        option: ("INTENT",
            "Say that few resident warps are intended, and why: `low_occupancy, accumulators in registers`"),
        words: "intends intended intention",
        ..ROW
    }

    /// `name = SaxpyLaunch`: the name of the launch type.
    Name name [] {
        form: Form::Other("the name of a type"),
        purpose: "names the launch type",
        example: "name = SaxpyLaunch",
        is_shared: true,
        has_value: false,
        words: "rename struct_name launch launch_name",
        ..ROW
    }

    /// `docs = table`, `docs = none`: the launch type's page without charts, or without the
    /// configuration.
    Docs docs [] {
        form: Form::Other("`charts`, `table` or `none`"),
        purpose: "is what the launch type's page shows",
        example: "docs = table",
        is_shared: true,
        has_value: false,
        words: "doc page charts",
        ..ROW
    }

    /// `crate = ::occupancy`: the path of the `occupancy` crate.
    Crate crate [] {
        form: Form::Other("a path"),
        purpose: "is the path of the `occupancy` crate",
        example: "crate = ::occupancy",
        is_shared: true,
        has_value: false,
        words: "krate crate_path path",
        ..ROW
    }

    /// `on("b200", threads = 512)`: other values for one GPU of `arch`.
    On on [] {
        form: Form::Parentheses("the name of a GPU in `arch` and its values in parentheses"),
        purpose: "has other values for one of the GPUs",
        example: "on(\"b200\", threads = 512)",
        is_shared: true,
        has_value: false,
        ..ROW
    }

    /// `allow(partial_warp)`, `allow(register_cliff)`: accepts what the attribute otherwise refuses or
    /// warns about.
    Allow allow [] {
        form: Form::Names,
        purpose: "accepts what is otherwise refused or warned of",
        example: "allow(partial_warp)",
        is_shared: true,
        has_value: false,
        words: "expect ignore",
        ..ROW
    }

    /// `warn(min_blocks)`: turns on a warning.
    Warn warn [] {
        form: Form::Names,
        purpose: "asks for warnings",
        example: "warn(min_blocks)",
        is_shared: true,
        has_value: false,
        ..ROW
    }

    /// `deny(last_wave)`: makes a warning an error.
    Deny deny [] {
        form: Form::Names,
        purpose: "refuses what is otherwise warned of",
        example: "deny(last_wave)",
        is_shared: true,
        has_value: false,
        words: "forbid",
        ..ROW
    }
    } };
}

/// What a table says of an argument, beside its name.
struct Row {
    key: &'static str,
    form: Form,
    /// The argument whose parentheses it stands in.
    inside: Option<Argument>,
    /// What it does, after its name.
    purpose: &'static str,
    /// A use of it.
    example: &'static str,
    /// What a configuration has of it if it is left out.
    left_out: Option<u64>,
    /// Whether all GPUs of a list share it.
    is_shared: bool,
    /// Whether a configuration has a value of it: `hides` is what is in its parentheses, and `name` is of the launch
    /// type.
    has_value: bool,
    /// The name of its value and its words on a command line.
    option: (&'static str, &'static str),
    /// What other tools call it: CUDA C++ (`dim3` variables, `cudaLaunchConfig_t`, `cudaFuncAttributes`,
    /// `CUfunction_attribute`), nvcc, PTX directives, Nsight Compute's launch statistics, cudarc's `LaunchConfig`,
    /// Numba, CUB and Triton.
    words: &'static str,
}

/// What most rows have.
const ROW: Row = Row {
    key: "",
    form: Form::Integer,
    inside: None,
    purpose: "",
    example: "",
    left_out: None,
    is_shared: false,
    has_value: true,
    option: ("", ""),
    words: "",
};

/// The form of an argument's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// `64`
    Integer,
    /// `256`, `(32, 8)`
    Extents,
    /// `0.5`, `50 %`
    Ratio,
    /// The path of a file.
    File,
    /// A string.
    Text,
    /// `allow(…)`
    Names,
    /// `hides(…)`, with what is in the parentheses.
    Parentheses(&'static str),
    /// A form of its own.
    Other(&'static str),
}

impl Form {
    /// What an argument of this form takes.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Integer => "an integer, or arithmetic on integers",
            Self::Extents => "an integer, or two or three in parentheses",
            Self::Ratio => "a decimal, a percentage or a fraction",
            Self::File => "the path of a file, as `include_bytes!` does",
            Self::Text => "a string",
            Self::Names => "names in parentheses",
            Self::Parentheses(words) | Self::Other(words) => words,
        }
    }
}

macro_rules! table {
    ($($(#[$docs:meta])* $argument:ident $key:tt [$($field:tt)*] { $($row:tt)* })*) => {
        /// An argument of `#[launch_config(…)]`, or in the parentheses of one: what a violation is about, or what a
        /// change sets.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Argument {
            $($(#[$docs])* $argument,)*
        }

        const ROWS: &[Row] = &[$(Row { key: stringify!($key), $($row)* }),*];

        impl Argument {
            /// All, in the order in which an attribute is written.
            pub const ALL: &[Self] = &[$(Self::$argument),*];
        }
    };
}

__arguments! { table }

impl Argument {
    /// The arguments that are one integer.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::INTEGERS.contains(&Argument::Registers));
    /// // One to three integers, and a ratio.
    /// assert!(!Argument::INTEGERS.contains(&Argument::Threads));
    /// assert!(!Argument::INTEGERS.contains(&Argument::MinOccupancy));
    /// ```
    pub const INTEGERS: [Self; Arguments::INTEGERS.len()] = Arguments::INTEGERS.list();

    /// Those in the parentheses of `hides(…)`.
    pub const OF_HIDES: [Self; Arguments::inside(Self::Hides).len()] =
        Arguments::inside(Self::Hides).list();

    /// Those in the parentheses of `tile(…)`.
    pub const OF_TILE: [Self; Arguments::inside(Self::Tile).len()] =
        Arguments::inside(Self::Tile).list();

    /// Those of [`OF_TILE`](Self::OF_TILE) that every tile states: its extents.
    pub const TILE_EXTENTS: [Self; 3] = [Self::TileRows, Self::TileColumns, Self::TileDepth];

    #[allow(
        clippy::indexing_slicing,
        reason = "a row for each variant, in their order"
    )]
    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The key of the argument in `#[launch_config(…)]`, or in an argument of it that takes several.
    pub const fn key(self) -> &'static str {
        self.row().key
    }

    /// The form of its value.
    pub const fn form(self) -> Form {
        self.row().form
    }

    /// What it does, after its name: "is the block: threads in x, or in x, y and z".
    pub const fn purpose(self) -> &'static str {
        self.row().purpose
    }

    /// A use of the argument, as it is written in the attribute.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert_eq!(Argument::Registers.example(), "regs = 64");
    /// ```
    pub const fn example(self) -> &'static str {
        self.row().example
    }

    /// The name of its value on a command line, and what is said of it there; both are empty if a command line does
    /// not take it.
    pub const fn option(self) -> (&'static str, &'static str) {
        self.row().option
    }

    /// What other tools call it.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Threads.words().any(|word| word == "block_size"));
    /// ```
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        self.row().words.split_ascii_whitespace()
    }

    /// The value of an [integer](Self::INTEGERS) that is left out; `None` if it has no default.
    pub const fn left_out(self) -> Option<u64> {
        self.row().left_out
    }

    /// The most that the field of an [integer](Self::INTEGERS) holds.
    pub const fn most(self) -> u64 {
        match self {
            Self::Elements => u64::MAX,
            _ => u32::MAX as u64,
        }
    }

    /// Whether it is one of the [integers](Self::INTEGERS).
    pub const fn is_integer(self) -> bool {
        matches!(self.row().form, Form::Integer)
    }

    /// Whether it is in the parentheses of another: `cycles` in those of `hides(…)`.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Cycles.is_nested());
    /// assert!(!Argument::Registers.is_nested());
    /// ```
    pub const fn is_nested(self) -> bool {
        self.row().inside.is_some()
    }

    /// Those in the parentheses of this one.
    pub const fn nested(self) -> &'static [Self] {
        match self {
            Self::Hides => &Self::OF_HIDES,
            Self::Tile => &Self::OF_TILE,
            _ => &[],
        }
    }

    /// Whether it has what it states in parentheses: `allow(…)`.
    pub const fn is_parenthesized(self) -> bool {
        matches!(self.row().form, Form::Names | Form::Parentheses(_))
    }

    /// Whether a configuration has a value of it: not of `hides`, which is what is in its parentheses, nor of `name`,
    /// which is of the launch type.
    pub const fn has_value(self) -> bool {
        self.row().has_value
    }

    /// Whether one GPU of a list can have a value of its own, in `on(…)`.
    ///
    /// ```
    /// use occupancy_core::kernel::Argument;
    ///
    /// assert!(Argument::Threads.is_of_one_gpu());
    /// // A launch has the same grid on each.
    /// assert!(!Argument::Grid.is_of_one_gpu());
    /// ```
    pub const fn is_of_one_gpu(self) -> bool {
        !self.row().is_shared
    }
}

/// A set of arguments.
///
/// ```
/// use occupancy_core::{kernel::{Argument, Arguments}};
///
/// let arguments = Arguments::of(&[Argument::Threads, Argument::Registers]);
/// assert!(arguments.contains(Argument::Registers));
/// assert!(!arguments.meets(Arguments::of(&[Argument::Arch])));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Arguments(u64);

impl Arguments {
    /// No argument.
    pub const NONE: Self = Self(0);

    const INTEGERS: Self = {
        let (mut set, mut left) = (Self::NONE, Argument::ALL);
        while let [argument, others @ ..] = left {
            if argument.is_integer() {
                set = set.with(*argument);
            }
            left = others;
        }
        set
    };

    /// Those in the parentheses of an argument.
    const fn inside(outer: Argument) -> Self {
        let (mut set, mut left) = (Self::NONE, Argument::ALL);
        while let [argument, others @ ..] = left {
            if matches!(argument.row().inside, Some(inside) if inside as u8 == outer as u8) {
                set = set.with(*argument);
            }
            left = others;
        }
        set
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Its arguments, of which there are `N`.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "below the length, which is compared"
    )]
    pub(super) const fn list<const N: usize>(self) -> [Argument; N] {
        let (mut list, mut at, mut left) = ([Argument::Arch; N], 0, Argument::ALL);
        while let [argument, others @ ..] = left {
            if self.contains(*argument) && at < N {
                list[at] = *argument;
                at += 1;
            }
            left = others;
        }
        list
    }

    /// The arguments of a list.
    pub const fn of(arguments: &[Argument]) -> Self {
        let (mut set, mut left) = (Self::NONE, arguments);
        while let [argument, others @ ..] = left {
            set = set.with(*argument);
            left = others;
        }
        set
    }

    /// The set as a number, which costs the compiler less than a list. [`Arguments::from_bits`] converts it
    /// back.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of [`Arguments::bits`].
    #[doc(hidden)]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Adds an argument.
    #[must_use = "returns the larger set"]
    pub const fn with(self, argument: Argument) -> Self {
        Self(self.0 | 1 << argument as u32)
    }

    /// The arguments of either set.
    #[must_use = "returns the larger set"]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Whether the argument is in the set.
    pub const fn contains(self, argument: Argument) -> bool {
        self.0 & (1 << argument as u32) != 0
    }

    /// Whether an argument is in both sets.
    pub const fn meets(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether the set has no argument.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}
