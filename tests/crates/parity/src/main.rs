//! Everything that `occupancy-core` calculates for one SM, compared with NVIDIA's `cuda_occupancy.h`.
//!
//! ```sh
//! cargo run --release --package occupancy-test-parity -- /usr/local/cuda/include
//! ```
//!
//! takes any folder that has the header of CUDA 13.5 or later: that of a toolkit, or of the wheel `nvidia-cuda-runtime`.
//! It compiles `driver.cpp` against it with the system's C++ compiler and compares, on every compute
//! capability, every output of the header with ours: resident blocks, the limit of each resource, the
//! limiting factors, registers and shared memory as allocated, the block-size search, and the available
//! dynamic shared memory. What differs on purpose is counted by class, and each such difference has to
//! vanish when the one rule behind it is lifted; any other difference is printed and fails the run.

mod cases;
mod compare;
mod header;
#[path = "../../../../occupancy-core/tests/it/random.rs"]
mod random;
mod searches;

use std::env;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use occupancy_core::compute_capabilities::{SM_88, SM_101, SM_107_OVERSIZED};
use occupancy_core::{Multiprocessor, compute_capabilities, text::grouped};
use rayon::prelude::*;

use crate::cases::slices;
use crate::compare::{Lifted, OnPurpose, Tally, outcome, report};
use crate::header::Header;

fn main() -> ExitCode {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("the folder of cuda_occupancy.h is missing");
        return ExitCode::FAILURE;
    };
    match Header::load(Path::new(&folder)) {
        Ok(header) if compare_all(&header) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// Compares all configurations; returns `true` if only those differ that are meant to.
fn compare_all(header: &Header) -> bool {
    let start = Instant::now();
    let without_a_product = [SM_88, SM_101, SM_107_OVERSIZED];
    let all = compute_capabilities::ALL.iter().chain(&without_a_product);
    let all: Vec<_> = all.collect();
    let tallies = all
        .par_iter()
        .with_max_len(1)
        .map(|sm| compare_one(sm, header));
    let mut total = Tally::default();
    for tally in tallies.collect::<Vec<_>>() {
        total.add(tally);
    }
    println!("\ndiffer on purpose:");
    for (class, count) in OnPurpose::ALL.iter().zip(total.on_purpose) {
        println!("{:>13}  {class}", grouped(count));
    }
    for line in &total.differences {
        println!("\n{line}");
    }
    println!(
        "\n{} configurations in {} seconds, {} differ",
        grouped(total.count),
        start.elapsed().as_secs(),
        grouped(total.differing)
    );
    total.differing == 0 && total.count > 1_000_000_000
}

fn compare_one(sm: &Multiprocessor, header: &Header) -> Tally {
    let mut tally = Tally::default();
    let lifted = Lifted::of(sm);
    for slice in slices(sm) {
        slice.each(|cases| {
            for (case, answer) in cases.iter().zip(&header.ask(sm, cases)) {
                let outcome = outcome(sm, &lifted, case, answer);
                tally.take(outcome, || report(sm, case, answer));
            }
        });
    }
    searches::block_sizes(sm, header, &mut tally);
    searches::available(sm, header, &mut tally);
    println!(
        "{:>5}  {:>13} configurations, {} differ on purpose, {} otherwise",
        sm.name(),
        grouped(tally.count),
        grouped(tally.on_purpose.iter().sum()),
        tally.differing,
    );
    tally
}
