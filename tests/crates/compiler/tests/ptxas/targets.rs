//! The targets of the tables, and those that the compiler knows.

use std::collections::BTreeSet;

use occupancy::ComputeCapability;

use crate::nvcc;

/// Targets that the compiler knows and the tables leave out on purpose, as
/// [`ComputeCapability::ALL`] says; and what is older than 5.0.
const LEFT_OUT: [&str; 11] = [
    "sm_30", "sm_35", "sm_37", "sm_88", "sm_101", "sm_101a", "sm_101f", "sm_107", "sm_107a",
    "sm_107f", "sm_32",
];

/// The number of `sm_103a`.
fn number(target: &str) -> u32 {
    let digits = target
        .trim_start_matches("sm_")
        .trim_end_matches(['a', 'f']);
    digits.parse().unwrap_or_else(|_| panic!("{target}"))
}

#[test]
fn the_compiler_knows_the_targets_of_the_tables_and_no_other() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let known = nvcc.targets().unwrap();
    let known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    let ours: BTreeSet<&str> = ComputeCapability::ALL
        .iter()
        .flat_map(|cc| cc.targets().iter().copied())
        .collect();
    let left_out = BTreeSet::from(LEFT_OUT);
    assert_eq!(ours.intersection(&left_out).count(), 0);
    let new: Vec<_> = known
        .difference(&ours)
        .filter(|target| !left_out.contains(*target))
        .collect();
    assert!(new.is_empty(), "the tables do not have {new:?}");
    // A compiler drops the oldest, and knows none that is newer than itself.
    let numbers = known.iter().map(|target| number(target));
    let (oldest, newest) = (numbers.clone().min().unwrap(), numbers.max().unwrap());
    for target in ours.difference(&known) {
        let number = number(target);
        assert!(
            number < oldest || number > newest || nvcc.release() < (13, 0),
            "{target} is not known to {}",
            nvcc.version
        );
    }
    assert!(known.contains("sm_90a"), "{known:?}");
}
