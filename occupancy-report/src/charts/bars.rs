//! Occupancy against block size: a bar for each block of whole warps.

use std::fmt::Write;

use super::frame::{self, Axis, Frame};
use super::plateau::Plateau;
use super::svg::{ACCENT, Svg, Tenths};
use crate::verdict::Verdict;
use crate::words::joined;

/// Threads beside the first and the last bar that are left free.
const ASIDE: u64 = 16;

pub(super) fn draw(plateaus: &[Plateau], verdict: &Verdict<'_>) -> Svg {
    let stated = u32::try_from(verdict.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let axis = Axis {
        first: 32 - ASIDE,
        last: 1024 + ASIDE,
    };
    let x = |threads: u32| axis.x(threads.into());
    let here = plateaus.iter().find(|plateau| plateau.contains(stated));
    let ratio = here.map_or_else(String::new, |here| here.ratio.to_string());
    let best = plateaus.iter().map(|plateau| plateau.ratio).max();
    let best = plateaus
        .iter()
        .filter(|plateau| Some(plateau.ratio) == best);
    let best = joined(", ", best.map(|plateau| plateau.first));
    let frame = Frame {
        heading: "Occupancy by block size",
        chosen: format!("{stated} threads: {ratio}"),
        description: format!("Highest with {best} threads."),
        values: [stated, 1024, 512, 256, 128, 32, 768, 384, 640, 896]
            .map(|threads| (x(threads), threads.to_string()))
            .to_vec(),
        bands: frame::bands(plateaus, axis, ASIDE),
    };
    frame.around(|svg| {
        let mut bars = String::new();
        let others = plateaus.iter().filter(|other| other.first != stated);
        for other in others.filter(|other| other.blocks > 0) {
            let up = Tenths(frame::base().0 - frame::y(other.ratio).0);
            let _ = write!(bars, "M{} {}v-{up}", x(other.first), frame::base());
        }
        svg.line(6, ACCENT, &bars);
        if let Some(here) = here {
            let (x, y) = (x(stated), frame::y(here.ratio));
            svg.line(6, "", &format!("M{x} {}V{y}", frame::base()));
            svg.dot(x, y);
        }
        frame::enough(svg, verdict.enough());
    })
}
