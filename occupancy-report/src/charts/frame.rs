//! What the charts over one argument share: the axis of occupancy, the values below, and the bands that
//! show where each limit binds.

use std::fmt::Write;

use occupancy_core::{Ratio, Resource};

use super::plateau::{NOTHING, Plateau};
use super::svg::{Anchor, FAINT, LETTER, Svg, Tenths, WIDTH};

const LEFT: u32 = 42;
const RIGHT: u32 = 334;
const TOP: u32 = 24;
const BOTTOM: u32 = 94;
const VALUES: u32 = 107;
/// The first band, the name below it, and the distance to the next band.
pub(super) const BAND: u32 = 116;
pub(super) const NAMES: u32 = 129;
const NEXT_BAND: u32 = 20;

/// The height of a chart with this many bands.
pub(super) fn height(bands: usize) -> u32 {
    let more = u32::try_from(bands.saturating_sub(1)).unwrap_or(0);
    NAMES + 4 + more * NEXT_BAND
}

/// The place of values along the axis.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) first: u64,
    pub(super) last: u64,
}

impl Axis {
    pub(super) fn x(self, value: u64) -> Tenths {
        let (first, last) = (self.first, self.last);
        Tenths::between(
            LEFT,
            RIGHT,
            value.saturating_sub(first),
            last.saturating_sub(first),
        )
    }
}

/// The height of a ratio of at most one.
pub(super) fn y(ratio: Ratio) -> Tenths {
    Tenths::between(BOTTOM, TOP, ratio.numerator(), ratio.denominator())
}

/// The height of nothing.
pub(super) fn base() -> Tenths {
    Tenths::pixels(BOTTOM)
}

/// Lines at none, half and all.
pub(super) fn grid_lines(svg: &mut Svg) {
    let middle = Tenths::between(BOTTOM, TOP, 1, 2);
    for (y, name) in [(middle, "50 %"), (Tenths::pixels(TOP), "100 %")] {
        svg.text(Tenths::pixels(LEFT - 6), y.0 / 10 + 4, Anchor::End, name);
    }
    let dotted = format!("stroke-dasharray=\"1 3\" {FAINT}");
    svg.line(
        1,
        &dotted,
        &format!("M{LEFT} {middle}H{RIGHT}M{LEFT} {TOP}H{RIGHT}"),
    );
    svg.line(1, FAINT, &format!("M{LEFT} {BOTTOM}H{RIGHT}"));
}

/// A line where as many warps are resident as the author demands, and their number at its end.
pub(super) fn enough(svg: &mut Svg, enough: Option<(u32, Ratio)>) {
    let Some((warps, share)) = enough else {
        return;
    };
    let y = y(share);
    svg.line(
        1,
        "stroke-dasharray=\"6 2\"",
        &format!("M{LEFT} {y}H{RIGHT}"),
    );
    // Above the line, but for one at the top, which the heading is above.
    let text = if y.0 < (TOP + 12) * 10 {
        y.0 / 10 + 11
    } else {
        y.0 / 10 - 3
    };
    let noun = if warps == 1 { "warp" } else { "warps" };
    let said = format!("enough: {warps} {noun}");
    svg.text(Tenths::pixels(RIGHT), text, Anchor::End, &said);
}

/// The chosen point, and a line down to its value.
pub(super) fn chosen(svg: &mut Svg, x: Tenths, y: Tenths) {
    let path = format!("M{x} {y}V{}", base());
    svg.line(1, "stroke-dasharray=\"3\"", &path);
    svg.dot(x, y);
}

/// Values below the axis, the most important first; one that would touch another is left out.
pub(super) fn values(svg: &mut Svg, values: impl IntoIterator<Item = (Tenths, String)>) {
    let mut taken: Vec<(u32, u32)> = Vec::new();
    let mut ticks = String::new();
    for (x, text) in values {
        let width = width(&text);
        let most = WIDTH * 10;
        let left =
            x.0.saturating_sub(width / 2)
                .min(most.saturating_sub(width));
        let right = left + width;
        if taken
            .iter()
            .any(|&(from, to)| left < to + LETTER && from < right + LETTER)
        {
            continue;
        }
        taken.push((left, right));
        let _ = write!(ticks, "M{x} {BOTTOM}v3");
        svg.text(Tenths(left + width / 2), VALUES, Anchor::Middle, &text);
    }
    svg.line(1, "", &ticks);
}

/// Where one limit binds, or where nothing launches.
struct Band {
    name: &'static str,
    pieces: Vec<(Tenths, Tenths)>,
}

/// A band for each limit that binds somewhere, so that each has room for its name.
pub(super) struct Bands(Vec<Band>);

impl Bands {
    pub(super) fn new(plateaus: &[Plateau], extent: impl Fn(&Plateau) -> (Tenths, Tenths)) -> Self {
        let band = |name, binds: &dyn Fn(&Plateau) -> bool| {
            let mut pieces: Vec<(Tenths, Tenths)> = Vec::new();
            let mut follows = false;
            for plateau in plateaus {
                if binds(plateau) {
                    let (from, to) = extent(plateau);
                    match pieces.last_mut() {
                        Some((_, end)) if follows => *end = to,
                        _ => pieces.push((from, to)),
                    }
                }
                follows = binds(plateau);
            }
            Band { name, pieces }
        };
        let limits = Resource::ALL
            .into_iter()
            .map(|resource| band(resource.name(), &|plateau| plateau.binds(resource)));
        let nothing = band(NOTHING, &|plateau| plateau.blocks == 0);
        let all = limits.chain([nothing]);
        Self(all.filter(|band| !band.pieces.is_empty()).collect())
    }

    /// The height of the chart that they stand below.
    pub(super) fn height(&self) -> u32 {
        height(self.0.len())
    }

    pub(super) fn draw(&self, svg: &mut Svg) {
        let mut path = String::new();
        for (down, band) in (0..).step_by(NEXT_BAND as usize).zip(&self.0) {
            let y = BAND + down;
            for &(from, to) in &band.pieces {
                // One that is too narrow to see is still there.
                let to = to.max(Tenths(from.0 + 10));
                let _ = write!(path, "M{from} {y}H{to}");
            }
            let longest = band
                .pieces
                .iter()
                .max_by_key(|(from, to)| to.0.saturating_sub(from.0));
            if let Some(&(from, to)) = longest {
                let half = width(band.name) / 2;
                let middle = u32::midpoint(from.0, to.0);
                let middle = middle.max(half).min(WIDTH * 10 - half);
                svg.text(Tenths(middle), NAMES + down, Anchor::Middle, band.name);
            }
        }
        svg.line(5, FAINT, &path);
    }
}

fn width(text: &str) -> u32 {
    u32::try_from(text.chars().count())
        .unwrap_or(u32::MAX)
        .saturating_mul(LETTER)
}
