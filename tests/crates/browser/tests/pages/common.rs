//! The documentation that the tests look at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Documentation that nothing writes anew as long as it is looked at: two commands of cargo can document
/// one crate with other features.
pub(crate) struct Documentation {
    /// The folder of the crate.
    pub(crate) folder: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

impl Documentation {
    pub(crate) fn read(&self, page: &str) -> String {
        fs::read_to_string(self.folder.join(page)).expect("a page")
    }
}

/// The root of the workspace.
fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(3).expect("the workspace").to_owned()
}

/// The folder in which the tests were built.
fn target_folder() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary.parent().expect("the target folder").to_owned()
}

/// The folder in which the other packages that tests write have built the library.
fn shared_target() -> PathBuf {
    target_folder().join("tests/shared")
}

fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    // A test that failed leaves nothing behind.
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `cargo doc` with `arguments` for a package in `folder`, built into `target`.
fn doc(
    folder: &Path,
    arguments: &[&str],
    target: &Path,
    variables: &[(&str, &str)],
) -> (bool, String) {
    let Output { status, stderr, .. } = Command::new(env!("CARGO"))
        .current_dir(folder)
        .args(["doc", "--no-deps"])
        .args(arguments)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTDOCFLAGS")
        .envs(variables.iter().copied())
        .output()
        .expect("cargo runs");
    (
        status.success(),
        String::from_utf8_lossy(&stderr).into_owned(),
    )
}

/// The documentation of a crate, which cargo makes without a warning.
fn without_warning(
    folder: &Path,
    arguments: &[&str],
    target: &Path,
    variables: &[(&str, &str)],
    name: &str,
) -> Documentation {
    let alone = alone();
    let (is_documented, said) = doc(folder, arguments, target, variables);
    assert!(is_documented && !said.contains("warning"), "{said}");
    Documentation {
        folder: target.join("doc").join(name),
        _alone: alone,
    }
}

/// The documentation of a crate of the workspace.
pub(crate) fn document(arguments: &[&str], name: &str) -> Documentation {
    // With the profile of the tests, which have built the dependencies.
    let arguments = [&["--profile", "test"], arguments].concat();
    let flags = [("RUSTDOCFLAGS", "--deny warnings")];
    without_warning(&workspace(), &arguments, &target_folder(), &flags, name)
}

/// The documentation of a package of `tests/crates`, with private items.
pub(crate) fn document_package(name: &str) -> Documentation {
    let package = format!("occupancy-test-{name}");
    let arguments = ["--document-private-items", "--lib", "--package", &package];
    document(&arguments, &package.replace('-', "_"))
}

/// The documentation of a package of `tests/crates/documented`.
pub(crate) fn document_values(
    package: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Documentation {
    let root = workspace().join("tests/crates/documented");
    fs::copy(workspace().join("Cargo.lock"), root.join("Cargo.lock")).expect("the same versions");
    let mut all = variables.iter();
    let own = all.find(|(name, _)| *name == "CARGO_TARGET_DIR");
    let target = own.map_or_else(shared_target, |(_, folder)| PathBuf::from(folder));
    let arguments = [&["--package", package], arguments].concat();
    without_warning(&root, &arguments, &target, variables, package)
}

/// Documents a crate of this source with the library: what rustdoc said, and the page of `SaxpyLaunch`.
pub(crate) fn document_source(name: &str, source: &str) -> (String, String) {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(root.join("src")).expect("a folder for the crate");
    let manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\n\n\
         [profile.dev]\ndebug = false\n\n[dependencies]\noccupancy = {{ path = '{}' }}\n",
        workspace().display()
    );
    fs::write(root.join("Cargo.toml"), manifest).expect("a manifest");
    fs::copy(workspace().join("Cargo.lock"), root.join("Cargo.lock")).expect("the same versions");
    fs::write(root.join("src/lib.rs"), source).expect("a source");
    let (is_documented, said) = doc(&root, &[], &shared_target(), &[]);
    assert!(is_documented, "{said}");
    let path = format!("doc/{name}/type.SaxpyLaunch.html");
    let page = fs::read_to_string(shared_target().join(path)).expect("a page");
    (said, page)
}

/// The pages below `folder`, relative to it, in order.
pub(crate) fn pages(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(each) = folders.pop() {
        for entry in fs::read_dir(each).expect("a folder of documentation") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extension == "html")
            {
                let relative = path.strip_prefix(folder).expect("below the folder");
                found.push(relative.to_str().expect("a name in UTF-8").to_owned());
            }
        }
    }
    found.sort();
    found
}

/// Returns `true` if a page is that of a launch type.
pub(crate) fn is_launch(page: &str) -> bool {
    let file = page.rsplit('/').next().unwrap_or(page);
    // `Launch` itself is the library's.
    file.starts_with("type.")
        && (file.ends_with("Launch.html") && file != "type.Launch.html"
            || file == "type.MethodOnA100.html")
}

/// The text that a reader sees of HTML.
pub(crate) fn text(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    text.replace("&amp;", "&").trim().to_owned()
}

/// A table, as text.
pub(crate) struct Table {
    pub(crate) heads: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The tables of a page.
pub(crate) fn tables(html: &str) -> Vec<Table> {
    let texts = html.split("<table>").skip(1);
    let tables = texts.filter_map(|table| table.split("</table>").next()?.split_once("<tbody>"));
    let table = |(heads, rows): (&str, &str)| Table {
        heads: cells(heads, "<th"),
        rows: rows
            .split("<tr>")
            .skip(1)
            .map(|row| cells(row, "<td"))
            .collect(),
    };
    tables.map(table).collect()
}

/// The cells of a row that begin with `tag`.
fn cells(row: &str, tag: &str) -> Vec<String> {
    let texts = row.split(tag).skip(1);
    let cells = texts.filter_map(|cell| cell.split_once('>'));
    // Words that are long can be broken, and a number and its unit cannot.
    cells
        .map(|(_, cell)| text(cell).replace('\u{ad}', "").replace('\u{a0}', " "))
        .collect()
}

/// Asserts that `shown` is the text of a file beside the tests.
pub(crate) fn assert_same(shown: &str, file: &str) {
    let blessed = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/pages")
        .join(file);
    let expected = fs::read_to_string(blessed).expect("a file beside the tests");
    let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file);
    fs::write(&actual, shown).expect("what is shown");
    for (line, expected) in shown.lines().zip(expected.lines()) {
        let actual = actual.display();
        assert_eq!(
            line, expected,
            "if {actual} is right, copy it to tests/pages/{file}"
        );
    }
    assert_eq!(shown.lines().count(), expected.lines().count());
}
