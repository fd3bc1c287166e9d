//! Occupancy against registers and against shared memory: a line that falls where a block no longer fits.

use std::cmp::Reverse;
use std::fmt::Write;

use occupancy_core::text::grouped;

use super::frame::{self, Axis, Frame};
use super::plateau::Plateau;
use super::svg::{ACCENT, Svg};
use crate::verdict::Verdict;
use crate::words::kib;

pub(super) fn registers(plateaus: &[Plateau], verdict: &Verdict<'_>) -> Svg {
    let stated = verdict.kernel.registers_per_thread;
    let chosen = format!("{stated} per thread");
    let said = ("Occupancy by registers", chosen);
    draw(plateaus, verdict, said, stated, |value| value.to_string())
}

pub(super) fn shared_memory(plateaus: &[Plateau], verdict: &Verdict<'_>) -> Svg {
    let stated = verdict.kernel.dynamic_shared_memory;
    let chosen = format!("{} B", grouped(stated.into()));
    let said = ("Occupancy by shared memory", chosen);
    draw(plateaus, verdict, said, stated, |bytes| {
        // Nothing is no number of kibibytes, and few bytes are said as they are.
        if bytes > 9_999 || bytes > 0 && bytes.is_multiple_of(1024) {
            kib(bytes)
        } else {
            bytes.to_string()
        }
    })
}

fn draw(
    plateaus: &[Plateau],
    verdict: &Verdict<'_>,
    (heading, chosen): (&'static str, String),
    stated: u32,
    words: impl Fn(u32) -> String,
) -> Svg {
    let axis = Axis {
        first: plateaus.first().map_or(0, |first| first.first.into()),
        last: plateaus.last().map_or(0, |last| last.last.into()),
    };
    let x = |value: u32| axis.x(value.into());
    let here = plateaus.iter().find(|plateau| plateau.contains(stated));
    let ratio = here.map_or_else(String::new, |here| here.ratio.to_string());
    let bound = here.map(Plateau::binding).unwrap_or_default();
    // The last value before each cliff, the deepest first.
    let pairs = plateaus.iter().zip(plateaus.iter().skip(1));
    let mut cliffs: Vec<_> = pairs
        .map(|(before, after)| {
            let drop = before.blocks.saturating_sub(after.blocks);
            (Reverse(drop * 1000 / before.blocks.max(1)), before.last)
        })
        .collect();
    cliffs.sort_unstable();
    let end = plateaus.last().map(|last| last.last);
    let values = here.map(|_| stated).into_iter().chain(end);
    let values = values.chain(cliffs.into_iter().map(|(_, value)| value));
    let frame = Frame {
        heading,
        chosen: format!("{chosen}: {ratio}"),
        description: format!("Bound by {bound}."),
        values: values.map(|value| (x(value), words(value))).collect(),
        bands: frame::bands(plateaus, axis, 0),
    };
    frame.around(|svg| {
        // Down to the last value that keeps a block, and straight to the next plateau.
        let mut path = String::new();
        for plateau in plateaus {
            let (first, y) = (x(plateau.first), frame::y(plateau.ratio));
            let _ = match &*path {
                "" => write!(path, "M{first} {y}"),
                _ => write!(path, "V{y}"),
            };
            let _ = write!(path, "H{}", x(plateau.last));
        }
        svg.line(2, ACCENT, &path);
        frame::enough(svg, verdict.enough());
        if let Some(here) = here {
            frame::chosen(svg, x(stated), frame::y(here.ratio));
        }
    })
}
