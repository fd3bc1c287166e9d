//! Lines of the library for a terminal: what each is about, and what it says.

use std::io::{self, Write};

use occupancy_report::Line;
use unicode_width::UnicodeWidthStr;

use crate::wrap::fitted;

/// Writes paragraphs of lines, each after an empty line; what does not fit the width goes on below the text.
pub(crate) fn write_lines(
    out: &mut dyn Write,
    paragraphs: &[Vec<Line>],
    width: Option<usize>,
) -> io::Result<()> {
    let labels = paragraphs.iter().flatten().map(|line| line.label.width());
    let indent = labels.max().unwrap_or(0) + 2;
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(indent).max(1));
    for paragraph in paragraphs {
        writeln!(out)?;
        for line in paragraph {
            for (number, text) in fitted(&line.text, room).iter().enumerate() {
                let label = if number == 0 { &*line.label } else { "" };
                writeln!(out, "{label:indent$}{text}")?;
            }
        }
    }
    Ok(())
}
