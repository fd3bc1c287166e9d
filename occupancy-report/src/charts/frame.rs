//! The parts that the charts over one argument share: the axis of occupancy, the values below it, and the bands where
//! each limit binds.

use std::fmt::Write;

use occupancy_core::{Ratio, Resource, gpu::Words};

use super::plateau::{NOTHING, Plateau};
use super::svg::{Anchor, FAINT, LETTER, Svg, Tenths, WIDTH};
use crate::format::{counted, worded};
use crate::outcome::Outcome;

const LEFT: u32 = 42;
const RIGHT: u32 = 334;
const TOP: u32 = 24;
const BOTTOM: u32 = 94;
const VALUES: u32 = 107;
/// The heights of the first band and of the name below it, and the distance to the next band.
const BAND: u32 = 116;
const NAMES: u32 = 129;
const NEXT_BAND: u32 = 20;

/// A chart over one argument.
pub(super) struct Frame {
    pub(super) svg: Svg,
    words: Words,
    /// The first value on the axis.
    first: u64,
    /// The distance from the first value to the last.
    whole: u64,
    /// The places below the axis that have a value: their left and right ends, in tenths of a pixel.
    taken: Vec<(u32, u32)>,
    /// The path of the marks above the values.
    ticks: String,
    /// The path of the bands.
    bands: String,
    /// The distance of the next band from the first, pixels.
    down: u32,
}

/// Returns the height of a ratio, which is at most one.
pub(super) fn y(ratio: Ratio) -> Tenths {
    Tenths::between(BOTTOM, TOP, ratio.numerator(), ratio.denominator())
}

/// The height of zero.
pub(super) const BASE: Tenths = Tenths::pixels(BOTTOM);

impl Frame {
    /// Creates a chart of the values between two `ends`, with the chosen value in its heading, and draws its axes.
    pub(super) fn new(
        outcome: &Outcome<'_>,
        heading: &str,
        chosen: &str,
        description: &str,
        ends: (u64, u64),
    ) -> Self {
        let [heading, chosen, description] =
            [heading, chosen, description].map(|text| outcome.worded(text));
        let mut svg = Svg::new(NAMES + 4, &heading, &chosen, &description);
        let middle = Tenths::between(BOTTOM, TOP, 1, 2);
        for (y, name) in &[(middle, "50 %"), (Tenths::pixels(TOP), "100 %")] {
            svg.text(Tenths::pixels(LEFT - 6), y.0 / 10 + 4, Anchor::End, name);
        }
        let dotted = format!("stroke-dasharray=\"1 3\" {FAINT}");
        let above = format!("M{LEFT} {middle}H{RIGHT}M{LEFT} {TOP}H{RIGHT}");
        svg.line(1, &dotted, &above);
        svg.line(1, FAINT, &format!("M{LEFT} {BOTTOM}H{RIGHT}"));
        Self {
            svg,
            words: outcome.sm.words(),
            first: ends.0,
            whole: ends.1.saturating_sub(ends.0),
            taken: Vec::new(),
            ticks: String::new(),
            bands: String::new(),
            down: 0,
        }
    }

    /// Returns the place of a value along the axis.
    pub(super) fn x(&self, value: u64) -> Tenths {
        Tenths::between(LEFT, RIGHT, value.saturating_sub(self.first), self.whole)
    }

    /// Writes a value below the axis, unless it would touch one that is there. So the most important comes first.
    pub(super) fn value(&mut self, value: u64, text: &str) {
        let (x, width) = (self.x(value), width(text));
        let most = (WIDTH * 10).saturating_sub(width);
        let left = most.min(x.0.saturating_sub(width / 2));
        let right = left + width;
        let touches = |&(from, to): &(u32, u32)| left < to + LETTER && from < right + LETTER;
        if !self.taken.iter().any(touches) {
            self.taken.push((left, right));
            let _ = write!(self.ticks, "M{x} {BOTTOM}v3");
            let middle = Tenths(left + width / 2);
            self.svg.text(middle, VALUES, Anchor::Middle, text);
        }
    }

    /// Draws a line at the number of resident warps that the author demands, if an SM has as many slots.
    pub(super) fn enough(&mut self, outcome: &Outcome<'_>) {
        let slots = outcome.occupancy.max_warps_per_sm.into();
        if let Some(warps) = outcome.configuration.warps_needed(outcome.arch)
            && let Some(share) = Ratio::new(warps, slots)
            && warps <= slots
        {
            let y = y(share);
            let path = format!("M{LEFT} {y}H{RIGHT}");
            self.svg.line(1, "stroke-dasharray=\"6 2\"", &path);
            // The text is above the line, except at the top, where the heading is.
            let is_top = y.0 < (TOP + 12) * 10;
            let text = y.0 / 10 + if is_top { 14 } else { 0 } - 3;
            let said = format!("enough: {}", counted(warps, "warp"));
            let (end, said) = (Tenths::pixels(RIGHT), outcome.worded(&said));
            self.svg.text(end, text, Anchor::End, &said);
        }
    }

    /// Draws the chosen point, and a line down to its value.
    pub(super) fn chosen(&mut self, value: u64, ratio: Ratio) {
        let (x, y) = (self.x(value), y(ratio));
        self.svg
            .line(1, "stroke-dasharray=\"3\"", &format!("M{x} {y}V{BASE}"));
        self.svg.dot(x, y);
    }

    /// Draws a band of several pieces, with its name below it around `middle`.
    pub(super) fn band(&mut self, name: &str, middle: Tenths, pieces: &[(Tenths, Tenths)]) {
        for (from, to) in pieces {
            let _ = write!(self.bands, "M{from} {}H{to}", BAND + self.down);
        }
        let (names, name) = (NAMES + self.down, worded(name, self.words));
        self.svg.text(middle, names, Anchor::Middle, &name);
        self.svg.height = names + 4;
        self.down += NEXT_BAND;
    }

    /// Draws a band for each limit that binds somewhere, and one where nothing launches. Bands reach `aside` over both
    /// ends of a plateau.
    pub(super) fn bands(&mut self, plateaus: &[Plateau], aside: u64) {
        for limit in Resource::ALL.map(Some).into_iter().chain([None]) {
            let binds = |one: &Plateau| match limit {
                Some(resource) => one.binds(resource),
                None => one.blocks() == 0,
            };
            let (mut pieces, mut longest, mut middle) = (Vec::new(), 0, None);
            for run in plateaus.chunk_by(|one, next| binds(one) == binds(next)) {
                if let (Some(first), Some(last)) = (run.first(), run.last())
                    && binds(first)
                {
                    let from = self.x(u64::from(first.first).saturating_sub(aside));
                    let to = self.x(u64::from(last.last) + aside);
                    let length = to.0.saturating_sub(from.0);
                    if length >= longest {
                        (longest, middle) = (length, Some(u32::midpoint(from.0, to.0)));
                    }
                    // A narrow piece is widened to a pixel, so that it can be seen.
                    pieces.push((from, to.max(Tenths(from.0 + 10))));
                }
            }
            if let Some(middle) = middle {
                let name = limit.map_or(NOTHING, Resource::name);
                let half = width(&worded(name, self.words)) / 2;
                let middle = Tenths(middle.max(half).min(WIDTH * 10 - half));
                self.band(name, middle, &pieces);
            }
        }
    }

    /// Adds the marks of the values, and the bands.
    pub(super) fn finish(mut self) -> Svg {
        self.svg.line(1, "", &self.ticks);
        self.svg.line(5, FAINT, &self.bands);
        self.svg
    }
}

/// Estimates the width of a text, in tenths of a pixel.
fn width(text: &str) -> u32 {
    let letters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    letters.saturating_mul(LETTER)
}
