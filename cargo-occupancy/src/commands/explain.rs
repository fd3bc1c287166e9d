//! `occupancy explain`: the page of a message, the arguments of the attribute, or the limits of a GPU.

use std::io::{self, Write};

use clap::Args;
use occupancy::LAUNCH_CONFIG;
use occupancy::errors::PAGES;
use occupancy_report::gpu_lines;

use crate::console::{Console, FOUND};
use crate::markdown;
use crate::output::write_lines;
use crate::topic::{Topic, headline, topic};
use crate::wrap::{indented, write_wrapped};

/// Columns of a page: the default, and the most, since longer lines are hard to read.
const WIDTH: usize = 100;

/// The sections of the attribute's page that list its arguments and warnings.
const ARGUMENTS: [&str; 2] = ["Arguments", "Warnings"];

/// Explain a message of the compiler, an argument of the attribute, or a GPU.
///
/// Prints the page of the documentation for a code: what the message means, an example, the fix, and where
/// the rule comes from. For `launch_config`, it prints the arguments and warnings of the attribute; for the
/// name of one, only that one; for a GPU, its limits. Without a topic, it lists all messages.
#[derive(Args)]
#[command(after_help = "\
Examples:
  occupancy explain OCC012           a message; 12 is enough
  occupancy explain launch_config    the arguments of the attribute
  occupancy explain min_blocks       one argument
  occupancy explain register_cliff   a warning
  occupancy explain h100             the limits of a GPU, or of a compute capability: 9.0")]
pub(crate) struct Explain {
    /// A code, `launch_config`, an argument, a warning, or a GPU.
    #[arg(value_name = "TOPIC", value_parser = topic)]
    topic: Option<Topic>,
}

impl Explain {
    pub(super) fn run(&self, console: &mut Console<'_>) -> io::Result<u8> {
        let width = console.width.unwrap_or(WIDTH).clamp(20, WIDTH);
        let out = &mut *console.out;
        let page = match self.topic {
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
