//! The numbers of the charts as tables, for readers who cannot see them and for those who want to know exactly.

use occupancy_core::text::grouped;

use super::plateau::Plateau;
use crate::markdown::table;

pub(super) fn details(tables: [(&str, Vec<Plateau>); 3]) -> String {
    let tables = tables.map(|(heading, plateaus)| {
        let rows = plateaus.into_iter().map(|plateau| {
            let [first, last] = [plateau.first, plateau.last].map(|value| grouped(value.into()));
            let values = if plateau.first == plateau.last {
                first.to_string()
            } else {
                format!("{first} to {last}")
            };
            let (blocks, binding, ratio) = (plateau.blocks, plateau.binding(), plateau.ratio);
            format!("| {values} | {blocks} | {binding} | {ratio} |")
        });
        let head = "blocks per SM | binds | occupancy |\n|---|--:|---|--:|";
        table(&format!("| {heading} | {head}"), rows)
    });
    let tables = tables.concat();
    // Without an empty line behind it, what follows would belong to this block of HTML, and be no Markdown.
    format!("<details><summary>The numbers of the charts</summary>\n\n{tables}</details>\n\n")
}
