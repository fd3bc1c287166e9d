//! The page of `occupancy report`, in Markdown.

use itertools::Itertools;
use occupancy_core::gpu::Words;
use occupancy_core::kernel::{Argument, Figure};
use occupancy_report::calculator::{Key, Row};
use occupancy_report::escape::markdown;
use occupancy_report::{counted, worded};

use super::code;
use super::column::Column;
use super::columns::DECLARATIONS;
use crate::packages::{Declaration, library, path, place};
use crate::row::{keys, rank};

/// The columns of a page, the most important first, since a page has room for all, and their headers.
fn page_columns(all: &[Declaration]) -> (Vec<&'static Column>, Vec<String>) {
    const FIRST: [Key; 5] = keys! {
        Key: Name Device;
        Figure: BlocksPerSm;
        Key: OccupancyPercent BindingLimits;
    };
    let rows = all.iter().map(|it| &it.row);
    let shown = DECLARATIONS.iter().filter(|it| it.is_shown(rows.clone()));
    let columns = shown.sorted_by_key(|it| rank(&FIRST, it.key)).collect_vec();
    let archs = all.iter().map(|it| it.arch).collect_vec();
    let words = Words::of(&archs);
    let worded = |column: &&Column| worded(column.header, words);
    let headers = columns.iter().map(worded).collect();
    (columns, headers)
}

/// "3 kernels of gemm on 2 GPUs".
fn summary(all: &[Declaration]) -> String {
    if all.is_empty() {
        return "no kernels".to_owned();
    }
    let rows = || all.iter().map(|it| &it.row);
    let kernels = rows().map(identity).unique().count();
    let gpus = rows().map(|row| row.text(Argument::Arch)).unique().count();
    let packages = rows().map(|row| row.text(Key::Package)).sorted().dedup();
    let [kernels, gpus] =
        [(kernels, "kernel"), (gpus, "GPU")].map(|(count, noun)| counted(count as u64, noun));
    format!("{kernels} of {} on {gpus}", packages.format(", "))
}

/// The library, path and place of a kernel, which its rows on several GPUs share.
fn identity(row: &Row) -> [String; 3] {
    [library(row), path(row), place(row)]
}

/// The table as Markdown, for GitHub and GitLab.
pub(crate) fn markdown_page(all: &[Declaration]) -> String {
    let heading = format!("### GPU kernels: {}\n\n", markdown(&summary(all)));
    if all.is_empty() {
        return heading;
    }
    let (columns, headers) = page_columns(all);
    let headers = headers.join(" | ");
    let side = |column: &&Column| if column.is_numeric() { "--:|" } else { "---|" };
    let sides: String = columns.iter().map(side).collect();
    let row = |declaration: &Declaration| {
        let mut cells = columns.iter().map(|column| match column.key {
            Key::Name => code(&column.text(&declaration.row)),
            _ => markdown(&column.text(&declaration.row)),
        });
        format!("| {} |\n", cells.join(" | "))
    };
    let rows: String = all.iter().map(row).collect();
    format!("{heading}| {headers} |\n|{sides}\n{rows}\n")
}
