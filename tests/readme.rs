//! What the README and the attribute's documentation show is what the compiler prints.

const REFUSAL: &str = include_str!("ui/budget/min-blocks-bound-by-registers.stderr");

#[test]
fn refusals_are_quoted_from_the_compiler() {
    let (message, _) = REFUSAL.split_once(" --> ").unwrap();
    let message: Vec<&str> = lines(message);
    assert_eq!(message.len(), 6, "{message:?}");
    for document in [
        include_str!("../README.md"),
        include_str!("../src/launch_config.md"),
    ] {
        let document = lines(document);
        assert!(
            document
                .windows(message.len())
                .any(|window| window == message),
            "{message:#?}"
        );
    }
}

/// Lines with something in them, without their indentation.
fn lines(text: &str) -> Vec<&str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect()
}

#[test]
fn counts_are_those_of_the_tables() {
    let readme = include_str!("../README.md");
    let devices = format!("{} devices", occupancy::Device::ALL.len());
    assert!(readme.contains(&devices), "{devices}");
    let rows = include_str!("vectors/cuda_occupancy_13.5.csv")
        .lines()
        .count()
        - 1;
    let rows = format!("{} configurations", occupancy::grouped(rows as u64));
    assert!(readme.contains(&rows), "{rows}");
}

#[test]
fn ci_runs_the_commands_of_the_readme() {
    let readme = include_str!("../README.md");
    let ci = include_str!("../.ci/run");
    assert!(readme.contains("\ncargo run --example saxpy\n"));
    assert!(readme.contains("\ncargo test --workspace\n"));
    let (before, _) = ci.split_once("\ncargo test --workspace\n").unwrap();
    assert!(
        !before.contains("\ncargo "),
        "the README's test command comes first"
    );
}
