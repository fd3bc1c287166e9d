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
    let cubins = ["sm_90.cubin", "spills.cubin"].map(fixture);
    let [cubin, spills] = &cubins;
    let written = |cubin: &str| {
        let (toml, code) = occupancy(&["baseline", "--threads", "256", cubin]);
        assert_eq!(code, 0);
        String::from_utf8(toml).unwrap()
    };
    let check = |cubin: &str, toml: &str, more: &[&str]| {
        fs::write(&baseline, toml).unwrap();
        let args = ["check", cubin, "--baseline", baseline.to_str().unwrap()];
        run(&validator, &[&args, more].concat())
    };
    let toml = written(cubin);
    let saxpy = "[kernel.saxpy]\n\"sm_90\" = { regs = 10, blocks = 8 }\n";
    let replaced = |toml: &str, old: &str, new: &str| {
        assert!(toml.contains(old), "{toml}");
        toml.replace(old, new)
    };
    let rule = |keys: &str| replaced(&toml, "\n[code]", &format!("\n[[rule]]\n{keys}\n\n[code]"));
    let any = rule("fails = \"any\"");
    let spilled = written(spills);
    let worse = replaced(&spilled, "spills = 42, ", "");
    let accepted = replaced(&spilled, "spills = 42, ", "accept = \"why\", ");
    let renamed = saxpy.replace("saxpy", "axpy").replace("10", "200");
    for (cubin, baseline, more, expected, code) in [
        (cubin, &toml, &[][..], &[][..], 0),
        (spills, &worse, &[], &["error: spills"], 1),
        (spills, &accepted, &[], &[], 0),
        (
            cubin,
            &replaced(&toml, "regs = 10", "regs = 9"),
            &["--max-registers", "9"],
            &["error: budget"],
            1,
        ),
        (
            cubin,
            &replaced(&any, "regs = 10", "regs = 11"),
            &[],
            &["error: better"],
            1,
        ),
        (cubin, &replaced(&any, saxpy, ""), &[], &["error: added"], 1),
        (
            cubin,
            &replaced(&any, saxpy, &(renamed + saxpy)),
            &[],
            &["error: removed"],
            1,
        ),
        (
            cubin,
            &rule("kernels = \"typo\"\nmax_registers = 9"),
            &[],
            &["warning: warning"],
            0,
        ),
    ] {
        let (run, found) = check(cubin, baseline, more);
        assert_eq!(results(&run), expected, "{baseline}");
        assert_eq!(found, code, "{expected:?}");
    }

    let (run, _) = check(spills, &worse, &[]);
    let uri = location(&run)["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("%20%C3%A9.toml"), "{uri}");
    let header = worse.lines().position(|line| line == "[kernel.spills]");
    assert_eq!(location(&run)["region"]["startLine"], header.unwrap() + 2);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_comparison_of_nothing_says_so() {
    let [one, other] = ["sm_90.cubin", "spills.cubin"].map(fixture);
    let (run, code) = run(&validator(), &["compare", &one, &other]);
    assert_eq!(code, 1);
    assert!(results(&run).is_empty());
    let notification = &run["invocations"][0]["toolExecutionNotifications"][0];
    let text = notification["message"]["text"].as_str().unwrap();
    assert!(text.starts_with("nothing was compared"), "{text}");
}
