//! Every kind of result, against the schema and the types that are made of it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use occupancy_test_sarif::{file, occupancy};
use serde_json::Value;
use serde_sarif::sarif::{ResultLevel, Sarif};

/// The schema, in the source of `serde-sarif`.
fn schema() -> Value {
    let rustc = Command::new("rustc").arg("-vV").output().unwrap();
    let rustc = String::from_utf8(rustc.stdout).unwrap();
    let host = rustc
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .unwrap();
    // Only what was downloaded to build this.
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--offline",
            "--filter-platform",
            host,
        ])
        .arg("--manifest-path")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages
        .iter()
        .find(|package| package["name"] == "serde-sarif")
        .unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let schema = fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    // The pattern of a language has a bracket too many, and a validator takes it for no pattern. No log here
    // states a language.
    for of in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][of]["properties"]["language"];
        language.as_object_mut().unwrap().remove("pattern");
    }
    schema
}

/// The log, which the schema allows, and the exit code.
fn log(args: &[&str]) -> (Sarif, u8) {
    let (output, code) = occupancy(args);
    let json: Value = serde_json::from_slice(&output).unwrap();
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let errors: Vec<_> = validator
        .iter_errors(&json)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    (serde_json::from_value(json).unwrap(), code)
}

/// The rules and levels of the results.
fn results(log: &Sarif) -> Vec<(String, ResultLevel)> {
    let results = log.runs[0].results.iter().flatten();
    results
        .map(|result| (result.rule_id.clone().unwrap(), result.level.unwrap()))
        .collect()
}

#[test]
fn the_schema_is_that_of_sarif_and_refuses() {
    let schema = schema();
    assert!(
        schema["id"]
            .as_str()
            .or(schema["$id"].as_str())
            .unwrap()
            .contains("sarif")
    );
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(!validator.is_valid(&serde_json::json!({ "version": "2.1.0" })));
    assert!(
        !validator.is_valid(&serde_json::json!({ "version": "2.1.0", "runs": [{ "tools": 1 }] }))
    );
}

#[test]
fn every_result_keeps_to_the_schema() {
    let folder = env::temp_dir().join(format!("occupancy-sarif-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let baseline = folder.join("baseline é.toml");
    let cubin = file("occupancy-binary/fixtures/sm_90.cubin");
    let (toml, code) = occupancy(&["baseline", "--threads", "256", &cubin]);
    assert_eq!(code, 0);
    let toml = String::from_utf8(toml).unwrap();
    let path = baseline.to_str().unwrap();
    let check = |toml: &str, more: &[&str]| {
        fs::write(&baseline, toml).unwrap();
        let args = ["check", &cubin, "--baseline", path, "--format", "sarif"];
        log(&[&args, more].concat())
    };
    let (same, code) = check(&toml, &[]);
    assert_eq!((results(&same), code), (Vec::new(), 0));

    let error = |rule: &str| (rule.to_owned(), ResultLevel::Error);
    let note = |rule: &str| (rule.to_owned(), ResultLevel::Note);
    let (worse, code) = check(&toml.replace("registers = 10", "registers = 8"), &[]);
    assert_eq!((results(&worse), code), (vec![error("worse")], 1));
    let location = &worse.runs[0].results.as_ref().unwrap()[0]
        .locations
        .as_ref()
        .unwrap()[0];
    let place = location.physical_location.as_ref().unwrap();
    assert!(
        place
            .artifact_location
            .as_ref()
            .unwrap()
            .uri
            .as_ref()
            .unwrap()
            .ends_with("%20%C3%A9.toml")
    );
    let line = toml
        .lines()
        .position(|line| line == "name = \"saxpy\"")
        .unwrap();
    assert_eq!(
        place.region.as_ref().unwrap().start_line,
        Some(i64::try_from(line).unwrap())
    );

    let (better, _) = check(&toml.replace("registers = 10", "registers = 11"), &[]);
    assert_eq!(results(&better), [error("better")]);
    let (changed, _) = check(&toml.replace("\"saxpy\"", "\"saxpy(int)\""), &[]);
    assert_eq!(results(&changed), [error("changed")]);
    let (code_size, _) = check(
        &toml.replacen("code_bytes = 384", "code_bytes = 400", 1),
        &[],
    );
    assert_eq!(results(&code_size), [note("code_size")]);
    let first = toml.find("[[kernel]]").unwrap();
    let second = first + 1 + toml[first + 1..].find("[[kernel]]").unwrap();
    let (added, _) = check(&format!("{}{}", &toml[..first], &toml[second..]), &[]);
    assert_eq!(results(&added), [error("added")]);
    let (over, _) = check(
        &format!("{}{}", &toml[..first], &toml[second..]),
        &["--max-registers", "11"],
    );
    assert_eq!(results(&over), [error("over_budget")]);
    let more = toml.replace(
        "name = \"saxpy\"",
        "name = \"saxpy\"\naccept = \"a reason\"",
    );
    let (unneeded, code) = check(&more, &[]);
    assert_eq!(
        (results(&unneeded), code),
        (vec![note("unneeded_reason")], 0)
    );
    let (accepted, code) = check(&more.replace("registers = 10", "registers = 8"), &[]);
    assert_eq!((results(&accepted), code), (vec![note("accepted")], 0));
    let gone = format!(
        "{toml}{}",
        toml[first..]
            .replace("\"saxpy\"", "\"axpy\"")
            .replace("sm_90", "sm_80")
    );
    let (removed, _) = check(&gone, &[]);
    assert!(results(&removed).iter().all(|(rule, _)| rule == "removed"));
    assert_eq!(results(&removed).len(), 3);

    // Every rule that is used is described.
    let rules = worse.runs[0].tool.driver.rules.as_ref().unwrap();
    for rule in [
        "worse",
        "better",
        "changed",
        "code_size",
        "added",
        "removed",
        "over_budget",
        "accepted",
        "unneeded_reason",
    ] {
        assert!(rules.iter().any(|other| other.id == rule), "{rule}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_comparison_of_files_names_the_library() {
    let [one, other] = ["sm_90.cubin", "spills.cubin"]
        .map(|name| file(&format!("occupancy-binary/fixtures/{name}")));
    let (log, code) = log(&["compare", &one, &other, "--format", "sarif"]);
    assert_eq!(code, 0);
    assert!(
        results(&log)
            .iter()
            .all(|(_, level)| *level == ResultLevel::Note)
    );
    let location = &log.runs[0].results.as_ref().unwrap()[0]
        .locations
        .as_ref()
        .unwrap()[0];
    let place = location.physical_location.as_ref().unwrap();
    assert_eq!(
        place.artifact_location.as_ref().unwrap().uri.as_deref(),
        Some("spills.cubin")
    );
}
