//! The packages, features and targets of `occupancy report`: those of `cargo check` with the same arguments, in a
//! workspace whose attribute is a macro without dependencies.

mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

use common::text;
use serde_json::Value;
use tempfile::TempDir;

/// What the attribute writes for the compiler to say; `$larger` chooses the block.
const MACROS: &str = r#"
#[macro_export]
macro_rules! kernel {
    ($name:ident $larger:expr) => {
        #[cfg(occupancy_report)]
        const _: () = if $larger {
            $crate::record!($name "512")
        } else {
            $crate::record!($name "256")
        };
    };
}

#[macro_export]
macro_rules! record {
    ($name:ident $threads:literal) => {
        panic!("{}", concat!(
            "occupancy report 3 ", line!(), " ", module_path!(), " ", stringify!($name), " L 0 ", file!(),
            " | sound 0 6 ", $threads, " 1 1 32 gpu row H100 end"
        ))
    };
}
"#;

/// A workspace of three members, two of which have kernels: alpha states a constant that beta uses.
fn workspace() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let write = |path: &str, content: &str| {
        let path = root.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    };
    let manifest = |name: &str, more: &str| {
        let package =
            format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n");
        write(
            &format!("{name}/Cargo.toml"),
            &format!("{package}autobenches = false\n{more}"),
        );
    };
    write(
        "Cargo.toml",
        "[workspace]\nmembers = [\"alpha\", \"beta\", \"gamma\", \"occupancy-macros\"]\nresolver = \"3\"\n",
    );
    manifest("occupancy-macros", "");
    write("occupancy-macros/src/lib.rs", MACROS);
    // What no target has to have: it is in no registry either.
    manifest(
        "alpha",
        "[features]\nextra = []\n[dependencies]\noccupancy-macros = { path = \"../occupancy-macros\" }\n\
         [target.'cfg(target_os = \"none\")'.dependencies]\nelsewhere = \"1\"\n",
    );
    manifest(
        "beta",
        "[features]\ndefault = [\"usual\"]\nusual = []\n\
         [[bin]]\nname = \"gated\"\nrequired-features = [\"usual\"]\n\
         [dependencies]\nfirst = { package = \"alpha\", path = \"../alpha\", default-features = false }\n\
         [dev-dependencies]\ngamma = { path = \"../gamma\" }\n",
    );
    manifest("gamma", "");
    write("gamma/src/lib.rs", "pub const OF_TESTS: bool = false;");
    let alpha = "pub use occupancy_macros::{kernel, record};\npub const LARGER: bool = cfg!(feature = \"extra\");\n\
                 kernel!(always LARGER);\n#[cfg(feature = \"extra\")]\nkernel!(extra LARGER);\n\
                 #[cfg(test)]\nkernel!(unit LARGER);\n";
    write("alpha/src/lib.rs", alpha);
    let beta = "first::kernel!(always first::LARGER);\n#[cfg(feature = \"usual\")]\nfirst::kernel!(usual first::LARGER);\n\
                #[cfg(test)]\nfirst::kernel!(unit first::LARGER || gamma::OF_TESTS);\n";
    write("beta/src/lib.rs", beta);
    let program = format!("{beta}fn main() {{}}\n");
    write("beta/src/bin/tool.rs", &program);
    write("beta/src/bin/gated.rs", &program);
    write("beta/examples/show.rs", &program);
    write("beta/tests/it.rs", beta);
    // A registry that knows a package and does not have it.
    write(
        "registry/index/el/se/elsewhere",
        &format!(
            "{{\"name\":\"elsewhere\",\"vers\":\"1.0.0\",\"deps\":[],\"cksum\":\"{}\",\"features\":{{}},\
             \"yanked\":false}}\n",
            "0".repeat(64)
        ),
    );
    write(
        ".cargo/config.toml",
        "[source.crates-io]\nreplace-with = \"here\"\n[source.here]\nlocal-registry = \"registry\"\n",
    );
    root
}

fn in_workspace(root: &Path, program: &str, args: &[&str]) -> Output {
    Command::new(program)
        .args(args)
        .current_dir(root)
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .unwrap()
}

/// A kernel: its package, the kind and the name of its target, its own name, and its threads.
type Kernel = (String, String, String, String, u64);

fn text_of(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// The kernels of what `cargo check` checks; `None` if it refuses the arguments.
fn checked(root: &Path, selection: &[&str], targets: &[&str]) -> Option<BTreeSet<Kernel>> {
    let check = ["check", "--quiet", "--message-format", "json"];
    // The report has examples by default.
    let all: &[&str] = if targets.is_empty() {
        &["--lib", "--bins", "--examples"]
    } else {
        targets
    };
    let cargo = env::var("CARGO").unwrap();
    let output = in_workspace(root, &cargo, &[&check, selection, all].concat());
    if !output.status.success() {
        return None;
    }
    let artifacts: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &Value| line["reason"] == "compiler-artifact")
        .collect();
    let has = |artifact: &Value, feature: &str| {
        artifact["features"]
            .as_array()
            .unwrap()
            .iter()
            .any(|name| name == feature)
    };
    let is_alpha = |artifact: &&Value| artifact["target"]["name"] == "alpha";
    let is_larger = artifacts
        .iter()
        .filter(is_alpha)
        .any(|alpha| has(alpha, "extra"));
    let threads = if is_larger { 512 } else { 256 };
    let mut kernels = BTreeSet::new();
    for artifact in &artifacts {
        let manifest = Path::new(artifact["manifest_path"].as_str().unwrap());
        let folder = manifest.parent().unwrap().file_name().unwrap();
        let package = folder.to_str().unwrap().to_owned();
        let kind = text_of(&artifact["target"]["kind"][0]);
        let is_test = artifact["profile"]["test"] == true;
        // Checked for another target, or for another package.
        let is_asked = |options: &[&str]| options.iter().any(|option| all.contains(option));
        let is_asked = match &*kind {
            "lib" => is_test || is_asked(&["--lib"]),
            "bin" => is_test || is_asked(&["--bins", "--bin"]),
            _ => true,
        };
        let is_package = selection.contains(&"--workspace")
            || !selection.contains(&"-p")
            || selection.contains(&&*package)
            || selection.contains(&"be?a") && package == "beta";
        if !is_asked || !is_package || !["alpha", "beta"].contains(&&*package) {
            continue;
        }
        let names = [
            ("always", true),
            ("extra", has(artifact, "extra")),
            ("usual", has(artifact, "usual")),
            ("unit", is_test),
        ];
        for (name, _) in names.iter().filter(|(_, is_there)| *is_there) {
            let target = text_of(&artifact["target"]["name"]);
            let kernel = (
                package.clone(),
                kind.clone(),
                target,
                (*name).to_owned(),
                threads,
            );
            kernels.insert(kernel);
        }
    }
    Some(kernels)
}

#[test]
fn packages_features_and_targets_are_those_of_cargo_check() {
    let root = workspace();
    let both = ["-p", "alpha", "-p", "beta"];
    let mut combinations: Vec<(Vec<&str>, &[&str])> = Vec::new();
    for (packages, features) in [
        (&[][..], &[][..]),
        (&["--workspace"], &["--features", "alpha/extra"]),
        (&both, &["--features", "extra"]),
        (
            &["-p", "be?a"],
            &["--no-default-features", "--features", "first/extra"],
        ),
        (&["--workspace"], &["--features", "none"]),
    ] {
        combinations.push(([packages, features].concat(), &[]));
    }
    for targets in [
        &["--bin", "to*"][..],
        &["--lib", "--tests"],
        &["--test", "it", "--examples"],
    ] {
        combinations.push((vec!["--workspace", "--features", "alpha/extra"], targets));
    }
    let mut refused = 0;
    for (selection, targets) in combinations {
        let args = [&["report", "--format", "json"], &selection[..], targets].concat();
        let output = in_workspace(root.path(), env!("CARGO_BIN_EXE_occupancy"), &args);
        let said = text(&output.stderr);
        let Some(expected) = checked(root.path(), &selection, targets) else {
            assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
            assert!(said.starts_with("error: "), "{args:?}: {said}");
            refused += 1;
            continue;
        };
        assert_eq!((output.status.code(), said), (Some(0), ""), "{args:?}");
        let rows: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let kernels: BTreeSet<Kernel> = rows
            .iter()
            .map(|row| {
                let text =
                    ["package", "crate_kind", "crate_name", "name"].map(|key| text_of(&row[key]));
                let [package, kind, target, name] = text;
                (
                    package,
                    kind,
                    target,
                    name,
                    row["threads"].as_u64().unwrap(),
                )
            })
            .collect();
        assert_eq!(kernels, expected, "{args:?}");
        assert_eq!(kernels.len(), rows.len(), "{args:?}");
    }
    assert_eq!(refused, 1);
}

/// What only other systems need is neither downloaded nor asked for.
#[test]
fn packages_of_other_systems_are_not_needed() {
    let root = workspace();
    let cargo = env::var("CARGO").unwrap();
    let all = ["metadata", "--format-version", "1"];
    let needs_them = in_workspace(root.path(), &cargo, &all);
    assert!(!needs_them.status.success());
    let output = in_workspace(
        root.path(),
        env!("CARGO_BIN_EXE_occupancy"),
        &["report", "--lib", "-p", "alpha"],
    );
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}
