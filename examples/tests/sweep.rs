//! The `sweep` example: against the rows of NVIDIA's header, over every way to write a file, and
//! through every fault.

#![allow(
    clippy::format_collect,
    clippy::format_push_string,
    reason = "the texts are short"
)]

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::rc::Rc;
use std::{env, thread};

#[path = "../sweep/main.rs"]
#[expect(dead_code, reason = "the `main` function is run as a process")]
mod sweep;

use sweep::{HELP, Outcome, run};

/// Input and results of NVIDIA's header, with the columns named as the sweep has them.
fn vectors() -> String {
    include_str!("../../occupancy-core/tests/vectors/cuda_occupancy_13.5.csv")
        .replacen("cc,", "arch,", 1)
        .replacen(",dynamic_smem,", ",smem,", 1)
}

/// The columns of [`vectors`] that are input.
const INPUTS: usize = 9;

const RESULTS: &str = "status,active_blocks,limit_regs,limit_smem,limit_warps,limit_blocks,\
                       limit_barriers,limit_virtual,regs_per_block,smem_per_block";

/// The results of `9.0`, 256 threads and 64 registers.
const H100_256_64: &str = "0,4,4,228,8,32,,,16384,1024";

/// What a sweep over `input` returns and writes to its two streams.
fn swept(input: impl AsRef<[u8]>) -> (Outcome, String, String) {
    swept_from(input.as_ref())
}

fn swept_from(input: impl BufRead) -> (Outcome, String, String) {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let outcome = run(input, &mut output, &mut errors).expect("memory does not fail");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8 in, UTF-8 out");
    (outcome, text(output), text(errors))
}

/// The rows of the answers to `input`, without the header; nothing may be wrong with it.
fn rows(input: impl AsRef<[u8]>) -> Vec<String> {
    let (outcome, output, errors) = swept(input);
    assert_eq!((outcome, errors.as_str()), (Outcome::Answered, ""));
    output.lines().skip(1).map(str::to_owned).collect()
}

/// The columns `places` of every line of [`vectors`], each line ended by `ending`.
fn columns_of_vectors(places: &[usize], ending: &str) -> String {
    let mut text = String::new();
    for line in vectors().lines() {
        let fields: Vec<_> = line.split(',').collect();
        let chosen: Vec<_> = places.iter().map(|&place| fields[place]).collect();
        text += &chosen.join(",");
        text += ending;
    }
    text
}

fn inputs_of_vectors(ending: &str) -> String {
    columns_of_vectors(&(0..INPUTS).collect::<Vec<_>>(), ending)
}

/// Fails with the first line that differs, not with two files.
fn assert_same_text(left: &str, right: &str) {
    for (line, (left, right)) in (1..).zip(left.lines().zip(right.lines())) {
        assert_eq!(left, right, "line {line}");
    }
    assert!(left == right, "one is longer, or line endings differ");
}

#[test]
fn gives_back_the_rows_of_nvidias_header_byte_for_byte() {
    let (outcome, output, errors) = swept(inputs_of_vectors("\n"));
    assert_eq!((outcome, errors.as_str()), (Outcome::Answered, ""));
    assert_same_text(&output, &vectors());
}

#[test]
fn columns_may_be_in_any_order() {
    let backwards: Vec<_> = (0..INPUTS).rev().collect();
    let results = INPUTS..RESULTS.split(',').count() + INPUTS;
    let expected: Vec<_> = backwards.iter().copied().chain(results).collect();
    let (outcome, output, errors) = swept(columns_of_vectors(&backwards, "\n"));
    assert_eq!((outcome, errors.as_str()), (Outcome::Answered, ""));
    assert_same_text(&output, &columns_of_vectors(&expected, "\n"));
}

#[test]
fn absent_columns_and_empty_fields_take_their_defaults() {
    let header = "arch,threads,regs,static_smem,smem,optin,carveout,barriers,virtual";
    let full = rows(format!("{header}\n10.0,256,64,0,0,1,-1,0,0\n"));
    assert_eq!(
        full,
        ["10.0,256,64,0,0,1,-1,0,0,0,4,4,228,8,32,,,16384,1024"]
    );
    let results = |rows: Vec<String>, columns: usize| {
        let fields: Vec<_> = rows[0].split(',').skip(columns).collect();
        fields.join(",")
    };
    let expected = results(full, INPUTS);
    let empty = rows(format!("{header}\n10.0,256,64,,,,,,\n"));
    assert_eq!(results(empty, INPUTS), expected);
    let absent = rows("arch,threads,regs\n10.0,256,64\n");
    assert_eq!(results(absent, 3), expected);
    // Each of them has an effect, or the test above says nothing.
    for (column, value) in [
        ("static_smem", "49152"),
        ("smem", "100000"),
        ("carveout", "0"),
        ("barriers", "16"),
        ("virtual", "64"),
    ] {
        let one = rows(format!("arch,threads,regs,{column}\n10.0,256,64,{value}\n"));
        assert_ne!(results(one, 4), expected, "{column}");
    }
    let opted = |optin: &str| {
        let input = format!("arch,threads,regs,smem,{optin}\n10.0,256,64,100000,0\n");
        results(rows(input), 5)
    };
    assert_ne!(opted("optin"), opted("another"));
}

#[test]
fn a_gpu_is_named_by_its_compute_capability_or_its_name() {
    for name in [
        "9.0",
        "sm_90",
        "sm_90a",
        "h100",
        "NVIDIA H100 PCIe",
        "\"NVIDIA H100 PCIe\"",
    ] {
        let input = format!("arch,threads,regs\n{name},256,64\n");
        assert_eq!(rows(input), [format!("{name},256,64,{H100_256_64}")]);
    }
}

#[test]
fn rows_of_many_gpus_in_turn() {
    let of_one: Vec<_> = ["h100", "rtx4090", "t4", "9.0"]
        .map(|device| rows(format!("arch,threads,regs\n{device},256,64\n")).remove(0))
        .into();
    // More spellings than are remembered.
    let mut input = "arch,threads,regs\n".to_owned();
    let mut expected = Vec::new();
    for turn in 0..300 {
        for (row, device) in of_one.iter().zip(["h100", "rtx4090", "t4", "9.0"]) {
            input += &format!("{device},256,64\n");
            expected.push(row.clone());
        }
        let spelling = format!("h{}100", "-".repeat(turn));
        if turn < 200 {
            input += &format!("{spelling},256,64\n");
            expected.push(format!("{spelling},256,64,{H100_256_64}"));
        }
    }
    assert_eq!(rows(input), expected);
}

#[test]
fn other_columns_are_passed_on_unchanged() {
    let input = "\"the \"\"id\"\"\",arch, threads ,regs,,dynamic_smem,smem\n\
                 \"a, \"\"b\"\"\", 9.0 ,\" 256\",64,\u{e9} ,\"two\nlines\",\n";
    let (outcome, output, errors) = swept(input);
    assert_eq!((outcome, errors.as_str()), (Outcome::Answered, ""));
    let mut expected = input.replace("smem\n", &format!("smem,{RESULTS}\n"));
    expected.insert_str(expected.len() - 1, &format!(",{H100_256_64}"));
    assert_eq!(output, expected);
}

#[test]
fn bytes_that_are_not_utf8_are_passed_on() {
    let mut output = Vec::new();
    let input: &[u8] = b"\xff,\xfe,arch,threads,regs\n\xfe,,9.0,256,64\n";
    run(input, &mut output, io::sink()).unwrap();
    let expected = [
        b"\xff,\xfe,arch,threads,regs,",
        RESULTS.as_bytes(),
        b"\n\xfe,,9.0,256,64,",
        H100_256_64.as_bytes(),
        b"\n",
    ]
    .concat();
    assert_eq!(output, expected);
}

#[test]
fn refused_configurations_have_status_1() {
    let input = "arch,threads,regs,carveout\n\
                 9.0,0,64,-1\n\
                 9.0,256,64,101\n\
                 9.0,256,64,-2\n\
                 9.0,256,64,100\n";
    assert_eq!(
        rows(input),
        [
            "9.0,0,64,-1,1,,,,,,,,,",
            "9.0,256,64,101,1,,,,,,,,,",
            "9.0,256,64,-2,1,,,,,,,,,",
            &format!("9.0,256,64,100,{H100_256_64}"),
        ]
    );
    // What no device can launch has a result: zero blocks.
    assert_eq!(
        rows("arch,threads,regs\n9.0,4294967295,4294967295\n"),
        ["9.0,4294967295,4294967295,0,0,0,228,0,32,,,18446744073709551615,1024"]
    );
}

#[test]
fn line_endings_and_blank_lines_change_no_answer() {
    for ending in ["\r\n", "\r", "\n\n", "\r\n\r\n", "\n\r\n\n"] {
        let (outcome, output, errors) = swept(inputs_of_vectors(ending));
        assert_eq!((outcome, errors.as_str()), (Outcome::Answered, ""));
        assert_same_text(&output, &vectors());
    }
    let (_, output, _) = swept(inputs_of_vectors("\n").trim_end());
    assert_same_text(&output, &vectors());
    let (_, output, _) = swept(format!("\u{feff}\n\n{}\n\n", inputs_of_vectors("\n")));
    assert_same_text(&output, &vectors());
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_name() {
    for header in ["arch,threads,regs", "\"arch\",threads,regs"] {
        let (outcome, output, errors) = swept(format!("\u{feff}{header}\r\n9.0,256,64\r\n"));
        assert_eq!((outcome, errors.as_str()), (Outcome::Answered, ""));
        assert_eq!(
            output,
            format!("{header},{RESULTS}\n9.0,256,64,{H100_256_64}\n")
        );
    }
    // A name that only begins like one, U+FEFE.
    let input = "\u{fefe},arch,threads,regs\n1,9.0,256,64\n";
    assert_eq!(rows(input), [format!("1,9.0,256,64,{H100_256_64}")]);
}

/// An input of small pieces, with an interruption before each.
struct Pieces<'a> {
    bytes: &'a [u8],
    size: usize,
    interrupted: bool,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.interrupted ^= true;
        if self.interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let size = self.size.min(self.bytes.len()).min(buffer.len());
        buffer[..size].copy_from_slice(&self.bytes[..size]);
        self.bytes = &self.bytes[size..];
        Ok(size)
    }
}

#[test]
fn it_does_not_matter_how_the_input_is_cut() {
    let input = "\u{feff}id,arch,threads,regs\r\n\
                 \"a \"\"b\"\"\r\n\",9.0,256,64\r\n\r\n\
                 1,9.0,x,64\r\
                 2,9.0,256,64,\n\r\
                 3,9.0,256,64\r\n\
                 4,9.0,256,\"64";
    let whole = swept(input);
    assert_eq!(whole.0, Outcome::BadRows(3));
    assert_eq!(
        whole.2,
        "line 5: `threads`: `x` is not a whole number from 0 to 4294967295\n\
         line 6: 5 fields where the header has 4\n\
         line 9: a quoted field is never closed\n"
    );
    for size in 1..input.len() {
        let pieces = Pieces {
            bytes: input.as_bytes(),
            size,
            interrupted: false,
        };
        assert_eq!(
            swept_from(BufReader::with_capacity(64, pieces)),
            whole,
            "{size}"
        );
    }
}

#[test]
fn long_fields_and_many_columns() {
    let long = "x".repeat(100_000);
    let many: Vec<_> = (0..1_000).map(|column| format!("c{column}")).collect();
    let many = many.join(",");
    let input = format!("{many},arch,threads,regs\n{many}{long},9.0,256,64\n");
    assert_eq!(
        rows(input),
        [format!("{many}{long},9.0,256,64,{H100_256_64}")]
    );
}

const BAD_ROWS_HEADER: &str = "arch,threads,regs,static_smem,smem,optin,carveout,barriers,\
                               virtual,id";

/// Bad rows under [`BAD_ROWS_HEADER`], each with its faults; NUMBER is that of what is no number.
const BAD_ROWS: &[(&str, &[&str])] = &[
    ("9.0,x,64,,,,,,,", &["`threads`: `x` NUMBER"]),
    ("9.0,-1,64,,,,,,,", &["`threads`: `-1` NUMBER"]),
    ("9.0,+1,64,,,,,,,", &["`threads`: `+1` NUMBER"]),
    ("9.0,256,64.0,,,,,,,", &["`regs`: `64.0` NUMBER"]),
    ("9.0,256,1 2,,,,,,,", &["`regs`: `1 2` NUMBER"]),
    (
        "9.0,4294967296,64,,,,,,,",
        &["`threads`: `4294967296` NUMBER"],
    ),
    (
        "9.0,99999999999,64,,,,,,,",
        &["`threads`: `99999999999` NUMBER"],
    ),
    (
        "9.0,77777777777777777777777777777777777777777,64,,,,,,,",
        &["`threads`: `7777777777777777777777777777777777777777…` NUMBER"],
    ),
    (
        "9.0,256,64,a,b,,,c,d,",
        &[
            "`static_smem`: `a` NUMBER",
            "`smem`: `b` NUMBER",
            "`barriers`: `c` NUMBER",
            "`virtual`: `d` NUMBER",
        ],
    ),
    ("9.0,,,,,,,,,", &["`threads` is empty", "`regs` is empty"]),
    ("9.0,256,64,,,2,,,,", &["`optin`: `2` is not 0 or 1"]),
    ("9.0,256,64,,,True,,,,", &["`optin`: `True` is not 0 or 1"]),
    (
        "9.0,256,64,,,,50%,,,",
        &["`carveout`: `50%` is not -1 or a whole number from 0 to 100"],
    ),
    (
        "9.0,256,64,,,,-,,,",
        &["`carveout`: `-` is not -1 or a whole number from 0 to 100"],
    ),
    (",256,64,,,,,,,", &["`arch` is empty"]),
    (
        "9.1,256,64,,,,,,,",
        &["`arch`: unknown arch `9.1`; the nearest names are `9.0`, `6.1`"],
    ),
    (
        "h10,256,64,,,,,,,",
        &["`arch`: unknown arch `h10`; the nearest names are `h100`, `h100-nvl`, `h100-pcie`"],
    ),
    (
        "rtx 6000,256,64,,,,,,,",
        &[
            "`arch`: ambiguous arch `rtx 6000`; it can be any of `quadro-rtx6000`, \
             `rtx6000ada`, `rtxpro6000`, `rtx-a6000`",
        ],
    ),
    (
        "\"\u{1b}[31m\",256,64,,,,,,,",
        &[
            "`arch`: unknown arch `\\u{1b}[31m`; known names are, for example, `h100`, `a100`, \
             `rtx4090`, or a compute capability such as `9.0`",
        ],
    ),
    ("9.0,256,64", &["3 fields where the header has 10"]),
    ("9.0", &["1 field where the header has 10"]),
    (" ", &["1 field where the header has 10"]),
    ("9.0,256,64,,,,,,,,", &["11 fields where the header has 10"]),
    (
        "9.1,x,,,,,,,,\"two\nlines\"",
        &[
            "`arch`: unknown arch `9.1`; the nearest names are `9.0`, `6.1`",
            "`threads`: `x` NUMBER",
            "`regs` is empty",
        ],
    ),
];

#[test]
fn every_bad_row_is_reported_with_its_line_and_the_rest_is_answered() {
    const NUMBER: &str = "is not a whole number from 0 to 4294967295";

    let good = "h100,256,64,,,,,,,good";
    let mut input = format!("{BAD_ROWS_HEADER}\n{good}\n");
    let mut output = format!("{BAD_ROWS_HEADER},{RESULTS}\n{good},{H100_256_64}\n");
    let mut errors = String::new();
    let mut line = 3;
    for (row, faults) in BAD_ROWS {
        input += &format!("{row}\n\n{good}\n");
        output += &format!("{good},{H100_256_64}\n");
        for fault in *faults {
            errors += &format!("line {line}: {}\n", fault.replace("NUMBER", NUMBER));
        }
        line += 3 + row.matches('\n').count();
    }
    // Nothing can follow this one.
    input += "9.0,,256,64,,,,,,,\"open\n9.0,,256,64,,,,,,,\n";
    errors += &format!("line {line}: a quoted field is never closed\n");

    let (outcome, written, reported) = swept(input);
    assert_same_text(&written, &output);
    assert_same_text(&reported, &errors);
    assert_eq!(outcome, Outcome::BadRows(BAD_ROWS.len() as u64 + 1));
}

/// Bad headers, each with its faults.
const BAD_HEADERS: &[(&str, &[&str])] = &[
    (
        "",
        &["there is no header: the first line names the columns"],
    ),
    (
        "\u{feff}",
        &["there is no header: the first line names the columns"],
    ),
    (
        "\r\n\n\n",
        &["there is no header: the first line names the columns"],
    ),
    (
        "id",
        &[
            "column `arch` is not there",
            "column `threads` is not there",
            "column `regs` is not there",
        ],
    ),
    ("arch,regs", &["column `threads` is not there"]),
    (
        "arch;threads;regs",
        &[
            "column `arch` is not there",
            "column `threads` is not there",
            "column `regs` is not there",
        ],
    ),
    (
        "arch,threads,regs,threads",
        &["column `threads` is there more than once"],
    ),
    (
        "arch,threads,regs,id,id,id",
        &[
            "column `id` is there more than once",
            "column `id` is there more than once",
        ],
    ),
    (
        "arch,threads,regs,,",
        &["column `` is there more than once"],
    ),
    (
        "arch,threads,regs,status,limit_regs",
        &[
            "column `status` has the name of one that is appended",
            "column `limit_regs` has the name of one that is appended",
        ],
    ),
    // Near what is required, and so not reported as missing too.
    (
        "Arch,Threads,reg",
        &[
            "column `Arch` is unknown; the nearest name is `arch`",
            "column `Threads` is unknown; the nearest name is `threads`",
            "column `reg` is unknown; the nearest name is `regs`",
        ],
    ),
    (
        "devcie,block_size,regs",
        &[
            "column `devcie` is unknown; the nearest name is `arch`",
            "column `block_size` is unknown; the nearest name is `threads`",
        ],
    ),
    (
        "arch,threads,regs,dynamic_sem,statc_smen,carve-out,barrier,option,virtuals",
        &[
            "column `dynamic_sem` is unknown; the nearest name is `smem`",
            "column `statc_smen` is unknown; the nearest name is `static_smem`",
            "column `carve-out` is unknown; the nearest name is `carveout`",
            "column `barrier` is unknown; the nearest name is `barriers`",
            "column `option` is unknown; the nearest name is `optin`",
            "column `virtuals` is unknown; the nearest name is `virtual`",
        ],
    ),
    (
        "cc,threads,registers,dynamic_smem,static_shared_memory,virtual resources",
        &[
            "column `cc` is unknown; the nearest name is `arch`",
            "column `registers` is unknown; the nearest name is `regs`",
            "column `dynamic_smem` is unknown; the nearest name is `smem`",
            "column `static_shared_memory` is unknown; the nearest name is `static_smem`",
            "column `virtual resources` is unknown; the nearest name is `virtual`",
        ],
    ),
    (
        "arch,threads,regs,\"id",
        &["a quoted field is never closed"],
    ),
];

#[test]
fn every_fault_of_a_header_is_reported_and_nothing_is_answered() {
    for (header, faults) in BAD_HEADERS {
        let faults: String = faults
            .iter()
            .map(|fault| format!("line 1: {fault}\n"))
            .collect();
        assert_eq!(
            swept(header),
            (Outcome::BadHeader, String::new(), faults),
            "{header}"
        );
    }
    let (_, _, errors) = swept("\n\nid\n");
    assert!(errors.starts_with("line 3: "), "{errors}");
}

#[test]
fn a_near_name_beside_the_known_column_is_passed_on() {
    let input = "arch,threads,regs,reg,device_id,option,optin\n9.0,256,64,a,b,c,1\n";
    assert_eq!(rows(input), [format!("9.0,256,64,a,b,c,1,{H100_256_64}")]);
}

#[test]
fn no_answer_is_held_back_while_it_waits() {
    /// Writes one row, and looks at what has come back before it writes the next.
    struct Tuner {
        rows: Vec<&'static str>,
        seen: Rc<RefCell<Vec<u8>>>,
        answers: Vec<String>,
    }
    impl Read for &mut Tuner {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let seen = std::mem::take(&mut *self.seen.borrow_mut());
            self.answers.push(String::from_utf8(seen).unwrap());
            let Some(row) = self.rows.pop() else {
                return Ok(0);
            };
            buffer[..row.len()].copy_from_slice(row.as_bytes());
            Ok(row.len())
        }
    }
    struct Seen(Rc<RefCell<Vec<u8>>>);
    impl Write for Seen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let seen = Rc::new(RefCell::new(Vec::new()));
    let mut tuner = Tuner {
        rows: vec!["9.0,256,64\r\n", "x,1,1\r\n", "arch,threads,regs\r\n"],
        seen: Rc::clone(&seen),
        answers: Vec::new(),
    };
    let streams = (Seen(Rc::clone(&seen)), Seen(seen));
    run(BufReader::new(&mut tuner), streams.0, streams.1).unwrap();
    let [before, header, fault, answer] = tuner.answers.as_slice() else {
        panic!("{:?}", tuner.answers);
    };
    assert_eq!(before, "");
    assert_eq!(*header, format!("arch,threads,regs,{RESULTS}\n"));
    assert!(
        fault.starts_with("line 2: `arch`: unknown arch `x`"),
        "{fault}"
    );
    assert_eq!(*answer, format!("9.0,256,64,{H100_256_64}\n"));
}

#[test]
fn streams_that_fail_end_the_sweep() {
    /// A stream whose other end is gone.
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(ErrorKind::ConnectionReset.into())
        }
    }
    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let kind = |result: io::Result<Outcome>| result.unwrap_err().kind();
    let input = inputs_of_vectors("\n");
    assert_eq!(
        kind(run(input.as_bytes(), Broken, io::sink())),
        ErrorKind::BrokenPipe
    );
    assert_eq!(
        kind(run("id\n".as_bytes(), io::sink(), Broken)),
        ErrorKind::BrokenPipe
    );
    assert_eq!(
        kind(run(BufReader::new(Broken), io::sink(), io::sink())),
        ErrorKind::ConnectionReset
    );
}

#[test]
fn the_example_in_the_docs_is_true() {
    let source = include_str!("../sweep/main.rs");
    let input = "id,arch,threads,regs\n7,h100,256,64\n8,h100,256,96\n";
    assert!(source.contains(&input.replace('\n', "\\n")));
    let (_, output, _) = swept(input);
    for line in output.lines() {
        assert!(source.contains(&format!("//! {line}\n")), "{line}");
    }
    for name in ["9.0", "sm_90", "h100", "rtx4090", "NVIDIA A100-SXM4-40GB"] {
        assert!(HELP.contains(name), "{name}");
        rows(format!("arch,threads,regs\n{name},256,64\n"));
    }
    // As the attribute's arguments, but for what it has none for.
    let arguments = include_str!("../../src/launch_config.md");
    let (columns, _) = HELP.split_once("\nand, which").unwrap();
    for name in [
        "arch",
        "threads",
        "regs",
        "smem",
        "static_smem",
        "carveout",
        "barriers",
    ] {
        assert!(columns.contains(&format!("\n    {name} ")), "{name}");
        assert!(arguments.contains(&format!("\n| `{name}` | ")), "{name}");
    }
    for name in RESULTS.split(',') {
        assert!(HELP.contains(&format!("\n    {name} ")), "{name}");
    }
}

/// The example as Cargo builds it beside its tests.
///
/// Cargo names a test the executables of a package's binaries only. A plain `cargo test` has built
/// the examples before any test runs; one narrowed down to this file has not.
fn executable() -> PathBuf {
    let test = env::current_exe().expect("a test knows where it is");
    let profile = test.parent().and_then(|deps| deps.parent()).unwrap();
    let name = format!("sweep{}", env::consts::EXE_SUFFIX);
    let path = profile.join("examples").join(name);
    let path_shown = path.display();
    assert!(
        path.exists(),
        "{path_shown} is not there: `cargo build --example sweep` builds it"
    );
    path
}

/// Runs the example on `input`.
fn process(arguments: &[&str], input: &'static str) -> Output {
    let mut child = Command::new(executable())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let mut stdin = child.stdin.take().unwrap();
    // It may exit before it has read everything.
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the example ends");
    let _ = writer.join().unwrap();
    output
}

#[test]
fn the_process_reports_by_its_exit_status() {
    let cases = [
        ("arch,threads,regs\n9.0,256,64\n", 0, ""),
        (
            "arch,threads,regs\n9.0,,64\n",
            1,
            "line 2: `threads` is empty\n",
        ),
        ("arch,threads\n", 2, "line 1: column `regs` is not there\n"),
    ];
    for (input, status, errors) in cases {
        let output = process(&[], input);
        assert_eq!(output.status.code(), Some(status));
        assert_eq!(String::from_utf8_lossy(&output.stderr), errors);
        assert_eq!(String::from_utf8_lossy(&output.stdout), swept(input).1);
    }
}

#[test]
fn the_process_takes_help_and_no_other_argument() {
    for argument in ["--help", "-h"] {
        let output = process(&[argument], "");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8_lossy(&output.stdout), HELP);
    }
    let output = process(&["configurations.csv"], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "sweep: unexpected argument `configurations.csv`; see `--help`\n"
    );
}

#[test]
fn the_process_ends_quietly_where_nobody_reads_on() {
    let mut child = Command::new(executable())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the example starts");
    let mut stdin = child.stdin.take().unwrap();
    let writer = thread::spawn(move || stdin.write_all(inputs_of_vectors("\n").as_bytes()));
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert_eq!(line.lines().next(), vectors().lines().next());
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
