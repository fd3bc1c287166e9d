//! Annotations of GitHub Actions.
//!
//! Source: GitHub Docs, Workflow commands for GitHub Actions: `::error file={name},line={line},title={title}::
//! {message}`. `%`, CR and LF are written as `%25`, `%0D` and `%0A`, and in properties `:` and `,` as `%3A` and
//! `%2C` (`actions/toolkit`, `packages/core/src/command.ts`).

use std::io::{self, Write};

use super::words::{place, sentence};
use crate::comparison::{Comparison, Difference, Status};

pub(super) fn write(comparison: &Comparison, out: &mut dyn Write) -> io::Result<()> {
    let mut annotate = |level: &str, title: &str, of: &Difference, message: &str| {
        let place = place(comparison, of).map_or_else(String::new, |(path, line)| {
            format!("file={},line={line},", property(&path))
        });
        let (title, message) = (property(title), data(message));
        writeln!(out, "::{level} {place}title={title}::{message}")
    };
    for difference in comparison.differences() {
        // Every change of the code changes it, and an annotation is something to look at.
        if difference.status == Status::CodeSize {
            continue;
        }
        let level = if difference.fails { "error" } else { "notice" };
        let title = format!("GPU kernel {}", difference.status.words());
        annotate(level, &title, difference, &sentence(difference))?;
    }
    for (of, text) in comparison.remarks() {
        annotate("warning", "GPU kernel baseline", of, text)?;
    }
    // It is a line of the log, and no annotation.
    writeln!(out, "{}", comparison.summary())
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{data, property};

    #[test]
    fn nothing_ends_a_command_early() {
        assert_eq!(data("50 % a::b\nc"), "50 %25 a::b%0Ac");
        assert_eq!(property("a:b,c%d"), "a%3Ab%2Cc%25d");
    }
}
