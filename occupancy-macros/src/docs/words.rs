//! Numbers with their nouns.

use occupancy_core::grouped;

pub(super) fn dims((x, y, z): (u32, u32, u32)) -> String {
    format!("{x} × {y} × {z}")
}

pub(super) fn counted_dims((x, y, z): (u32, u32, u32), blocks: u64) -> String {
    if y == 1 && z == 1 {
        counted(blocks, "block")
    } else {
        format!("{} = {}", dims((x, y, z)), counted(blocks, "block"))
    }
}

pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}
