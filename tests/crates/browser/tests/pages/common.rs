//! The documentation that the tests look at.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Documentation that nothing writes anew as long as it is looked at: two commands of cargo can document
/// one crate with other features.
pub(crate) struct Documentation {
    folder: PathBuf,
    _alone: MutexGuard<'static, ()>,
}

impl Documentation {
    pub(crate) fn join(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.join(path)
    }
}

/// The root of the workspace.
pub(crate) fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(3).expect("the workspace").to_owned()
}

/// Where the tests were built.
pub(crate) fn target_folder() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary.parent().expect("the target folder").to_owned()
}

fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    // A test that failed leaves nothing behind.
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The documentation that `cargo doc` with `arguments` makes, without a warning.
pub(crate) fn document(arguments: &[&str]) -> Documentation {
    let alone = alone();
    let target = target_folder();
    let mut command = Command::new(env!("CARGO"));
    command
        .current_dir(workspace())
        // With the profile of the tests, which have built the dependencies.
        .args(["doc", "--no-deps", "--profile", "test"])
        .args(arguments)
        .env("CARGO_TARGET_DIR", &target)
        .env("RUSTDOCFLAGS", "--deny warnings");
    run(&mut command);
    Documentation {
        folder: target.join("doc"),
        _alone: alone,
    }
}

/// Runs cargo, which says no warning.
fn run(command: &mut Command) {
    let output = command.output().expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(!said.contains("warning"), "{said}");
}

/// The examples, each with the launch types that it has at least.
pub(crate) const EXAMPLES: [(&str, usize); 3] = [("gallery", 20), ("saxpy", 1), ("from_cubin", 1)];

/// The documentation of a package of `tests/crates/documented`, without a warning.
pub(crate) fn document_values(
    package: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> Documentation {
    let alone = alone();
    let root = workspace().join("tests/crates/documented");
    fs::copy(workspace().join("Cargo.lock"), root.join("Cargo.lock")).expect("the same versions");
    // Where the other packages that tests write have built the library already.
    let shared = target_folder().join("tests/shared");
    let mut all = variables.iter();
    let own = all.find(|(name, _)| *name == "CARGO_TARGET_DIR");
    let target = own.map_or(shared, |(_, folder)| PathBuf::from(folder));
    let mut command = Command::new(env!("CARGO"));
    command
        .current_dir(&root)
        .args(["doc", "--no-deps", "--package", package])
        .args(arguments)
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTDOCFLAGS")
        .envs(variables.iter().copied());
    run(&mut command);
    Documentation {
        folder: target.join("doc").join(package),
        _alone: alone,
    }
}

/// The documentation of an example.
pub(crate) fn document_example(name: &str) -> Documentation {
    document(&[
        "--document-private-items",
        "--package",
        "occupancy-examples",
        "--example",
        name,
    ])
}

/// Documents a crate of this source with the library: whether it was documented, what rustdoc said, and the
/// folder of its pages.
pub(crate) fn document_source(name: &str, source: &str) -> (bool, String, PathBuf) {
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
    // Where the other packages that tests write have built the library already.
    let target = target_folder().join("tests/shared");
    let output = Command::new(env!("CARGO"))
        .current_dir(&root)
        .args(["doc", "--no-deps"])
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTDOCFLAGS")
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success(), said, target.join("doc").join(name))
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

/// The pages of launch types below `folder`.
pub(crate) fn launch_pages(folder: &Path) -> Vec<String> {
    let mut found = pages(folder);
    found.retain(|page| is_launch(page));
    found
}

/// Whether a page is that of a launch type.
pub(crate) fn is_launch(page: &str) -> bool {
    let file = page.rsplit('/').next().unwrap_or(page);
    // `Launch` itself is the library's.
    file.starts_with("type.")
        && (file.ends_with("Launch.html") && file != "type.Launch.html"
            || file == "type.MethodOnA100.html")
}

/// What is shown of HTML.
pub(crate) fn text(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, text)| text));
    }
    text.trim().to_owned()
}

/// The rows of a page's first table, HTML each.
pub(crate) fn table(page: &str) -> Vec<&str> {
    let (_, table) = page.split_once("<tbody>").expect("a table");
    let (table, _) = table.split_once("</tbody>").expect("its end");
    table.split("<tr>").skip(1).collect()
}

/// The cells of each row of a page's first table.
pub(crate) fn cells(page: &str) -> Vec<Vec<String>> {
    let cells = |row: &str| {
        let cells = row.split("<td").skip(1).map(|cell| {
            let (_, cell) = cell.split_once('>').expect("the end of a tag");
            text(cell)
        });
        cells.collect()
    };
    table(page).into_iter().map(cells).collect()
}
