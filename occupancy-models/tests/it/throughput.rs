//! The table of throughputs against other sources, figure by figure.

use occupancy_core::Multiprocessor;
use occupancy_core::compute_capabilities::{SM_90, SM_103};
use occupancy_models::InstructionClass::{
    self, Barrier, Compare, Conversion, Double, Float, Half2, IntegerAdd, IntegerMultiply,
    IssueSlots, LoadStore, Logic, SharedMemory, Shift, Shuffle, SpecialFunction, TensorHalf,
};
use occupancy_models::{Error, dependent_issue_cycles, lanes_per_clock, tensor_cores};

use crate::rows::{compute_capability, number, rows};

/// Every class.
pub(crate) const CLASSES: [InstructionClass; 15] = [
    TensorHalf,
    Half2,
    Float,
    Double,
    SpecialFunction,
    IntegerAdd,
    IntegerMultiply,
    Logic,
    Shift,
    Compare,
    Conversion,
    Shuffle,
    SharedMemory,
    LoadStore,
    Barrier,
];

pub(crate) fn class(name: &str) -> InstructionClass {
    let mut all = CLASSES.into_iter().chain([IssueSlots]);
    all.find(|class| format!("{class:?}") == name).expect(name)
}

/// The figures of other sources.
const SOURCES: &str = include_str!("../throughput.csv");

/// No measurement is above the table, and each reaches three quarters of it.
#[test]
fn other_sources_have_the_same() {
    for row in &rows(SOURCES)[1..] {
        let lanes = lanes_per_clock(compute_capability(row[1]), class(row[2]))
            .unwrap_or_else(|error| panic!("{row:?}: {error}"));
        let is_same = match row[3].split_once('.') {
            None => number(row[3]) == lanes,
            Some((whole, tenths)) => {
                let tenths = 10 * number(whole) + number(tenths);
                assert!(tenths <= 10 * lanes, "{row:?}: {lanes}");
                4 * tenths >= 3 * 10 * lanes
            }
        };
        assert_eq!(is_same, row[4].is_empty(), "{row:?}: {lanes}");
    }
}

/// NVIDIA calls the lanes of 32-bit floating point the cores of an SM (cuda-samples 13, `helper_cuda.h`).
#[test]
fn floats_are_the_cores() {
    for sm in occupancy_core::compute_capabilities::ALL {
        let cores = match sm.compute_capability() {
            (6 | 8, 0) | (7, _) => 64,
            _ => 128,
        };
        assert_eq!(lanes_per_clock(sm, Float), Ok(cores), "{}", sm.name());
    }
}

/// Every compute capability has a row, and the number of figures that nobody states is known.
#[test]
fn what_is_not_known() {
    let mut unknown = String::new();
    for sm in occupancy_core::compute_capabilities::ALL {
        let found = CLASSES.map(|class| lanes_per_clock(sm, class));
        let is_missing = |one: &&_| matches!(one, Err(Error::UnknownThroughput(_)));
        let missing = found.iter().filter(is_missing).count();
        if missing > 0 {
            unknown.extend([sm.name(), " ", &missing.to_string(), ", "]);
        }
        let mut lanes = found.into_iter().flatten();
        assert!(
            lanes.all(|lanes| (1..=128).contains(&lanes)),
            "{}",
            sm.name()
        );
    }
    let expected = "5.0 1, 5.2 1, 5.3 1, 6.0 1, 6.1 1, 6.2 1, 7.2 3, 7.5 3, 8.0 1, 8.6 2, 8.7 10, 8.9 2, 10.0 5, 10.3 9, \
                    11.0 12, 12.0 5, 12.1 5, ";
    assert_eq!(unknown, expected);
}

/// One warp instruction a scheduler and clock from Volta on.
#[test]
fn issue_slots() {
    for sm in occupancy_core::compute_capabilities::ALL {
        let issues = if sm.major() < 7 { 2 } else { 1 };
        let lanes = issues * sm.sub_partitions() * 32;
        assert_eq!(lanes_per_clock(sm, IssueSlots), Ok(lanes), "{}", sm.name());
    }
}

/// Each figure has its source in the comment above its row, or that says that there is none.
#[test]
fn every_figure_has_a_source() {
    const TABLE: &str = include_str!("../../src/throughput.rs");
    let names = "Guide|Best Practices|samples|whitepaper|In-Depth|Tensor Cores in Volta|Cornell|GTC 2025|Nsight Compute|denvdis|TechPowerUp|\
                 datasheet|FlashAttention-4|OpenXLA|NumKong|measured|differs between|no source";
    let (_, rows) = TABLE.split_once("\n    Ok(match (").expect("the table");
    let (mut figures, mut comment) = (0, String::new());
    for line in rows.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("//") {
            comment.push_str(text);
        } else if line.contains(" => [") {
            for class in CLASSES {
                let source = source_of(&comment, &format!("{class:?}"))
                    .or_else(|| source_of(&comment, "Others"))
                    .unwrap_or_else(|| panic!("{class:?} of {line}"));
                assert!(names.split('|').any(|name| source.contains(name)), "{line}");
                figures += 1;
            }
            comment.clear();
        }
    }
    assert!(figures >= 120, "{figures}");
}

/// The sources that a comment gives for a class: `TensorHalf, Half2: Guide 10. Others: no source.`
fn source_of<'a>(comment: &'a str, class: &str) -> Option<&'a str> {
    let mut sources = comment.split(". ").filter_map(|text| text.split_once(": "));
    let of_class = |(classes, _): &(&str, &str)| classes.split(", ").any(|one| one.trim() == class);
    Some(sources.find(of_class)?.1)
}

/// Arithmetic takes 4 to 6 cycles on every GPU whose figure is stated, and nothing is known of AMD's.
#[test]
fn dependent_instructions() {
    for sm in Multiprocessor::ALL {
        for class in CLASSES {
            let cycles = dependent_issue_cycles(sm, class);
            let range = match class {
                Double => 8..=64,
                TensorHalf => 16..=32,
                _ => 4..=6,
            };
            let about = format!("{class} on {}: {cycles:?}", sm.name());
            assert!(
                cycles.is_none_or(|cycles| range.contains(&cycles)),
                "{about}"
            );
            let is_unknown = sm.major() == 0 || sm.major() == 5 || class == Shuffle;
            assert!(cycles.is_none() || !is_unknown, "{about}");
        }
        assert!(sm.major() > 0 || tensor_cores(sm).is_none());
    }
    for (sm, cycles) in [
        (&SM_90, [Some(4), Some(24), None]),
        (&SM_103, [Some(4), Some(20), Some(64)]),
    ] {
        let of_class = |class| dependent_issue_cycles(sm, class);
        let found = [Float, TensorHalf, Double].map(of_class);
        assert_eq!(found, cycles, "{}", sm.name());
    }
}
