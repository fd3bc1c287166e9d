//! Benchmarks of whole builds: they compare CPU time, to which other programs on the machine add little, with limits.

use std::error::Error;
use std::process::ExitCode;
use std::{env, fs};

/// Measures if the program was run with `--bench`, and fails if that returns `false`: a limit was exceeded.
pub(crate) fn bench(
    measure: impl FnOnce() -> Result<bool, Box<dyn Error>>,
) -> Result<ExitCode, Box<dyn Error>> {
    if !env::args().any(|argument| argument == "--bench") {
        println!("nothing is measured without `--bench`");
        return Ok(ExitCode::SUCCESS);
    }
    let is_within = measure()?;
    Ok(if is_within {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Reads a number from an environment variable.
pub(crate) fn number(variable: &str, default: u32) -> Result<u32, Box<dyn Error>> {
    match env::var(variable) {
        Ok(number) => Ok(number.parse()?),
        Err(_) => Ok(default),
    }
}

/// By how much each limit may be exceeded: `OCCUPANCY_ROOM` percent.
pub(crate) fn room() -> Result<f64, Box<dyn Error>> {
    Ok(1.0 + f64::from(number("OCCUPANCY_ROOM", 0)?) / 100.0)
}

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
