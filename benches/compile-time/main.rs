//! What the attribute costs a build: `cargo bench -p occupancy-benches --bench compile_time`.
//!
//! Crates of a thousand items each, which differ in nothing but their items, are checked with
//! `cargo check`, only the crate itself anew and in turns, so that a slow minute of the machine is
//! slow for all. It fails where a crate costs more than [`Subject::most`] times the one by hand.
//!
//! Some are documented too, with `cargo doc`: [`Subject::most_documented`] is in milliseconds, and the best of
//! all rounds counts.
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

use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant, SystemTime};
use std::{env, iter};

/// The number that a variable of the environment states.
fn number(variable: &str, default: usize) -> usize {
    let stated = env::var(variable).ok();
    stated.map_or(default, |number| {
        number
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {number}"))
    })
}

/// Items of each crate.
fn items() -> usize {
    number("OCCUPANCY_ITEMS", 1000)
}

/// Measurements of each crate; the median counts.
const ROUNDS: usize = 5;

/// One of the crates.
struct Subject {
    /// The name of the package.
    name: &'static str,
    /// One item.
    template: String,
    /// The dependencies, in TOML.
    dependencies: String,
    /// It has one item in this number.
    one_in: usize,
    /// The most that an item may cost over one by hand, from scratch and after a touch; `None` where the
    /// crate is there to be compared with.
    most: Option<[f64; 2]>,
    /// The most that the documentation of an item may take over that of one by hand, in milliseconds;
    /// `None` where it is not measured.
    most_documented: Option<f64>,
}

impl Subject {
    /// Whether it is what the others are compared with.
    fn is_by_hand(&self) -> bool {
        self.name == BY_HAND
    }
}

/// The crate that the others are compared with.
const BY_HAND: &str = "hand_written";

fn subjects() -> [Subject; 10] {
    let workspace = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    // A literal string, in which a backslash is a backslash.
    let occupancy = format!("occupancy = {{ path = '{workspace}' }}");
    let subject = |name, template: &str, dependencies: &str, most| Subject {
        name,
        template: template.to_owned(),
        dependencies: dependencies.to_owned(),
        one_in: 1,
        most,
        most_documented: None,
    };
    let with_occupancy = |name, template, most| subject(name, template, &occupancy, Some(most));
    let documented = |subject, most| Subject {
        most_documented: Some(most),
        ..subject
    };
    let literals = include_str!("launch_config.rs.in");
    let searched = with_occupancy("auto", include_str!("auto.rs.in"), [6.0, 5.0]);
    [
        subject("empty", "", "", None),
        subject(BY_HAND, include_str!("hand_written.rs.in"), "", None),
        documented(with_occupancy("launch_config", literals, [0.9, 1.1]), 4.0),
        documented(
            with_occupancy("constants", include_str!("constants.rs.in"), [3.2, 2.2]),
            6.0,
        ),
        with_occupancy("on", include_str!("on.rs.in"), [2.0, 2.0]),
        with_occupancy("hides", include_str!("hides.rs.in"), [1.3, 1.5]),
        with_occupancy(
            "hides_constants",
            include_str!("hides_constants.rs.in"),
            [5.0, 3.5],
        ),
        with_occupancy("used", include_str!("used.rs.in"), [4.0, 2.5]),
        Subject {
            one_in: 10,
            ..searched
        },
        subject(
            "deserialize",
            include_str!("deserialize.rs.in"),
            "serde = { version = \"1\", features = [\"derive\"] }",
            None,
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
    /// Nothing, and the crate is documented.
    Documented,
}

impl Mode {
    const ALL: [Self; 3] = [Self::Full, Self::Incremental, Self::Documented];

    /// Whether the crate is measured so.
    fn measures(self, subject: &Subject) -> bool {
        match self {
            Self::Full | Self::Incremental => true,
            Self::Documented => subject.most_documented.is_some() || subject.is_by_hand(),
        }
    }

    /// What cargo is told, and what it says that it does.
    const fn command(self) -> (&'static [&'static str], &'static str) {
        match self {
            Self::Full | Self::Incremental => (&["check"], "Checking"),
            Self::Documented => (&["doc", "--no-deps"], "Documenting"),
        }
    }

    /// The name of the target directory; what one mode leaves is nothing to the other.
    const fn directory(self) -> &'static str {
        match self {
            Self::Full => "target-full",
            Self::Incremental => "target-incremental",
            Self::Documented => "target-documented",
        }
    }

    /// The value of `CARGO_INCREMENTAL`.
    const fn incremental(self) -> &'static str {
        match self {
            Self::Full | Self::Documented => "0",
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
    let mut sound: Vec<(Subject, [Vec<Duration>; 3])> = Vec::new();
    for subject in subjects() {
        // Builds the dependencies, too.
        let checked: Result<Vec<_>, _> = Mode::ALL
            .iter()
            .filter(|mode| mode.measures(&subject))
            .map(|&mode| workspace.check(&subject, mode))
            .collect();
        match checked {
            Ok(_) => sound.push((subject, Default::default())),
            Err(error) => eprintln!("{} is left out: {error}", subject.name),
        }
    }
    for round in 1..=ROUNDS {
        eprintln!("round {round} of {ROUNDS}");
        for mode in Mode::ALL {
            for (subject, times) in &mut sound {
                if !mode.measures(subject) {
                    continue;
                }
                times[mode as usize].push(workspace.check(subject, mode)?);
            }
        }
    }
    let documents = documents_in_time(&sound)?;
    let medians: Vec<_> = sound
        .into_iter()
        .map(|(subject, [full, incremental, _])| {
            let medians = [full, incremental].map(|times| median(times).as_secs_f64());
            (subject, medians)
        })
        .collect();
    Ok(report(&medians)? && documents && medians.len() == all)
}

/// Prints what the documentation of an item takes over that of one by hand; whether none takes too long.
fn documents_in_time(measured: &[(Subject, [Vec<Duration>; 3])]) -> Result<bool, Box<dyn Error>> {
    let best = |(_, times): &(Subject, [Vec<Duration>; 3])| {
        let best = times[Mode::Documented as usize].iter().min();
        best.map(Duration::as_secs_f64)
    };
    let by_hand = measured
        .iter()
        .find(|(subject, _)| subject.is_by_hand())
        .and_then(best)
        .ok_or("hand_written was not documented")?;
    let items = items();
    println!(
        "\n`cargo doc` of {items} items, best of {ROUNDS}, over those by hand in {by_hand:.2} s"
    );
    let mut passes = true;
    for one in measured {
        let (Some(most), Some(time)) = (one.0.most_documented, best(one)) else {
            continue;
        };
        #[allow(clippy::cast_precision_loss, reason = "a small number")]
        let each = (time - by_hand) * 1000.0 / items as f64;
        let is_beyond = each > most * room();
        let verdict = if is_beyond { ": too much" } else { "" };
        println!(
            "{:16}{each:>8.2} ms an item, at most {most}{verdict}",
            one.0.name
        );
        passes &= !is_beyond;
    }
    Ok(passes)
}

/// What each limit may be exceeded by, as a factor.
#[allow(clippy::cast_precision_loss, reason = "a percentage")]
fn room() -> f64 {
    1.0 + number("OCCUPANCY_ROOM", 0) as f64 / 100.0
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
            let items = (0..items() / subject.one_in)
                .map(|item| subject.template.replace("@N@", &item.to_string()));
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

    /// The time of `cargo check`, or of `cargo doc`, for one crate after its source was touched.
    fn check(&self, subject: &Subject, mode: Mode) -> Result<Duration, Box<dyn Error>> {
        let source = self.root.join(subject.name).join("src/lib.rs");
        File::options()
            .write(true)
            .open(source)?
            .set_modified(SystemTime::now())?;
        let (arguments, said) = mode.command();
        let mut command = Command::new(&self.cargo);
        command
            .args(arguments)
            .args(["--package", subject.name])
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
        if !messages.contains(&format!("{said} {} ", subject.name)) {
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

/// Prints the medians, in every mode, and what each costs over the struct by hand; whether nothing costs
/// more than it may.
fn report(medians: &[(Subject, [f64; 2])]) -> Result<bool, Box<dyn Error>> {
    let items = items();
    println!("\n`cargo check` of {items} items, median of {ROUNDS}");
    println!("{:16}{:>16}{:>16}", "", "from scratch", "after a touch");
    for (subject, [full, incremental]) in medians {
        println!("{:16}{full:>14.2} s{incremental:>14.2} s", subject.name);
    }
    let of = |wanted| {
        let found = medians.iter().find(|(subject, _)| subject.name == wanted);
        found
            .map(|(_, times)| *times)
            .ok_or_else(|| format!("{wanted} was not measured"))
    };
    let (empty, by_hand) = (of("empty")?, of(BY_HAND)?);
    let room = room();
    println!("an item over one by hand, net of the empty crate:");
    let mut passes = true;
    for (subject, times) in medians {
        if ["empty", BY_HAND].contains(&subject.name) {
            continue;
        }
        #[allow(clippy::cast_precision_loss, reason = "a small number")]
        let share = subject.one_in as f64;
        let ratios: Vec<f64> = iter::zip(iter::zip(times, by_hand), empty)
            .map(|((time, by_hand), empty)| (time - empty) * share / (by_hand - empty))
            .collect();
        let shown: Vec<_> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
        print!("{}: {}", subject.name, shown.join(" and "));
        if let Some(most) = subject.most {
            print!(", at most {} and {}", most[0], most[1]);
            let is_beyond = iter::zip(&ratios, most).any(|(ratio, most)| *ratio > most * room);
            if is_beyond {
                print!(": too much");
            }
            passes &= !is_beyond;
        }
        println!();
    }
    Ok(passes)
}
