//! Tail efficiency against the grid: it falls where a wave begins and rises while it fills.

use std::fmt::Write;

use occupancy_core::{Ratio, Waves, text::grouped};

use super::frame::{self, Axis};
use super::svg::{ACCENT, Anchor, FAINT, Svg, Tenths};

/// Waves before the last one of the grid that are shown.
const BEFORE: u64 = 8;

pub(super) fn draw(waves: Waves) -> Svg {
    let (each, count) = (waves.blocks_per_wave(), waves.count());
    let first = count.saturating_sub(BEFORE);
    let axis = Axis {
        first: first.saturating_mul(each),
        last: count.saturating_add(1).saturating_mul(each),
    };
    let mut svg = Svg::new(
        frame::height(1),
        "Tail efficiency by grid",
        &format!(
            "{} blocks: {}",
            grouped(waves.grid_blocks()),
            waves.tail_efficiency()
        ),
        &format!(
            "Waves of {} blocks; the grid takes {}, the last is {} full.",
            grouped(each),
            grouped(count),
            waves.last_wave_utilization()
        ),
    );
    frame::grid_lines(&mut svg);
    let mut path = String::new();
    let mut band = String::new();
    // The last is the wave after the grid's, for what a larger grid comes to.
    for wave in first..=count {
        let (begins, ends) = (wave.saturating_mul(each), (wave + 1).saturating_mul(each));
        let (from, to) = (axis.x(begins), axis.x(ends));
        // One block into a wave, the waves before it are full and it is all but empty.
        let start = Ratio::new(begins.saturating_add(1), ends);
        let start = start.map_or_else(frame::base, frame::y);
        let _ = write!(path, "M{from} {start}L{to} {}", frame::y(Ratio::ONE));
        let filled = axis.x(waves.grid_blocks().min(ends));
        if wave < count && filled.0 > from.0 + 10 {
            let _ = write!(band, "M{} {}H{filled}", Tenths(from.0 + 10), frame::BAND);
        }
    }
    svg.line(2, ACCENT, &path);
    let here = axis.x(waves.grid_blocks());
    frame::chosen(&mut svg, here, frame::y(waves.tail_efficiency()));
    let full = (first..=count + 1)
        .rev()
        .map(|wave| wave.saturating_mul(each));
    let values = std::iter::once(waves.grid_blocks())
        .chain(full)
        .map(|blocks| (axis.x(blocks), grouped(blocks).to_string()));
    frame::values(&mut svg, values);
    svg.line(5, FAINT, &band);
    svg.text(
        axis.x(u64::midpoint(axis.first, axis.last)),
        frame::NAMES,
        Anchor::Middle,
        "the grid, in waves",
    );
    svg
}
