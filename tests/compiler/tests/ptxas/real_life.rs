//! What the table of launch bounds in real life says of each minimum of blocks, asked of ptxas.
//!
//! The kernels are our own and have the bounds alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use csv::Reader;

use occupancy_test_compiler::kernels::directory;

use crate::{each, nvcc};

const VERDICTS: &str = include_str!("../../../real_life/verdicts.csv");

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
    Lowered,
    Dropped,
}

impl Said {
    fn parse(cell: &str) -> Self {
        let mut words = cell.split(' ');
        Self {
            promise: match words.next().unwrap() {
                "kept" => Promise::Kept,
                "lowered" => Promise::Lowered,
                "dropped" => Promise::Dropped,
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
    let mut bounds = Bounds::new();
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

/// Without a compiler, there is something to ask it of every target but those that keep all.
#[test]
fn verdicts_are_of_many_bounds() {
    let not_kept = TARGETS.map(|target| {
        let bounds = bounds(target);
        assert!(bounds.len() >= 30, "{target}: {}", bounds.len());
        bounds.values().any(|said| said.promise != Promise::Kept)
    });
    assert_eq!(not_kept, [true, false, true, false, false, true]);
}

/// ptxas warns of each minimum that the table says is not kept, in the words for its kind, and of no
/// other.
#[test]
fn ptxas_warns_of_the_minimums_that_are_not_kept() {
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
            let of = match said.promise {
                Promise::Kept => continue,
                Promise::Lowered => "Value of threads per SM for entry",
                Promise::Dropped => "Value of minnctapersm for entry",
            };
            expected.insert(format!("{of} {name} is out of range"));
        }
        let report = nvcc.compile_text(&source, target, &[]).unwrap();
        let warned: BTreeSet<String> = report
            .ignored()
            .map(|remark| {
                let (_, rest) = remark.split_once(" : ").unwrap();
                let (what, _) = rest.split_once(". ").unwrap();
                what.to_owned()
            })
            .collect();
        assert_eq!(warned, expected, "{target}");
        assert_eq!(report.remarks.len(), expected.len(), "{target}");
    });
}

/// A kernel that spills whatever it is left takes exactly the registers of the table: also where
/// the warning says that the minimum is ignored, and it is lowered.
#[test]
fn ptxas_leaves_the_registers_that_the_table_says() {
    let Some(nvcc) = nvcc() else {
        return;
    };
    let source = directory().join("outer_products.cu");
    let mut cases = Vec::new();
    for target in TARGETS {
        let bounds = bounds(target).into_iter();
        cases.extend(
            bounds
                .filter(|(_, said)| said.promise != Promise::Kept)
                .map(|(bounds, said)| (target, bounds, said)),
        );
    }
    each(&cases, |&(target, (threads, min_blocks), said)| {
        let options = [
            format!("-DTHREADS_PER_BLOCK={threads}"),
            format!("-DMIN_BLOCKS_PER_SM={min_blocks}"),
        ];
        let report = nvcc.compile(&source, target, &options).unwrap();
        let [kernel] = &report.kernels[..] else {
            panic!("{report:?}");
        };
        let about = format!("({threads}, {min_blocks}) for {target}");
        assert_eq!(kernel.registers, said.registers, "{about}");
        assert!(kernel.spill_stores > 0, "{about}");
    });
}
