//! Checks every kind of result that the command line writes for code scanning against the schema of SARIF 2.1.0.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use jsonschema::Validator;
use serde_json::{Value, json};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// The schema, in the source of `serde-sarif`.
fn validator() -> Validator {
    let printed = Command::new("rustc")
        .args(["--print", "host-tuple"])
        .output();
    let host = String::from_utf8(printed.unwrap().stdout).unwrap();
    // Only what was downloaded to build this.
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--offline"])
        .args(["--filter-platform", host.trim()])
        .current_dir(FOLDER)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut packages = metadata["packages"].as_array().unwrap().iter();
    let package = packages.find(|package| package["name"] == "serde-sarif");
    let manifest = PathBuf::from(package.unwrap()["manifest_path"].as_str().unwrap());
    let text = fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&text).unwrap();
    // The pattern of a language has a bracket too many, and a validator takes it for no pattern. No log here
    // states a language.
    for of in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][of]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(!validator.is_valid(&json!({ "version": "2.1.0" })));
    assert!(!validator.is_valid(&json!({ "version": "2.1.0", "runs": [{ "tools": 1 }] })));
    validator
}

/// The output of `occupancy` with these arguments, and its exit code.
fn occupancy(args: &[&str]) -> (Vec<u8>, u8) {
    let args = ["occupancy"].iter().chain(args).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let code = cargo_occupancy::run(args, &mut out, &mut err);
    assert!(err.is_empty(), "{}", String::from_utf8_lossy(&err));
    (out, code)
}

/// The run of a log, which the schema allows, and the exit code.
fn run(validator: &Validator, args: &[&str]) -> (Value, u8) {
    let (output, code) = occupancy(&[args, &["--format", "sarif"]].concat());
    let log: Value = serde_json::from_slice(&output).unwrap();
    let errors = validator.iter_errors(&log).map(|error| error.to_string());
    assert_eq!(errors.collect::<Vec<_>>(), [""; 0]);
    (log["runs"][0].clone(), code)
}

/// The levels and rules of the results; each rule is described.
fn results(run: &Value) -> Vec<String> {
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap().iter();
    let results = results.map(|result| {
        let (level, rule) = (result["level"].as_str().unwrap(), &result["ruleId"]);
        assert!(rules.iter().any(|other| other["id"] == *rule), "{rule}");
        format!("{level}: {}", rule.as_str().unwrap())
    });
    results.collect()
}

fn location(run: &Value) -> &Value {
    &run["results"][0]["locations"][0]["physicalLocation"]
}

fn fixture(name: &str) -> String {
    let fixtures = Path::new(FOLDER).join("../../../occupancy-binary/fixtures");
    fixtures.join(name).to_string_lossy().into_owned()
}

#[test]
fn every_result_keeps_to_the_schema() {
    let validator = validator();
    let folder = env::temp_dir().join(format!("occupancy-sarif-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let baseline = folder.join("baseline é.toml");
    let cubin = fixture("sm_90.cubin");
    let (toml, code) = occupancy(&["baseline", "--threads", "256", &cubin]);
    assert_eq!(code, 0);
    let toml = String::from_utf8(toml).unwrap();
    let check = |toml: &str, more: &[&str]| {
        fs::write(&baseline, toml).unwrap();
        let args = ["check", &cubin, "--baseline", baseline.to_str().unwrap()];
        run(&validator, &[&args, more].concat())
    };
    let worse = toml.replace("registers = 10", "registers = 8");
    let name = "name = \"saxpy\"";
    let accept = |toml: &str| toml.replace(name, &format!("{name}\naccept = \"a reason\""));
    let (head, kernels) = toml.split_once("[[kernel]]").unwrap();
    let (first, others) = kernels.split_once("[[kernel]]").unwrap();
    let without_one = format!("{head}[[kernel]]{others}");
    let gone = first
        .replace("\"saxpy\"", "\"axpy\"")
        .replace("sm_90", "sm_80");
    for (baseline, more, expected, code) in [
        (toml.clone(), &[][..], &[][..], 0),
        (worse.clone(), &[], &["error: worse"], 1),
        (
            toml.replace("registers = 10", "registers = 11"),
            &[],
            &["error: better"],
            1,
        ),
        (
            toml.replace("\"saxpy\"", "\"saxpy(int)\""),
            &[],
            &["error: changed"],
            1,
        ),
        (
            toml.replacen("code_bytes = 384", "code_bytes = 400", 1),
            &[],
            &["note: code_size"],
            0,
        ),
        (without_one.clone(), &[], &["error: added"], 1),
        (
            without_one,
            &["--max-registers", "11"],
            &["error: over_budget"],
            1,
        ),
        (accept(&toml), &[], &["note: unneeded_reason"], 0),
        (accept(&worse), &[], &["note: accepted"], 0),
        (
            format!("{toml}[[kernel]]{gone}"),
            &[],
            &["error: removed"],
            1,
        ),
    ] {
        let (run, found) = check(&baseline, more);
        assert_eq!(results(&run), expected, "{baseline}");
        assert_eq!(found, code, "{expected:?}");
    }

    let (worse, _) = check(&worse, &[]);
    let uri = location(&worse)["artifactLocation"]["uri"]
        .as_str()
        .unwrap();
    assert!(uri.ends_with("%20%C3%A9.toml"), "{uri}");
    let line = toml.lines().position(|line| line == name).unwrap();
    assert_eq!(location(&worse)["region"]["startLine"], line);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_comparison_of_files_names_the_library() {
    let [one, other] = ["sm_90.cubin", "spills.cubin"].map(fixture);
    let (run, code) = run(&validator(), &["compare", &one, &other]);
    assert_eq!(code, 0);
    let results = results(&run);
    assert!(!results.is_empty());
    assert!(
        results.iter().all(|result| result.starts_with("note: ")),
        "{results:?}"
    );
    assert_eq!(location(&run)["artifactLocation"]["uri"], "spills.cubin");
}
