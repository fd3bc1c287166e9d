//! Asks the compiler: the `rustc` beside rustdoc checks the crate once, with the arguments of rustdoc, and its
//! errors have the record of every kernel.

use std::collections::{HashMap, HashSet};
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use occupancy_report::compiler::{CFG, VARIABLE, answer, arguments};
use occupancy_report::record::{self, Record};
use proc_macro2::Ident;

/// Options of rustdoc whose value the compiler takes, too.
const PASSED: &str = "--crate-name --crate-type --edition --cfg --check-cfg --extern --target --codegen --sysroot \
    --remap-path-prefix -L -l -C -Z";

/// Options of rustdoc whose value can be a file: it is not that of the crate.
const DROPPED: &str = "-o --out-dir --output --html-in-header --html-before-content --html-after-content \
    --markdown-before-content --markdown-after-content --markdown-css --extend-css -e --theme --index-page \
    --crate-version";

/// Whether kernels of this crate are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// By a page, which looks at nothing but the records.
    ByPage,
    /// By a command, which looks at what else the compiler says, too.
    Yes,
    No,
    /// A macro sees no arguments on hosts with musl.
    Unknown,
}

impl Asked {
    fn new(arguments: Option<&[String]>, is_variable_set: bool) -> Self {
        let arguments = arguments.unwrap_or_default();
        let has = |cfg: &str| {
            let mut pairs = arguments.windows(2);
            pairs.any(|pair| pair == ["--cfg", cfg]) || arguments.contains(&format!("--cfg={cfg}"))
        };
        if has(CFG) {
            if has("doc") { Self::ByPage } else { Self::Yes }
        } else if arguments.is_empty() && is_variable_set {
            Self::Unknown
        } else {
            Self::No
        }
    }

    /// Whether they are.
    pub(crate) fn is_asked() -> bool {
        matches!(Self::now(), Self::Yes | Self::ByPage)
    }

    /// Of the compilation that this process is.
    pub(crate) fn now() -> Self {
        static ASKED: OnceLock<Asked> = OnceLock::new();
        *ASKED.get_or_init(|| {
            let is_variable_set = env::var_os(VARIABLE).is_some();
            Self::new(arguments().as_deref(), is_variable_set)
        })
    }
}

/// What the compiler said.
pub(crate) struct Said {
    /// The records of every kernel of the crate.
    pub(crate) records: Vec<Record>,
    /// Whether kernels are missing in the records, since a value of theirs cannot be evaluated.
    pub(crate) has_failed: bool,
}

/// What the compiler said of the crate. An error says why it cannot, as a part of a sentence.
pub(crate) fn said() -> Result<&'static Said, &'static str> {
    static SAID: OnceLock<Result<Said, &'static str>> = OnceLock::new();
    SAID.get_or_init(ask).as_ref().map_err(|reason| *reason)
}

/// Whether private items have pages.
pub(crate) fn documents_private_items() -> bool {
    arguments().is_some_and(|all| all.iter().any(|one| one == "--document-private-items"))
}

/// The record of the kernel with this number. An error is a sentence that says why there is none.
pub(crate) fn record(id: u64) -> Result<&'static Record, String> {
    let said = said().map_err(|reason| format!("Some values are constants, and {reason}."))?;
    let record = said.records.iter().find(|record| record.id == id).ok_or(
        "The compiler cannot evaluate a value of this kernel: `cargo check` says which, and why.",
    )?;
    if record.configurations.iter().any(Option::is_none) {
        return Err("The compiler refuses this configuration: `cargo check` says why.".to_owned());
    }
    Ok(record)
}

/// A number that the kernel of this name has in rustdoc and in the compiler that it asks: both expand the same
/// attributes in the same order. 0 where nobody looks for it.
pub(crate) fn id(name: &Ident, launch_type: &Ident) -> u64 {
    static SEEN: Mutex<Option<HashMap<u64, u64>>> = Mutex::new(None);
    if !proc_macro::is_available() || !(program() == "rustdoc" || Asked::is_asked()) {
        return 0;
    }
    let span = name.span().unwrap();
    let mut hasher = DefaultHasher::new();
    let place = (span.file(), span.line(), span.column());
    (launch_type.to_string(), place).hash(&mut hasher);
    let place = hasher.finish();
    // What one macro writes several times has one place.
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let count = seen.get_or_insert_default().entry(place).or_default();
    *count = count.wrapping_add(1);
    (place, *count).hash(&mut hasher);
    // Not 0.
    hasher.finish() | 1
}

/// An item beside the kernel that its module can name, unless it is inside a function: then the compiler says that it
/// cannot, and nobody can link to the launch type.
pub(crate) fn name_of_place(id: u64) -> String {
    format!("{PLACE}{id}")
}

const PLACE: &str = "__occupancy_place_";

/// The number of the kernel whose module cannot name it, if an error says so.
fn unnamed(line: &str) -> Option<u64> {
    let (_, id) = line.split_once(PLACE)?;
    let end = id.find(|next: char| !next.is_ascii_digit());
    id.get(..end?)?.parse().ok()
}

/// Whether this process compiles, and neither documents nor edits: what only those read need not be written. A program
/// of another name may do any of it.
pub(crate) fn only_compiles() -> bool {
    matches!(program(), "rustc" | "clippy-driver")
}

/// The name of the program in whose process a macro runs.
fn program() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = env::current_exe().unwrap_or_default();
        let name = program.file_stem().unwrap_or_default();
        name.to_string_lossy().into_owned()
    })
}

fn ask() -> Result<Said, &'static str> {
    let arguments = arguments().and_then(|arguments| of_compiler(&arguments));
    let arguments = arguments.ok_or(
        "this host does not show a macro how rustdoc was called, so it cannot ask the compiler",
    )?;
    let no_compiler = "there is no `rustc` beside rustdoc that could be asked";
    let rustc = env::current_exe().map_err(|_| no_compiler)?;
    let rustc = rustc.with_file_name(format!("rustc{}", env::consts::EXE_SUFFIX));
    let output = answer(&rustc, &arguments, &["--cfg", "doc"]).map_err(|_| no_compiler)?;
    let (mut records, mut in_functions) = (Vec::new(), HashSet::new());
    let (mut has_failed, mut has_errors) = (false, false);
    for line in output.lines() {
        match record::find(line) {
            Some(Ok(record)) => records.push(record),
            // Written by another version: not this crate's own attribute.
            Some(Err(_)) => {}
            None => match unnamed(line) {
                Some(id) => {
                    in_functions.insert(id);
                }
                None if line.contains(": error[E0080]: ") => has_failed = true,
                None => has_errors |= line.contains(": error"),
            },
        }
    }
    if records.is_empty() && has_errors && !has_failed {
        return Err("the crate does not compile: `cargo check` says why");
    }
    for record in &mut records {
        record.is_in_function = in_functions.contains(&record.id);
    }
    Ok(Said {
        records,
        has_failed,
    })
}

/// What of the arguments of rustdoc the compiler takes; `None` if they do not name the crate's first file.
fn of_compiler(arguments: &[String]) -> Option<Vec<String>> {
    let mut passed = Vec::new();
    let mut root = None;
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let attached = argument.split_once('=');
        let attached = attached.filter(|(name, _)| name.starts_with("--"));
        let name = attached.map_or(argument.as_str(), |(name, _)| name);
        let is_one_of = |options: &str| options.split(' ').any(|one| one == name);
        let (is_passed, is_dropped) = (is_one_of(PASSED), is_one_of(DROPPED));
        let value = match attached {
            None if is_passed || is_dropped => Some(arguments.next()?),
            _ => None,
        };
        let is_source = |name: &str| Path::new(name).extension().is_some_and(|end| end == "rs");
        let mut short = ["-L", "-l", "-C", "-Z"].iter();
        if is_passed || short.any(|short| argument.starts_with(short)) {
            passed.push(argument.clone());
            passed.extend(value.cloned());
        } else if !is_dropped && !argument.starts_with('-') && is_source(argument) {
            root = Some(argument.clone());
        }
    }
    passed.push(root?);
    Some(passed)
}

#[cfg(test)]
mod tests {
    use super::{Asked, of_compiler};

    fn owned(arguments: &[&str]) -> Vec<String> {
        arguments.iter().map(|&one| one.to_owned()).collect()
    }

    #[test]
    fn an_argument_asks() {
        let asked = |arguments: &[&str], is_variable_set| {
            Asked::new(Some(&owned(arguments)), is_variable_set)
        };
        let of_others = [
            "src/lib.rs",
            "--cfg",
            "cuda",
            "--check-cfg",
            "occupancy_report",
        ];
        let of_page = ["--cfg", "occupancy_report", "--cfg", "doc"];
        assert_eq!(asked(&of_page, false), Asked::ByPage);
        for is_variable_set in [false, true] {
            for reported in [
                &["src/lib.rs", "--cfg", "occupancy_report"][..],
                &["--cfg=occupancy_report", "src/lib.rs"],
                &["--cfg", "cuda", "--cfg", "occupancy_report"],
            ] {
                assert_eq!(asked(reported, is_variable_set), Asked::Yes);
            }
            assert_eq!(asked(&of_others, is_variable_set), Asked::No);
        }
        assert_eq!(asked(&[], true), Asked::Unknown);
        assert_eq!(asked(&[], false), Asked::No);
        assert_eq!(Asked::new(None, true), Asked::Unknown);
    }

    /// As cargo calls rustdoc, and as docs.rs does.
    #[test]
    fn the_compiler_gets_what_makes_the_crate() {
        let passed = of_compiler(&owned(&[
            "--edition=2024",
            "--crate-type",
            "lib",
            "--crate-name",
            "gemm",
            "src/lib.rs",
            "-o",
            "target/doc.rs",
            "--cfg",
            "feature=\"large\"",
            "--check-cfg",
            "cfg(docsrs,test)",
            "--error-format=json",
            "--json=diagnostic-rendered-ansi",
            "-Cmetadata=1",
            "-L",
            "dependency=target/debug/deps",
            "--extern",
            "occupancy=target/liboccupancy.rmeta",
            "-Zunstable-options",
            "--emit=invocation-specific",
            "--resource-suffix",
            "-20260101-1.97.0-nightly",
            "--static-root-path",
            "/-/rustdoc.static/",
            "--cap-lints",
            "warn",
            "--crate-version",
            "0.1.0",
            "--extern-html-root-takes-precedence",
        ]));
        let expected = [
            "--edition=2024",
            "--crate-type",
            "lib",
            "--crate-name",
            "gemm",
            "--cfg",
            "feature=\"large\"",
            "--check-cfg",
            "cfg(docsrs,test)",
            "-Cmetadata=1",
            "-L",
            "dependency=target/debug/deps",
            "--extern",
            "occupancy=target/liboccupancy.rmeta",
            "-Zunstable-options",
            "src/lib.rs",
        ];
        assert_eq!(passed.unwrap(), owned(&expected));
        assert_eq!(of_compiler(&owned(&["--crate-name", "gemm"])), None);
        assert_eq!(of_compiler(&[]), None);
    }
}
