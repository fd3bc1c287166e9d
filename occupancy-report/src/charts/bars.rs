//! Occupancy against block size: a bar for each block of whole warps.

use std::fmt::Write;

use occupancy_core::{Kernel, Ratio};

use super::frame::{self, Axis, Bands};
use super::plateau::Plateau;
use super::svg::{ACCENT, Svg, Tenths};

/// Threads beside the first and the last bar that are left free.
const ASIDE: u64 = 16;

pub(super) fn draw(plateaus: &[Plateau], kernel: &Kernel, enough: Option<(u32, Ratio)>) -> Svg {
    let stated = u32::try_from(kernel.threads_per_block()).unwrap_or(u32::MAX);
    let axis = Axis {
        first: 32 - ASIDE,
        last: 1024 + ASIDE,
    };
    let here = plateaus.iter().find(|plateau| plateau.contains(stated));
    let ratio = here.map(|here| here.ratio.to_string()).unwrap_or_default();
    let best: Vec<_> = plateaus
        .iter()
        .filter(|plateau| {
            plateaus
                .iter()
                .all(|other| plateau.ratio.at_least(other.ratio))
        })
        .map(|plateau| plateau.first.to_string())
        .collect();
    let bands = Bands::new(plateaus, |plateau| {
        let threads = u64::from(plateau.first);
        (
            axis.x(threads.saturating_sub(ASIDE)),
            axis.x(threads + ASIDE),
        )
    });
    let mut svg = Svg::new(
        bands.height(),
        "Occupancy by block size",
        &format!("{stated} threads: {ratio}"),
        &format!("Highest with {} threads.", best.join(", ")),
    );
    frame::grid_lines(&mut svg);
    let x = |threads: u32| axis.x(threads.into());
    let mut bars = String::new();
    for plateau in plateaus
        .iter()
        .filter(|plateau| plateau.blocks > 0 && plateau.first != stated)
    {
        let up = frame::base().0 - frame::y(plateau.ratio).0;
        let _ = write!(
            bars,
            "M{} {}v-{}",
            x(plateau.first),
            frame::base(),
            Tenths(up)
        );
    }
    svg.line(6, ACCENT, &bars);
    if let Some(here) = here {
        let path = format!("M{} {}V{}", x(stated), frame::base(), frame::y(here.ratio));
        svg.line(6, "", &path);
        svg.dot(x(stated), frame::y(here.ratio));
    }
    frame::enough(&mut svg, enough);
    frame::values(
        &mut svg,
        [stated, 1024, 512, 256, 128, 32, 768, 384, 640, 896]
            .map(|threads| (x(threads), threads.to_string())),
    );
    bands.draw(&mut svg);
    svg
}
