//! Numbers with their nouns, and what Markdown needs around text and tables.

use occupancy_core::text::grouped;
use occupancy_core::{Arch, Configuration, Multiprocessor, Occupancy, Resource};

use crate::escape::code;

pub(crate) fn dims((x, y, z): (u32, u32, u32)) -> String {
    joined(" × ", &[x, y, z], |extent| {
        grouped((*extent).into()).to_string()
    })
}

pub(crate) fn counted_dims(extents: (u32, u32, u32), blocks: u64) -> String {
    let blocks = counted(blocks, "block");
    match extents {
        (_, 1, 1) => blocks,
        _ => format!("{} = {blocks}", dims(extents)),
    }
}

/// `1 block`, `1,024 blocks`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// The text of each, with a separator between two.
pub(crate) fn joined<T>(separator: &str, all: &[T], text: impl Fn(&T) -> String) -> String {
    let texts: Vec<String> = all.iter().map(text).collect();
    texts.join(separator)
}

/// The limits that bind: `registers, warps`.
pub(crate) fn binding(occupancy: &Occupancy) -> String {
    let names: Vec<&str> = occupancy.binding_resources().map(Resource::name).collect();
    names.join(", ")
}

/// The words, where they hold; nothing else.
pub(crate) fn only_if(holds: bool, words: impl Into<String>) -> String {
    if holds { words.into() } else { String::new() }
}

/// Threads along the axes that have more than one.
pub(crate) fn block(extents: (u32, u32, u32)) -> String {
    dims(extents).trim_end_matches(" × 1").to_owned()
}

/// Kibibytes, with the tenths that are full.
pub(crate) fn kib(bytes: u32) -> String {
    let (whole, tenths) = (bytes / 1024, bytes % 1024 * 10 / 1024);
    if tenths == 0 && bytes.is_multiple_of(1024) {
        format!("{whole} KiB")
    } else {
        format!("{whole}.{tenths} KiB")
    }
}

/// Whether older compilers refuse the static shared memory. Code that was compiled is past that.
pub(crate) fn needs_cuda_13(configuration: &Configuration<'_>, arch: &Arch) -> bool {
    let (kernel, sm) = (&configuration.kernel, arch.multiprocessor());
    let more = sm.shared_memory_per_block() + 1..=sm.static_shared_memory_per_block();
    configuration.compiled.is_empty() && more.contains(&kernel.static_shared_memory)
}

/// "8 of 16": resident warps of each scheduler, and its slots.
///
/// Each sub-partition has one scheduler, and the warps of the SM go round them. Source: CUDA C++
/// Programming Guide 13.0, section 20, the chapters of the compute capabilities: "An SM statically
/// distributes its warps among its schedulers".
pub(crate) fn warps_per_scheduler(sm: &Multiprocessor, occupancy: &Occupancy) -> String {
    let schedulers = sm.sub_partitions().max(1);
    let slots = occupancy.max_warps_per_sm / schedulers;
    let warps = occupancy.warps_per_sm();
    let (fewest, most) = (warps / schedulers, warps.div_ceil(schedulers));
    if fewest == most {
        format!("{most} of {slots}")
    } else {
        format!("{fewest} or {most} of {slots}")
    }
}

/// Code in a cell of a table.
pub(crate) fn code_cell(text: &str) -> String {
    // Long ones are printed as lines, and a line ends the row; a `|` would end the cell.
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    code(&lines.join(" ")).replace('|', "\\|")
}

/// A table, whose letters are small enough for a phone: its head with the line below it, and a row for each.
pub(crate) fn table<T>(head: &str, all: &[T], row: impl Fn(&T) -> String) -> String {
    let rows = joined("", all, |one| "\n".to_owned() + &row(one));
    // A number and its unit stay on one line.
    let rows = rows.replace(" % |", "\u{a0}% |");
    let rows = rows.replace(" %** |", "\u{a0}%** |");
    format!("<div style=\"font-size:13px\">\n\n{head}{rows}\n\n</div>\n\n")
}

#[cfg(test)]
mod tests {
    use occupancy_core::compute_capabilities::{SM_60, SM_90};
    use occupancy_core::{Kernel, Occupancy};

    use super::{code_cell, warps_per_scheduler};

    #[test]
    fn warps_go_round_the_schedulers() {
        for (sm, threads, expected) in [
            // 4 blocks of 8 warps over 4 schedulers.
            (&SM_90, 256, "8 of 16"),
            // 10 blocks of 3 warps: two schedulers have one more.
            (&SM_90, 96, "7 or 8 of 16"),
            // 32 warps over 2 schedulers.
            (&SM_60, 256, "16 of 32"),
        ] {
            let occupancy = Occupancy::new(sm, &Kernel::new((threads, 1, 1), 64)).unwrap();
            assert_eq!(warps_per_scheduler(sm, &occupancy), expected, "{threads}");
        }
    }

    #[test]
    fn code_stays_in_its_cell() {
        assert_eq!(code_cell("TILE | 1"), r"`TILE \| 1`");
        assert_eq!(code_cell("\"`\".len()"), "`` \"`\".len() ``");
        assert_eq!(code_cell("\"a\nb\""), "`\"a b\"`");
    }
}
