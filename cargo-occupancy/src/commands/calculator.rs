//! `occupancy calculator`: a page that calculates, without a server.

use std::fs;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::args::Calculator;
use crate::exit_code::{FOUND, TROUBLE};

/// Its places for the others are comments of theirs.
const PAGE: &str = include_str!("calculator/page.html");
const STYLE: &str = include_str!("calculator/page.css");
const SCRIPT: &str = include_str!("calculator/page.js");
/// `occupancy-calculator`, built by `.ci/calculator`.
const WASM: &[u8] = include_bytes!("calculator/calculator.wasm");

pub(crate) fn calculator(
    args: &Calculator,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> io::Result<u8> {
    let page = page();
    let Some(path) = &args.output else {
        out.write_all(page.as_bytes())?;
        return Ok(FOUND);
    };
    if let Err(error) = fs::write(path, page) {
        writeln!(err, "error: {}: {error}", path.display())?;
        return Ok(TROUBLE);
    }
    Ok(FOUND)
}

fn page() -> String {
    let script = SCRIPT.replace("/*WASM*/", &STANDARD.encode(WASM));
    PAGE.replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", &script)
}

#[cfg(test)]
mod tests {
    use super::PAGE;
    use crate::topic;

    /// Arguments that describe the launch type, not a launch, and files, which a page does not read.
    const OTHERS: [&str; 6] = ["name", "docs", "crate", "cubin", "ptx", "kernel"];

    #[test]
    fn every_argument_has_a_field() {
        let arguments = topic::arguments().map(|(name, _)| name);
        for name in arguments.filter(|name| !OTHERS.contains(name)) {
            let id = match name {
                // A list of its own, and a field for each number.
                "arch" => "gpu",
                "hides" => "cycles",
                name => name,
            };
            assert!(PAGE.contains(&format!(" id=\"{id}\"")), "{name}");
        }
    }
}
