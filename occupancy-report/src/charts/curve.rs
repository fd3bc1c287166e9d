//! Occupancy against registers and against shared memory: a line that falls where a block no longer fits.

use std::cmp::Reverse;
use std::fmt::Write;

use occupancy_core::text::grouped;

use super::frame;
use super::plateau::{self, Plateau};
use super::svg::{ACCENT, Svg};
use crate::verdict::Verdict;
use crate::words::kib;

pub(super) fn registers(verdict: &Verdict<'_>) -> Svg {
    let stated = verdict.kernel.registers_per_thread;
    let chosen = format!("{stated} per thread");
    let plateaus = plateau::registers(verdict);
    draw(
        verdict,
        "Occupancy by registers",
        &chosen,
        stated,
        &plateaus,
    )
}

pub(super) fn shared_memory(verdict: &Verdict<'_>) -> Svg {
    let stated = verdict.kernel.dynamic_shared_memory;
    let chosen = format!("{} B", grouped(stated.into()));
    let (heading, plateaus) = (
        "Occupancy by shared memory",
        plateau::shared_memory(verdict),
    );
    draw(verdict, heading, &chosen, stated, &plateaus)
}

/// Bytes or registers: nothing is no number of kibibytes, and few bytes are said as they are.
fn words(value: u32) -> String {
    if value > 9_999 || value > 0 && value.is_multiple_of(1024) {
        kib(value)
    } else {
        value.to_string()
    }
}

fn draw(
    verdict: &Verdict<'_>,
    heading: &str,
    chosen: &str,
    stated: u32,
    plateaus: &[Plateau],
) -> Svg {
    let (first, end) = (plateaus.first(), plateaus.last().map(|last| last.last));
    let first = first.map_or(0, |first| first.first.into());
    let along = frame::along(first, end.map_or(0, Into::into));
    let x = |value: u32| along(value.into());
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
    let values = here.map(|_| stated).into_iter().chain(end);
    let values = values.chain(cliffs.into_iter().map(|(_, value)| value));
    let mut values = values.map(|value| (x(value), words(value)));
    let bands = frame::bands(plateaus, along, 0);
    let (chosen, description) = (format!("{chosen}: {ratio}"), format!("Bound by {bound}."));
    let mut svg = frame::before(heading, &chosen, &description, &bands);
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
    frame::enough(&mut svg, verdict.enough());
    if let Some(here) = here {
        frame::chosen(&mut svg, x(stated), frame::y(here.ratio));
    }
    frame::behind(svg, &mut values, bands)
}
