//! The warps of one scheduler, cycle by cycle.

use std::fmt::Write;

use occupancy_report::svg::{ACCENT, Anchor, FAINT, Svg, Tenths};

use crate::timeline::{Cycle, Policy, Step, Timeline, WarpState};

const LEFT: u32 = 46;
const RIGHT: u32 = 334;
/// The first warp's line, and the distance from one to the next.
const TOP: u32 = 30;
const ROW: u32 = 14;

/// Instructions after which a scheduler comes back to a state that it was in, with room to spare: programs
/// that are drawn are short.
const INSTRUCTIONS: u64 = 1_000_000;

/// The first `cycles` cycles of one scheduler, whose `warps` warps all run `program` again and again, as an
/// SVG file.
///
/// `None` if [`Timeline`] has no such scheduler, or if the program is too long to find the share of cycles with an
/// issue.
///
/// ```
/// use occupancy_models::charts::timeline;
/// use occupancy_models::{Policy, Step};
///
/// let program = [Step { instructions: 3, latency_cycles: 20 }];
/// let drawing = timeline(&program, 4, Policy::GreedyThenOldest, 50).unwrap();
/// assert!(drawing.contains("it issues in 54.5 % of cycles"));
/// assert_eq!(timeline(&program, 0, Policy::GreedyThenOldest, 50), None);
/// ```
pub fn timeline(program: &[Step], warps: u32, policy: Policy, cycles: u32) -> Option<String> {
    let timeline = Timeline::new(program, warps, policy)?;
    let share = timeline.issue_share(INSTRUCTIONS)?;
    let run: Vec<Cycle> = timeline.take(usize::try_from(cycles).ok()?).collect();
    let idle = run.iter().filter(|cycle| cycle.issued().is_none()).count();
    let issues = TOP + warps * ROW + 6;
    let mut svg = Svg::new(
        issues + 34,
        &format!("{warps} warps of one scheduler"),
        &format!("it issues in {share} of cycles"),
        &format!(
            "Each warp issues, waits and begins again; in {idle} of the first {cycles} cycles no warp can issue."
        ),
    );
    let x = |cycle: usize| {
        let cycle = u64::try_from(cycle).unwrap_or(u64::MAX);
        Tenths::between(LEFT, RIGHT, cycle, u64::from(cycles))
    };
    let [mut selected, mut eligible, mut stalled] = [const { String::new() }; 3];
    for warp in 0..warps {
        let y = TOP + warp * ROW;
        svg.text(
            Tenths::pixels(LEFT - 6),
            y + 4,
            Anchor::End,
            &format!("warp {warp}"),
        );
        for (from, to, state) in runs(&run, |cycle| cycle.states[warp as usize]) {
            let path = match state {
                WarpState::Selected => &mut selected,
                WarpState::Eligible => &mut eligible,
                WarpState::Stalled => &mut stalled,
            };
            let _ = write!(path, "M{} {y}H{}", x(from), x(to));
        }
    }
    let mut issuing = String::new();
    for (from, to, issues_then) in runs(&run, |cycle| cycle.issued().is_some()) {
        if issues_then {
            let _ = write!(issuing, "M{} {issues}H{}", x(from), x(to));
        }
    }
    svg.line(1, &format!("stroke-dasharray=\"1 3\" {FAINT}"), &stalled);
    svg.line(2, "", &eligible);
    svg.line(8, ACCENT, &selected);
    svg.line(5, FAINT, &issuing);
    svg.text(Tenths::pixels(LEFT - 6), issues + 4, Anchor::End, "issues");
    for (cycle, anchor) in [(0, Anchor::Start), (cycles, Anchor::End)] {
        let place = Tenths::between(LEFT, RIGHT, u64::from(cycle), u64::from(cycles));
        svg.text(place, issues + 17, anchor, &format!("cycle {cycle}"));
    }
    svg.text(
        Tenths::pixels(u32::midpoint(LEFT, RIGHT)),
        issues + 31,
        Anchor::Middle,
        "thick: issues, thin: could issue, dotted: waits",
    );
    Some(svg.stand_alone())
}

/// Neighbouring cycles in which the same is the case: the first, the one behind the last, and what it is.
fn runs<T: PartialEq>(cycles: &[Cycle], what: impl Fn(&Cycle) -> T) -> Vec<(usize, usize, T)> {
    let mut runs: Vec<(usize, usize, T)> = Vec::new();
    for (number, cycle) in cycles.iter().enumerate() {
        let now = what(cycle);
        match runs.last_mut() {
            Some((_, to, before)) if *before == now => *to = number + 1,
            _ => runs.push((number, number + 1, now)),
        }
    }
    runs
}
