//! Occupancy against block size: a bar for each block of whole warps.

use std::fmt::Write;

use super::frame::{self, Frame};
use super::plateau;
use super::svg::{ACCENT, Svg, Tenths};
use crate::verdict::Verdict;
use crate::words::joined;

/// Threads beside the first and the last bar that are left free.
const ASIDE: u64 = 16;

pub(super) fn draw(verdict: &Verdict<'_>) -> Svg {
    let plateaus = &plateau::threads(verdict);
    let stated = u32::try_from(verdict.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let here = plateau::at(stated, plateaus);
    let ratio = here.map_or_else(String::new, |here| here.ratio().to_string());
    let (mut most, mut best) = (None, Vec::new());
    for plateau in plateaus {
        if Some(plateau.ratio()) > most {
            most = Some(plateau.ratio());
            best.clear();
        }
        if Some(plateau.ratio()) == most {
            best.push(plateau.first);
        }
    }
    let mut frame = Frame::new(
        "Occupancy by block size",
        &format!("{stated} threads: {ratio}"),
        &format!(
            "Highest with {} threads.",
            joined(", ", &best, u32::to_string)
        ),
        (32 - ASIDE, 1024 + ASIDE),
    );
    let (mut bars, base) = (String::new(), frame::base());
    for plateau in plateaus {
        if plateau.first != stated && plateau.blocks() > 0 {
            let up = Tenths(base.0 - frame::y(plateau.ratio()).0);
            let _ = write!(bars, "M{} {base}v-{up}", frame.x(plateau.first.into()));
        }
    }
    frame.svg.line(6, ACCENT, &bars);
    if let Some(here) = here {
        let (x, y) = (frame.x(stated.into()), frame::y(here.ratio()));
        frame.svg.line(6, "", &format!("M{x} {base}V{y}"));
        frame.svg.dot(x, y);
    }
    frame.enough(verdict);
    for threads in &[stated, 1024, 512, 256, 128, 32, 768, 384, 640, 896] {
        frame.value((*threads).into(), &threads.to_string());
    }
    frame.bands(plateaus, ASIDE);
    frame.finish()
}
