//! Tail efficiency against the grid: it falls where a wave begins and rises while it fills.

use occupancy_core::{Ratio, Waves, text::grouped};

use super::frame::{self, Band};
use super::svg::{ACCENT, Svg, Tenths};
use crate::words::joined;

/// Waves before the last one of the grid that are shown.
const BEFORE: u64 = 8;

pub(super) fn draw(waves: Waves) -> Svg {
    let (blocks, each, count) = (waves.grid_blocks(), waves.blocks_per_wave(), waves.count());
    let (tail, last) = (waves.tail_efficiency(), waves.last_wave_utilization());
    let first = count.saturating_sub(BEFORE);
    let begin = |wave: u64| wave.saturating_mul(each);
    let (from, to) = (begin(first), begin(count.saturating_add(1)));
    let x = frame::along(from, to);
    // The last is the wave after the grid's, for what a larger grid comes to.
    let all = || (first..=count).map(|wave| (begin(wave), begin(wave + 1)));
    let filled = all().take_while(|(begins, _)| *begins < begin(count));
    let filled = filled.filter_map(|(begins, ends)| {
        let (from, to) = (Tenths(x(begins).0 + 10), x(blocks.min(ends)));
        (to > from).then_some((from, to))
    });
    let full = (first..=count + 1).rev().map(begin);
    let values = [blocks].into_iter().chain(full);
    let [said_blocks, said_each, said_count] = [blocks, each, count].map(grouped);
    let mut values = values.map(|blocks| (x(blocks), grouped(blocks).to_string()));
    let bands = vec![Band {
        name: "the grid, in waves",
        middle: x(u64::midpoint(from, to)),
        pieces: filled.collect(),
    }];
    let chosen = format!("{said_blocks} blocks: {tail}");
    let description = format!(
        "Waves of {said_each} blocks; the grid takes {said_count}, the last is {last} full."
    );
    let mut svg = frame::before("Tail efficiency by grid", &chosen, &description, &bands);
    let path = all().map(|(begins, ends)| {
        // One block into a wave, the waves before it are full and it is all but empty.
        let start = Ratio::new(begins.saturating_add(1), ends);
        let start = start.map_or_else(frame::base, frame::y);
        let (from, to, top) = (x(begins), x(ends), frame::y(Ratio::ONE));
        format!("M{from} {start}L{to} {top}")
    });
    svg.line(2, ACCENT, &joined("", path));
    frame::chosen(&mut svg, x(blocks), frame::y(tail));
    frame::behind(svg, &mut values, bands)
}
