//! The charts over one argument: a bar for each block of whole warps; for registers and shared memory, a line that
//! falls where a block no longer fits; and for the grid, a line that rises while a wave fills.

use std::cmp::Reverse;
use std::fmt::Write;

use occupancy_core::{Ratio, Waves, text::grouped};

use super::frame::{self, BASE, Frame};
use super::plateau::{self, Plateau};
use super::svg::{ACCENT, Svg, Tenths};
use crate::format::kib;
use crate::outcome::Outcome;

/// Waves that are shown before the last one of the grid.
const BEFORE: u64 = 8;

/// Appends the occupancy of the chosen value to its words.
fn reached(value: &str, here: Option<&Plateau>) -> String {
    let ratio = here.map_or_else(String::new, |here| here.ratio().to_string());
    format!("{value}: {ratio}")
}

/// Draws occupancy by block size.
pub(super) fn threads(outcome: &Outcome<'_>, plateaus: &[Plateau]) -> Svg {
    let stated = u32::try_from(outcome.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let here = plateau::at(stated, plateaus);
    // The space beside the first and the last bar, in threads.
    let warp = outcome.sm.warp_size();
    let aside = u64::from(warp) / 2;
    let most = plateaus.iter().map(Plateau::ratio).max();
    let highest = plateaus.iter().filter(|one| Some(one.ratio()) == most);
    let best: Vec<_> = highest.map(|one| one.first.to_string()).collect();
    let mut frame = Frame::new(
        outcome,
        "Occupancy by block size",
        &reached(&format!("{stated} threads"), here),
        &format!("Highest with {} threads.", best.join(", ")),
        (u64::from(warp) - aside, 1024 + aside),
    );
    let mut bars = String::new();
    for plateau in plateaus {
        if plateau.first != stated && plateau.blocks() > 0 {
            let up = Tenths(BASE.0 - frame::y(plateau.ratio()).0);
            let _ = write!(bars, "M{} {BASE}v-{up}", frame.x(plateau.first.into()));
        }
    }
    frame.svg.line(6, ACCENT, &bars);
    if let Some(here) = here {
        let (x, y) = (frame.x(stated.into()), frame::y(here.ratio()));
        frame.svg.line(6, "", &format!("M{x} {BASE}V{y}"));
        frame.svg.dot(x, y);
    }
    frame.enough(outcome);
    for &threads in &[stated, 1024, 512, 256, 128, warp, 768, 384, 640, 896] {
        frame.value(threads.into(), &threads.to_string());
    }
    frame.bands(plateaus, aside);
    frame.finish()
}

/// Draws occupancy by registers.
pub(super) fn registers(outcome: &Outcome<'_>, plateaus: &[Plateau]) -> Svg {
    let stated = outcome.registers();
    let words = format!("{stated} per thread");
    curve(outcome, "registers", stated, &words, plateaus)
}

/// Draws occupancy by shared memory.
pub(super) fn shared_memory(outcome: &Outcome<'_>, plateaus: &[Plateau]) -> Svg {
    let stated = outcome.kernel.dynamic_shared_memory;
    let words = format!("{} B", grouped(stated.into()));
    curve(outcome, "shared memory", stated, &words, plateaus)
}

fn curve(outcome: &Outcome<'_>, by: &str, stated: u32, value: &str, plateaus: &[Plateau]) -> Svg {
    let short = |value| short(value, by);
    let first = plateaus.first().map_or(0, |first| first.first);
    let end = plateaus.last().map_or(0, |last| last.last);
    let here = plateau::at(stated, plateaus);
    let words = outcome.sm.words();
    let bound = here.map(|here| here.binding(words)).unwrap_or_default();
    let mut frame = Frame::new(
        outcome,
        &format!("Occupancy by {by}"),
        &reached(value, here),
        &format!("Bound by {bound}."),
        (first.into(), end.into()),
    );
    // The line falls after the last value that keeps a block, straight to the next plateau.
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
    frame.enough(outcome);
    if let Some(here) = here {
        frame.chosen(stated.into(), here.ratio());
        frame.value(stated.into(), &short(stated));
    }
    if !plateaus.is_empty() {
        frame.value(end.into(), &short(end));
    }
    // The last values before the cliffs, the deepest cliff first.
    let mut cliffs: Vec<_> = plateaus.iter().zip(plateaus.iter().skip(1)).collect();
    cliffs.sort_by_key(|(before, after)| {
        let drop = before.blocks().saturating_sub(after.blocks());
        Reverse(drop * 1000 / before.blocks().max(1))
    });
    for (before, _) in cliffs {
        frame.value(before.last.into(), &short(before.last));
    }
    frame.bands(plateaus, 0);
    frame.finish()
}

/// Writes a number of bytes, in KiB if it is large or whole kibibytes, or a number of registers.
fn short(value: u32, of: &str) -> String {
    if of != "registers" && (value > 9_999 || value > 0 && value.is_multiple_of(1024)) {
        kib(value)
    } else {
        value.to_string()
    }
}

/// Draws tail efficiency by grid.
pub(super) fn tail(outcome: &Outcome<'_>, waves: Waves) -> Svg {
    let (blocks, each, count) = (waves.grid_blocks(), waves.blocks_per_wave(), waves.count());
    let (tail, last) = (waves.tail_efficiency(), waves.last_wave_utilization());
    let first = count.saturating_sub(BEFORE);
    let begin = |wave: u64| wave.saturating_mul(each);
    let ends = (begin(first), begin(count.saturating_add(1)));
    let (said_blocks, said_each, said_count) = (grouped(blocks), grouped(each), grouped(count));
    let mut frame = Frame::new(
        outcome,
        "Tail efficiency by grid",
        &format!("{said_blocks} blocks: {tail}"),
        &format!(
            "Waves of {said_each} blocks; the grid takes {said_count}, the last is {last} full."
        ),
        ends,
    );
    // The last wave is one after those of the grid: it shows what a larger grid would reach.
    let (mut path, mut pieces) = (String::new(), Vec::new());
    for wave in first..=count {
        let (begins, ends) = (begin(wave), begin(wave + 1));
        let (from, to) = (frame.x(begins), frame.x(ends));
        let filled = (Tenths(from.0 + 10), frame.x(blocks.min(ends)));
        if wave < count && filled.1 > filled.0 {
            pieces.push(filled);
        }
        // With its first block, a wave is all but empty, and the waves before it are full.
        let start = Ratio::new(begins.saturating_add(1), ends).map_or(BASE, frame::y);
        let _ = write!(path, "M{from} {start}L{to} {}", frame::y(Ratio::ONE));
    }
    frame.svg.line(2, ACCENT, &path);
    frame.chosen(blocks, tail);
    frame.value(blocks, said_blocks.as_str());
    for wave in (first..=count + 1).rev() {
        frame.value(begin(wave), grouped(begin(wave)).as_str());
    }
    let middle = frame.x(u64::midpoint(ends.0, ends.1));
    frame.band("the grid, in waves", middle, &pieces);
    frame.finish()
}
