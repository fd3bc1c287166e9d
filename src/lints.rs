//! Warnings that depend on constants of the program.

/// A warning that depends on a constant of the program. The compiler looks up a constant by name, and
/// finds a deprecated one if the lint fires. Its text is the same for every kernel, so look for the
/// numbers in the launch type.
#[derive(Debug)]
pub struct Warn<const IS_WORTH_SAYING: bool>;

macro_rules! warnings {
    ($($name:ident $note:literal)*) => {
        #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
        impl Warn<true> {
            $(
                #[doc = $note]
                #[deprecated(note = $note)]
                pub const $name: () = ();
            )*
        }

        #[allow(non_upper_case_globals, reason = "the name of the warning is shown")]
        impl Warn<false> {
            $(
                /// Nothing to say.
                pub const $name: () = ();
            )*
        }
    };
}

warnings! {
    last_wave "[OCC201] the last wave of the grid is less than half full; `waves_on(sm_count)` has the \
        numbers"
    idle_sms "[OCC202] the grid has fewer blocks than the GPU has SMs; `waves_on(sm_count)` has the \
        numbers"
    register_cliff "[OCC203] one register fewer per thread would fit another block"
    min_blocks "[OCC204] `min_blocks` demands fewer blocks than fit; `BLOCKS_PER_SM` is what fits"
    nonportable_cluster "[OCC205] the cluster is not portable: the GPU takes it if the function is \
        allowed CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED"
    spills "[OCC206] the kernel spills registers to local memory; `COMPILED` has the numbers"
    unknown_stack "[OCC207] the kernel needs local memory that is not known when it is compiled: it \
        recurses, or calls through a pointer"
    register_cap "[OCC208] the kernel was compiled with launch bounds of another number of resident \
        blocks; `COMPILED` has its register cap"
    relocatable "[OCC209] the kernel is input for the linker, which may raise its registers, static \
        shared memory, stack and barriers"
    barrier_limit "[OCC210] the kernel's named barriers allow fewer blocks than any other resource; \
        `OCCUPANCY` has every limit"
    idle_schedulers "[OCC211] fewer warps are resident than an SM has schedulers; `OCCUPANCY` has the numbers"
    low_occupancy "[OCC212] fewer than half of the warp slots are in use; `OCCUPANCY` has every limit"
    unfulfilled_intent "[OCC213] low occupancy is intended, but at least half of the warp slots are in use; \
        `OCCUPANCY` has the numbers"
}
