//! The banks of shared memory in which the lanes of a warp meet.

use std::fmt::Write;

use occupancy_core::text::Text;
use occupancy_models::Access;
use occupancy_report::svg::{ACCENT, Anchor, Svg, Tenths};

use super::Rows;

/// The first lane's line, and the distance from one to the next.
const TOP: u32 = 22;
const ROW: u32 = 6;
const BANKS: u32 = 32;

/// The lanes of one warp that access a bank each: a line for each lane, with the bank.
pub(crate) fn banks(access: Access) -> String {
    let wavefronts = access.wavefronts().into();
    let bottom = TOP + BANKS * ROW;
    let svg = Svg::new(
        bottom + 32,
        "The lanes of a warp in the banks",
        Text::<32>::new().counted(wavefronts, "wavefront").as_str(),
        &format!(
            "Each line is a lane, with the banks that it accesses; without conflicts it would take {}.",
            access.least_wavefronts()
        ),
    );
    let end = BANKS.into();
    let mut rows = Rows { svg, end };
    let mut grid = String::new();
    for bank in (0..=end).step_by(4) {
        let _ = write!(grid, "M{} {TOP}V{bottom}", rows.x(bank));
    }
    let mut lines = String::new();
    for lane in 0..BANKS {
        let bank = access.bank(lane);
        let y = TOP + lane * ROW + ROW / 2;
        lines += &rows.along(y, bank.into(), u64::from(bank) + 1);
    }
    rows.dotted(&grid);
    rows.svg.line(5, ACCENT, &lines);
    for lane in [0, BANKS - 1] {
        rows.name(TOP + lane * ROW + ROW, &format!("lane {lane}"));
    }
    for bank in [0, 8, 16, 24, 31] {
        let x = Tenths(u32::midpoint(rows.x(bank).0, rows.x(bank + 1).0));
        let number = bank.to_string();
        rows.svg.text(x, bottom + 14, Anchor::Middle, &number);
    }
    rows.caption(bottom + 28, "bank of shared memory");
    rows.alone()
}
