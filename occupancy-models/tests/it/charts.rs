//! The charts of the guide that show the models, as SVG files.

mod banks;
mod levels;
mod schedule;
mod shares;
mod timeline;

use occupancy_report::svg::{Anchor, FAINT, Svg, Tenths, together};

use crate::drawn;

pub(crate) use self::banks::banks;
pub(crate) use self::levels::levels;
pub(crate) use self::schedule::schedule;
pub(crate) use self::shares::shares;
pub(crate) use self::timeline::timeline;

/// The ends of the axis, pixels.
const LEFT: u32 = 46;
const RIGHT: u32 = 334;

/// A drawing of lines below each other, over one axis from 0 to `end`.
struct Rows {
    svg: Svg,
    end: u64,
}

impl Rows {
    /// A place on the axis.
    fn x(&self, place: u64) -> Tenths {
        Tenths::between(LEFT, RIGHT, place, self.end)
    }

    /// The part of a path along a line.
    fn along(&self, y: u32, from: u64, to: u64) -> String {
        format!("M{} {y}H{}", self.x(from), self.x(to))
    }

    /// Names a line.
    fn name(&mut self, y: u32, name: &str) {
        let x = Tenths::pixels(LEFT - 6);
        self.svg.text(x, y, Anchor::End, name);
    }

    fn dotted(&mut self, path: &str) {
        let attributes = format!("stroke-dasharray=\"1 3\" {FAINT}");
        self.svg.line(1, &attributes, path);
    }

    /// The numbers at both ends of the axis.
    fn ends(&mut self, y: u32, first: &str, last: &str) {
        self.svg.text(self.x(0), y, Anchor::Start, first);
        self.svg.text(self.x(self.end), y, Anchor::End, last);
    }

    /// Writes a text below the axis.
    fn caption(&mut self, y: u32, caption: &str) {
        let x = Tenths::pixels(u32::midpoint(LEFT, RIGHT));
        self.svg.text(x, y, Anchor::Middle, caption);
    }

    /// The drawing as a file.
    fn alone(self) -> String {
        drawn::alone(&together(&[self.svg]), 0).unwrap()
    }
}
