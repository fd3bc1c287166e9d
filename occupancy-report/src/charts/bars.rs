//! Occupancy against block size: a bar for each block of whole warps.

use super::frame;
use super::plateau;
use super::svg::{ACCENT, Svg, Tenths};
use crate::verdict::Verdict;
use crate::words::joined;

/// Threads beside the first and the last bar that are left free.
const ASIDE: u64 = 16;

pub(super) fn draw(verdict: &Verdict<'_>) -> Svg {
    let plateaus = &plateau::threads(verdict);
    let stated = u32::try_from(verdict.kernel.threads_per_block()).unwrap_or(u32::MAX);
    let x = frame::along(32 - ASIDE, 1024 + ASIDE);
    let here = plateaus.iter().find(|plateau| plateau.contains(stated));
    let ratio = here.map_or_else(String::new, |here| here.ratio.to_string());
    let best = plateaus.iter().map(|plateau| plateau.ratio).max();
    let best = plateaus
        .iter()
        .filter(|plateau| Some(plateau.ratio) == best);
    let best = joined(", ", best.map(|plateau| plateau.first));
    let bands = frame::bands(plateaus, x, ASIDE);
    let chosen = format!("{stated} threads: {ratio}");
    let description = format!("Highest with {best} threads.");
    let mut svg = frame::before("Occupancy by block size", &chosen, &description, &bands);
    let others = plateaus.iter().filter(|other| other.first != stated);
    let others = others.filter(|other| other.blocks > 0);
    let base = frame::base();
    let bars = others.map(|other| {
        let up = Tenths(base.0 - frame::y(other.ratio).0);
        format!("M{} {base}v-{up}", x(other.first.into()))
    });
    svg.line(6, ACCENT, &joined("", bars));
    if let Some(here) = here {
        let (x, y) = (x(stated.into()), frame::y(here.ratio));
        svg.line(6, "", &format!("M{x} {base}V{y}"));
        svg.dot(x, y);
    }
    frame::enough(&mut svg, verdict.enough());
    let values = [stated, 1024, 512, 256, 128, 32, 768, 384, 640, 896].into_iter();
    let mut values = values.map(|threads| (x(threads.into()), threads.to_string()));
    frame::behind(svg, &mut values, bands)
}
