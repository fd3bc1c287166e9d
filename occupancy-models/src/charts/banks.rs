//! Where the lanes of a warp meet in the banks of shared memory.

use std::fmt::Write;

use occupancy_core::text::Text;
use occupancy_report::svg::{ACCENT, Anchor, FAINT, Svg, Tenths};

use crate::access::Access;

const LEFT: u32 = 46;
const RIGHT: u32 = 334;
/// The first lane's line, and the distance from one to the next.
const TOP: u32 = 22;
const ROW: u32 = 6;
const BANKS: u32 = 32;

/// The lanes of one warp in the banks of shared memory, as an SVG file: a line for each lane, with the banks that it
/// accesses.
///
/// ```
/// use occupancy_models::Access;
/// use occupancy_models::charts::banks;
///
/// let column = Access::strided(32 * 4, 4)?;
/// assert!(banks(column).contains("32 wavefronts"));
/// # Ok::<(), occupancy_models::Error>(())
/// ```
pub fn banks(access: Access) -> String {
    let wavefronts = access.wavefronts().into();
    let bottom = TOP + BANKS * ROW;
    let mut svg = Svg::new(
        bottom + 32,
        "The lanes of a warp in the banks",
        Text::<32>::new().counted(wavefronts, "wavefront").as_str(),
        &format!(
            "Each line is a lane, with the banks that it accesses; without conflicts it would take {}.",
            access.least_wavefronts()
        ),
    );
    let x = |bank: u32| Tenths::between(LEFT, RIGHT, bank.into(), BANKS.into());
    let mut grid = String::new();
    for bank in (0..=BANKS).step_by(4) {
        let _ = write!(grid, "M{} {TOP}V{bottom}", x(bank));
    }
    let mut lines = String::new();
    for (lane, bank) in (0..BANKS).map_while(|lane| Some((lane, access.bank(lane)?))) {
        let y = TOP + lane * ROW + ROW / 2;
        let _ = write!(
            lines,
            "M{} {y}H{}",
            x(bank),
            x(bank + access.banks_per_lane())
        );
    }
    svg.line(1, &format!("stroke-dasharray=\"1 3\" {FAINT}"), &grid);
    svg.line(5, ACCENT, &lines);
    for lane in [0, BANKS - 1] {
        svg.text(
            Tenths::pixels(LEFT - 6),
            TOP + lane * ROW + ROW,
            Anchor::End,
            &format!("lane {lane}"),
        );
    }
    for bank in [0, 8, 16, 24, 31] {
        let middle = u32::midpoint(x(bank).0, x(bank + 1).0);
        svg.text(
            Tenths(middle),
            bottom + 14,
            Anchor::Middle,
            &bank.to_string(),
        );
    }
    svg.text(
        Tenths::pixels(u32::midpoint(LEFT, RIGHT)),
        bottom + 28,
        Anchor::Middle,
        "bank of shared memory",
    );
    svg.stand_alone()
}
