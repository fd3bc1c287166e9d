//! Asks the compiler for the records of kernels: the `rustc` beside rustdoc checks the crate once, with the arguments of
//! rustdoc, and its errors have the record of every kernel.

use std::{env, path::Path, sync::LazyLock};

use occupancy_report::compiler::{answer, arguments};
use occupancy_report::record::{self, Record};

use crate::host::PLACE_PREFIX;

/// The options of rustdoc that the compiler takes, too, each with a value.
const PASSED: &str = "--crate-name --crate-type --edition --cfg --check-cfg --extern --target --codegen --sysroot \
    --remap-path-prefix -L -l -C -Z";

/// The other options of rustdoc with a value, which is not the file of the crate.
const DROPPED: &str = "-o --out-dir --output --html-in-header --html-before-content --html-after-content \
    --markdown-before-content --markdown-after-content --markdown-css --extend-css -e --theme --index-page \
    --crate-version";

/// The kernels of a crate.
pub(crate) struct Records {
    pub(crate) all: Vec<Record>,
    /// Set if the compiler could not evaluate a value of some kernel, whose record is missing.
    pub(crate) has_failed: bool,
}

/// The records of the crate. An error says, as a part of a sentence, why there are none.
pub(crate) fn of_crate() -> Result<&'static Records, &'static str> {
    static RECORDS: LazyLock<Result<Records, &str>> = LazyLock::new(ask);
    RECORDS.as_ref().map_err(|reason| *reason)
}

/// The record of the kernel with this number. An error is a sentence that says why there is none.
pub(crate) fn of_kernel(id: u64) -> Result<&'static Record, String> {
    let records =
        of_crate().map_err(|reason| format!("Some values are constants, and {reason}."))?;
    let record = records.all.iter().find(|record| record.id == id).ok_or(
        "The compiler cannot evaluate a value of this kernel: `cargo check` says which, and why.",
    )?;
    if record.configurations.iter().any(Option::is_none) {
        return Err("The compiler refuses this configuration: `cargo check` says why.".to_owned());
    }
    Ok(record)
}

/// The number of a kernel inside a function: an error says that its module cannot name the item beside it.
fn in_function(line: &str) -> Option<u64> {
    let (_, id) = line.split_once(PLACE_PREFIX)?;
    let end = id.find(|next: char| !next.is_ascii_digit());
    id.get(..end?)?.parse().ok()
}

fn ask() -> Result<Records, &'static str> {
    let passed = arguments().and_then(|arguments| compiler_arguments(&arguments));
    let mut arguments = passed.ok_or(
        "this host does not show a macro how rustdoc was called, so it cannot ask the compiler",
    )?;
    arguments.extend(["--cfg", "doc"].map(str::to_owned));
    let no_compiler = "there is no `rustc` beside rustdoc that could be asked";
    let rustdoc = env::current_exe().map_err(|_| no_compiler)?;
    let rustc = rustdoc.with_file_name(format!("rustc{}", env::consts::EXE_SUFFIX));
    let output = answer(&rustc, &arguments).map_err(|_| no_compiler)?;
    let (mut all, mut in_functions) = (Vec::new(), Vec::new());
    let (mut has_failed, mut has_errors) = (false, false);
    for line in output.lines() {
        if let Some(record) = record::find(line) {
            // A record that cannot be read is of another version, and not of this crate's own attribute.
            all.extend(record);
        } else if let Some(id) = in_function(line) {
            in_functions.push(id);
        } else if line.contains(": error[E0080]: ") {
            has_failed = true;
        } else {
            has_errors |= line.contains(": error");
        }
    }
    if all.is_empty() && has_errors && !has_failed {
        return Err("the crate does not compile: `cargo check` says why");
    }
    for record in &mut all {
        record.is_in_function = in_functions.contains(&record.id);
    }
    Ok(Records { all, has_failed })
}

/// The arguments of rustdoc that the compiler takes; `None` if they do not name the crate's first file.
fn compiler_arguments(arguments: &[String]) -> Option<Vec<String>> {
    let (mut passed, mut root) = (Vec::new(), None);
    let mut arguments = arguments.iter().peekable();
    while let Some(argument) = arguments.next() {
        let name = match argument.split_once('=') {
            Some((name, _)) if name.starts_with("--") => name,
            _ => argument.as_str(),
        };
        let is_in = |options: &str, name: &str| options.split(' ').any(|one| one == name);
        let has_value = name == argument && (is_in(PASSED, name) || is_in(DROPPED, name));
        let value = arguments.next_if(|_| has_value);
        // `-Copt-level=3` is one argument.
        let short = argument.get(..2).unwrap_or_default();
        let extension = Path::new(argument).extension();
        if is_in(PASSED, name) || is_in(PASSED, short) {
            passed.push(argument.clone());
            passed.extend(value.cloned());
        } else if extension.is_some_and(|end| end == "rs") && !argument.starts_with('-') {
            root = Some(argument.clone());
        }
    }
    passed.push(root?);
    Some(passed)
}

#[cfg(test)]
mod tests {
    use super::compiler_arguments;

    /// The arguments with which cargo and docs.rs call rustdoc.
    #[test]
    fn the_compiler_gets_the_arguments_that_make_the_crate() {
        let passed = |arguments: &str| {
            let arguments: Vec<_> = arguments.split_whitespace().map(str::to_owned).collect();
            compiler_arguments(&arguments).map(|passed| passed.join(" "))
        };
        let all = r#"
            --edition=2024 --crate-type lib --crate-name gemm src/lib.rs -o target/doc.rs --cfg feature="large"
            --check-cfg cfg(docsrs,test) --error-format=json --json=diagnostic-rendered-ansi -Cmetadata=1
            -L dependency=target/debug/deps --extern occupancy=target/liboccupancy.rmeta -Zunstable-options
            --emit=invocation-specific --resource-suffix -20260101-1.97.0-nightly
            --static-root-path /-/rustdoc.static/ --cap-lints warn --crate-version 0.1.0
            --extern-html-root-takes-precedence"#;
        let kept = "--edition=2024 --crate-type lib --crate-name gemm --cfg feature=\"large\" \
                    --check-cfg cfg(docsrs,test) -Cmetadata=1 -L dependency=target/debug/deps \
                    --extern occupancy=target/liboccupancy.rmeta -Zunstable-options src/lib.rs";
        assert_eq!(passed(all).unwrap(), kept);
        assert_eq!(passed("--crate-name gemm"), None);
        assert_eq!(passed(""), None);
    }
}
