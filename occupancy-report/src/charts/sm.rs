//! The chart of one SM with its resident blocks: their warps by sub-partition, and their shares of each resource.

use std::fmt::Write;

use occupancy_core::{Resource, text::grouped};

use super::svg::{Anchor, FAINT, Svg, Tenths, WIDTH};
use crate::format::only_if;
use crate::outcome::{Limit, Outcome};

/// The width of a warp slot, and the distance from one to the next, pixels.
const SLOT: u32 = 8;
const STEP: u32 = 10;
const COLUMNS: u32 = 8;
const WARPS_TOP: u32 = 24;
/// The letters of the heading and of what is chosen, side by side.
const MOST_LETTERS: usize = 45;

pub(super) fn draw(outcome: &Outcome<'_>) -> Svg {
    let (sm, occupancy) = (outcome.sm, &outcome.occupancy);
    let parts = sm.sub_partitions().max(1);
    let slots = sm.max_warps_per_sm() / parts;
    let rows = slots.div_ceil(COLUMNS);
    let bars_top = WARPS_TOP + rows * STEP + 18;
    let (blocks, warps) = (occupancy.blocks_per_sm, occupancy.warps_per_sm());
    let each = occupancy.warps_per_block;
    let heading = outcome.worded("One SM of ") + outcome.arch.name();
    let count = format!("{warps} of {} warps", sm.max_warps_per_sm());
    let mut chosen = outcome.worded(&count);
    // A longer word has no room beside a long name.
    if chosen.len() > count.len() && heading.len() + chosen.len() > MOST_LETTERS {
        chosen.truncate(count.len() - " warps".len());
    }
    let said = format!("{blocks} resident blocks of {each} warps, over {parts} sub-partitions.");
    let mut svg = Svg::new(bars_top, &heading, &chosen, &outcome.worded(&said));
    slots_of_warps(&mut svg, outcome, parts, slots);
    // The warps are drawn one by one.
    let others = Resource::ALL.iter().filter(|one| **one != Resource::Warps);
    for limit in others.filter_map(|one| outcome.limit(*one)) {
        bar(&mut svg, &limit);
    }
    svg
}

/// Draws a square for each resident warp, dark and light by turns for the blocks, and a dot for each idle slot.
fn slots_of_warps(svg: &mut Svg, outcome: &Outcome<'_>, parts: u32, slots: u32) {
    let occupancy = &outcome.occupancy;
    let width = WIDTH / parts;
    let block_of = |warp: u32| {
        let is_resident = warp < occupancy.warps_per_sm();
        is_resident.then(|| u64::from(warp) / occupancy.warps_per_block.max(1))
    };
    let [mut even, mut odd, mut idle] = [const { String::new() }; 3];
    for part in 0..parts {
        for row in 0..slots.div_ceil(COLUMNS) {
            let y = WARPS_TOP + row * STEP + SLOT / 2;
            let (mut slot, end) = (row * COLUMNS, slots.min((row + 1) * COLUMNS));
            // Warps go round the sub-partitions. Neighbours of one block are one dashed line.
            let block_in = |slot: u32| block_of(slot * parts + part);
            while slot < end {
                let (first, block) = (slot, block_in(slot));
                while slot < end && block_in(slot) == block {
                    slot += 1;
                }
                let path = match block {
                    Some(block) if block.is_multiple_of(2) => &mut even,
                    Some(_) => &mut odd,
                    None => &mut idle,
                };
                let x = part * width + first % COLUMNS * STEP;
                let _ = write!(path, "M{x} {y}h{}", (slot - first) * STEP - (STEP - SLOT));
            }
        }
        let below = WARPS_TOP + slots.div_ceil(COLUMNS) * STEP + 9;
        let name = only_if(part == 0, outcome.worded("sub-partition ")) + &part.to_string();
        svg.text(Tenths::pixels(part * width), below, Anchor::Start, &name);
    }
    let squares = format!("stroke-dasharray=\"{SLOT} {}\"", STEP - SLOT);
    svg.line(8, &squares, &even);
    svg.line(8, &format!("{squares} {FAINT}"), &odd);
    let dots = format!("stroke-dasharray=\"0 3 2 5\" {FAINT}");
    svg.line(2, &dots, &idle);
}

/// Draws the shares of the blocks in a resource, dark and light by turns, within a frame for all of it.
fn bar(svg: &mut Svg, limit: &Limit) {
    const LEFT: u32 = 116;
    const RIGHT: u32 = 214;
    let (taken, of, top) = (limit.taken, limit.of, svg.height);
    svg.height += 18;
    svg.text(Tenths::pixels(0), top + 12, Anchor::Start, &limit.resource);
    let numbers = format!("{} of {}", grouped(taken), grouped(of));
    svg.text(Tenths::pixels(WIDTH), top + 12, Anchor::End, &numbers);
    let frame = format!("M{LEFT} {}.5H{RIGHT}v10H{LEFT}z", top + 2);
    svg.line(1, FAINT, &frame);
    if taken == 0 {
        return;
    }
    let end = Tenths::between(LEFT, RIGHT, taken, of);
    let all = format!("M{LEFT} {}.5H{end}", top + 7);
    // Thousandths of a pixel, so that no block drifts from its place.
    let pixels = u64::from(RIGHT - LEFT).saturating_mul(1000);
    let length = pixels.saturating_mul(limit.each) / of.max(1);
    if length < 1500 {
        // The blocks are too narrow to tell apart.
        return svg.line(9, "", &all);
    }
    svg.line(9, FAINT, &all);
    let (pixels, rest) = (length / 1000, length % 1000);
    let dashes = format!("stroke-dasharray=\"{pixels}.{rest:03}\"");
    svg.line(9, &dashes, &all);
}
