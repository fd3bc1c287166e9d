//! Random numbers and compute capabilities: mostly what an author may write, sometimes anything at all.

use occupancy_core::ComputeCapability;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Mostly a value of `usual`, sometimes any at all.
pub(crate) fn mostly<S>(usual: S) -> impl Strategy<Value = u32>
where
    S: Strategy<Value = u32> + 'static,
{
    prop_oneof![15 => usual.boxed(), 1 => any::<u32>().boxed()]
}

pub(crate) fn any_compute_capability() -> impl Strategy<Value = &'static ComputeCapability> {
    prop::sample::select(ComputeCapability::ALL.iter().collect::<Vec<_>>())
}

/// So many cases where the compiler optimizes, and a third of them elsewhere; the same on every run unless
/// `PROPTEST_RNG_SEED` says otherwise; a failure is printed in full and belongs in a named test, not in a file.
pub(crate) fn random(cases: u32) -> ProptestConfig {
    let of_debug = if cfg!(debug_assertions) { 3 } else { 1 };
    let config = ProptestConfig::with_cases(cases / of_debug);
    ProptestConfig {
        failure_persistence: None,
        rng_seed: match config.rng_seed {
            RngSeed::Random => RngSeed::Fixed(0),
            fixed @ RngSeed::Fixed(_) => fixed,
        },
        ..config
    }
}
