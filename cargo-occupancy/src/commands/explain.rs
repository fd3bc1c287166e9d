//! `occupancy explain`: the page of a message, the arguments of the attribute, or the limits of a GPU.

use std::io::{self, Write};

use occupancy::LAUNCH_CONFIG;
use occupancy::errors::PAGES;
use occupancy_report::gpu_lines;

use crate::markdown;
use crate::output::write_lines;
use crate::topic::{Topic, headline};
use crate::wrap::{indented, write_wrapped};

/// Columns of a page: the default, and the most, since longer lines are hard to read.
const WIDTH: usize = 100;

/// The sections of the attribute's page that list its arguments and warnings.
const ARGUMENTS: [&str; 2] = ["Arguments", "Warnings"];

pub(crate) fn explain(
    topic: Option<Topic>,
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    let width = width.unwrap_or(WIDTH).clamp(20, WIDTH);
    match topic {
        None => list(out, width),
        Some(Topic::Page(page)) => {
            let (_, page) = PAGES[page];
            out.write_all(markdown::text(page, width).as_bytes())
        }
        Some(Topic::Attribute) => {
            let page = markdown::sections(LAUNCH_CONFIG, &ARGUMENTS);
            out.write_all(markdown::text(&page, width).as_bytes())
        }
        Some(Topic::Argument(row)) => {
            let table = format!("| | | |\n|---|---|---|\n{row}");
            let text = markdown::text(&table, width);
            out.write_all(text.trim_start().as_bytes())
        }
        Some(Topic::Gpu(arch)) => {
            writeln!(out, "{}", arch.name())?;
            write_lines(out, &gpu_lines(&arch), Some(width))
        }
    }
}

/// Every message, and the other topics.
fn list(out: &mut dyn Write, width: usize) -> io::Result<()> {
    for (code, page) in PAGES {
        let (code, below) = (format!("{code}  "), " ".repeat(code.len() + 2));
        for line in indented(headline(page), width, &code, &below) {
            writeln!(out, "{line}")?;
        }
    }
    writeln!(out)?;
    let hint = "`occupancy explain OCC012` prints the page of a message, `occupancy explain launch_config` the \
                arguments of the attribute, `occupancy explain min_blocks` one of them or a warning, and \
                `occupancy explain h100` the limits of a GPU";
    write_wrapped(out, hint, Some(width))
}
