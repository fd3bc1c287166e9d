//! Blocks on SMs, from when to when.

use std::fmt::Write;

use occupancy_core::{Kernel, Multiprocessor, Occupancy, text::grouped};
use occupancy_models::{Schedule, SmOrder, busy_share};
use occupancy_report::svg::{ACCENT, Svg, Tenths};

use super::Rows;

/// The first line, and the distance from one to the next.
const TOP: u32 = 28;
const ROW: u32 = 14;

/// The SMs and the times of blocks of `kernel` with these durations, on `sm_count` SMs.
pub(crate) fn schedule(
    sm: &Multiprocessor,
    sm_count: u32,
    kernel: &Kernel,
    durations: &[u64],
) -> String {
    let per_sm = Occupancy::new(sm, kernel).unwrap().blocks_per_sm;
    let lines = sm_count * per_sm;
    let mut schedule = Schedule::new(sm, sm_count, SmOrder::Ascending).unwrap();
    let placed = schedule.launch(kernel, durations).unwrap();
    let end = placed.iter().map(|block| block.end).max().unwrap();
    let share = busy_share(durations, lines.into()).unwrap();
    let bottom = TOP + lines * ROW;
    let svg = Svg::new(
        bottom + 32,
        &format!("{} blocks on {sm_count} SMs", durations.len()),
        &format!("{}, {share} busy", grouped(end)),
        &format!(
            "Each line is room for a block: {per_sm} on each SM. All blocks have ended at {}.",
            grouped(end)
        ),
    );
    let mut rows = Rows { svg, end };
    // Each block in the first line of its SM that is free.
    let mut ends = vec![0; lines as usize];
    let mut in_lines = Vec::new();
    for block in placed {
        let mut of_sm = block.sm * per_sm..(block.sm + 1) * per_sm;
        let line = of_sm.find(|line| ends[*line as usize] <= block.start);
        let line = line.unwrap();
        ends[line as usize] = block.end;
        in_lines.push((TOP + line * ROW, block));
    }
    in_lines.sort_by_key(|(y, _)| *y);
    let (mut path, mut idle) = (String::new(), String::new());
    for (y, block) in in_lines {
        let (from, to) = (rows.x(block.start), rows.x(block.end));
        // A gap to the next one.
        let to = Tenths(to.0.saturating_sub(10).max(from.0));
        let _ = write!(path, "M{from} {y}H{to}");
    }
    for (line, last) in (0..).zip(ends).filter(|(_, last)| *last < end) {
        idle += &rows.along(TOP + line * ROW, last, end);
    }
    rows.dotted(&idle);
    rows.svg.line(8, ACCENT, &path);
    for sm in 0..sm_count {
        rows.name(TOP + sm * per_sm * ROW + 4, &format!("SM {sm}"));
    }
    rows.ends(bottom + 12, "0", grouped(end).as_str());
    rows.caption(bottom + 26, "time; dotted: no block is left");
    rows.alone()
}
