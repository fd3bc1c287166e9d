//! The page that `occupancy report` writes: it fits every width, and each column sorts it.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use crate::browser::{chromium, lines};

#[test]
#[ignore = "takes a minute of Chromium: `.ci/run` has it, or `-- --include-ignored`"]
fn a_report_can_be_sorted_and_fits_every_width() {
    let Some(chromium) = chromium() else { return };
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../report/Cargo.toml");
    // The program itself, which cargo runs in place of the compiler.
    let program =
        "run --quiet --package cargo-occupancy --bin occupancy -- report --lib --format html";
    let output = Command::new(env!("CARGO"))
        .args(program.split(' '))
        .args(["--manifest-path", manifest])
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), said.as_ref()), (Some(0), ""));
    let page = output.stdout;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("kernels.html"), page).expect("the page");

    let script = include_str!("report.js");
    let lines = lines(&chromium, &folder, "sorted", script, "main('kernels.html')");
    let (pages, sorted): (Vec<_>, Vec<_>) =
        lines.iter().partition(|line| line.starts_with("page "));
    assert_eq!(pages.len(), 4);
    for page in pages {
        let [_, width, is_too_wide, headings, says_what_is_outside] = page
            .split(' ')
            .collect::<Vec<_>>()
            .try_into()
            .expect("five words");
        assert_eq!(is_too_wide, "false", "{width}");
        assert_eq!(says_what_is_outside, "true", "{width}");
        // One title, and no level is left out.
        let levels = headings.as_bytes();
        assert!(headings.starts_with("123") && !headings[1..].contains('1'));
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1));
    }
    let mut columns = 0;
    for pair in sorted.chunks(2) {
        let cells: Vec<Vec<&str>> = pair.iter().map(|line| line.split('\t').collect()).collect();
        let (up, down) = (&cells[0], &cells[1]);
        assert_eq!((up[1], down[1]), ("ascending", "descending"));
        let known = |cells: &[&str]| -> Vec<String> {
            let cells = cells[2..].iter().filter(|cell| **cell != "-");
            cells.map(|cell| (*cell).to_owned()).collect()
        };
        // Unknown figures come last both ways.
        let unknown = up.iter().filter(|cell| **cell == "-").count();
        for cells in [up, down] {
            assert!(
                cells[cells.len() - unknown..]
                    .iter()
                    .all(|cell| *cell == "-")
            );
        }
        let numbers = |cells: Vec<String>| -> Option<Vec<f64>> {
            let cells = cells.into_iter().map(|cell| {
                let plain = cell.trim_end_matches(" %").replace(',', "");
                let sides = plain.split('x').map(str::parse::<f64>);
                sides.product::<Result<f64, _>>().ok()
            });
            cells.collect()
        };
        if let (Some(up), Some(down)) = (numbers(known(up)), numbers(known(down))) {
            columns += 1;
            assert!(up.is_sorted() && down.iter().rev().is_sorted(), "{pair:?}");
        }
        let (mut one, mut other) = (up[2..].to_vec(), down[2..].to_vec());
        one.sort_unstable();
        other.sort_unstable();
        assert_eq!(one, other);
    }
    assert!(columns >= 4 * 10, "{columns}");
}
