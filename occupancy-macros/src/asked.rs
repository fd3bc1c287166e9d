//! Whether somebody asks for the records of a crate's kernels, and what else of the process a macro runs in matters.

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError};

use occupancy_core::text::REPORT_VARIABLE;
use proc_macro2::Ident;

/// Whether kernels of this crate are recorded. Then nobody looks at anything else.
pub(crate) fn for_records() -> bool {
    static ASKED: OnceLock<bool> = OnceLock::new();
    *ASKED.get_or_init(|| env::var_os(REPORT_VARIABLE).is_some())
}

/// A number that the kernel of this name has in rustdoc and in the compiler that it asks: both expand the same
/// attributes in the same order. 0 where nobody looks for it.
pub(crate) fn id(name: &Ident, launch_type: &Ident) -> u64 {
    static SEEN: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    if !proc_macro::is_available() || !(program() == "rustdoc" || for_records()) {
        return 0;
    }
    let span = name.span().unwrap();
    let mut hasher = DefaultHasher::new();
    let place = (span.file(), span.line(), span.column());
    (launch_type.to_string(), place).hash(&mut hasher);
    let place = hasher.finish();
    // What one macro writes several times has one place.
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let twins = seen.iter().filter(|other| **other == place).count();
    twins.hash(&mut hasher);
    seen.push(place);
    // Not 0.
    hasher.finish() | 1
}

/// How the name of an item beside the kernel begins that its module can name, unless it is inside a function: then the
/// compiler says that it cannot, and nobody can link to the launch type.
pub(crate) const PLACE: &str = "__occupancy_place_";

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
