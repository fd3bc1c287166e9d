//! `occupancy calculator`: a page that calculates, without a server.

use std::io;
use std::path::PathBuf;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use clap::{Args, ValueHint};
use occupancy_core::kernel::Argument;
use occupancy_report::escape::html;

use crate::console::{Console, FOUND};
use crate::content::write_to;

/// Its places for the others are comments of theirs.
const PAGE: &str = include_str!("calculator/page.html");
const STYLE: &str = include_str!("calculator/page.css");
const SCRIPT: &str = include_str!("calculator/page.js");
/// `occupancy-calculator`, built by `.ci/calculator`.
const WASM: &[u8] = include_bytes!("calculator/calculator.wasm");

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
        write_to(self.output.as_deref(), page().as_bytes(), console.out)?;
        Ok(FOUND)
    }
}

fn page() -> String {
    let script = SCRIPT.replace("/*WASM*/", &STANDARD.encode(WASM));
    PAGE.replace("<!--FIELDS-->\n", &fields(PAGE))
        .replace("/*STYLE*/", STYLE)
        .replace("/*SCRIPT*/", &script)
}

/// A field for each integer that has none in the page, in the words of the command line.
fn fields(page: &str) -> String {
    let missing = |argument: &Argument| {
        let id = format!(" id=\"{}\"", argument.key());
        argument.is_integer() && !Argument::OF_TILE.contains(*argument) && !page.contains(&id)
    };
    let field = |argument: Argument| {
        let key = argument.key();
        let (name, attributes) = if argument.is_nested() {
            (format!("hides({key})"), " data-in=\"hides\"")
        } else {
            (key.to_owned(), "")
        };
        let (_, words) = argument.row().option.unwrap_or_default();
        let words = html(words);
        format!(
            "<div class=\"field\"><label for=\"{key}\">{words} <code>{name}</code></label>\
             <input id=\"{key}\" inputmode=\"numeric\"{attributes}></div>\n"
        )
    };
    let all = Argument::ALL.iter().copied();
    all.filter(missing).map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::{PAGE, fields, page};
    use crate::commands::explain::arguments;

    /// Arguments that describe the launch type, not a launch, and files, which a page does not read.
    const OTHERS: [&str; 6] = ["name", "docs", "crate", "cubin", "ptx", "kernel"];

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

    #[test]
    fn an_integer_without_a_field_gets_one() {
        assert!(!page().contains("<!--FIELDS"));
        let without = |id: &str| {
            let id = format!(" id=\"{id}\"");
            let lines = PAGE.lines().filter(|line| !line.contains(&id));
            lines.collect::<Vec<_>>().join("\n")
        };
        let field = "<div class=\"field\"><label for=\"max_blocks\">Accept this many resident blocks per SM at most \
                     <code>max_blocks</code></label><input id=\"max_blocks\" inputmode=\"numeric\"></div>\n";
        assert!(fields(&without("max_blocks")).contains(field));
        assert!(!fields(PAGE).contains("max_blocks"));
        let of_hides = fields(&without("bytes"));
        assert!(of_hides.contains("<code>hides(bytes)</code>"), "{of_hides}");
        assert!(of_hides.contains(" data-in=\"hides\">"), "{of_hides}");
    }
}
