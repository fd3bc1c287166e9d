//! Occupancy against registers and against shared memory: a line that falls where a block no longer fits.

use std::fmt::Write;

use occupancy_core::{Kernel, Ratio, text::grouped};

use super::frame::{self, Axis, Bands};
use super::plateau::Plateau;
use super::svg::{ACCENT, Svg, Tenths};
use crate::words::kib;

pub(super) fn registers(
    plateaus: &[Plateau],
    kernel: &Kernel,
    enough: Option<(u32, Ratio)>,
) -> Svg {
    let stated = kernel.registers_per_thread;
    draw(
        plateaus,
        "Occupancy by registers",
        stated,
        &format!("{stated} per thread"),
        enough,
        |value| value.to_string(),
    )
}

pub(super) fn shared_memory(
    plateaus: &[Plateau],
    kernel: &Kernel,
    enough: Option<(u32, Ratio)>,
) -> Svg {
    let stated = kernel.dynamic_shared_memory;
    draw(
        plateaus,
        "Occupancy by shared memory",
        stated,
        &format!("{} B", grouped(stated.into())),
        enough,
        axis_value,
    )
}

/// Nothing is no number of kibibytes, and few bytes are said as they are.
fn axis_value(bytes: u32) -> String {
    if bytes > 9_999 || bytes > 0 && bytes.is_multiple_of(1024) {
        kib(bytes)
    } else {
        bytes.to_string()
    }
}

fn draw(
    plateaus: &[Plateau],
    heading: &str,
    stated: u32,
    chosen: &str,
    enough: Option<(u32, Ratio)>,
    value: impl Fn(u32) -> String,
) -> Svg {
    let place = |number: u32| u64::from(number);
    let axis = Axis {
        first: plateaus.first().map_or(0, |first| place(first.first)),
        last: plateaus.last().map_or(0, |last| place(last.last)),
    };
    let here = plateaus.iter().find(|plateau| plateau.contains(stated));
    let ratio = here.map(|here| here.ratio.to_string()).unwrap_or_default();
    let bound = here.map(Plateau::binding).unwrap_or_default();
    let bands = Bands::new(plateaus, |plateau| {
        (axis.x(place(plateau.first)), axis.x(place(plateau.last)))
    });
    let mut svg = Svg::new(
        bands.height(),
        heading,
        &format!("{chosen}: {ratio}"),
        &format!("Bound by {bound}."),
    );
    frame::grid_lines(&mut svg);
    // Down to the last value that keeps a block, and straight to the next plateau.
    let mut path = String::new();
    for (i, plateau) in plateaus.iter().enumerate() {
        let (x, y) = (axis.x(place(plateau.first)), frame::y(plateau.ratio));
        if i == 0 {
            let _ = write!(path, "M{x} {y}");
        } else {
            let _ = write!(path, "V{y}");
        }
        let _ = write!(path, "H{}", axis.x(place(plateau.last)));
    }
    svg.line(2, ACCENT, &path);
    frame::enough(&mut svg, enough);
    let mut values: Vec<(Tenths, String)> = Vec::new();
    if let Some(here) = here {
        let x = axis.x(place(stated));
        frame::chosen(&mut svg, x, frame::y(here.ratio));
        values.push((x, value(stated)));
    }
    // The last value before each cliff, the deepest first.
    let mut cliffs: Vec<_> = plateaus
        .windows(2)
        .filter_map(|pair| Some((pair.first()?, pair.get(1)?)))
        .map(|(before, after)| {
            let drop = before.blocks.saturating_sub(after.blocks);
            (drop * 1000 / before.blocks.max(1), before.last)
        })
        .collect();
    cliffs.sort_by_key(|&(drop, value)| (std::cmp::Reverse(drop), value));
    let ends = plateaus.last().map(|last| last.last);
    values.extend(
        ends.into_iter()
            .chain(cliffs.into_iter().map(|(_, value)| value))
            .map(|cliff| (axis.x(place(cliff)), value(cliff))),
    );
    frame::values(&mut svg, values);
    bands.draw(&mut svg);
    svg
}
