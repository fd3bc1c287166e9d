//! The README and the documentation of the attribute show what the compiler prints, and state versions and counts that are
//! right.

use crate::compiler::{self, Package};

const REFUSAL: &str = include_str!("../ui/budget/min-blocks-bound-by-registers.stderr");

#[test]
fn refusals_are_quoted_from_the_compiler() {
    let whole = REFUSAL.replace(
        "tests/ui/budget/min-blocks-bound-by-registers.rs",
        "src/kernels.rs",
    );
    let (message, _) = whole.split_once(" --> ").unwrap();
    assert_eq!(lines(message).len(), 6, "{message}");
    for (document, shown) in [
        (include_str!("../../README.md"), whole.as_str()),
        (include_str!("../../src/launch_config.md"), message),
    ] {
        let (document, shown) = (lines(document), lines(shown));
        let mut windows = document.windows(shown.len());
        let is_quoted = windows.any(|window| window == shown);
        assert!(is_quoted, "a document does not quote {shown:#?}");
    }
}

/// The lines that are not empty, without their indentation.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        // Only the first message of a build has this line.
        .filter(|line| !line.starts_with("more: "))
        .collect()
}

#[test]
fn counts_are_those_of_the_tables() {
    let readme = include_str!("../../README.md");
    assert!(readme.contains("more than 300 devices"));
    assert!(occupancy::Device::ALL.len() > 300);
    let csv = include_str!("../../occupancy-core/tests/vectors/cuda_occupancy_13.5.csv");
    let rows = csv.lines().count() as u64 - 1;
    let count = format!("{} configurations", occupancy_core::text::grouped(rows));
    assert!(readme.contains(&count), "the README lacks `{count}`");
}

/// The oldest version is that of the manifest, and the newest that of the lock file.
#[test]
fn adapters_are_tested_with_the_versions_that_are_stated() {
    let document = include_str!("../../src/launch_config.md");
    let (_, table) = document.split_once("# Crates that launch\n").unwrap();
    let (table, _) = table.split_once("\n#").unwrap();
    let rows: Vec<[&str; 4]> = lines(table)
        .into_iter()
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|row| {
            let mut cells = row.split('|').skip(1).map(str::trim);
            [(); 4].map(|()| cells.next().unwrap())
        })
        .collect();
    assert_eq!(
        rows.iter().map(|row| row[0]).collect::<Vec<_>>(),
        ["cudarc", "cust", "cuda-core", "cuda_std"]
    );

    let lock = include_str!("../../Cargo.lock");
    for [name, feature, oldest, newest] in &rows[..3] {
        let asked = required(include_str!("../../Cargo.toml"), name);
        let version: Vec<&str> = asked.split('.').take(2).collect();
        assert_eq!(*feature, format!("`{name}-{}`", version.join("_")));
        let zeros = ".0".repeat(2 - asked.matches('.').count());
        assert_eq!(*oldest, format!("{asked}{zeros}"), "{name}");
        let locked = format!("name = \"{name}\"\nversion = \"{newest}\"\n");
        assert!(lock.contains(&locked), "{locked}");
    }

    // If the oldest is not the newest, a test of its own has it.
    let [_, _, oldest, _] = rows[0];
    let manifest = include_str!("../crates/adapters/Cargo.toml");
    assert_eq!(required(manifest, "cudarc"), format!("={oldest}"));
    for [name, _, oldest, newest] in &rows[1..] {
        assert_eq!(oldest, newest, "{name}");
    }
    let [name, _, oldest, _] = rows[3];
    assert_eq!(required(manifest, name), format!("={oldest}"));
}

/// The version of a dependency that a manifest asks for.
fn required(manifest: &str, dependency: &str) -> String {
    let (_, dependencies) = manifest.split_once("\n[dependencies]\n").unwrap();
    let dependencies = format!("\n{dependencies}");
    let (_, line) = dependencies
        .split_once(&format!("\n{dependency} = "))
        .unwrap_or_else(|| panic!("{dependency} is no dependency"));
    line.split('"').nth(1).unwrap().to_owned()
}

#[test]
fn ci_tests_each_adapter() {
    assert!(include_str!("../../.ci/rare/adapters").contains("\noutside adapters\n"));
    assert!(include_str!("../../.ci/rare/cuda-core").contains("\noutside cuda-core\n"));
}

/// They come first, in the order of the README.
#[test]
fn ci_runs_the_commands_of_the_readme() {
    let readme = include_str!("../../README.md");
    let commands: Vec<&str> = readme
        .lines()
        .filter(|line| line.starts_with("cargo run") || line.starts_with("cargo test"))
        .collect();
    let example = "cargo run -p occupancy-examples --example saxpy";
    assert_eq!(commands, [example, "cargo test"]);
    let first_step = format!(
        "\nstep 'the commands of the README'\n{}\n\nstep",
        commands.join("\n")
    );
    assert!(include_str!("../../.ci/run").contains(&first_step));
}

/// A fresh crate beside a clone, with the dependency and the first example of the README.
#[test]
fn the_dependency_and_the_example_of_the_readme_build() {
    let readme = include_str!("../../README.md");
    let block = |language: &str| {
        let (_, rest) = readme.split_once(&format!("\n```{language}\n")).unwrap();
        rest.split_once("\n```\n").unwrap().0
    };
    let written = block("toml");
    assert!(readme.contains("add `path = \"../occupancy\"`"));
    let path = concat!("{ path = \"", env!("CARGO_MANIFEST_DIR"), "\",");
    let dependencies = written.replacen('{', path, 1);
    let fresh = Package::new("fresh", &dependencies);
    // The statements of the example go into a test.
    let example = block("rust");
    let (items, statements) = example.split_once("\n\nassert_eq!").unwrap();
    let source = format!("{items}\n\n#[test]\nfn example() {{\nassert_eq!{statements}\n}}\n");
    compiler::write("fresh/src/lib.rs", source);
    // The README names all dependencies.
    let tree = "tree --edges normal,build --prefix none --format {p} --package occupancy";
    let output = fresh.cargo(&tree.split(' ').collect::<Vec<_>>());
    let tree = String::from_utf8_lossy(&output.stdout);
    let names = tree.lines().filter_map(|line| line.split(' ').next());
    let mut others: Vec<&str> = names
        .filter(|name| !name.starts_with("occupancy"))
        .collect();
    others.sort_unstable();
    others.dedup();
    assert_eq!(
        others,
        [
            "cfg-if",
            "cudarc",
            "libloading",
            "proc-macro2",
            "quote",
            "syn",
            "unicode-ident"
        ]
    );
    let sentence = "four packages of others: proc-macro2, quote, syn and unicode-ident.";
    assert!(
        readme.contains(sentence),
        "README.md has to say: {sentence}"
    );

    let output = fresh.cargo(&["test"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("test example ... ok"));
}
