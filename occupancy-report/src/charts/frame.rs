//! What the charts over one argument share: the axis of occupancy, the values below, and the bands that
//! show where each limit binds.

use std::fmt::Write;

use occupancy_core::{Ratio, Resource};

use super::plateau::{NOTHING, Plateau};
use super::svg::{Anchor, FAINT, LETTER, Svg, Tenths, WIDTH};
use crate::words::counted;

const LEFT: u32 = 42;
const RIGHT: u32 = 334;
const TOP: u32 = 24;
const BOTTOM: u32 = 94;
const VALUES: u32 = 107;
/// The first band, the name below it, and the distance to the next band.
const BAND: u32 = 116;
const NAMES: u32 = 129;
const NEXT_BAND: u32 = 20;

/// Where one limit binds, or where nothing launches.
pub(super) struct Band {
    pub(super) name: &'static str,
    /// The place of the name.
    pub(super) middle: Tenths,
    pub(super) pieces: Vec<(Tenths, Tenths)>,
}

/// The place of each value along the axis.
pub(super) fn along(first: u64, last: u64) -> impl Fn(u64) -> Tenths + Copy {
    let whole = last.saturating_sub(first);
    move |value| Tenths::between(LEFT, RIGHT, value.saturating_sub(first), whole)
}

/// The height of a ratio of at most one.
pub(super) fn y(ratio: Ratio) -> Tenths {
    Tenths::between(BOTTOM, TOP, ratio.numerator(), ratio.denominator())
}

/// The height of nothing.
pub(super) fn base() -> Tenths {
    Tenths::pixels(BOTTOM)
}

/// A chart over one argument before its curve: what is chosen and what it reaches, and the axis of occupancy.
pub(super) fn before(heading: &str, chosen: &str, description: &str, bands: &[Band]) -> Svg {
    let more = u32::try_from(bands.len().saturating_sub(1)).unwrap_or(0);
    let height = NAMES + 4 + more * NEXT_BAND;
    let mut svg = Svg::new(height, heading, chosen, description);
    let middle = Tenths::between(BOTTOM, TOP, 1, 2);
    for (y, name) in [(middle, "50 %"), (Tenths::pixels(TOP), "100 %")] {
        svg.text(Tenths::pixels(LEFT - 6), y.0 / 10 + 4, Anchor::End, name);
    }
    let dotted = format!("stroke-dasharray=\"1 3\" {FAINT}");
    let above = format!("M{LEFT} {middle}H{RIGHT}M{LEFT} {TOP}H{RIGHT}");
    svg.line(1, &dotted, &above);
    svg.line(1, FAINT, &format!("M{LEFT} {BOTTOM}H{RIGHT}"));
    svg
}

/// The chart with what is below its curve: values, the most important first, of which one that would touch another is
/// left out, and the bands.
pub(super) fn behind(
    mut svg: Svg,
    values: &mut dyn Iterator<Item = (Tenths, String)>,
    bands: Vec<Band>,
) -> Svg {
    let mut taken: Vec<(u32, u32)> = Vec::new();
    let mut ticks = String::new();
    for (x, text) in values {
        let width = width(&text);
        let left = x.0.saturating_sub(width / 2);
        let left = left.min((WIDTH * 10).saturating_sub(width));
        let right = left + width;
        let touches = |&(from, to): &(u32, u32)| left < to + LETTER && from < right + LETTER;
        if taken.iter().any(touches) {
            continue;
        }
        taken.push((left, right));
        let _ = write!(ticks, "M{x} {BOTTOM}v3");
        svg.text(Tenths(left + width / 2), VALUES, Anchor::Middle, &text);
    }
    svg.line(1, "", &ticks);
    let mut path = String::new();
    for (down, band) in (0..).step_by(NEXT_BAND as usize).zip(bands) {
        for (from, to) in band.pieces {
            let _ = write!(path, "M{from} {}H{to}", BAND + down);
        }
        svg.text(band.middle, NAMES + down, Anchor::Middle, band.name);
    }
    svg.line(5, FAINT, &path);
    svg
}

/// A line where as many warps are resident as the author demands, and their number at its end.
pub(super) fn enough(svg: &mut Svg, enough: Option<(u32, Ratio)>) {
    let Some((warps, share)) = enough else {
        return;
    };
    let y = y(share);
    let path = format!("M{LEFT} {y}H{RIGHT}");
    svg.line(1, "stroke-dasharray=\"6 2\"", &path);
    // Above the line, but for one at the top, which the heading is above.
    let is_top = y.0 < (TOP + 12) * 10;
    let text = y.0 / 10 + if is_top { 14 } else { 0 } - 3;
    let said = format!("enough: {}", counted(warps.into(), "warp"));
    svg.text(Tenths::pixels(RIGHT), text, Anchor::End, &said);
}

/// The chosen point, and a line down to its value.
pub(super) fn chosen(svg: &mut Svg, x: Tenths, y: Tenths) {
    let path = format!("M{x} {y}V{}", base());
    svg.line(1, "stroke-dasharray=\"3\"", &path);
    svg.dot(x, y);
}

/// A band for each limit that binds somewhere, so that each has room for its name; it reaches `aside` over both ends of
/// a plateau.
pub(super) fn bands(plateaus: &[Plateau], x: impl Fn(u64) -> Tenths, aside: u64) -> Vec<Band> {
    let band = |name, binds: &dyn Fn(&Plateau) -> bool| {
        let runs = plateaus.chunk_by(|one, next| binds(one) == binds(next));
        let pieces = runs.filter_map(|run| {
            let (first, last) = (run.first().filter(|first| binds(first))?, run.last()?);
            let from = u64::from(first.first).saturating_sub(aside);
            Some((x(from), x(u64::from(last.last) + aside)))
        });
        let pieces: Vec<_> = pieces.collect();
        let longest = pieces
            .iter()
            .max_by_key(|(from, to)| to.0.saturating_sub(from.0));
        let (from, to) = *longest?;
        let half = width(name) / 2;
        let middle = u32::midpoint(from.0, to.0).max(half);
        Some(Band {
            name,
            middle: Tenths(middle.min(WIDTH * 10 - half)),
            pieces,
        })
    };
    let limits = Resource::ALL
        .into_iter()
        .map(|resource| band(resource.name(), &|plateau| plateau.binds(resource)));
    let nothing = band(NOTHING, &|plateau| plateau.blocks == 0);
    let mut bands: Vec<Band> = limits.chain([nothing]).flatten().collect();
    for (from, to) in bands.iter_mut().flat_map(|band| &mut band.pieces) {
        // One that is too narrow to see is still there.
        *to = (*to).max(Tenths(from.0 + 10));
    }
    bands
}

fn width(text: &str) -> u32 {
    u32::try_from(text.chars().count())
        .unwrap_or(u32::MAX)
        .saturating_mul(LETTER)
}
