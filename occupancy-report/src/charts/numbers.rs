//! The numbers of the charts as tables, for readers who cannot see them and for those who want to know exactly.

use std::fmt::Write;

use occupancy_core::text::grouped;

use super::plateau::Plateau;

pub(super) fn details(
    threads: &[Plateau],
    registers: &[Plateau],
    shared_memory: &[Plateau],
) -> String {
    let mut out = String::from("<details><summary>The numbers of the charts</summary>\n\n");
    table(&mut out, "threads per block", threads);
    table(&mut out, "registers per thread", registers);
    table(&mut out, "dynamic shared memory, bytes", shared_memory);
    // Without an empty line behind it, what follows would belong to this block of HTML, and be no Markdown.
    out.push_str("</details>\n\n");
    out
}

fn table(out: &mut String, heading: &str, plateaus: &[Plateau]) {
    let _ = writeln!(
        out,
        "| {heading} | blocks per SM | binds | occupancy |\n|---|--:|---|--:|"
    );
    for plateau in plateaus {
        let first = grouped(plateau.first.into());
        let values = if plateau.first == plateau.last {
            first.to_string()
        } else {
            format!("{first} to {}", grouped(plateau.last.into()))
        };
        let _ = writeln!(
            out,
            "| {values} | {} | {} | {} |",
            plateau.blocks,
            plateau.binding(),
            plateau.ratio
        );
    }
    out.push('\n');
}
