//! The table of throughputs against other sources, figure by figure; what differs is listed.

use occupancy_core::ComputeCapability;
use occupancy_models::InstructionClass::{
    self, Compare, Conversion, Double, Float, Half2, IntegerAdd, IntegerMultiply, IssueSlots,
    Logic, SharedMemory, Shift, Shuffle, SpecialFunction, TensorHalf,
};
use occupancy_models::{Error, lanes_per_clock};

/// Every class.
pub(crate) const CLASSES: [InstructionClass; 13] = [
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
];

/// Another source's lanes: source, compute capability, class, lanes.
const STATED: &[(&str, &str, InstructionClass, u32)] = &[
    // CUDA C Programming Guide of CUDA 6, Table 2, column Maxwell.
    ("Guide 6", "5.0", Float, 128),
    ("Guide 6", "5.0", Double, 1),
    ("Guide 6", "5.0", SpecialFunction, 32),
    ("Guide 6", "5.0", IntegerAdd, 128),
    ("Guide 6", "5.0", Shift, 64),
    ("Guide 6", "5.0", Compare, 64),
    ("Guide 6", "5.0", Logic, 128),
    ("Guide 6", "5.0", Shuffle, 32),
    ("Guide 6", "5.0", Conversion, 32),
    // CUDA C++ Programming Guide of CUDA 11, as noted by a reader. Pairs are half of the results.
    ("Guide 11", "5.3", Half2, 128),
    ("Guide 11", "6.0", Half2, 64),
    ("Guide 11", "6.1", Half2, 1),
    ("Guide 11", "6.2", Half2, 128),
    ("Guide 11", "7.0", Half2, 64),
    ("Guide 11", "7.5", Half2, 64),
    ("Guide 11", "8.6", Half2, 128),
    ("Guide 11", "6.0", SpecialFunction, 16),
    ("Guide 11", "6.1", SpecialFunction, 32),
    ("Guide 11", "7.0", SpecialFunction, 16),
    ("Guide 11", "8.0", SpecialFunction, 16),
    ("Guide 11", "6.0", IntegerAdd, 64),
    ("Guide 11", "6.1", IntegerAdd, 128),
    ("Guide 11", "7.5", IntegerAdd, 64),
    ("Guide 11", "8.6", IntegerAdd, 64),
    // CUDA C++ Programming Guide, section 20, on the SM of each: cores of 64-bit floating point, and special
    // function units.
    ("Guide 20", "7.0", Double, 32),
    ("Guide 20", "7.5", Double, 2),
    ("Guide 20", "8.0", Double, 32),
    ("Guide 20", "8.6", Double, 2),
    ("Guide 20", "8.7", Double, 2),
    ("Guide 20", "8.9", Double, 2),
    ("Guide 20", "9.0", Double, 64),
    ("Guide 20", "10.0", Double, 64),
    ("Guide 20", "12.0", Double, 2),
    ("Guide 20", "7.0", SpecialFunction, 16),
    ("Guide 20", "8.0", SpecialFunction, 16),
    ("Guide 20", "8.6", SpecialFunction, 16),
    ("Guide 20", "8.9", SpecialFunction, 16),
    ("Guide 20", "9.0", SpecialFunction, 16),
    ("Guide 20", "10.0", SpecialFunction, 16),
    ("Guide 20", "12.0", SpecialFunction, 16),
    // OpenXLA, cuda_core_info_table.cc: units per SM. Tensor cores in multiply-adds, 64 for each lane.
    ("OpenXLA", "8.0", Half2, 64),
    ("OpenXLA", "8.0", Float, 64),
    ("OpenXLA", "8.0", Double, 32),
    ("OpenXLA", "8.0", IntegerMultiply, 64),
    ("OpenXLA", "8.0", TensorHalf, 4 * 256 / 64),
    ("OpenXLA", "9.0", Half2, 128),
    ("OpenXLA", "9.0", Float, 128),
    ("OpenXLA", "9.0", Double, 64),
    ("OpenXLA", "9.0", IntegerMultiply, 64),
    ("OpenXLA", "9.0", TensorHalf, 4 * 512 / 64),
    ("OpenXLA", "10.0", Half2, 64),
    ("OpenXLA", "10.0", Float, 128),
    ("OpenXLA", "10.0", Double, 64),
    ("OpenXLA", "10.0", IntegerMultiply, 64),
    ("OpenXLA", "10.3", Float, 128),
    ("OpenXLA", "10.3", Double, 64),
    ("OpenXLA", "10.3", IntegerMultiply, 64),
    // Best Practices Guide 13, column 9.0, and 13.3, column 8.9, as quoted.
    ("Best Practices 13", "9.0", Half2, 128),
    ("Best Practices 13", "9.0", Float, 128),
    ("Best Practices 13", "9.0", Double, 64),
    ("Best Practices 13", "9.0", SpecialFunction, 16),
    ("Best Practices 13", "9.0", IntegerAdd, 128),
    ("Best Practices 13", "9.0", IntegerMultiply, 64),
    ("Best Practices 13", "8.9", IntegerAdd, 64),
    ("Best Practices 13", "8.9", IntegerMultiply, 64),
    ("Best Practices 13", "8.9", Logic, 64),
    ("Best Practices 13", "8.9", SpecialFunction, 16),
    // NVIDIA, Hopper Architecture In-Depth, Figure 4: four units in each of four parts. Volta Tuning Guide:
    // as many integer cores as of 32-bit floating point.
    ("Hopper in depth", "9.0", SpecialFunction, 16),
    ("Volta Tuning Guide", "7.0", IntegerMultiply, 64),
    // NVIDIA Ampere Architecture In-Depth, Table 3: 78 TFLOP/s of 108 SMs at 1,410 MHz are 512 FLOP a clock.
    ("Ampere In-Depth", "8.0", Half2, 128),
    // CUDA C++ Programming Guide, 20.6.1 and 20.7.1: FP64 cores.
    ("Guide 20", "7.5", Double, 2),
    ("Guide 20", "8.6", Double, 2),
    ("Guide 20", "8.7", Double, 2),
    ("Guide 20", "8.9", Double, 2),
    // FlashAttention-4, on B200.
    ("FlashAttention-4", "10.0", SpecialFunction, 16),
    // V100 datasheet: 125 TFLOP/s of 80 SMs at 1,530 MHz are 1,021 FLOP a clock, 128 for each lane.
    ("V100 datasheet", "7.0", TensorHalf, 8),
];

/// What was measured, in tenths of a lane: a rate a little below the peak.
const MEASURED: &[(&str, &str, InstructionClass, u32)] = &[
    // `Euhedral-Engine/Euhedral` ef33b25, `docs/nvidia/sm-pipes.md`, RTX 5070 Ti.
    ("Euhedral", "12.0", Float, 1_227),
    ("Euhedral", "12.0", Half2, 630),
    ("Euhedral", "12.0", IntegerAdd, 1_221),
    ("Euhedral", "12.0", IntegerMultiply, 629),
    ("Euhedral", "12.0", Logic, 631),
    ("Euhedral", "12.0", Shift, 631),
    ("Euhedral", "12.0", SpecialFunction, 160),
    ("Euhedral", "12.0", Shuffle, 160),
    ("Euhedral", "12.0", Double, 17),
    // Luo et al., arXiv 2501.12084, H800: 127.9 bytes of shared memory per SM and clock, 4 a lane.
    ("Luo et al.", "9.0", SharedMemory, 319),
];

/// Where a source differs, and why the table keeps its figure.
const DIFFERENCES: &[(&str, &str, InstructionClass, &str)] = &[
    (
        "Guide 6",
        "5.0",
        Double,
        "later editions have 4, and TechPowerUp 1/32 of 32-bit floating point for GTX 750 Ti",
    ),
    (
        "Guide 11",
        "8.6",
        Half2,
        "TechPowerUp has the rate of 32 bits for GA102",
    ),
    (
        "OpenXLA",
        "8.0",
        Half2,
        "its own comment takes units for lanes; Ampere In-Depth has 78 TFLOP/s, 256 results",
    ),
    (
        "OpenXLA",
        "10.3",
        Double,
        "its row is of the major number; B300 has 1.2 TFLOP/s",
    ),
    (
        "Best Practices 13",
        "9.0",
        IntegerAdd,
        "adds of two operands; Guide 12.6 has 64 without distinction",
    ),
    (
        "Euhedral",
        "12.0",
        Shuffle,
        "Best Practices 13.4 states 32; half was measured, and the table is an upper bound",
    ),
];

fn lanes(name: &str, class: InstructionClass) -> Result<u32, Error> {
    let cc = ComputeCapability::ALL.iter().find(|cc| cc.name() == name);
    lanes_per_clock(cc.unwrap_or_else(|| panic!("{name}")), class)
}

fn differs(source: &str, cc: &str, class: InstructionClass) -> bool {
    DIFFERENCES
        .iter()
        .any(|&(of, at, what, _)| (of, at, what) == (source, cc, class))
}

#[test]
fn other_sources_state_the_same() {
    for &(source, cc, class, stated) in STATED {
        assert_eq!(
            lanes(cc, class) == Ok(stated),
            !differs(source, cc, class),
            "{class} of {cc}: {:?}, {source} has {stated}",
            lanes(cc, class),
        );
    }
}

/// No measurement is above the table, and each reaches three quarters of it.
#[test]
fn measurements_are_below_the_peak() {
    for &(source, cc, class, tenths) in MEASURED {
        let lanes = lanes(cc, class).expect("a figure");
        assert!(tenths <= 10 * lanes, "{class} of {cc}: {lanes}, {source}");
        assert_eq!(
            4 * tenths >= 3 * 10 * lanes,
            !differs(source, cc, class),
            "{class} of {cc}: {lanes}, {source} measured {tenths} tenths"
        );
    }
}

#[test]
fn each_difference_is_of_a_source() {
    for &(source, cc, class, why) in DIFFERENCES {
        let stated = STATED.iter().chain(MEASURED);
        let rows = stated.filter(|&&(of, at, what, _)| (of, at, what) == (source, cc, class));
        assert_eq!(rows.count(), 1, "{source}, {cc}, {class}");
        assert!(!why.is_empty());
    }
}

/// 32-bit floating point is what NVIDIA calls the cores of an SM (cuda-samples 13, `helper_cuda.h`).
#[test]
fn floats_are_the_cores() {
    for cc in ComputeCapability::ALL {
        let cores = match (cc.major(), cc.minor()) {
            (6 | 8, 0) | (7, _) => 64,
            _ => 128,
        };
        assert_eq!(lanes_per_clock(cc, Float), Ok(cores), "{}", cc.name());
    }
}

/// Every compute capability has a row, and how many figures nobody states is known.
#[test]
fn what_is_not_known() {
    let mut unknown = Vec::new();
    for cc in ComputeCapability::ALL {
        let missing = CLASSES.into_iter().filter(|&class| {
            matches!(lanes_per_clock(cc, class), Err(Error::UnknownThroughput(_)))
        });
        unknown.push((cc.name(), missing.count()));
        for class in CLASSES {
            if let Ok(lanes) = lanes_per_clock(cc, class) {
                assert!((1..=128).contains(&lanes), "{class} of {}", cc.name());
            }
        }
    }
    unknown.retain(|(_, missing)| *missing > 0);
    assert_eq!(
        unknown,
        [
            ("7.2", 2),
            ("7.5", 2),
            ("8.6", 1),
            ("8.7", 9),
            ("8.9", 1),
            ("10.0", 3),
            ("10.3", 8),
            ("11.0", 10),
            ("12.0", 3),
            ("12.1", 3),
        ]
    );
}

/// One warp instruction a scheduler and clock from Volta on.
#[test]
fn issue_slots() {
    for cc in ComputeCapability::ALL {
        let issues = if cc.major() < 7 { 2 } else { 1 };
        let lanes = issues * cc.sub_partitions() * 32;
        assert_eq!(lanes_per_clock(cc, IssueSlots), Ok(lanes), "{}", cc.name());
    }
}

/// Each figure has its source in the comment above its row, or that says that there is none.
#[test]
fn every_figure_has_a_source() {
    const TABLE: &str = include_str!("../../src/throughput.rs");
    let names = [
        "Guide",
        "Best Practices",
        "samples",
        "whitepaper",
        "In-Depth",
        "Tensor Cores in Volta",
        "Nsight Compute",
        "denvdis",
        "TechPowerUp",
        "datasheet",
        "FlashAttention-4",
        "OpenXLA",
        "NumKong",
        "measured",
        "differs between",
        "no source",
    ];
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
                assert!(names.iter().any(|name| source.contains(name)), "{line}");
                figures += 1;
            }
            comment.clear();
        }
    }
    assert!(figures >= 120, "{figures}");
}

/// What a comment says of a class: `TensorHalf, Half2: Guide 10. Others: no source.`
fn source_of<'a>(comment: &'a str, class: &str) -> Option<&'a str> {
    let mut sources = comment.split(". ").filter_map(|text| text.split_once(": "));
    let of_class = |(classes, _): &(&str, &str)| classes.split(", ").any(|one| one.trim() == class);
    Some(sources.find(of_class)?.1)
}
