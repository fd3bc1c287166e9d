//! Runs the program, and makes files for it.

use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cargo_occupancy::run;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub(crate) fn fixture(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../occupancy-binary/fixtures").join(name)
}

pub(crate) fn read(name: &str) -> Vec<u8> {
    fs::read(fixture(name)).unwrap()
}

pub(crate) fn occupancy(args: &[&str]) -> Output {
    with_input(args, &[])
}

/// Runs the program in this process: the exit code, the output and the messages.
pub(crate) fn in_process(args: &[&str]) -> (u8, String, String) {
    let args = ["occupancy"].iter().chain(args).map(Into::into);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = run(args, &mut out, &mut err);
    (code, text(&out).to_owned(), text(&err).to_owned())
}

/// Runs the program with the words of a command.
pub(crate) fn command(words: &str) -> Output {
    occupancy(&words.split_whitespace().collect::<Vec<_>>())
}

/// Runs the program with these bytes as the standard input.
pub(crate) fn with_input(args: &[&str], input: &[u8]) -> Output {
    in_folder(Path::new("."), args, input)
}

/// Runs the program in this folder with these bytes as the standard input.
pub(crate) fn in_folder(folder: &Path, args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_occupancy"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(&input).is_ok());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

/// A folder for files, which is removed at the end.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and returns its path.
    pub(crate) fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        self.at(name)
    }

    /// The path of a file as text.
    pub(crate) fn at(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

pub(crate) fn json_of(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
}

/// A zip file of members: the name, the bytes, and `true` if they are compressed.
pub(crate) fn zip(members: &[(&str, Vec<u8>, bool)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content, is_compressed) in members {
        let method = if *is_compressed {
            CompressionMethod::Deflated
        } else {
            CompressionMethod::Stored
        };
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// The cubin with `new` registers for its only kernel with `old` ones.
///
/// The attribute `EIATTR_REGCOUNT` is `04 2f`, its size 8, the symbol and the registers.
pub(crate) fn with_registers(mut cubin: Vec<u8>, old: u32, new: u32) -> Vec<u8> {
    let mut changed = 0;
    for at in 0..cubin.len() - 12 {
        let is_it = cubin[at..at + 4] == [0x04, 0x2f, 0x08, 0x00]
            && cubin[at + 8..at + 12] == old.to_le_bytes();
        if is_it {
            cubin[at + 8..at + 12].copy_from_slice(&new.to_le_bytes());
            changed += 1;
        }
    }
    assert_eq!(
        changed, 1,
        "{changed} kernels have {old} registers: take a number that one has"
    );
    cubin
}
