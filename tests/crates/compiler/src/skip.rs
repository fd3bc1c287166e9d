use std::env;
use std::io::{self, Write as _};

/// Unwraps a tool that was found. Without one, a line says why, and `OCCUPANCY_REQUIRE_COMPILER` makes it a failure.
///
/// # Panics
///
/// If nothing was found, and the compiler is required.
pub fn found_or_skip<T>(found: Result<T, String>) -> Option<T> {
    found
        .map_err(|reason| {
            let required = env::var_os("OCCUPANCY_REQUIRE_COMPILER").is_some();
            assert!(!required, "the compiler is required: {reason}");
            // Not by `println`: a test that passes shows nothing of that.
            let _ = writeln!(io::stderr(), "skipped: {reason}");
        })
        .ok()
}
