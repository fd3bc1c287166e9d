//! What the attribute costs a build: `cargo bench -p occupancy-benches --bench compile_time`.
//!
//! Crates of a thousand items each, which differ in nothing but their items, are checked with
//! `cargo check`, only the crate itself anew and in turns. The best of all rounds counts, of CPU seconds, which need
//! Linux. It fails where a crate costs more than [`Subject::most`].
//!
//! `OCCUPANCY_ITEMS` is another number of items. `OCCUPANCY_ROOM` lets each limit be exceeded by this many
//! percent: a hundred items, on a machine that is busy with something else, say less.
//!
//! The items are the files `*.rs.in` beside this one, where `@N@` is the number of the item:
//!
//! - `empty`: nothing, which is taken off the others;
//! - `hand_written`: the least struct that a kernel's launch is written by hand with: one field, five
//!   constants, one constructor, four derives;
//! - `launch_config`: the attribute with literals;
//! - `constants`: with constants of the program;
//! - `on`: with two GPUs, one with values of its own;
//! - `hides`: with a latency to hide and the most blocks;
//! - `hides_constants`: the same with constants;
//! - `used`: with constants, where the program uses what comes of them;
//! - `auto`: with `threads = auto` beside a constant, so that the compiler searches; a tenth of the items;
//! - `deserialize`: a struct of six fields with serde's `Deserialize` derived, to compare with what
//!   everybody uses.
//!
//! The generated crates need `serde` from the registry the first time. Run without `--bench`, as
//! `cargo test --benches` does, it measures nothing.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::SystemTime;

use cpu::cpu_of_children;

#[path = "../cpu.rs"]
mod cpu;

/// Measurements of each crate, after one that builds the dependencies too.
const ROUNDS: usize = 5;

/// One of the crates.
struct Subject {
    /// The name of the package.
    name: &'static str,
    /// The dependency, in TOML.
    dependency: &'static str,
    /// The most that an item may cost over one by hand: checked from scratch, after a touch, and documented.
    most: [Option<f64>; 3],
}

/// The first is taken off the others, which are compared with the second.
const SUBJECTS: [Subject; 10] = [
    subject("empty", "", [None; 3]),
    subject("hand_written", "", [None; 3]),
    subject(
        "launch_config",
        OCCUPANCY,
        [Some(0.9), Some(1.1), Some(4.0)],
    ),
    subject("constants", OCCUPANCY, [Some(3.2), Some(2.2), Some(6.0)]),
    subject("on", OCCUPANCY, [Some(2.0), Some(2.0), None]),
    subject("hides", OCCUPANCY, [Some(1.3), Some(1.5), None]),
    subject("hides_constants", OCCUPANCY, [Some(5.0), Some(3.5), None]),
    subject("used", OCCUPANCY, [Some(4.0), Some(2.5), None]),
    subject("auto", OCCUPANCY, [Some(6.0), Some(5.0), None]),
    subject("deserialize", SERDE, [None; 3]),
];

const EMPTY: usize = 0;
const BY_HAND: usize = 1;

// A literal string, in which a backslash is a backslash.
const OCCUPANCY: &str = concat!(
    "occupancy = { path = '",
    env!("CARGO_MANIFEST_DIR"),
    "/..' }"
);
const SERDE: &str = "serde = { version = \"1\", features = [\"derive\"] }";

const fn subject(name: &'static str, dependency: &'static str, most: [Option<f64>; 3]) -> Subject {
    Subject {
        name,
        dependency,
        most,
    }
}

impl Subject {
    /// The number of items of this crate, of so many.
    fn items(&self, items: u32) -> u32 {
        if self.name == "auto" {
            items / 10
        } else {
            items
        }
    }
}

/// How a crate is measured, and what of its last check Cargo lets the compiler use again.
struct Mode {
    arguments: &'static [&'static str],
    /// What cargo says that it does.
    said: &'static str,
    /// The target directory; what one mode leaves is nothing to the other.
    folder: &'static str,
    incremental: &'static str,
}

const MODES: [Mode; 3] = [
    // What a build from scratch spends on the crate.
    Mode {
        arguments: &["check"],
        said: "Checking",
        folder: "target-full",
        incremental: "0",
    },
    // What saving a file costs.
    Mode {
        arguments: &["check"],
        said: "Checking",
        folder: "target-incremental",
        incremental: "1",
    },
    Mode {
        arguments: &["doc", "--no-deps"],
        said: "Documenting",
        folder: "target-documented",
        incremental: "0",
    },
];

const DOCUMENTED: usize = 2;

/// The least CPU seconds of each subject in each mode.
type Times = [[f64; 3]; SUBJECTS.len()];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    if !env::args().any(|argument| argument == "--bench") {
        println!("nothing is measured without `--bench`");
        return Ok(ExitCode::SUCCESS);
    }
    let items = number("OCCUPANCY_ITEMS", 1000)?;
    let room = 1.0 + f64::from(number("OCCUPANCY_ROOM", 0)?) / 100.0;
    let times = measure(&generate(items)?)?;
    let passes = report(&times, items, room);
    Ok(if passes {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The number that a variable of the environment states.
fn number(variable: &str, default: u32) -> Result<u32, Box<dyn Error>> {
    match env::var(variable) {
        Ok(number) => Ok(number.parse()?),
        Err(_) => Ok(default),
    }
}

/// Writes the crates; the folder of their workspace.
fn generate(items: u32) -> Result<PathBuf, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile-time");
    let templates = Path::new(env!("CARGO_MANIFEST_DIR")).join("compile-time");
    for subject in &SUBJECTS {
        let (name, dependency) = (subject.name, subject.dependency);
        let package = root.join(name);
        fs::create_dir_all(package.join("src"))?;
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[dependencies]\n{dependency}\n"
        );
        fs::write(package.join("Cargo.toml"), manifest)?;
        let template = fs::read_to_string(templates.join(name).with_extension("rs.in"))?;
        let items = 0..subject.items(items);
        let items = items.map(|item| template.replace("@N@", &item.to_string()));
        let source: String = items.flat_map(|item| [item, "\n".to_owned()]).collect();
        fs::write(package.join("src/lib.rs"), source)?;
    }
    let names = SUBJECTS.map(|subject| subject.name);
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {names:?}\n");
    fs::write(root.join("Cargo.toml"), manifest)?;
    Ok(root)
}

fn measure(root: &Path) -> Result<Times, Box<dyn Error>> {
    let mut times = [[f64::INFINITY; 3]; SUBJECTS.len()];
    for round in 0..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for (mode, how) in MODES.iter().enumerate() {
            for (at, subject) in SUBJECTS.iter().enumerate() {
                if mode == DOCUMENTED && at > BY_HAND && subject.most[mode].is_none() {
                    continue;
                }
                let seconds = check(root, subject, how)?;
                if round > 0 {
                    times[at][mode] = seconds.min(times[at][mode]);
                }
            }
        }
    }
    Ok(times)
}

/// The CPU seconds that cargo takes for one crate after its source was touched.
fn check(root: &Path, subject: &Subject, mode: &Mode) -> Result<f64, Box<dyn Error>> {
    let source = root.join(subject.name).join("src/lib.rs");
    let source = File::options().write(true).open(source)?;
    source.set_modified(SystemTime::now())?;
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args(mode.arguments)
        .args(["--package", subject.name])
        .current_dir(root)
        .env("CARGO_TARGET_DIR", root.join(mode.folder))
        .env("CARGO_INCREMENTAL", mode.incremental)
        .env("CARGO_TERM_COLOR", "never");
    let before = cpu_of_children();
    let output = command.output()?;
    let seconds = cpu_of_children() - before;
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(messages.into());
    }
    if !messages.contains(&format!("{} {} ", mode.said, subject.name)) {
        return Err(format!("Cargo did not check {} again", subject.name).into());
    }
    Ok(seconds)
}

/// Prints the seconds, and what each item costs over one by hand; whether none costs more than it may.
fn report(times: &Times, items: u32, room: f64) -> bool {
    println!(
        "\nCPU of {items} items, `cargo check` from scratch and after a touch, and `cargo doc`: best of {ROUNDS},"
    );
    println!("and an item over one by hand, net of the empty crate");
    let mut passes = true;
    for (at, subject) in SUBJECTS.iter().enumerate() {
        print!("{:16}", subject.name);
        for (mode, most) in subject.most.into_iter().enumerate() {
            let seconds = times[at][mode];
            if seconds.is_infinite() {
                continue;
            }
            print!("{seconds:>8.2} s");
            if at > BY_HAND {
                let [item, by_hand] =
                    [seconds, times[BY_HAND][mode]].map(|seconds| seconds - times[EMPTY][mode]);
                let share = f64::from(items) / f64::from(subject.items(items));
                let factor = item * share / by_hand;
                print!("{factor:>8.2} ×");
                if let Some(most) = most {
                    let is_beyond = factor > most * room;
                    print!(" of {most}{}", if is_beyond { ": too much" } else { "" });
                    passes &= !is_beyond;
                }
            }
        }
        println!();
    }
    passes
}
