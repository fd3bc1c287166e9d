//! The check in a build script, for configurations that it generates or reads from a file.
//!
//! [`check`] writes errors and warnings as lines that cargo reads from a build script's output. Errors
//! fail the build after the script ends, and cargo shows them beside its warnings.
//!
//! ```no_run
//! // build.rs
//! use occupancy_core::{Arch, Configuration, Kernel, build_script, launch::CompileOptions};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let archs = [Arch::find("h100")?];
//!     let saxpy = Configuration::new(&archs, Kernel::new((256, 1, 1), 64)).with_min_blocks(4);
//!
//!     let report = build_script::check("saxpy", &saxpy);
//!     print!("{report}");
//!     if report.is_ok() {
//!         let folder = std::path::PathBuf::from(std::env::var("OUT_DIR")?);
//!         let header = CompileOptions::new(&saxpy).header("SAXPY")?.to_string();
//!         std::fs::write(folder.join("launch_config.h"), header)?;
//!     }
//!     Ok(())
//! }
//! ```
//!
//! If a report is not ok, the script need not exit by itself: `cargo::error` lines fail the build. If it
//! does call [`std::process::exit`] with a code other than 0, cargo prints them twice, the second time
//! as the script's output.
//!
//! [`std::process::exit`]: https://doc.rust-lang.org/std/process/fn.exit.html

use core::fmt;

use crate::kernel::Configuration;
use crate::rules::{Lint, Violations};
use crate::text::{Visible, is_hidden};

/// Checks every rule on every arch, and every lint if the configuration passes. Each message begins with `name`.
///
/// ```
/// use occupancy_core::{Arch, Configuration, Kernel, build_script};
///
/// let archs = [Arch::find("h100").unwrap()];
/// let good = Configuration::new(&archs, Kernel::new((256, 1, 1), 64));
/// assert!(build_script::check("saxpy", &good).is_ok());
/// assert_eq!(build_script::check("saxpy", &good).to_string(), "");
///
/// let bad = good.with_kernel(Kernel::new((2048, 1, 1), 64));
/// let report = build_script::check("saxpy", &bad);
/// assert!(!report.is_ok());
/// assert_eq!(
///     report.to_string(),
///     "cargo::error=saxpy: [OCC003] a block of 2,048 threads cannot launch: a block has at most 1,024\n\
///      cargo::error=    help: `threads = 1024` passes\n"
/// );
/// ```
pub fn check<'a>(name: &'a str, configuration: &Configuration<'a>) -> Report<'a> {
    let defaults = Lint::ALL.into_iter().filter(|lint| lint.is_default());
    Report {
        name,
        configuration: *configuration,
        violations: configuration.check(),
        warned: defaults.fold(0, |lints, lint| lints | lint.bit()),
        denied: 0,
    }
}

/// The result of [`check`]. Its text is the lines for cargo; it is empty if there is nothing to report.
///
/// Each line of a message is a directive of its own, because a directive of cargo ends with the line. Empty lines are
/// left out. The messages are those of the attribute: [`Configuration::message`] and [`Configuration::advise`].
///
/// Source: The Cargo Book, Build Scripts, `cargo::error` (respected as of cargo 1.84) and
/// `cargo::warning`; how cargo prints them was tried with cargo 1.95. Cargo shows the warnings of path
/// dependencies only, unless the build fails.
#[derive(Clone, Copy, Debug)]
#[must_use = "print the report, so that cargo shows it"]
pub struct Report<'a> {
    name: &'a str,
    configuration: Configuration<'a>,
    /// The broken rules.
    pub violations: Violations,
    /// The lints that warn, a bit each.
    warned: u32,
    /// The lints that are errors, a bit each.
    denied: u32,
}

impl Report<'_> {
    /// Returns `true` if the build goes on: no rule is broken, and no denied lint fires.
    pub fn is_ok(&self) -> bool {
        let mut denied = Lint::of_bits(self.denied);
        self.violations.is_empty() && !denied.any(|lint| lint.fires(&self.configuration))
    }

    /// Silences `lint`, as `allow(…)` in the attribute does.
    ///
    /// ```
    /// use occupancy_core::{Lint, Arch, Configuration, Kernel, build_script};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 33));
    /// let report = build_script::check("saxpy", &configuration);
    /// assert!(report.to_string().starts_with("cargo::warning=saxpy: [OCC203] 33 registers"));
    /// assert_eq!(report.allow(Lint::RegisterCliff).to_string(), "");
    /// ```
    pub const fn allow(mut self, lint: Lint) -> Self {
        self.warned &= !lint.bit();
        self.denied &= !lint.bit();
        self
    }

    /// Warns about `lint`, as `warn(…)` in the attribute does. A [default](Lint::is_default) lint warns without it.
    pub const fn warn(self, lint: Lint) -> Self {
        let mut report = self.allow(lint);
        report.warned |= lint.bit();
        report
    }

    /// Makes `lint` an error, as `deny(…)` in the attribute does.
    ///
    /// ```
    /// use occupancy_core::{Lint, Arch, Configuration, Kernel, build_script};
    ///
    /// let archs = [Arch::find("h100").unwrap()];
    /// let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), 33));
    /// let report = build_script::check("saxpy", &configuration).deny(Lint::RegisterCliff);
    /// assert!(!report.is_ok());
    /// assert!(report.to_string().starts_with("cargo::error=saxpy: [OCC203] 33 registers"));
    /// ```
    pub const fn deny(self, lint: Lint) -> Self {
        let mut report = self.allow(lint);
        report.denied |= lint.bit();
        report
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.violations.is_empty() {
            for rule in self.violations.iter() {
                let message = self.configuration.message(rule);
                Lines(ERROR, self.name, message.as_str()).fmt(f)?;
            }
            return Ok(());
        }
        for lint in Lint::of_bits(self.warned | self.denied) {
            let is_denied = self.denied & lint.bit() != 0;
            let directive = if is_denied { ERROR } else { WARNING };
            if let Some(message) = self.configuration.advise(lint) {
                Lines(directive, self.name, message.as_str()).fmt(f)?;
            }
        }
        Ok(())
    }
}

/// Writes any other error as lines for cargo, such as that of a file's parser. The text and the name may each have
/// several lines.
///
/// ```
/// use occupancy_core::{Arch, build_script};
///
/// let error = Arch::find("h10o0").unwrap_err().to_string();
/// assert_eq!(
///     build_script::error("kernels.txt:4", &error).to_string(),
///     "cargo::error=kernels.txt:4: unknown arch `h10o0`; the nearest name is `h100`\n"
/// );
/// assert_eq!(
///     build_script::error("kernels.txt:4", "an error\ncargo::rustc-cfg=on").to_string(),
///     "cargo::error=kernels.txt:4: an error\ncargo::error=cargo::rustc-cfg=on\n"
/// );
/// ```
#[must_use = "print it, so that cargo shows it"]
pub fn error<'a>(name: &'a str, error: &'a str) -> impl fmt::Display + use<'a> {
    Lines(ERROR, name, error)
}

const ERROR: &str = "cargo::error=";
const WARNING: &str = "cargo::warning=";

/// A directive, a name and a text: each line of the text is a line for cargo, and the first begins with the name. Both
/// may come from a file, so a line break in them must not start a line without the directive.
struct Lines<'a>(&'static str, &'a str, &'a str);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(directive, name, text) = *self;
        let is_blank = |c| c == ' ' || is_hidden(c);
        let lines = text.trim_start_matches(is_blank).split('\n');
        for (at, line) in lines.enumerate() {
            if at > 0 && line.chars().all(is_blank) {
                continue;
            }
            f.write_str(directive)?;
            if at == 0 {
                write!(f, "{}: ", Visible(name))?;
            }
            writeln!(f, "{}", Visible(line.trim_end_matches('\r')))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::{check, error};
    use crate::{Configuration, Device, Kernel, compute_capabilities::SM_90};

    /// Cargo looks for a directive at the beginning of each line.
    #[test]
    fn every_line_of_a_message_is_for_cargo() {
        let odd = Device::new("two\r\nlines\ncargo::rustc-cfg=on", &SM_90, 132);
        let archs = [odd.arch()];
        for (registers, directive) in [(33, "cargo::warning="), (300, "cargo::error=")] {
            let configuration = Configuration::new(&archs, Kernel::new((256, 1, 1), registers));
            let report = check("a name\ncargo::rustc-cfg=on\r", &configuration);
            let text = report.to_string();
            let named = std::format!("{directive}a name\\ncargo::rustc-cfg=on\\r: [OCC");
            assert!(text.starts_with(&named) && text.ends_with('\n'), "{text}");
            let mut lines = text.trim_end().split(['\n', '\r']);
            assert!(lines.all(|line| line.starts_with(directive)), "{text}");
        }
    }

    #[test]
    fn a_text_of_any_form_is_lines_for_cargo() {
        for (text, expected) in [
            ("", "cargo::error=n: \n"),
            ("\n \n", "cargo::error=n: \n"),
            ("one\n", "cargo::error=n: one\n"),
            (
                "\n\n  one\r\n\n  two",
                "cargo::error=n: one\ncargo::error=  two\n",
            ),
        ] {
            assert_eq!(error("n", text).to_string(), expected);
        }
    }
}
