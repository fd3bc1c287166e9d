//! What the charts over one argument share: the axis of occupancy, the values below, and the band that
//! names what binds.

use std::fmt::Write;

use occupancy_core::Ratio;

use super::plateau::Plateau;
use super::svg::{Anchor, FAINT, LETTER, Svg, Tenths, WIDTH};

const LEFT: u32 = 42;
const RIGHT: u32 = 334;
const TOP: u32 = 24;
const BOTTOM: u32 = 94;
const VALUES: u32 = 107;
pub(super) const BAND: u32 = 116;
pub(super) const NAMES: u32 = 132;

/// The height of a chart with a frame.
pub(super) const HEIGHT: u32 = 136;

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

/// The band of what binds: a piece for each run of plateaus that the same limits bind, named where the
/// name has room.
pub(super) fn band(
    svg: &mut Svg,
    plateaus: &[Plateau],
    extent: impl Fn(&Plateau) -> (Tenths, Tenths),
) {
    let mut pieces: Vec<(Tenths, Tenths, String)> = Vec::new();
    for plateau in plateaus {
        let (from, to) = extent(plateau);
        match pieces.last_mut() {
            Some((_, end, binding)) if *binding == plateau.binding() => *end = to,
            _ => pieces.push((from, to, plateau.binding())),
        }
    }
    let mut path = String::new();
    for (from, to, binding) in pieces {
        // A gap keeps the pieces apart.
        if to.0 > from.0 + 20 {
            let _ = write!(
                path,
                "M{} {BAND}H{}",
                Tenths(from.0 + 10),
                Tenths(to.0 - 10)
            );
        }
        if width(&binding) <= to.0.saturating_sub(from.0) {
            let middle = Tenths(u32::midpoint(from.0, to.0));
            svg.text(middle, NAMES, Anchor::Middle, &binding);
        }
    }
    svg.line(5, FAINT, &path);
}

fn width(text: &str) -> u32 {
    u32::try_from(text.chars().count())
        .unwrap_or(u32::MAX)
        .saturating_mul(LETTER)
}
