//! Classes of instructions by the functional unit that executes them.

worded! {
    /// A class of instructions that share a functional unit, and so a throughput. Its text is the class in words:
    /// `special functions`.
    #[derive(PartialOrd, Ord)]
    pub enum InstructionClass;

    /// Dense tensor-core multiply-adds of 16-bit floating-point numbers into 32-bit accumulators.
    ///
    /// One instruction is one `mma.m16n8k16` of a warp: 16 × 8 × 16 = 2,048 multiply-adds, 4,096 FLOP. Count
    /// a larger one, of `wgmma` or `tcgen05`, as several of these.
    TensorHalf: "tensor cores";
    /// Adds, multiplies and multiply-adds of two 16-bit floating-point numbers at once: `HFMA2`.
    Half2: "16-bit floating-point pairs";
    /// 32-bit floating-point adds, multiplies and multiply-adds: `FFMA`.
    Float: "32-bit floating point";
    /// 64-bit floating-point adds, multiplies and multiply-adds: `DFMA`.
    Double: "64-bit floating point";
    /// Approximate 32-bit reciprocal, reciprocal square root, `lg2`, `ex2`, sine and cosine: `MUFU`.
    SpecialFunction: "special functions";
    /// 32-bit integer adds and subtractions of three operands: `IADD3`.
    ///
    /// The Best Practices Guide of CUDA 13 states 128 lanes for those of two operands on 8.9 to 10.0.
    IntegerAdd: "integer adds";
    /// 32-bit integer multiplies and multiply-adds: `IMAD`.
    IntegerMultiply: "integer multiplies";
    /// 32-bit and, or, exclusive or: `LOP3`.
    Logic: "logic";
    /// 32-bit shifts: `SHF`.
    Shift: "shifts";
    /// 32-bit comparisons, minimum and maximum: `ISETP`, `FMNMX`.
    Compare: "comparisons";
    /// Conversions between types, except from 8 and 16 bits to 32-bit integers, and from and to 64 bits: `I2F`, `F2I`.
    Conversion: "conversions";
    /// Exchanges between the threads of a warp: `SHFL`.
    Shuffle: "shuffles";
    /// Loads and stores of 32 bits of shared memory without bank conflicts: `LDS`, `STS`.
    SharedMemory: "shared memory";
    /// Loads and stores of global and local memory: `LDG`, `STG`. A unit takes the address of one thread.
    ///
    /// Those of shared memory and shuffles go through the same units (Nsight Compute, Pipelines: LSU), so they take
    /// longer together than alone.
    LoadStore: "loads and stores";
    /// Barriers of a block: `BAR`, of `__syncthreads()`. This is their rate if all warps are there: one that has to wait
    /// takes longer.
    Barrier: "barriers";
    /// Instructions without a unit of their own, which only take an issue slot, as every instruction does: moves, and
    /// branches, for whose unit NVIDIA states no rate.
    IssueSlots: "issue slots";
}
