//! Every code has one page. Its example is a case of `tests/ui`, its message is what the compiler prints
//! there, and its fix compiles and runs.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, iter};

use crate::compiler::Source;
use occupancy::{Lint, Rule};

/// A page and its parts.
struct Page {
    code: String,
    title: String,
    /// The example that fails.
    example: String,
    /// What the compiler prints for it.
    message: String,
    /// The example that compiles.
    fix: String,
    text: String,
}

impl Page {
    fn read(path: &Path) -> Self {
        let text = read(path);
        let code = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let title = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix(&format!("# {code}: ")))
            .unwrap_or_else(|| panic!("{code} starts with `# {code}: `"))
            .to_owned();
        Self {
            example: block(&text, "compile_fail"),
            message: block(&text, "text"),
            fix: block(&text, ""),
            code,
            title,
            text,
        }
    }
}

/// The fenced block of `text` that starts with this word. A blank line is before each, and none after its
/// start.
fn block(text: &str, word: &str) -> String {
    let (_, rest) = text.split_once(&format!("\n\n```{word}\n")).unwrap();
    let (block, _) = rest.split_once("\n```\n").unwrap();
    block.to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files below `directory` with this extension.
fn files(directory: &str, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut directories = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(directory)];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn pages() -> Vec<Page> {
    let pages = files("docs/errors", "md");
    pages.iter().map(|path| Page::read(path)).collect()
}

/// The codes in `text`, wherever they stand: `OCC` and three digits.
fn codes(text: &str) -> impl Iterator<Item = String> {
    text.split("OCC").skip(1).filter_map(|rest| {
        let digits = rest.get(..3)?;
        let is_code = digits.bytes().all(|byte| byte.is_ascii_digit());
        is_code.then(|| format!("OCC{digits}"))
    })
}

/// The codes that the sources name, of what the attribute, the rules and the readers say.
fn named_codes() -> BTreeSet<String> {
    let folders = [
        "occupancy-core/src",
        "occupancy-macros/src",
        "occupancy-binary/src",
    ];
    let all = folders.iter().flat_map(|folder| files(folder, "rs"));
    let texts = all.map(|path| fs::read_to_string(path).unwrap());
    let lines = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>());
    let code = lines.filter(|line| !line.trim_start().starts_with("//"));
    code.flat_map(|line| codes(&line).collect::<Vec<_>>())
        .collect()
}

#[test]
fn every_code_has_a_page() {
    let rules = Rule::ALL.iter().map(|rule| rule.code().to_owned());
    let warnings = Lint::ALL.iter().map(|warning| warning.code().to_owned());
    let expected: BTreeSet<String> = rules.chain(warnings).chain(named_codes()).collect();
    let found: BTreeSet<String> = pages().into_iter().map(|page| page.code).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_page_is_in_the_index_and_has_a_module() {
    let index = include_str!("../../src/errors.rs");
    let pages = pages();
    for Page { code, .. } in &pages {
        let module = code.to_lowercase();
        // rustdoc makes the list of modules from the titles.
        let line = format!("    {module} \"{code}\"\n");
        assert_eq!(index.matches(&line).count(), 1, "{line}");
    }
    assert_eq!(index.matches(" \"OCC").count(), pages.len());
    let titles: BTreeSet<_> = pages.iter().map(|page| &page.title).collect();
    assert_eq!(titles.len(), pages.len());
}

#[test]
fn pages_are_uniform() {
    for Page { code, text, .. } in pages() {
        let fences: Vec<_> = text
            .lines()
            .filter(|line| line.starts_with("```"))
            .collect();
        assert_eq!(
            fences,
            ["```compile_fail", "```", "```text", "```", "```", "```"],
            "{code}"
        );
        let headings: Vec<_> = text
            .lines()
            .filter(|line| line.starts_with("## "))
            .collect();
        assert_eq!(headings, ["## Fix", "## Rule"], "{code}");
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{code}");
    }
}

#[test]
fn pages_quote_the_compiler() {
    let cases: Vec<_> = files("tests/ui", "stderr")
        .into_iter()
        .map(|stderr| (read(&stderr.with_extension("rs")), read(&stderr)))
        // A page is in another folder, from where the same file is elsewhere.
        .map(|(source, printed)| {
            (
                source.replace("../../kernels/", "../../tests/kernels/"),
                printed,
            )
        })
        .collect();
    for Page {
        code,
        example,
        message,
        ..
    } in pages()
    {
        assert!(message.contains(&format!("[{code}] ")), "{code}");
        let quoted = cases.iter().any(|(source, printed)| {
            example.split("\n\n").all(|part| source.contains(part))
                && messages(printed).any(|printed| starts_with_lines(printed, &message))
        });
        assert!(
            quoted,
            "no case in tests/ui is this of {code}:\n{example}\n\n{message}"
        );
    }
}

/// All fixes are one program, which takes a moment; as doctests, each page would be compiled on its own.
#[test]
fn fixes_compile_and_hold() {
    let kernels = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kernels/");
    let mut program = String::from("#![allow(dead_code)]\n\n");
    let mut calls = String::new();
    for Page { code, fix, .. } in pages() {
        let name = code.to_lowercase();
        // A page is in another folder than the program.
        let fix = fix.replace("../../tests/kernels/", kernels);
        write!(program, "fn {name}() {{\n{fix}\n}}\n\n").unwrap();
        writeln!(calls, "    {name}();").unwrap();
    }
    write!(program, "fn main() {{\n{calls}}}\n").unwrap();
    Source::text("fixes", &program).run("fixes");
}

/// Whether `text` starts with all of the lines of `start`. A page leaves lists at the end out.
fn starts_with_lines(text: &str, start: &str) -> bool {
    text.strip_prefix(start)
        .is_some_and(|rest| rest.starts_with('\n'))
}

/// The messages in what the compiler printed, each without its place in the source.
fn messages(printed: &str) -> impl Iterator<Item = &str> {
    let mut rest = printed;
    iter::from_fn(move || {
        let (message, after) = rest.split_once(" --> ")?;
        rest = after.split_once("\n\n").map_or("", |(_, next)| next);
        Some(message)
    })
}
