//! The warps of one scheduler, cycle by cycle.

use occupancy_models::{Cycle, Policy, Program, Timeline, WarpState};
use occupancy_report::svg::{ACCENT, FAINT, Svg};

use super::Rows;

/// The first warp's line, and the distance from one to the next.
const TOP: u32 = 30;
const ROW: u32 = 14;

/// Instructions after which a scheduler comes back to a state that it was in, with room to spare: programs
/// that are drawn are short.
const INSTRUCTIONS: u64 = 1_000_000;

/// The first `cycles` cycles of one scheduler, with a program for each of its warps. A line is empty while its warp is not
/// there.
pub(crate) fn timeline(programs: &[Program<'_>], policy: Policy, cycles: u32) -> String {
    let warps = u32::try_from(programs.len()).unwrap();
    let timeline = Timeline::of(programs, policy).unwrap();
    let share = timeline.issue_share(INSTRUCTIONS).unwrap();
    let run: Vec<Cycle> = timeline.take(cycles as usize).collect();
    let idle = run.iter().filter(|cycle| cycle.issued().is_none()).count();
    let issues = TOP + warps * ROW + 6;
    let svg = Svg::new(
        issues + 34,
        &format!("{warps} warps of one scheduler"),
        &format!("it issues in {share} of cycles"),
        &format!(
            "Each warp issues, waits and begins again; in {idle} of the first {cycles} cycles no warp can issue."
        ),
    );
    let end = u64::from(cycles);
    let mut rows = Rows { svg, end };
    let along = |rows: &Rows, y: u32, cycles: &[Cycle]| {
        let first = cycles.first().map_or(0, |cycle| cycle.number);
        rows.along(y, first, first + cycles.len() as u64)
    };
    let mut paths = [const { String::new() }; 3];
    for warp in 0..warps {
        let y = TOP + warp * ROW;
        rows.name(y + 4, &format!("warp {warp}"));
        let state = |cycle: &Cycle| cycle.states[warp as usize];
        for alike in run.chunk_by(|one, next| state(one) == state(next)) {
            let path = match state(&alike[0]) {
                WarpState::Selected => 0,
                WarpState::Eligible => 1,
                WarpState::Stalled(_) => 2,
                WarpState::Inactive => continue,
            };
            paths[path] += &along(&rows, y, alike);
        }
    }
    let is_issuing = |cycle: &Cycle| cycle.issued().is_some();
    let runs = run.chunk_by(|one, next| is_issuing(one) == is_issuing(next));
    let busy = runs.filter(|cycles| cycles.first().is_some_and(is_issuing));
    let issuing: String = busy.map(|cycles| along(&rows, issues, cycles)).collect();
    let [selected, eligible, stalled] = paths;
    rows.dotted(&stalled);
    rows.svg.line(2, "", &eligible);
    rows.svg.line(8, ACCENT, &selected);
    rows.svg.line(5, FAINT, &issuing);
    rows.name(issues + 4, "issues");
    rows.ends(issues + 17, "cycle 0", &format!("cycle {cycles}"));
    rows.caption(
        issues + 31,
        "thick: issues, thin: could issue, dotted: waits",
    );
    rows.alone()
}
