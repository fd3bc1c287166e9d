//! The process that expands the attribute: its name, and if it records kernels.

use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError};

use occupancy_core::text::REPORT_VARIABLE;
use proc_macro2::Ident;

/// Returns `true` if this process records the kernels of the crate. Nothing else of the expansion is then used.
pub(crate) fn wants_records() -> bool {
    static WANTS: OnceLock<bool> = OnceLock::new();
    *WANTS.get_or_init(|| env::var_os(REPORT_VARIABLE).is_some())
}

/// Returns `true` if this process may evaluate the values that only the compiler knows, and report their faults: it
/// neither records kernels nor is it rustdoc, which evaluates no unnamed constant.
pub(crate) fn evaluates() -> bool {
    !wants_records() && program() != "rustdoc"
}

/// The number of a kernel, the same in rustdoc and in the compiler that it asks for records: both expand the same
/// attributes in the same order. It is 0 if nobody looks for the record.
pub(crate) fn kernel_id(name: &Ident, launch_type: &Ident) -> u64 {
    static SEEN: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    if !proc_macro::is_available() || evaluates() {
        return 0;
    }
    let span = name.span().unwrap();
    let mut hasher = DefaultHasher::new();
    let place = (span.file(), span.line(), span.column());
    (launch_type.to_string(), place).hash(&mut hasher);
    let hash = hasher.finish();
    // Kernels that one macro writes share a place.
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    let twins = seen.iter().filter(|other| **other == hash).count();
    twins.hash(&mut hasher);
    seen.push(hash);
    // Never 0.
    hasher.finish() | 1
}

/// The prefix of an item beside the kernel that only its module can name. Inside a function, the compiler says that it
/// cannot find the item, and nobody can link to the launch type.
pub(crate) const PLACE_PREFIX: &str = "__occupancy_place_";

/// Returns `true` if this process only compiles, so that neither documentation nor editors see the expansion. A program
/// with an unknown name may do any of it.
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
