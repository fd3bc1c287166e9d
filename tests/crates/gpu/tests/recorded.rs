//! Compares the answers of drivers on GPUs elsewhere with the calculation, on every machine.

use std::path::Path;

use occupancy_test_gpu::{assert_predicted, read_all, say};

/// One line says how much was read: no rows at all is not the same as rows that agree.
#[test]
fn every_recorded_answer_is_what_we_calculate() {
    let files = read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rows")).unwrap();
    let rows: usize = files.iter().map(|(_, rows)| rows.len()).sum();
    say(format_args!("read {rows} rows in {} files", files.len()));
    for (path, rows) in &files {
        assert!(!rows.is_empty(), "{}: no rows", path.display());
        assert_predicted(path.display(), rows);
    }
}
