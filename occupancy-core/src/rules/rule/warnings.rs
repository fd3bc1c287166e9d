//! The table of warnings, a row each.

/// Calls the macro `$with` with the rows of the warnings, after its other input.
///
/// A row has, in turn: the documentation, which editors show; the variant; the name in `allow(…)`; the code; the case
/// of `tests/ui` that is the example on the code's page; the `Row`; and the words of the compiler if a value is a
/// constant of the program.
#[doc(hidden)]
#[macro_export]
macro_rules! __warnings {
    ($with:ident $($given:tt)*) => { $with! { $($given)* warnings {
        /// The stated grid's last wave is less than half full and its tail efficiency is below 90 %,
        /// and no tail efficiency is demanded.
        LastWave last_wave OCC201 "rustc/warnings-last-wave" = Row::new(&[Grid, Elements, Problem]) =>
            "[OCC201] the last wave of the grid is less than half full; `waves_on(sm_count)` has the numbers",
        /// The stated grid has fewer blocks than the device has SMs.
        IdleSms idle_sms OCC202 "rustc/warnings-idle-sms" = Row::new(&[Grid, Elements, Problem]) =>
            "[OCC202] the grid has fewer blocks than the GPU has SMs; `waves_on(sm_count)` has the numbers",
        /// One register per thread less would fit another block.
        RegisterCliff register_cliff OCC203 "rustc/warnings-register-cliff" = Row::new(&[Registers, Vgprs]) =>
            "[OCC203] one register fewer per thread would fit another block",
        /// `min_blocks` demands fewer blocks than fit.
        MoreBlocksFit min_blocks OCC204 "rustc/warnings-asked-for" = Row::new(&[MinBlocks]).on_demand() =>
            "[OCC204] `min_blocks` demands fewer blocks than fit; `BLOCKS_PER_SM` is what fits",
        /// A cluster has more than the portable 8 blocks, and the GPU allows it.
        NonportableCluster nonportable_cluster OCC205 "rustc/warnings-nonportable-cluster" = Row::new(&[Cluster]) =>
            "[OCC205] the cluster is not portable: the GPU takes it if the function is allowed \
            CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED",
        /// The machine code spills registers to local memory.
        Spills spills OCC206 "rustc/cubin-spills" = Row::new(&[Cubin, Ptx, Hsaco, Arch]) =>
            "[OCC206] the kernel spills registers to local memory; `COMPILED` has the numbers",
        /// The stack of a thread is not known when the code is compiled: it recurses, or calls through a
        /// pointer.
        UnknownStack unknown_stack OCC207 "rustc/cubin-unknown-stack" = Row::new(&[Cubin, Ptx, Hsaco, Arch]) =>
            "[OCC207] the kernel needs an amount of local memory that is not known at compile time: it recurses, or \
            calls through a pointer",
        /// The register cap of the machine code comes from launch bounds with another number of blocks than
        /// `min_blocks`.
        RegisterCap register_cap OCC208 "rustc/cubin-compiled-for-other-min-blocks" = Row::new(&[Cubin, Ptx, Arch]) =>
            "[OCC208] the kernel was compiled with launch bounds of another number of resident blocks; `COMPILED` \
            has its register cap",
        /// The machine code is input for the linker, which may raise what it uses.
        Relocatable relocatable OCC209 "rustc/cubin-relocatable" = Row::new(&[Cubin, Ptx, Hsaco, Arch]) =>
            "[OCC209] the kernel is input for the linker, which may raise its registers, static shared memory, \
            stack and barriers",
        /// The barriers of the machine code allow fewer blocks than any other resource.
        BarrierLimit barrier_limit OCC210 "rustc/cubin-barriers-that-limit-blocks" = Row::new(&[Cubin, Ptx, Arch]) =>
            "[OCC210] the kernel's named barriers allow fewer blocks than any other resource; `OCCUPANCY` has \
            every limit",
        /// Fewer warps are resident than an SM has schedulers, so some schedulers never issue.
        IdleSchedulers idle_schedulers OCC211 "rustc/warnings-idle-schedulers" = Row::new(&[Threads]) =>
            "[OCC211] fewer warps are resident than an SM has schedulers; `OCCUPANCY` has the numbers",
        /// Fewer than half of the warp slots are in use, and the author states no `intent`.
        LowOccupancy low_occupancy OCC212 "rustc/warnings-low-occupancy-asked-for" = Row::new(&[Threads]).on_demand() =>
            "[OCC212] fewer than half of the warp slots are in use; `OCCUPANCY` has every limit",
        /// The author states `intent(low_occupancy, …)`, but at least half of the warp slots are in use on every
        /// GPU.
        UnfulfilledIntent unfulfilled_intent OCC213 "rustc/warnings-unfulfilled-intent" = Row::new(&[Intent]) =>
            "[OCC213] low occupancy is intended, but at least half of the warp slots are in use; `OCCUPANCY` has \
            the numbers",
        /// A bound of the PTX is one that ptxas ignores, or leaves more than the configuration states.
        PtxBounds ptx_bounds OCC214 "rustc/ptx-bounds" = Row::new(&[Cubin, Ptx, Arch]) =>
            "[OCC214] ptxas ignores a bound of the kernel's PTX, or it contradicts the configuration; `COMPILED` has it",
        /// A cooperative grid has more clusters than are certainly resident at once.
        CooperativeClusters cooperative_clusters OCC215 "rustc/warnings-cooperative-clusters" = Row::new(&[Grid, Elements, Problem]) =>
            "[OCC215] the cooperative grid has more clusters than are certainly resident at once",
        /// The PTX splits its registers between warp groups, and the configuration states another split, or none.
        UnstatedSplit register_split OCC216 "rustc/ptx-register-split" = Row::new(&[Cubin, Ptx, Arch]) =>
            "[OCC216] the kernel splits its registers with `setmaxnreg`, in another way than is stated; `COMPILED` has it",
    } } };
}
