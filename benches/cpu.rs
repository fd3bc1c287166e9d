//! CPU time, to which other programs on the machine add little.

use std::fs;

/// Returns the CPU time of the processes that this one waited for, in seconds; NaN on systems other than Linux.
pub(crate) fn cpu_of_children() -> f64 {
    /// Ticks in a second.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may have spaces.
    let (_, fields) = stat.rsplit_once(')').unwrap_or_default();
    let mut fields = fields.split_whitespace().skip(13);
    let mut seconds = || -> Option<f64> { Some(fields.next()?.parse::<f64>().ok()? / TICKS) };
    seconds()
        .zip(seconds())
        .map_or(f64::NAN, |(user, system)| user + system)
}
