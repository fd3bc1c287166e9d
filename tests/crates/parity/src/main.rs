//! Everything that `occupancy-core` calculates for one SM, compared with NVIDIA's `cuda_occupancy.h`.
//!
//! ```sh
//! cargo run --release --package occupancy-test-parity -- /usr/local/cuda/include
//! ```
//!
//! takes any folder that has the header: that of a CUDA toolkit, or of the wheel `nvidia-cuda-runtime`.
//! It compiles `driver.cpp` against it with the system's C++ compiler and compares, on every compute
//! capability, every output of the header with ours: resident blocks, the limit of each resource, the
//! limiting factors, registers and shared memory as allocated, the block-size search, and the available
//! dynamic shared memory. What differs on purpose is counted by class, and each such difference has to
//! vanish when the one rule behind it is lifted; any other difference is printed and fails the run.
//! At the end every figure that the header has of its own is spoiled in ours, to see that it shows.
//!
//! | | |
//! |---|---|
//! | no argument | the folder in `OCCUPANCY_CUDA_INCLUDE`, or of the toolkit in `CUDA_HOME`, `CUDA_PATH` or `/usr/local/cuda` |
//! | `--everything` | every block at every granule of shared memory, and not each with a sixteenth of the registers: some ten times as long |
//! | `OCCUPANCY_REQUIRE_HEADER` | where it is set, no header or no compiler is a failure; otherwise it is skipped with the reason |

mod cases;
mod compare;
mod header;
mod searches;
mod spoiled;

use std::env;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use occupancy_core::{ComputeCapability, text::grouped};

use crate::cases::{Slice, slices};
use crate::compare::{Lifted, OnPurpose, Tally, outcome, report};
use crate::header::{Case, Header, UNKNOWN_DEVICE};

/// Configurations that one thread takes at a time, about.
const SHARE: usize = 1 << 18;

fn main() -> ExitCode {
    let mut everything = false;
    let mut folder = None;
    for argument in env::args_os().skip(1) {
        if argument == "--everything" {
            everything = true;
        } else {
            folder = Some(PathBuf::from(argument));
        }
    }
    let required = env::var_os("OCCUPANCY_REQUIRE_HEADER").is_some();
    let output = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/parity");
    match header::find(folder).and_then(|folder| Header::load(&folder, &output)) {
        Ok(header) => {
            if compare_all(&header, everything, required) {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(reason) if required => {
            eprintln!("the header is required: {reason}");
            ExitCode::FAILURE
        }
        Err(reason) => {
            println!("skipped: {reason}");
            ExitCode::SUCCESS
        }
    }
}

/// Whether nothing differs but what is to.
fn compare_all(header: &Header, everything: bool, required: bool) -> bool {
    println!("cuda_occupancy.h of {}", header.version);
    if !header.has_barriers {
        println!("it does not count named barriers: left out");
    }
    if !header.has_virtual_resources {
        println!("it does not count virtual resources: left out");
    }
    if header.defects.reserved_is_available {
        println!(
            "it takes what the driver reserves for available: allowed for, CUDA 13.5 does not"
        );
    }
    if header.defects.barriers_of_10_3 {
        println!("it counts 64 barriers on 10.3: left out there, CUDA 13.5 has 32");
    }
    let start = Instant::now();
    let mut total = Tally::default();
    let mut complete = true;
    for cc in ComputeCapability::ALL {
        if !is_known(cc, header) {
            println!("{:>5}  not known to this header", cc.name());
            complete = false;
            continue;
        }
        let tally = compare_one(cc, header, everything);
        println!(
            "{:>5}  {:>13} configurations, {} differ on purpose, {} otherwise",
            cc.name(),
            grouped(tally.count),
            grouped(tally.on_purpose.iter().sum()),
            tally.differing,
        );
        total.add("", tally);
    }
    println!("\ndiffer on purpose:");
    for (class, count) in OnPurpose::ALL.iter().zip(total.on_purpose) {
        println!("{:>13}  {class}", grouped(count));
    }
    let mut unnoticed = Vec::new();
    let mut spoiled = 0;
    for cc in ComputeCapability::ALL
        .iter()
        .filter(|cc| is_known(cc, header))
    {
        let (count, missed) = spoiled::unnoticed(cc, header);
        spoiled += count;
        unnoticed.extend(missed);
    }
    println!(
        "\n{spoiled} figures, each spoiled by itself: {} unnoticed",
        unnoticed.len()
    );
    for figure in &unnoticed {
        println!("    {figure}");
    }
    for difference in &total.differences {
        println!("\n{difference}");
    }
    println!(
        "\n{} configurations in {} seconds, {} differ",
        grouped(total.count),
        start.elapsed().as_secs(),
        grouped(total.differing)
    );
    total.differing == 0 && unnoticed.is_empty() && (complete || !required)
}

fn is_known(cc: &ComputeCapability, header: &Header) -> bool {
    let case = Case {
        threads: 32,
        registers: 32,
        carveout: -1,
        ..Case::default()
    };
    header.ask(cc, &[case])[0].status != UNKNOWN_DEVICE
}

fn compare_one(cc: &ComputeCapability, header: &Header, everything: bool) -> Tally {
    let mut total = Tally::default();
    for slice in slices(cc, header, everything) {
        total.add(slice.name, compare_slice(cc, header, &slice));
    }
    total.add(
        "what both refuse",
        compare_batch(cc, &Lifted::of(cc), header, &refused()),
    );
    total.add("block sizes", searches::block_sizes(cc, header));
    total.add("available shared memory", searches::available(cc, header));
    total
}

/// Shares the points of a slice out over the cores.
fn compare_slice(cc: &ComputeCapability, header: &Header, slice: &Slice) -> Tally {
    let share = (SHARE / slice.weight()).max(1);
    let next = AtomicUsize::new(0);
    let worker = || {
        let lifted = Lifted::of(cc);
        let mut tally = Tally::default();
        loop {
            let first = next.fetch_add(share, Ordering::Relaxed);
            if first >= slice.len() {
                return tally;
            }
            slice.batches(first..(first + share).min(slice.len()), |cases| {
                tally.add("", compare_batch(cc, &lifted, header, cases));
            });
        }
    };
    let mut total = Tally::default();
    thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, NonZero::get);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        for worker in workers {
            total.add("", worker.join().expect("no thread panics"));
        }
    });
    total
}

fn compare_batch(
    cc: &ComputeCapability,
    lifted: &Lifted,
    header: &Header,
    cases: &[Case],
) -> Tally {
    let mut tally = Tally::default();
    for (case, answer) in cases.iter().zip(&header.ask(cc, cases)) {
        let outcome = outcome(cc, lifted, case, answer);
        tally.take(outcome, || report(cc, case, answer));
    }
    tally
}

/// What both refuse: no threads, and carve-outs over 100 percent.
fn refused() -> Vec<Case> {
    let mut cases = Vec::new();
    for (threads, carveout) in [(0, -1), (0, 50), (32, 101), (1024, 200), (32, i32::MAX)] {
        cases.extend([0, 32, 256].map(|registers| Case {
            threads,
            registers,
            carveout,
            ..Case::default()
        }));
    }
    cases
}
