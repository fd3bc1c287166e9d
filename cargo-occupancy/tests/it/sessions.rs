//! Each file of `sessions` has command lines that a user types, with all that the program answers.
//!
//! A line after `$ ` is a command, indented lines are its output, lines after `! ` its messages, and `exit 1` is its
//! exit code unless that is 0. Other lines say why. The folder has `fixtures`, those of `occupancy-binary`,
//! and `kernels`, `cubins` and `code-objects`, those of `tests`. `OCCUPANCY_BLESS=1` writes the answers anew: read them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use crate::common::{Folder, in_folder, text, with_registers, zip};
use crate::containers::bundle;
use serde_json::Value;

fn sessions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions")
}

fn files(of: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(of)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files
}

#[test]
fn the_program_answers_as_written() {
    let files = files(&sessions());
    thread::scope(|scope| {
        let all: Vec<_> = files
            .iter()
            .map(|file| scope.spawn(|| compare(file)))
            .collect();
        let differ: Vec<_> = all
            .into_iter()
            .filter_map(|one| one.join().unwrap())
            .collect();
        assert!(differ.is_empty(), "{}", differ.join("\n\n"));
    });
}

/// The first difference between a file and the answers of the program, if there is one.
fn compare(file: &Path) -> Option<String> {
    let written = fs::read_to_string(file).unwrap();
    let answered = session(&written);
    if env::var_os("OCCUPANCY_BLESS").is_some() {
        fs::write(file, &answered).unwrap();
        return None;
    }
    let lines = written.lines().zip(answered.lines());
    let at = lines.take_while(|(one, other)| one == other).count();
    let around = answered.lines().skip(at.saturating_sub(5)).take(30);
    let (place, around) = (file.display(), around.collect::<Vec<_>>().join("\n"));
    (answered != written).then(|| {
        format!(
            "{place}:{}: the program answers otherwise; if it should, `OCCUPANCY_BLESS=1 cargo test -p \
             cargo-occupancy` writes the answers anew\n{around}",
            at + 1
        )
    })
}

/// The file with the answers of the program.
fn session(written: &str) -> String {
    let folder = Folder::new();
    for (name, of) in [
        ("fixtures", "../occupancy-binary/fixtures"),
        ("kernels", "../tests/kernels"),
        ("cubins", "../tests/fixtures/cubins"),
        ("code-objects", "../tests/kernels"),
    ] {
        for file in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(of)) {
            let to = format!("{name}/{}", file.file_name().unwrap().to_str().unwrap());
            folder.put(&to, fs::read(file).unwrap());
        }
    }
    let mut answered = String::new();
    let is_answer = |line: &&str| {
        let begins = ["    ", "!", "exit "];
        line.is_empty() || begins.iter().any(|begin| line.starts_with(begin))
    };
    let mut lines = written.lines().peekable();
    while let Some(line) = lines.next() {
        answered.push_str(line);
        answered.push('\n');
        let Some(command) = line.strip_prefix("$ ") else {
            continue;
        };
        let mut is_apart = false;
        while let Some(line) = lines.next_if(is_answer) {
            is_apart = line.is_empty();
        }
        answered.push_str(&answer(&folder, command));
        if is_apart {
            answered.push('\n');
        }
    }
    answered
}

/// Runs a command: returns the answer of the program, or changes the files.
fn answer(folder: &Folder, command: &str) -> String {
    let repository = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let package = "--manifest-path {repository}/Cargo.toml --package occupancy-test-report";
    let command = &command.replace("{package}", package);
    let words = words(&command.replace("{repository}", repository));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let bytes = |name: &str| fs::read(folder.path(name)).unwrap();
    match words[..] {
        ["occupancy", ref args @ ..] => {
            return said(folder, args).replace(repository, "{repository}");
        }
        ["print", name] => return indented("    ", &folder.read(name)),
        ["same", one, other] => assert!(bytes(one) == bytes(other), "{command}"),
        ["copy", from, to] => drop(folder.put(to, bytes(from))),
        ["link", from, to] => fs::hard_link(folder.path(from), folder.path(to)).unwrap(),
        ["remove", name] => fs::remove_file(folder.path(name)).unwrap(),
        ["write", name, content] => drop(folder.put(name, content.replace("\\n", "\n"))),
        ["utf16", name] => {
            let units = format!("\u{feff}{}", folder.read(name));
            let bytes = units.encode_utf16().flat_map(u16::to_le_bytes);
            folder.put(name, bytes.collect::<Vec<_>>());
        }
        ["readonly", name] => {
            let mut permissions = fs::metadata(folder.path(name)).unwrap().permissions();
            permissions.set_readonly(true);
            fs::set_permissions(folder.path(name), permissions).unwrap();
        }
        ["unpack", name] => {
            let tests = sessions().with_file_name(name);
            unpack(folder, &fs::read_to_string(tests).unwrap());
        }
        ["cut", name, len] => drop(folder.put(name, &bytes(name)[..len.parse().unwrap()])),
        ["zip", to, ref members @ ..] => {
            let members = members.iter().map(|name| (*name, bytes(name), true));
            folder.put(to, zip(&members.collect::<Vec<_>>()));
        }
        ["bundle", to, ref targets @ ..] => {
            let named = |it: &[&str]| (format!("hipv4-amdgcn-amd-amdhsa--{}", it[0]), bytes(it[1]));
            let code: Vec<_> = targets.chunks(2).map(named).collect();
            folder.put(to, bundle(&code));
        }
        ["registers", name, old, new] => {
            let [old, new] = [old, new].map(|number| number.parse().unwrap());
            folder.put(name, with_registers(bytes(name), old, new));
        }
        ["replace", name, old, new] => {
            let [old, new] = [old, new].map(|text| text.replace("\\n", "\n"));
            let before = folder.read(name);
            let why = "mend this line by hand: the file has another text";
            assert!(before.contains(&old), "$ {command}\n{why}:\n{before}");
            folder.put(name, before.replacen(&old, &new, 1));
        }
        _ => panic!("{command}"),
    }
    String::new()
}

/// Writes files, each of which begins after its path.
fn unpack(folder: &Folder, files: &str) {
    for file in files.split("==> ").skip(1) {
        let (path, content) = file.split_once('\n').unwrap();
        folder.put(path, content);
    }
}

/// The answer to these arguments, which may end with `< FILE` and `| fields NAME…`, `| kernels NAME…` or
/// `| lines TEXT`. With such a filter,
/// it has only the messages' lines that are not indented.
fn said(folder: &Folder, args: &[&str]) -> String {
    let (args, filter) = match args.iter().position(|arg| *arg == "|") {
        Some(at) => (&args[..at], &args[at + 1..]),
        None => (args, &[][..]),
    };
    let (args, input) = match args {
        [args @ .., "<", file] => (args, fs::read(folder.path(file)).unwrap()),
        args => (args, Vec::new()),
    };
    let output = in_folder(&folder.path(""), args, &input);
    let out = text(&output.stdout);
    let out = match filter {
        [] => out.to_owned(),
        ["fields", names @ ..] => fields(out, "", names),
        ["kernels", names @ ..] => fields(out, "/kernels", names),
        ["lines", part] => {
            let lines = out.lines().filter(|line| line.contains(part));
            lines.collect::<Vec<_>>().join("\n")
        }
        _ => panic!("{filter:?}"),
    };
    let is_shown = |line: &&str| filter.is_empty() || line.starts_with(|char| char != ' ');
    let messages: Vec<_> = text(&output.stderr).lines().filter(is_shown).collect();
    let mut said = indented("    ", &out) + &indented("! ", &messages.join("\n"));
    let code = output.status.code().unwrap();
    if code > 0 {
        said.extend(["exit ", &code.to_string(), "\n"]);
    }
    said
}

/// The values of these fields in each row of the array at this place of JSON.
fn fields(json: &str, place: &str, names: &[&str]) -> String {
    let all: Value = serde_json::from_str(json).unwrap();
    let all = all.pointer(place).unwrap();
    let rows = all
        .as_array()
        .map_or(std::slice::from_ref(all), Vec::as_slice);
    let line = |name: &&str| {
        let field = |row: &Value| {
            let found = row.pointer(&format!("/{}", name.replace('.', "/")));
            found
                .map_or("-".to_owned(), Value::to_string)
                .replace('"', "")
        };
        let values: Vec<_> = rows.iter().map(field).collect();
        format!("{name}: {}\n", values.join(" "))
    };
    names.iter().map(line).collect()
}

fn indented(begin: &str, text: &str) -> String {
    let line = |line: &str| format!("{begin}{line}").trim_end().to_owned() + "\n";
    text.trim_end().lines().map(line).collect()
}

/// The words of a command; words in quotation marks may have spaces.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut quote) = (vec![String::new()], None);
    for char in command.chars() {
        match char {
            '\'' | '"' if quote.is_none() => quote = Some(char),
            _ if quote == Some(char) => quote = None,
            ' ' if quote.is_none() => words.push(String::new()),
            _ => words.last_mut().unwrap().push(char),
        }
    }
    words
}

/// A block of README.md below `<!-- occupancy … -->` is an answer of a session.
#[test]
fn documents_show_what_is_printed() {
    let answers: BTreeSet<String> = files(&sessions())
        .iter()
        .flat_map(|file| {
            let written = fs::read_to_string(file).unwrap();
            let answers = written.split("\n$ occupancy ").skip(1).map(|answer| {
                let is_output = |line: &&str| line.is_empty() || line.starts_with("    ");
                let output = answer.lines().skip(1).take_while(is_output);
                let lines: Vec<_> = output.map(|line| line.get(4..).unwrap_or("")).collect();
                lines.join("\n").trim_end().to_owned()
            });
            answers.collect::<Vec<_>>()
        })
        .collect();
    let readme = include_str!("../../README.md");
    let marked: Vec<_> = readme.split("<!-- occupancy ").skip(1).collect();
    assert_eq!(marked.len(), 5);
    for rest in marked {
        let block = rest.split("```").nth(1).unwrap();
        let (_, output) = block.trim_end().split_once('\n').unwrap();
        assert!(
            answers.contains(output),
            "no session has this output of README.md: copy it from there\n{block}"
        );
    }
}
