//! What drivers answered on GPUs elsewhere, compared with the calculation on every machine.

use std::path::Path;

use occupancy::{ComputeCapability, Kernel};
use occupancy_test_gpu::{Answer, DriverAnswers, ReadError, Row, say};

/// One line says how much was read: no rows at all is not the same as rows that agree.
#[test]
fn every_recorded_answer_is_what_we_calculate() {
    let files = DriverAnswers::read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rows"));
    let rows: usize = files.iter().map(|(_, answers)| answers.rows.len()).sum();
    say(format_args!("read {rows} rows in {} files", files.len()));
    for (path, answers) in &files {
        assert!(!answers.rows.is_empty(), "{}: no rows", path.display());
        answers.assert_predicted();
    }
}

/// Every column, and every way to write one.
fn answers() -> DriverAnswers {
    let kernels = [
        Kernel::new((256, 1, 1), 64),
        Kernel::new((1024, 1, 1), 255),
        Kernel::new((96, 1, 1), 40)
            .with_static_shared_memory(1000)
            .with_dynamic_shared_memory(48 * 1024)
            .with_shared_memory_optin(false),
        Kernel::new((32, 1, 1), 16)
            .with_dynamic_shared_memory(9000)
            .with_carveout(Some(25))
            .with_barriers(16),
    ];
    let compute_capability = ComputeCapability::of(9, 0).unwrap();
    let rows = kernels.map(|kernel| {
        let unanswered = Row {
            kernel,
            answer: Answer::Refused,
        };
        match unanswered.predicted(compute_capability) {
            0 => unanswered,
            blocks => Row {
                answer: Answer::Blocks(blocks),
                ..unanswered
            },
        }
    });
    DriverAnswers {
        device: "A GPU, \"of none\"".to_owned(),
        cuda_driver: "13.0".to_owned(),
        compute_capability,
        rows: rows.to_vec(),
    }
}

fn written(answers: &DriverAnswers) -> String {
    let mut file = Vec::new();
    answers.write(&mut file).unwrap();
    String::from_utf8(file).unwrap()
}

#[test]
fn what_is_written_is_read() {
    let answers = answers();
    // By hand: 65,536 registers hold 4 blocks of 256 · 64, and none of 1024 · 255; the third is over
    // 48 KiB; 228 KiB are at 25 percent 64 KiB, which hold 6 blocks of 9,000 and 1,024 bytes; 16
    // of 64 barriers leave 4 blocks.
    let blocks = answers.rows.iter().map(|row| row.answer);
    assert!(blocks.eq([
        Answer::Blocks(4),
        Answer::Refused,
        Answer::Refused,
        Answer::Blocks(4),
    ]));
    let text = written(&answers);
    assert_eq!(
        text,
        "device,cuda_driver,compute_capability\n\
         \"A GPU, \"\"of none\"\"\",13.0,9.0\n\
         threads,registers,static_shared_memory,dynamic_shared_memory,opt_in,carveout,barriers,\
         blocks_per_sm\n\
         256,64,0,0,1,default,0,4\n\
         1024,255,0,0,1,default,0,refused\n\
         96,40,1000,49152,0,default,0,refused\n\
         32,16,0,9000,1,25,16,4\n"
    );
    assert_eq!(DriverAnswers::read(text.as_bytes()).unwrap(), answers);
}

#[test]
fn an_answer_that_differs_is_found() {
    let mut answers = answers();
    assert!(answers.differing().is_empty());
    answers.rows[0].answer = Answer::Blocks(5);
    answers.rows[1].answer = Answer::Blocks(0);
    answers.rows[3].answer = Answer::Refused;
    let read = DriverAnswers::read(written(&answers).as_bytes()).unwrap();
    // No blocks and a refusal are the same to a launch.
    assert_eq!(read.differing(), [&answers.rows[0], &answers.rows[3]]);
}

#[test]
#[should_panic(expected = "1 of 4 answers differ, the first of them:\nthreads 256 registers 64")]
fn an_answer_that_differs_is_shown() {
    let mut answers = answers();
    answers.rows[0].answer = Answer::Blocks(3);
    answers.assert_predicted();
}

#[test]
fn what_was_not_written_is_not_read() {
    let text = written(&answers());
    let refused = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        match DriverAnswers::read(text.replacen(from, to, 1).as_bytes()) {
            Err(ReadError::Line(line, what)) => (line, what),
            other => panic!("{to:?}: {other:?}"),
        }
    };
    assert_eq!(refused("cuda_driver", "driver").0, 1);
    assert_eq!(refused(",9.0\n", ",9.9\n").0, 2);
    assert_eq!(refused(",9.0\n", "\n").0, 2);
    assert_eq!(refused(",9.0\n", ",9.0,1\n").0, 2);
    assert_eq!(refused("threads,registers", "registers,threads").0, 3);
    for to in [
        "256,64,0,0,2,default,0,4\n",
        "256,64,0,0,1,none,0,4\n",
        "256,64,0,0,1,default,0,-1\n",
        "256,64,0,0,1,default,0,\n",
        "256,64,0,0,1,default,0\n",
        "256,64,0,0,1,default,0,4,4\n",
    ] {
        assert_eq!(refused("256,64,0,0,1,default,0,4\n", to), (4, "not a row"));
    }
    assert!(matches!(
        DriverAnswers::read(&b""[..]),
        Err(ReadError::Line(0, _))
    ));
}

#[test]
fn a_folder_is_read_by_name_and_only_its_rows() {
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rows-{}", std::process::id()));
    assert!(DriverAnswers::read_all(&folder).is_empty());
    std::fs::create_dir_all(&folder).unwrap();
    let answers = answers();
    for name in ["b.csv", "a.csv", "README.md"] {
        std::fs::write(folder.join(name), written(&answers)).unwrap();
    }
    let read = DriverAnswers::read_all(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    let expected = ["a.csv", "b.csv"].map(|name| (folder.join(name), answers.clone()));
    assert_eq!(read, expected);
}
