//! Measures the cost of the attribute for a build: `cargo bench -p occupancy-benches --bench compile_time`.
//!
//! Crates of a thousand items each, which differ only in their items, are checked with `cargo check` and documented with
//! `cargo doc` in turns, each time only the crate itself anew. The best of all rounds counts, of CPU seconds, which need
//! Linux. It fails if a crate costs more than [`Subject::most`].
//!
//! `cargo bench -p occupancy-benches --bench compile_time -- doc` measures documentation alone, in a minute or two. It
//! prints how many milliseconds an item costs over one by hand.
//!
//! `OCCUPANCY_ITEMS` sets another number of items. `OCCUPANCY_ROOM` lets each limit be exceeded by this many percent: a
//! hundred items, on a busy machine, are less exact.
//!
//! The items are the files `*.rs.in` beside this one, where `@N@` is the number of the item:
//!
//! - `empty`: nothing; its time is subtracted from the others';
//! - `hand_written`: the smallest struct of a launch that is written by hand: one field, five constants, one constructor,
//!   four derives;
//! - `launch_config`: the attribute with literals;
//! - `constants`: with constants of the program;
//! - `on`: with two GPUs, one with values of its own;
//! - `hides`: with a latency to hide and the most blocks;
//! - `hides_constants`: the same with constants;
//! - `used`: with constants, in a program that uses the results;
//! - `auto`: with `threads = auto` beside a constant, so that the compiler searches; a tenth of the items;
//! - `page`: a type with the text of the page of `launch_config` as its doc comment: no page of this text costs rustdoc
//!   less. It has no file: `occupancy-report` writes the text;
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

use cpu::{bench, cpu_of_children, number, room};
use occupancy::{Arch, Configuration, Kernel};
use occupancy_report::{Page, Variant};

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
    /// The limits of the cost of an item, as multiples of one by hand: checked from scratch, after a touch, and
    /// documented.
    most: [Option<f64>; 3],
}

/// The crates. The time of the first is subtracted from the others', which are compared with the second.
const SUBJECTS: [Subject; 11] = [
    subject("empty", "", [None; 3]),
    subject("hand_written", "", [None; 3]),
    subject(
        "launch_config",
        OCCUPANCY,
        [Some(0.9), Some(1.1), Some(2.5)],
    ),
    subject("constants", OCCUPANCY, [Some(3.2), Some(2.2), Some(5.5)]),
    subject("on", OCCUPANCY, [Some(2.0), Some(2.0), None]),
    subject("hides", OCCUPANCY, [Some(1.3), Some(1.5), None]),
    subject("hides_constants", OCCUPANCY, [Some(5.0), Some(3.5), None]),
    subject("used", OCCUPANCY, [Some(4.0), Some(2.5), None]),
    subject("auto", OCCUPANCY, [Some(6.0), Some(5.0), None]),
    subject(PAGE, "", [None, None, Some(1.5)]),
    subject("deserialize", SERDE, [None; 3]),
];

const EMPTY: usize = 0;
const BY_HAND: usize = 1;
const PAGE: &str = "page";

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
    /// Returns the number of items of this crate, if most crates have `items`.
    fn items(&self, items: u32) -> u32 {
        if self.name == "auto" {
            items / 10
        } else {
            items
        }
    }
}

/// A way to measure a crate.
struct Mode {
    arguments: &'static [&'static str],
    /// The word with which cargo announces the work.
    announced: &'static str,
    /// The target directory, which the modes do not share.
    folder: &'static str,
    incremental: &'static str,
}

const MODES: [Mode; 3] = [
    // A build from scratch.
    Mode {
        arguments: &["check"],
        announced: "Checking",
        folder: "target-full",
        incremental: "0",
    },
    // A build after a file is saved.
    Mode {
        arguments: &["check"],
        announced: "Checking",
        folder: "target-incremental",
        incremental: "1",
    },
    Mode {
        arguments: &["doc", "--no-deps"],
        announced: "Documenting",
        folder: "target-documented",
        incremental: "0",
    },
];

const DOCUMENTED: usize = 2;

/// The least CPU seconds of each subject in each mode.
type Times = [[f64; 3]; SUBJECTS.len()];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    bench(|| {
        let items = number("OCCUPANCY_ITEMS", 1000)?;
        Ok(report(&measure(&generate(items)?)?, items, room()?))
    })
}

/// Writes the crates, and returns the folder of their workspace.
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
        let template = match name {
            PAGE => page()?,
            _ => fs::read_to_string(templates.join(name).with_extension("rs.in"))?,
        };
        let source: String = (0..subject.items(items))
            .map(|item| template.replace("@N@", &item.to_string()) + "\n")
            .collect();
        fs::write(package.join("src/lib.rs"), source)?;
    }
    let names = SUBJECTS.map(|subject| subject.name);
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = {names:?}\n");
    fs::write(root.join("Cargo.toml"), manifest)?;
    Ok(root)
}

/// Returns the page of `launch_config`, written by hand.
fn page() -> Result<String, Box<dyn Error>> {
    let archs = [Arch::find("h100")?];
    let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
    let page = Page::new("kernel_0", vec![Variant::new(configuration)]);
    let text = page.sentence("[`kernel_0`]") + "\n" + &page.markdown(true);
    let comment = text.trim_end().replace('\n', "\n///");
    let alias = "pub type Kernel@N@Launch = (u32, u32, u32);";
    Ok(format!("pub fn kernel_@N@() {{}}\n\n///{comment}\n{alias}"))
}

fn measure(root: &Path) -> Result<Times, Box<dyn Error>> {
    let mut times = [[f64::INFINITY; 3]; SUBJECTS.len()];
    let mut arguments = env::args().skip(1);
    let asked = arguments.find(|one| !one.starts_with('-'));
    for round in 0..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for (mode, how) in MODES.iter().enumerate() {
            if asked
                .as_ref()
                .is_some_and(|asked| asked != how.arguments[0])
            {
                continue;
            }
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

/// Returns the CPU seconds of cargo for one crate after its source was touched.
fn check(root: &Path, subject: &Subject, mode: &Mode) -> Result<f64, Box<dyn Error>> {
    let source = root.join(subject.name).join("src/lib.rs");
    let file = File::options().write(true).open(source)?;
    file.set_modified(SystemTime::now())?;
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
    if !messages.contains(&format!("{} {} ", mode.announced, subject.name)) {
        return Err(format!("Cargo did not check {} again", subject.name).into());
    }
    Ok(seconds)
}

/// Prints the seconds, and the cost of each item as a multiple of one by hand. Returns `true` if each is within its
/// limits.
fn report(times: &Times, items: u32, room: f64) -> bool {
    println!(
        "\nCPU of {items} items, `cargo check` from scratch and after a touch, and `cargo doc`: best of {ROUNDS},"
    );
    println!("and an item over one by hand, net of the empty crate");
    let mut passes = true;
    for (at, subject) in SUBJECTS.iter().enumerate() {
        if times[at].iter().all(|seconds| seconds.is_infinite()) {
            continue;
        }
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
                if mode == DOCUMENTED {
                    let more = (factor - 1.0) * by_hand * 1000.0 / f64::from(items);
                    print!(", {more:.2} ms over one by hand");
                }
            }
        }
        println!();
    }
    passes
}
