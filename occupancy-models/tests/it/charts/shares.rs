//! A share that grows with the resident warps of an SM, until it is all of it.

use std::fmt::Write;

use occupancy_core::Ratio;
use occupancy_report::svg::{ACCENT, Anchor, Svg, Tenths};

use super::{RIGHT, Rows};

/// The places of 100 % and of 0 %.
const TOP: u32 = 46;
const BOTTOM: u32 = 142;

/// Curves over the warps of an SM, the first in the colour of links: the name of each, and its share with some warps.
pub(crate) fn shares(
    heading: &str,
    most_warps: u32,
    curves: &[(&str, &dyn Fn(u32) -> Ratio)],
) -> String {
    let enough = curves.iter().map(|(name, share)| {
        let enough = (0..=most_warps).find(|warps| share(*warps) == Ratio::ONE);
        let enough = enough.map_or("no".to_owned(), |warps| warps.to_string());
        format!("{enough} warps are enough for {name}")
    });
    let svg = Svg::new(
        BOTTOM + 32,
        heading,
        "",
        &format!("{}.", enough.collect::<Vec<_>>().join(", ")),
    );
    let end = most_warps.into();
    let mut rows = Rows { svg, end };
    let y = |share: Ratio| Tenths::between(BOTTOM, TOP, share.numerator(), share.denominator());
    let mut grid = String::new();
    for (name, y) in [
        ("100 %", TOP),
        ("50 %", u32::midpoint(TOP, BOTTOM)),
        ("0 %", BOTTOM),
    ] {
        grid += &rows.along(y, 0, end);
        rows.name(y + 4, name);
    }
    rows.dotted(&grid);
    for (place, (name, share)) in curves.iter().enumerate() {
        let mut path = String::new();
        for warps in 0..=most_warps {
            let letter = if warps == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{} {}", rows.x(warps.into()), y(share(warps)));
        }
        rows.svg
            .line(2, if place == 0 { ACCENT } else { "" }, &path);
        // Above its first 100 %, or below its end.
        let enough = (0..most_warps).find(|warps| share(*warps) == Ratio::ONE);
        let (x, anchor) = match enough.map(|warps| rows.x(warps.into())) {
            Some(x) if x < Tenths::pixels(RIGHT - 50) => (x, Anchor::Middle),
            _ => (Tenths::pixels(RIGHT), Anchor::End),
        };
        let height = match enough {
            Some(_) => TOP - 6,
            None => y(share(most_warps)).0 / 10 + 26,
        };
        rows.svg.text(x, height, anchor, name);
    }
    rows.ends(BOTTOM + 14, "0", &most_warps.to_string());
    rows.caption(BOTTOM + 28, "resident warps of an SM");
    rows.alone()
}
