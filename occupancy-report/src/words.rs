//! Numbers with their nouns.

use occupancy_core::grouped;

pub(crate) fn dims((x, y, z): (u32, u32, u32)) -> String {
    format!("{x} × {y} × {z}")
}

pub(crate) fn counted_dims((x, y, z): (u32, u32, u32), blocks: u64) -> String {
    if y == 1 && z == 1 {
        counted(blocks, "block")
    } else {
        format!("{} = {}", dims((x, y, z)), counted(blocks, "block"))
    }
}

pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Threads along the axes that have more than one.
pub(crate) fn block((x, y, z): (u32, u32, u32)) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (_, 1) => format!("{x} × {y}"),
        _ => format!("{x} × {y} × {z}"),
    }
}
