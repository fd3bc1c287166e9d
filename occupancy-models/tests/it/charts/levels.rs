//! The three levels at which a board hands out work: blocks to SMs, issue slots to warps, lanes to instructions.

use std::fmt::Write;

use occupancy_core::Device;
use occupancy_models::InstructionClass::{
    Double, Float, IntegerAdd, SharedMemory, SpecialFunction,
};
use occupancy_models::lanes_per_clock;
use occupancy_report::svg::{ACCENT, Anchor, FAINT, Svg, Tenths, together};

use crate::drawn;

const WIDTH: u32 = 340;
/// The tops of the levels, and the first lane.
const TOPS: [u32; 3] = [20, 66, 128];
const LANES: u32 = 134;

/// All SMs of `device`, the schedulers of one, and the lanes that one scheduler has.
pub(crate) fn levels(device: &Device) -> String {
    let sm = device.multiprocessor();
    let (sms, parts) = (device.sm_count(), sm.sub_partitions());
    let warps = sm.max_warps_per_sm() / parts;
    let classes = [Float, IntegerAdd, Double, SharedMemory, SpecialFunction];
    let mut svg = Svg::new(
        221,
        &format!("Three levels of {}", device.name()),
        "one SM, one scheduler",
        &format!(
            "{sms} SMs; {parts} schedulers on each, with room for {warps} warps; the lanes of one scheduler, by unit."
        ),
    );
    let texts = [
        format!("Distributor: blocks to {sms} SMs, as long as each has room"),
        format!("{parts} schedulers: an instruction of one of {warps} warps, each cycle"),
        "Units: so many of a warp's 32 lanes each cycle".to_owned(),
    ];
    for (top, text) in TOPS.iter().zip(texts) {
        svg.text(Tenths(0), top + 12, Anchor::Start, &text);
    }
    let at = |part: u32, whole: u32| Tenths::between(1, WIDTH - 1, part.into(), whole.into());
    let x = |sm| at(sm, sms - 1);
    let mut all = String::new();
    for sm in 0..sms {
        let _ = write!(all, "M{} {}v10", x(sm), TOPS[0] + 18);
    }
    svg.line(1, FAINT, &all);
    let chosen = x(sms / 2);
    svg.line(3, ACCENT, &format!("M{chosen} {}v10", TOPS[0] + 18));
    let (mut slots, mut issued) = (String::new(), String::new());
    for part in 0..parts {
        let x = part * WIDTH / parts;
        for row in 0..2 {
            let _ = write!(
                slots,
                "M{x} {}h{}",
                TOPS[1] + 24 + row * 10,
                warps / 2 * 10 - 2
            );
        }
        let _ = write!(issued, "M{x} {}h8", TOPS[1] + 24);
    }
    svg.line(8, &format!("stroke-dasharray=\"8 2\" {FAINT}"), &slots);
    svg.line(8, ACCENT, &issued);
    let mut lanes = String::new();
    for (row, class) in (0..).zip(classes) {
        let y = TOPS[2] + 26 + row * 15;
        let count = lanes_per_clock(sm, class).unwrap() / parts;
        svg.text(Tenths(0), y + 4, Anchor::Start, &class.to_string());
        let end = Tenths::pixels(WIDTH);
        svg.text(end, y + 4, Anchor::End, &count.to_string());
        let _ = write!(lanes, "M{LANES} {y}h{}", count * 6 - 1);
    }
    svg.line(8, "stroke-dasharray=\"5 1\"", &lanes);
    let down = [
        format!("M{chosen} {}L1 {}", TOPS[0] + 30, TOPS[1] + 2),
        format!("M{chosen} {}L{} {}", TOPS[0] + 30, WIDTH - 1, TOPS[1] + 2),
        format!("M1 {0}V{1}M78 {0}L{WIDTH} {1}", TOPS[1] + 42, TOPS[2] + 2),
    ];
    svg.line(
        1,
        &format!("stroke-dasharray=\"1 3\" {FAINT}"),
        &down.concat(),
    );
    drawn::alone(&together(&[svg]), 0).unwrap()
}
