//! Tail efficiency against the grid: it falls where a wave begins and rises while it fills.

use std::fmt::Write;

use occupancy_core::{Ratio, Waves, text::grouped};

use super::frame::{self, Frame};
use super::svg::{ACCENT, Svg, Tenths};

/// Waves before the last one of the grid that are shown.
const BEFORE: u64 = 8;

pub(super) fn draw(waves: Waves) -> Svg {
    let (blocks, each, count) = (waves.grid_blocks(), waves.blocks_per_wave(), waves.count());
    let (tail, last) = (waves.tail_efficiency(), waves.last_wave_utilization());
    let first = count.saturating_sub(BEFORE);
    let begin = |wave: u64| wave.saturating_mul(each);
    let ends = (begin(first), begin(count.saturating_add(1)));
    let (said_blocks, said_each, said_count) = (grouped(blocks), grouped(each), grouped(count));
    let mut frame = Frame::new(
        "Tail efficiency by grid",
        &format!("{said_blocks} blocks: {tail}"),
        &format!(
            "Waves of {said_each} blocks; the grid takes {said_count}, the last is {last} full."
        ),
        ends,
    );
    // The last is the wave after the grid's, for what a larger grid comes to.
    let (mut path, mut pieces) = (String::new(), Vec::new());
    for wave in first..=count {
        let (begins, ends) = (begin(wave), begin(wave + 1));
        let (from, to) = (frame.x(begins), frame.x(ends));
        let filled = (Tenths(from.0 + 10), frame.x(blocks.min(ends)));
        if wave < count && filled.1 > filled.0 {
            pieces.push(filled);
        }
        // One block into a wave, the waves before it are full and it is all but empty.
        let start = Ratio::new(begins.saturating_add(1), ends);
        let start = start.map_or_else(frame::base, frame::y);
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
