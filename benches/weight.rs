//! Measures the cost of the dependency for a build: `cargo bench -p occupancy-benches --bench weight`.
//!
//! Empty crates with one dependency each are checked with `cargo check` from nothing, in turns: serde with `derive`,
//! which everybody has, occupancy by default, and occupancy without pages. The best of all rounds counts, of CPU
//! seconds, which need Linux, and of wall seconds. It fails if occupancy costs more than [`Subject::most`] times serde.
//!
//! `OCCUPANCY_ROOM` lets each limit be exceeded by this many percent. The generated crates need `serde` from the
//! registry the first time. Run without `--bench`, as `cargo test --benches` does, it measures nothing.

use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;
use std::{env, fs};

use cpu::{bench, cpu_of_children, room};

mod cpu;

/// The number of measurements of each crate.
const ROUNDS: usize = 5;

/// A crate with one dependency.
struct Subject {
    name: &'static str,
    /// The dependency, in TOML.
    dependency: &'static str,
    /// The limits of its cost, as multiples of serde's: CPU seconds and wall seconds. A program with serde has built
    /// syn already. The aim is 1.4 of CPU, and 1.1 without pages, which it kept before it knew GPUs of AMD.
    most: [Option<f64>; 2],
}

/// The crates. The others are compared with the first.
const SUBJECTS: [Subject; 3] = [
    Subject {
        name: "serde",
        dependency: "serde = { version = '1', features = ['derive'] }",
        most: [None; 2],
    },
    Subject {
        name: "occupancy",
        dependency: concat!(
            "occupancy = { path = '",
            env!("CARGO_MANIFEST_DIR"),
            "/..' }"
        ),
        most: [Some(1.6), Some(1.3)],
    },
    Subject {
        name: "without-pages",
        dependency: concat!(
            "occupancy = { path = '",
            env!("CARGO_MANIFEST_DIR"),
            "/..', default-features = false, features = ['macros'] }"
        ),
        most: [Some(1.25), None],
    },
];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    bench(measure)
}

/// Generates, checks and reports. Returns `true` if every crate is within its limits.
fn measure() -> Result<bool, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("weight");
    for subject in &SUBJECTS {
        let package = root.join(subject.name);
        fs::create_dir_all(package.join("src"))?;
        fs::write(package.join("src/lib.rs"), "")?;
        let Subject {
            name, dependency, ..
        } = subject;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{dependency}\n"
        );
        fs::write(package.join("Cargo.toml"), manifest)?;
        run(&["fetch"], &package)?;
    }
    let mut best = [[f64::INFINITY; 2]; 3];
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for (subject, best) in SUBJECTS.iter().zip(&mut best) {
            let seconds = check(&root.join(subject.name))?;
            for (best, seconds) in best.iter_mut().zip(seconds) {
                *best = best.min(seconds);
            }
        }
    }
    Ok(report(best, room()?))
}

/// Prints the seconds, and their ratios to those of serde. Returns `true` if each is within its limit.
fn report(best: [[f64; 2]; 3], room: f64) -> bool {
    println!("\n`cargo check` from nothing, best of {ROUNDS}, and times serde with derive");
    println!("{:16}{:>20}{:>20}", "", "CPU", "wall");
    let mut passes = true;
    for (subject, seconds) in SUBJECTS.iter().zip(best) {
        print!("{:16}", subject.name);
        let mut verdicts = Vec::new();
        for at in 0..2 {
            let ratio = seconds[at] / best[0][at];
            print!("{:>10.2} s{ratio:>6.2} ×", seconds[at]);
            if let Some(most) = subject.most[at] {
                let is_beyond = ratio > most * room;
                let verdict = if is_beyond { ": too much" } else { "" };
                verdicts.push(format!("at most {most} ×{verdict}"));
                passes &= !is_beyond;
            }
        }
        println!("   {}", verdicts.join(", "));
    }
    passes
}

/// Returns the CPU seconds and the wall seconds of `cargo check` with nothing built before.
fn check(package: &Path) -> Result<[f64; 2], Box<dyn Error>> {
    let target = package.join("target");
    if target.exists() {
        fs::remove_dir_all(target)?;
    }
    let (cpu, start) = (cpu_of_children(), Instant::now());
    run(&["check", "--offline"], package)?;
    let wall = start.elapsed().as_secs_f64();
    Ok([cpu_of_children() - cpu, wall])
}

fn run(arguments: &[&str], package: &Path) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(package);
    command.env_remove("CARGO_TARGET_DIR");
    // Dependencies from the registry are not built incrementally, either.
    command.env("CARGO_INCREMENTAL", "0");
    let output = command.output()?;
    if output.status.success() {
        Ok(())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into())
    }
}
