//! `occupancy explain`: the page of a message, the arguments of the attribute, or the limits of a GPU.

use std::io::{self, Write};

use occupancy::LAUNCH_CONFIG;
use occupancy::errors::PAGES;
use occupancy_report::gpu_lines;

use crate::console::Console;
use crate::exit_code::FOUND;
use crate::markdown;
use crate::output::write_lines;
use crate::topic::{Topic, headline};
use crate::wrap::{indented, write_wrapped};

/// Columns of a page: the default, and the most, since longer lines are hard to read.
const WIDTH: usize = 100;

/// The sections of the attribute's page that list its arguments and warnings.
const ARGUMENTS: [&str; 2] = ["Arguments", "Warnings"];

pub(crate) fn explain(topic: Option<Topic>, console: &mut Console<'_>) -> io::Result<u8> {
    let width = console.width.unwrap_or(WIDTH).clamp(20, WIDTH);
    let out = &mut *console.out;
    let page = match topic {
        None => {
            list(out, width)?;
            return Ok(FOUND);
        }
        Some(Topic::Gpu(arch)) => {
            writeln!(out, "{}", arch.name())?;
            write_lines(out, &gpu_lines(&arch), Some(width))?;
            return Ok(FOUND);
        }
        Some(Topic::Page(page)) => page.to_owned(),
        Some(Topic::Attribute) => markdown::sections(LAUNCH_CONFIG, &ARGUMENTS),
        Some(Topic::Argument(row)) => format!("| | | |\n|---|---|---|\n{row}"),
    };
    let text = markdown::text(&page, width);
    out.write_all(text.trim_start().as_bytes())?;
    Ok(FOUND)
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
