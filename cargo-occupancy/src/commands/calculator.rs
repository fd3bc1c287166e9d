//! `occupancy calculator`: a page that calculates, without a server.

use std::io;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use clap::{Args, ValueHint};

use crate::console::{Console, FOUND};
use crate::content::write_to;

/// Its places for the others are comments of theirs.
const PAGE: &str = include_str!("calculator/page.html");
const STYLE: &str = include_str!("calculator/page.css");
const SCRIPT: &str = include_str!("calculator/page.js");
/// `occupancy-calculator-wasm`; empty in a checkout where nobody built it.
const WASM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/calculator.wasm"));

/// Write a page that calculates occupancy in a browser.
///
/// The page is one file and needs no server. It has sliders for what `occupancy calculate` takes, the charts of the
/// documentation, what would change the result, refusals in the compiler's words, the configuration as an attribute,
/// and a link that keeps it. It sends nothing.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy calculator > calculator.html
  occupancy calculator --output calculator.html

Exit codes: 0 if the page was written, 2 if it could not be.")]
pub(crate) struct Calculator {
    /// The file to write; by default, the page goes to standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

impl Calculator {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        if WASM.is_empty() {
            return Err(io::Error::other(
                "this build of occupancy has no calculator: in its checkout, run `cargo run --package \
                 occupancy-calculator-wasm`, then build occupancy again",
            ));
        }
        write_to(self.output.as_deref(), page().as_bytes(), console.out)?;
        Ok(FOUND)
    }
}

fn page() -> String {
    let script = SCRIPT.replace("/*WASM*/", &STANDARD.encode(WASM));
    PAGE.replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", &script)
}

#[cfg(test)]
mod tests {
    use super::page;
    use crate::commands::explain::arguments;

    /// Arguments that describe the launch type, not a launch, and files, which a page does not read.
    const OTHERS: [&str; 7] = ["name", "docs", "crate", "cubin", "ptx", "hsaco", "kernel"];

    #[test]
    fn every_argument_has_a_field() {
        let page = page();
        let names = arguments().map(|(name, _)| name);
        for name in names.filter(|name| !OTHERS.contains(name)) {
            let id = match name {
                // A list of its own, and a field for each number.
                "arch" => "gpu",
                "hides" => "cycles",
                name => name,
            };
            assert!(page.contains(&format!(" id=\"{id}\"")), "{name}");
        }
    }
}
