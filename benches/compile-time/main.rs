//! What the attribute costs a build: `cargo bench -p occupancy-benches --bench compile_time`.
//!
//! Crates of a thousand items each, which differ in nothing but their items, are checked with
//! `cargo check`, only the crate itself anew and in turns, so that a slow minute of the machine is
//! slow for all. The items are the files `*.rs.in` beside this one, where `@N@` is the number of
//! the item:
//!
//! - `empty`: nothing, which is taken off the others;
//! - `hand_written`: the least struct that a kernel's launch is written by hand with: one field, five
//!   constants, one constructor, four derives;
//! - `launch_config`: the attribute with literals;
//! - `constants`: with constants of the program;
//! - `on`: with two GPUs, one of which has values of its own;
//! - `used`: with constants, where the program uses what comes of them;
//! - `deserialize`: a struct of six fields with serde's `Deserialize` derived, to compare with what
//!   everybody uses.
//!
//! The generated crates need `serde` from the registry the first time. Run without `--bench`, as
//! `cargo test --benches` does, it measures nothing.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime};
use std::{env, iter};

/// Items of each crate.
const ITEMS: usize = 1000;

/// Measurements of each crate, of which the median counts.
const ROUNDS: usize = 5;

/// One of the crates.
struct Subject {
    /// The name of the package.
    name: &'static str,
    /// One item.
    template: String,
    /// The dependencies, in TOML.
    dependencies: String,
}

fn subjects() -> [Subject; 7] {
    let workspace = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    // A literal string, in which a backslash is a backslash.
    let occupancy = format!("occupancy = {{ path = '{workspace}' }}");
    let subject = |name, template: &str, dependencies: &str| Subject {
        name,
        template: template.to_owned(),
        dependencies: dependencies.to_owned(),
    };
    [
        subject("empty", "", ""),
        subject("hand_written", include_str!("hand_written.rs.in"), ""),
        subject(
            "launch_config",
            include_str!("launch_config.rs.in"),
            &occupancy,
        ),
        subject("constants", include_str!("constants.rs.in"), &occupancy),
        subject("on", include_str!("on.rs.in"), &occupancy),
        subject("used", include_str!("used.rs.in"), &occupancy),
        subject(
            "deserialize",
            include_str!("deserialize.rs.in"),
            "serde = { version = \"1\", features = [\"derive\"] }",
        ),
    ]
}

/// What of a crate's last check Cargo lets the compiler use again.
#[derive(Clone, Copy)]
enum Mode {
    /// Nothing: what a build from scratch spends on the crate.
    Full,
    /// Whatever did not change, which is everything: what saving a file costs.
    Incremental,
}

impl Mode {
    const ALL: [Self; 2] = [Self::Full, Self::Incremental];

    /// The name of the target directory; what one mode leaves is nothing to the other.
    const fn directory(self) -> &'static str {
        match self {
            Self::Full => "target-full",
            Self::Incremental => "target-incremental",
        }
    }

    /// The value of `CARGO_INCREMENTAL`.
    const fn incremental(self) -> &'static str {
        match self {
            Self::Full => "0",
            Self::Incremental => "1",
        }
    }
}

fn main() -> ExitCode {
    if !env::args().any(|argument| argument == "--bench") {
        println!("nothing is measured without `--bench`");
        return ExitCode::SUCCESS;
    }
    match measure() {
        Ok(true) => ExitCode::SUCCESS,
        // What did not build is reported where it happened.
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Generates, checks and reports; whether every crate could be checked.
fn measure() -> Result<bool, Box<dyn Error>> {
    let workspace = Workspace::generate(&subjects())?;
    let all = subjects().len();
    let mut sound: Vec<(Subject, [Vec<Duration>; 2])> = Vec::new();
    for subject in subjects() {
        // Builds the dependencies, too.
        let checked: Result<Vec<_>, _> = Mode::ALL
            .iter()
            .map(|&mode| workspace.check(&subject, mode))
            .collect();
        match checked {
            Ok(_) => sound.push((subject, [Vec::new(), Vec::new()])),
            Err(error) => eprintln!("{} is left out: {error}", subject.name),
        }
    }
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for mode in Mode::ALL {
            for (subject, times) in &mut sound {
                times[mode as usize].push(workspace.check(subject, mode)?);
            }
        }
    }
    let medians: Vec<_> = sound
        .into_iter()
        .map(|(subject, times)| (subject.name, times.map(median)))
        .collect();
    print!("{}", report(&medians));
    Ok(medians.len() == all)
}

/// The generated crates.
struct Workspace {
    root: PathBuf,
    cargo: OsString,
}

impl Workspace {
    fn generate(subjects: &[Subject]) -> Result<Self, Box<dyn Error>> {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile-time");
        for subject in subjects {
            let package = root.join(subject.name);
            fs::create_dir_all(package.join("src"))?;
            let Subject {
                name, dependencies, ..
            } = subject;
            fs::write(
                package.join("Cargo.toml"),
                format!(
                    "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n\
                     [dependencies]\n{dependencies}\n"
                ),
            )?;
            let items = (0..ITEMS).map(|item| subject.template.replace("@N@", &item.to_string()));
            let source: String = items.flat_map(|item| [item, "\n".to_owned()]).collect();
            fs::write(package.join("src/lib.rs"), source)?;
        }
        let names: Vec<_> = subjects.iter().map(|subject| subject.name).collect();
        fs::write(
            root.join("Cargo.toml"),
            format!("[workspace]\nresolver = \"3\"\nmembers = {names:?}\n"),
        )?;
        Ok(Self {
            root,
            cargo: env::var_os("CARGO").unwrap_or_else(|| "cargo".into()),
        })
    }

    /// The time of `cargo check` for one crate after its source was touched.
    fn check(&self, subject: &Subject, mode: Mode) -> Result<Duration, Box<dyn Error>> {
        let source = self.root.join(subject.name).join("src/lib.rs");
        File::options()
            .write(true)
            .open(source)?
            .set_modified(SystemTime::now())?;
        let mut command = Command::new(&self.cargo);
        command
            .args(["check", "--package", subject.name])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join(mode.directory()))
            .env("CARGO_INCREMENTAL", mode.incremental())
            .env("CARGO_TERM_COLOR", "never");
        let start = Instant::now();
        let output = command.output()?;
        let time = start.elapsed();
        let messages = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(first_error(&messages).into());
        }
        if !messages.contains(&format!("Checking {} ", subject.name)) {
            return Err(format!("Cargo did not check {} again", subject.name).into());
        }
        Ok(time)
    }
}

/// The first error of a build, with the lines that say where it is.
fn first_error(messages: &str) -> String {
    let lines: Vec<_> = messages
        .lines()
        .skip_while(|line| !line.starts_with("error"))
        .take(6)
        .collect();
    lines.join("\n")
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The medians, in every mode, and what each costs over the struct by hand.
fn report(medians: &[(&str, [Duration; 2])]) -> String {
    let mut text = format!(
        "\n`cargo check` of {ITEMS} items, median of {ROUNDS}\n\
         {:16}{:>16}{:>16}\n",
        "", "from scratch", "after a touch"
    );
    for (name, [full, incremental]) in medians {
        let (full, incremental) = (full.as_secs_f64(), incremental.as_secs_f64());
        let _ = writeln!(text, "{name:16}{full:>14.2} s{incremental:>14.2} s");
    }
    let of = |wanted| {
        let (_, times) = medians.iter().find(|(name, _)| *name == wanted)?;
        Some(times.map(|time| time.as_secs_f64()))
    };
    let (Some(empty), Some(below)) = (of("empty"), of("hand_written")) else {
        return text;
    };
    let _ = writeln!(text, "net of the empty crate, over hand_written:");
    for (name, _) in medians {
        if let Some(above) = of(name)
            && !["empty", "hand_written"].contains(name)
        {
            let ratios: Vec<_> = iter::zip(iter::zip(above, below), empty)
                .map(|((above, below), empty)| format!("{:.2}", (above - empty) / (below - empty)))
                .collect();
            let _ = writeln!(text, "{name}: {}", ratios.join(" and "));
        }
    }
    text
}
