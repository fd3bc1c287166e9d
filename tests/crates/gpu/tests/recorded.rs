//! Compares the answers of drivers on GPUs elsewhere with the calculation, on every machine.

use std::path::Path;

use occupancy::{Kernel, Multiprocessor};
use occupancy_test_gpu::{Row, assert_predicted, read_all, say, write};

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

/// Every column, and every way to write one. By hand: 65,536 registers hold 4 blocks of 256 · 64, and none of
/// 1024 · 255; the third is over 48 KiB; 228 KiB are at 25 percent 64 KiB, which hold 6 blocks of 9,000 and 1,024
/// bytes; 16 of 64 barriers leave 4 blocks.
fn answers() -> Vec<Row> {
    let sm = Multiprocessor::of(9, 0).unwrap();
    [
        (Kernel::new((256, 1, 1), 64), Some(4)),
        (Kernel::new((1024, 1, 1), 255), None),
        (
            Kernel::new((96, 1, 1), 40)
                .with_static_shared_memory(1000)
                .with_dynamic_shared_memory(48 * 1024)
                .with_shared_memory_optin(false),
            Some(0),
        ),
        (
            Kernel::new((32, 1, 1), 16)
                .with_dynamic_shared_memory(9000)
                .with_carveout(Some(25))
                .with_barriers(16),
            Some(4),
        ),
    ]
    .map(|(kernel, blocks)| Row::new(sm, &kernel, blocks))
    .to_vec()
}

#[test]
fn what_is_written_is_read_and_agrees() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rows");
    let file = folder.join("a.csv");
    write(&file, &answers()).unwrap();
    assert_eq!(
        std::fs::read_to_string(&file).unwrap(),
        "compute_capability,threads,registers,static_shared_memory,dynamic_shared_memory,opt_in,carveout,barriers,\
         blocks_per_sm\n\
         9.0,256,64,0,0,true,,0,4\n\
         9.0,1024,255,0,0,true,,0,\n\
         9.0,96,40,1000,49152,false,,0,0\n\
         9.0,32,16,0,9000,true,25,16,4\n"
    );
    assert_eq!(read_all(&folder).unwrap(), [(file, answers())]);
    assert_predicted("a GPU", &answers());
}

#[test]
#[should_panic(expected = "a GPU: 2 of 4 answers differ, the first of them:\n[\n    Row {")]
fn answers_that_differ_are_shown() {
    let mut answers = answers();
    answers[0].blocks_per_sm = Some(5);
    answers[3].blocks_per_sm = None;
    assert_predicted("a GPU", &answers);
}
