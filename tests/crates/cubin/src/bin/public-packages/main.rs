//! What is read out of the GPU code that others ship, compared with what NVIDIA's `cuobjdump` says of it.
//!
//! ```sh
//! pip install nvidia-cuda-cuobjdump
//! OCCUPANCY_CUOBJDUMP=…/cu13/bin/cuobjdump \
//!     cargo run --release --package occupancy-test-cubin --bin public-packages
//! ```
//!
//! installs public packages by name, each into a folder of its own under `target/public-packages`,
//! compares every figure of every kernel of all their files, and deletes them. The README of
//! `tests/crates/cubin` has what that prints.
//!
//! | | |
//! |---|---|
//! | no argument | the packages in [`PACKAGES`] |
//! | arguments | packages by name, or folders that are there already |
//! | `OCCUPANCY_PIP` | the `pip` that installs them, if not that of `PATH` |

mod cuobjdump;
mod held;
mod package;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use occupancy_core::text::grouped;

use crate::cuobjdump::Cuobjdump;
use crate::held::{Outcome, held};
use crate::package::Package;

/// Libraries, and cubins by themselves, of several toolkits, compressed and not; those that take longest
/// first.
const PACKAGES: [&str; 9] = [
    "nvidia-cublas",
    "flashinfer-cubin",
    "nvidia-nccl-cu12",
    "xgboost",
    "cupy-cuda13x",
    "faiss-gpu-cu12",
    "bitsandbytes",
    "nvidia-curand",
    "xformers",
];

/// Packages that are compared at a time: `cuobjdump -elf` writes word by word, and mostly waits.
const AT_ONCE: usize = 3;

/// Differences that are printed; all are counted.
const PRINTED: usize = 20;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<bool, String> {
    let path = env::var_os("OCCUPANCY_CUOBJDUMP").ok_or(
        "OCCUPANCY_CUOBJDUMP does not say where it is; `pip install nvidia-cuda-cuobjdump` brings it",
    )?;
    let pip = env::var_os("OCCUPANCY_PIP").map_or_else(|| PathBuf::from("pip"), PathBuf::from);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../target/public-packages");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let cuobjdump = Cuobjdump::new(path.into(), &folder);
    println!("cuobjdump {}\n", cuobjdump.release()?);
    println!(
        "{:<30} {:>5} {:>7} {:>8} {:>10} {:>6} {:>8} {:>8} {:>6} {:>8}",
        "package",
        "files",
        "images",
        "kernels",
        "figures",
        "differ",
        "read",
        "usage",
        "ratio",
        "-elf"
    );

    let mut names: Vec<String> = env::args().skip(1).collect();
    if names.is_empty() {
        names.extend(PACKAGES.map(str::to_owned));
    }
    let next = AtomicUsize::new(0);
    let all = Mutex::new(Outcome::default());
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let package = if Path::new(name).is_dir() {
                Package::open(name.into())?
            } else {
                Package::install(name, &pip, &folder)?
            };
            let outcome = held(&package, &cuobjdump)?;
            let mut all = all.lock().map_err(|error| error.to_string())?;
            row(&package.name, &outcome);
            *all += outcome;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers = [(); AT_ONCE].map(|()| scope.spawn(work));
        let ended = workers.map(|worker| match worker.join() {
            Ok(ended) => ended,
            Err(_) => Err("a thread panicked".to_owned()),
        });
        ended.into_iter().collect::<Result<(), String>>()
    })?;
    let all = all.into_inner().map_err(|error| error.to_string())?;
    row("all", &all);
    summary(&all);
    Ok(all.differences.lines.is_empty() && all.kernels > 0)
}

fn row(name: &str, outcome: &Outcome) {
    let times = &outcome.times;
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    // Of a package that cuobjdump reads nothing of to the end, there is none.
    let ratio = if times.read.is_zero() {
        "-".to_owned()
    } else {
        let ratio = times.usage.as_secs_f64() / times.read.as_secs_f64();
        format!("{ratio:.2}")
    };
    println!(
        "{name:<30} {:>5} {:>7} {:>8} {:>10} {:>6} {:>8} {:>8} {ratio:>6} {:>8}",
        outcome.files,
        outcome.images,
        outcome.kernels,
        outcome.differences.compared,
        outcome.differences.lines.len(),
        seconds(times.read),
        seconds(times.usage),
        seconds(times.elf),
    );
}

fn summary(all: &Outcome) {
    println!(
        "\n{} figures of {} kernels in {} images compared, {} differ",
        grouped(all.differences.compared as u64),
        grouped(all.kernels as u64),
        grouped(all.images as u64),
        all.differences.lines.len(),
    );
    println!("\n{:<20} {:>8} {:>7}", "figure", "compared", "differ");
    for (figure, (compared, differing)) in &all.differences.figures {
        println!("{figure:<20} {compared:>8} {differing:>7}");
    }
    println!();
    for (reason, (images, kernels)) in &all.refused {
        println!("{kernels} kernels of {images} images read, and not by cuobjdump: {reason}");
    }
    for (reason, (images, kernels)) in &all.usage_alone {
        println!("{kernels} kernels of {images} images without -elf, which fails: {reason}");
    }
    if all.one_by_one > 0 {
        println!(
            "{} images of files that cuobjdump stops in were given to it one by one",
            all.one_by_one
        );
    }
    println!(
        "{} functions that are no kernels are printed by cuobjdump, and not read",
        all.called
    );
    for line in all.differences.lines.iter().take(PRINTED) {
        println!("{line}");
    }
    if let Some(left) = all.differences.lines.len().checked_sub(PRINTED + 1) {
        println!("and {} more", left + 1);
    }
}
