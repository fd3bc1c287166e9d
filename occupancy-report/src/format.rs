//! Writes numbers with their nouns, lists, and tables of Markdown.

use occupancy_core::text::grouped;
use occupancy_core::{Arch, Multiprocessor, Occupancy, Resource, gpu::Words};

/// Writes a text in the words of a vendor. Code between backticks stays as it is; markup, and names from outside, are
/// added behind it.
///
/// ```
/// use occupancy_core::targets::GFX942;
/// use occupancy_report::worded;
///
/// assert_eq!(worded("4 blocks of 8 warps on an SM", GFX942.words()), "4 workgroups of 8 wavefronts on a CU");
/// ```
pub fn worded(text: &str, words: Words) -> String {
    let (mut out, mut left) = (String::new(), text);
    while let Some((before, word, after)) = words.first(left) {
        out.extend([before, word]);
        left = after;
    }
    out + left
}

/// Writes tables in the words of a vendor. The long ones may be broken, so that a table fits a phone.
pub(crate) fn worded_tables(text: &str, words: Words) -> String {
    let text = worded(text, words).replace("workgroup", "work\u{ad}group");
    text.replace("wavefront", "wave\u{ad}front")
}

/// Writes a text for each kind of GPU, in its own words: `8 warps or 4 wavefronts`.
pub(crate) fn of_each(archs: &[Arch], text: impl Fn(&Multiprocessor) -> String) -> String {
    let mut texts: Vec<String> = Vec::new();
    for sm in archs.iter().map(Arch::multiprocessor) {
        let own = worded(&text(sm), sm.words());
        if !texts.contains(&own) {
            texts.push(own);
        }
    }
    texts.join(" or ")
}

/// Writes extents: `4 × 2 × 1`.
pub(crate) fn dims((x, y, z): (u32, u32, u32)) -> String {
    joined(" × ", &[x, y, z], |extent| {
        grouped((*extent).into()).to_string()
    })
}

/// Writes the extents of a grid with their product: `4 × 2 × 1 = 8 blocks`, or `8 blocks` along one axis.
pub(crate) fn counted_dims(extents: (u32, u32, u32), blocks: u64) -> String {
    let blocks = counted(blocks, "block");
    match extents {
        (_, 1, 1) => blocks,
        _ => format!("{} = {blocks}", dims(extents)),
    }
}

/// Writes a number with its noun: `1 block`, `1,024 blocks`.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// Joins the text of each item with a separator.
pub(crate) fn joined<T>(separator: &str, all: &[T], text: impl Fn(&T) -> String) -> String {
    let texts: Vec<String> = all.iter().map(text).collect();
    texts.join(separator)
}

/// The most GPUs with a row and a section each.
pub(crate) const MANY: usize = 4;

/// Lists GPUs: `A100-SXM4-40GB, compute capability 9.0`, or `compute capabilities 8.0, 9.0`.
pub(crate) fn names(archs: &[Arch]) -> String {
    if archs.len() > 1 && archs.iter().all(|arch| arch.device().is_none()) {
        let numbers = joined(", ", archs, |arch| arch.short_name().to_owned());
        return worded("compute capabilities ", Words::of(archs)) + &numbers;
    }
    joined(", ", archs, |arch| arch.name().to_owned())
}

/// Lists the limits that bind: `registers, warps`.
pub(crate) fn binding_limits(occupancy: &Occupancy, words: Words) -> String {
    let names: Vec<&str> = occupancy.binding_resources().map(Resource::name).collect();
    worded(&names.join(", "), words)
}

/// Returns the words if `holds` is `true`, and otherwise an empty text.
pub(crate) fn only_if(holds: bool, words: impl Into<String>) -> String {
    if holds { words.into() } else { String::new() }
}

/// Writes the extents of a block without the last axes of one thread: `16 × 16`.
pub(crate) fn block(extents: (u32, u32, u32)) -> String {
    dims(extents).trim_end_matches(" × 1").to_owned()
}

/// Writes bytes in kibibytes, cut after the tenths: `1.5 KiB`.
pub(crate) fn kib(bytes: u32) -> String {
    let (whole, tenths) = (bytes / 1024, bytes % 1024 * 10 / 1024);
    if tenths == 0 && bytes.is_multiple_of(1024) {
        format!("{whole} KiB")
    } else {
        format!("{whole}.{tenths} KiB")
    }
}

/// Writes a table of Markdown in letters that fit a phone: `head`, with the line of dashes below it, and a row for each
/// item.
pub(crate) fn table<T>(head: &str, all: &[T], row: impl Fn(&T) -> String) -> String {
    // A number and its unit stay on one line.
    let rows = joined("", all, |one| "\n".to_owned() + &row(one))
        .replace(" % |", "\u{a0}% |")
        .replace(" %** |", "\u{a0}%** |");
    format!("<div style=\"font-size:13px\">\n\n{head}{rows}\n\n</div>\n\n")
}
