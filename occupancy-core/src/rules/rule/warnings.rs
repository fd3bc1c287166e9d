//! The table of warnings, a row each.

/// The rows, for the macro `$with`, behind what else it is given.
///
/// A row is what editors show, the variant, the name in `allow(…)`, the row of its rule, and what the compiler says if
/// a value is a constant of the program.
#[doc(hidden)]
#[macro_export]
macro_rules! __warnings {
    ($with:ident $($given:tt)*) => { $with! { $($given)* warnings {
        /// The stated grid's last wave is less than half full and its tail efficiency is below 90 %,
        /// and no tail efficiency is demanded.
        LastWave last_wave = Row::new("OCC201", &[Grid, Elements]) =>
            "[OCC201] the last wave of the grid is less than half full; `waves_on(sm_count)` has the numbers",
        /// The stated grid has fewer blocks than the device has SMs.
        IdleSms idle_sms = Row::new("OCC202", &[Grid, Elements]) =>
            "[OCC202] the grid has fewer blocks than the GPU has SMs; `waves_on(sm_count)` has the numbers",
        /// One register per thread less would fit another block.
        RegisterCliff register_cliff = Row::new("OCC203", &[Registers]) =>
            "[OCC203] one register fewer per thread would fit another block",
        /// `min_blocks` demands fewer blocks than fit.
        MoreBlocksFit min_blocks = Row::new("OCC204", &[MinBlocks]).on_demand() =>
            "[OCC204] `min_blocks` demands fewer blocks than fit; `BLOCKS_PER_SM` is what fits",
        /// A cluster has more than the portable 8 blocks, and the GPU allows it.
        NonportableCluster nonportable_cluster = Row::new("OCC205", &[Cluster]) =>
            "[OCC205] the cluster is not portable: the GPU takes it if the function is allowed \
            CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED",
        /// The machine code spills registers to local memory.
        Spills spills = Row::new("OCC206", &[Cubin, Ptx, Arch]) =>
            "[OCC206] the kernel spills registers to local memory; `COMPILED` has the numbers",
        /// The stack of a thread is not known when the code is compiled: it recurses, or calls through a
        /// pointer.
        UnknownStack unknown_stack = Row::new("OCC207", &[Cubin, Ptx, Arch]) =>
            "[OCC207] the kernel needs local memory that is not known when it is compiled: it recurses, or calls \
            through a pointer",
        /// The register cap of the machine code comes from launch bounds with another number of blocks than
        /// `min_blocks`.
        RegisterCap register_cap = Row::new("OCC208", &[Cubin, Ptx, Arch]) =>
            "[OCC208] the kernel was compiled with launch bounds of another number of resident blocks; `COMPILED` \
            has its register cap",
        /// The machine code is input for the linker, which may raise what it uses.
        Relocatable relocatable = Row::new("OCC209", &[Cubin, Ptx, Arch]) =>
            "[OCC209] the kernel is input for the linker, which may raise its registers, static shared memory, \
            stack and barriers",
        /// The barriers of the machine code allow fewer blocks than any other resource.
        BarrierLimit barrier_limit = Row::new("OCC210", &[Cubin, Ptx, Arch]) =>
            "[OCC210] the kernel's named barriers allow fewer blocks than any other resource; `OCCUPANCY` has \
            every limit",
        /// Fewer warps are resident than an SM has schedulers, so some schedulers never issue.
        IdleSchedulers idle_schedulers = Row::new("OCC211", &[Threads]) =>
            "[OCC211] fewer warps are resident than an SM has schedulers; `OCCUPANCY` has the numbers",
        /// Fewer than half of the warp slots are in use, and the author states no `intent`.
        LowOccupancy low_occupancy = Row::new("OCC212", &[Threads]).on_demand() =>
            "[OCC212] fewer than half of the warp slots are in use; `OCCUPANCY` has every limit",
        /// The author states `intent(low_occupancy, …)`, but at least half of the warp slots are in use on every
        /// GPU.
        UnfulfilledIntent unfulfilled_intent = Row::new("OCC213", &[Intent]) =>
            "[OCC213] low occupancy is intended, but at least half of the warp slots are in use; `OCCUPANCY` has \
            the numbers",
    } } };
}
