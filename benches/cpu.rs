//! CPU time: another program on the machine adds little to it.

use std::fs;

/// What the processes that this one waited for took of the CPU so far, in seconds; not a number where no Linux says so.
pub(crate) fn cpu_of_children() -> f64 {
    /// Ticks in a second, for every process.
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
