//! Occupancy against registers and against shared memory: a line that falls where a block no longer fits.

use std::cmp::Reverse;
use std::fmt::Write;

use occupancy_core::{Resource, text::grouped};

use super::frame::{self, Frame};
use super::plateau::{self, Plateau};
use super::svg::{ACCENT, Svg};
use crate::verdict::Verdict;
use crate::words::kib;

/// Bytes or registers: nothing is no number of kibibytes, and few bytes are said as they are.
fn words(value: u32) -> String {
    if value > 9_999 || value > 0 && value.is_multiple_of(1024) {
        kib(value)
    } else {
        value.to_string()
    }
}

pub(super) fn draw(verdict: &Verdict<'_>, by: Resource) -> Svg {
    let (stated, bytes) = (
        verdict.kernel.registers_per_thread,
        verdict.kernel.dynamic_shared_memory,
    );
    let (stated, chosen, plateaus) = match by {
        Resource::Registers => (
            stated,
            format!("{stated} per thread"),
            plateau::registers(verdict),
        ),
        _ => (
            bytes,
            format!("{} B", grouped(bytes.into())),
            plateau::shared_memory(verdict),
        ),
    };
    let plateaus = &plateaus;
    let first = plateaus.first().map_or(0, |first| first.first);
    let end = plateaus.last().map_or(0, |last| last.last);
    let here = plateau::at(stated, plateaus);
    let bound = here.map(Plateau::binding).unwrap_or_default();
    let ratio = here.map_or_else(String::new, |here| here.ratio().to_string());
    let chosen = format!("{chosen}: {ratio}");
    let heading = format!("Occupancy by {by}");
    let description = format!("Bound by {bound}.");
    let mut frame = Frame::new(&heading, &chosen, &description, (first.into(), end.into()));
    // Down to the last value that keeps a block, and straight to the next plateau.
    let mut path = String::new();
    for plateau in plateaus {
        let y = frame::y(plateau.ratio());
        let _ = match &*path {
            "" => write!(path, "M{} {y}", frame.x(first.into())),
            _ => write!(path, "V{y}"),
        };
        let _ = write!(path, "H{}", frame.x(plateau.last.into()));
    }
    frame.svg.line(2, ACCENT, &path);
    frame.enough(verdict);
    if let Some(here) = here {
        frame.chosen(stated.into(), here.ratio());
        frame.value(stated.into(), &words(stated));
    }
    // The last value, and those before each cliff, the deepest first.
    let mut values = Vec::new();
    for pair in plateaus.windows(2) {
        if let [before, after] = pair {
            let drop = before.blocks().saturating_sub(after.blocks());
            let cliff = (Reverse(drop * 1000 / before.blocks().max(1)), before.last);
            let at = values.partition_point(|other| *other <= cliff);
            values.insert(at, cliff);
        }
    }
    if !plateaus.is_empty() {
        values.insert(0, (Reverse(u32::MAX), end));
    }
    for (_, value) in &values {
        frame.value((*value).into(), &words(*value));
    }
    frame.bands(plateaus, 0);
    frame.finish()
}
