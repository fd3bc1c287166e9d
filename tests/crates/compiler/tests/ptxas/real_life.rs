//! What the table of launch bounds in real life says of each minimum of blocks, compared with ptxas.
//!
//! The kernels are our own and have the bounds alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use csv::Reader;

use occupancy_test_compiler::kernels::directory;

use crate::{each, nvcc};

const VERDICTS: &str = include_str!("../../../../../occupancy-core/tests/real_life/verdicts.csv");

const TARGETS: [&str; 6] = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"];

/// Threads and minimum of blocks, with what the table says of them.
type Bounds = BTreeMap<(u32, u32), Said>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    promise: Promise,
    registers: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Promise {
    Kept,
    Ignored,
}

impl Said {
    fn parse(cell: &str) -> Self {
        let mut words = cell.split(' ');
        Self {
            promise: match words.next().unwrap() {
                "kept" => Promise::Kept,
                "ignored" => Promise::Ignored,
                other => panic!("{other}"),
            },
            registers: words.next().unwrap().parse().unwrap(),
        }
    }
}

fn bounds(target: &str) -> Bounds {
    let mut verdicts = Reader::from_reader(VERDICTS.as_bytes());
    let headers = verdicts.headers().unwrap().clone();
    let column = |name| headers.iter().position(|header| header == name).unwrap();
    let (threads, min_blocks) = (column("threads"), column("min_blocks"));
    let verdict = column(target);
    let mut bounds = Bounds::default();
    for record in verdicts.records() {
        let record = record.unwrap();
        if record[min_blocks].is_empty() || record[verdict].is_empty() {
            continue;
        }
        let key = (
            record[threads].parse().unwrap(),
            record[min_blocks].parse().unwrap(),
        );
        let said = Said::parse(&record[verdict]);
        let before = bounds.insert(key, said);
        assert!(before.is_none_or(|before| before == said), "{key:?}");
    }
    bounds
}

/// Without a compiler, there is something to ask it.
#[test]
fn verdicts_are_of_many_bounds() {
    let not_kept = TARGETS.map(|target| {
        let bounds = bounds(target);
        assert!(bounds.len() >= 30, "{target}: {}", bounds.len());
        bounds.values().any(|said| said.promise != Promise::Kept)
    });
    assert_eq!(not_kept, [true, false, true, false, false, true]);
}

/// ptxas says of each minimum that it ignores it where the table does, and of no other.
#[test]
fn ptxas_ignores_the_minimums_that_the_table_says() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    each(&TARGETS, |target| {
        let mut source = String::new();
        let mut expected = BTreeSet::new();
        for ((threads, min_blocks), said) in bounds(target) {
            let name = format!("with_{threads}_{min_blocks}");
            let _ = writeln!(
                source,
                "extern \"C\" __global__ void __launch_bounds__({threads}, {min_blocks}) {name}() {{}}"
            );
            if said.promise == Promise::Ignored {
                expected.insert(name);
            }
        }
        let report = nvcc.compile_text(&source, target, &[]).unwrap();
        let ignored: BTreeSet<String> = report
            .ignored()
            .map(|remark| {
                // Of "threads per SM" or of "minnctapersm", whichever is out of range.
                assert!(remark.contains("minnctapersm will be ignored"), "{remark}");
                let entry = remark.split("entry ").nth(1).unwrap();
                entry.split(' ').next().unwrap().to_owned()
            })
            .collect();
        assert_eq!(ignored, expected, "{target}");
        assert_eq!(report.remarks.len(), expected.len(), "{target}");
    });
}

/// A kernel that spills whatever it is given takes the registers that it takes without the minimum,
/// within those that the table says.
#[test]
fn an_ignored_minimum_is_as_good_as_none() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let source = fs::read_to_string(directory().join("outer_products.cu")).unwrap();
    let include = format!("-I{}", directory().display());
    let mut cases = Vec::new();
    for target in TARGETS {
        let ignored = bounds(target).into_iter();
        let ignored = ignored.filter(|(_, said)| said.promise == Promise::Ignored);
        cases.extend(ignored.map(|(bounds, said)| (target, bounds, said)));
    }
    each(&cases, |&(target, (threads, min_blocks), said)| {
        let registers = |bounds: String| {
            let bounded = source.replace("__global__ void BOUNDS", &bounds);
            assert_ne!(bounded, source);
            let options = [include.clone(), format!("-DTHREADS_PER_BLOCK={threads}")];
            let report = nvcc.compile_text(&bounded, target, &options).unwrap();
            let [kernel] = &report.kernels[..] else {
                panic!("{report:?}");
            };
            assert!(kernel.spill_stores > 0, "{kernel:?}");
            kernel.registers
        };
        let with = registers(format!(
            "__global__ void __launch_bounds__({threads}, {min_blocks})"
        ));
        let without = registers(format!("__global__ void __launch_bounds__({threads})"));
        let about = format!("({threads}, {min_blocks}) for {target}");
        assert_eq!(with, without, "{about}");
        assert!(with <= said.registers, "{about}: {with}");
    });
}
