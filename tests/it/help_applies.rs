//! Each suggestion compiles: every `help:` of `tests/ui` is applied to its attribute, and the results are built as one
//! program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cases;
use crate::compiler::Source;

/// Cases with a second fault that rustc does not reach, or with a remedy that changes a function in a block or has other arguments there.
const HIDES_ANOTHER: [&str; 7] = [
    "on/unknown-argument.stderr",
    "rustc/cubin-no-image-for-a-constant.stderr",
    "rustc/deferred-literal-faults-before-deferred-ones.stderr",
    "rustc/item-faults-in-a-block.stderr",
    "several/launch-struct-exists-after-a-fault.stderr",
    "rustc/item-defaults.stderr",
    "rustc/sizes-shared-constants.stderr",
];

#[test]
fn each_suggestion_compiles() {
    let mut library = String::from("#![allow(dead_code, unused_imports)]\n\n");
    let mut count = 0;
    for path in messages() {
        let messages = fs::read_to_string(&path).unwrap();
        let source = fs::read_to_string(path.with_extension("rs")).unwrap();
        // The page of the code has the fix of a configuration without the attribute.
        if !source.contains("#[launch_config") {
            continue;
        }
        if HIDES_ANOTHER.iter().any(|case| path.ends_with(case)) {
            continue;
        }
        for messages in by_attribute(&messages, &source) {
            // With several remedies for several faults, one of them is not enough.
            let Some((remedy, line)) = only_help(&messages) else {
                continue;
            };
            let mut arguments = split_at_commas(arguments_at(&source, line).unwrap());
            if let Some(unknown) = unknown_argument(&messages) {
                arguments.retain(|argument| name(argument) != name(unknown));
            }
            // The remedy of a warning silences it; those of errors may raise one.
            let is_warning = messages.contains("[OCC2");
            let level = if is_warning { "deny" } else { "allow" };
            for suggestion in suggestions(remedy) {
                let applied = cases::with_absolute_paths(&suggestion.apply(&arguments).join(", "));
                // On one line, which an error shows as a whole.
                writeln!(
                    library,
                    "#[{level}(deprecated)]\nmod suggestion_{count} {{\n{}    #[occupancy::launch_config({applied})] // {}: {}\n    \
                     fn kernel() {{}}\n}}\n",
                    constants(&source),
                    path.file_stem().unwrap().display(),
                    suggestion.text
                )
                .unwrap();
                count += 1;
            }
        }
    }
    assert!(count >= 500, "only {count} suggestions found");

    let compiled = Source::text("suggestions", &library).check();
    let advice = "a help does not compile; the comment beside it names its case";
    assert!(compiled.succeeded, "{advice}: {}", compiled.said());
}

/// `tests/pass/remedies.rs` does by hand what a `help:` says in words, and nothing else.
#[test]
fn each_remedy_in_words_is_done() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pass/remedies.rs");
    let remedies = fs::read_to_string(path).unwrap();
    let done: BTreeSet<&str> = remedies
        .lines()
        .filter_map(|line| line.strip_prefix("// help: "))
        .collect();
    let text = cases::text(&messages());
    let in_words: BTreeSet<&str> = text
        .lines()
        // The compiler's own help begins a line.
        .filter(|line| line.starts_with(' '))
        .filter_map(|line| line.trim_start().strip_prefix("help: "))
        .filter(|help| suggestions(help).is_empty())
        .collect();
    let advice = "tests/pass/remedies.rs (left) does the helps in words of the messages (right)";
    assert_eq!(done, in_words, "{advice}");
}

/// Each fault of the configuration itself has a help.
#[test]
fn each_refusal_suggests_something() {
    let of_configuration = ["block", "budget", "cluster", "grid", "latency", "tile"];
    for path in messages() {
        // `tile/extent-zero`, or `rustc/tile-extent-zero-of-a-constant`.
        let case = path.display().to_string().replace("rustc/", "");
        let (_, case) = case.rsplit_once("tests/ui/").unwrap();
        if !of_configuration.iter().any(|topic| case.starts_with(topic)) {
            continue;
        }
        let messages = fs::read_to_string(&path).unwrap();
        for message in messages.split("error: ").skip(1) {
            let has_help = message.contains("help: ");
            assert!(has_help, "{}: a message without a help", path.display());
        }
    }
}

/// The files with the messages of every case.
fn messages() -> Vec<PathBuf> {
    cases::topics()
        .iter()
        .flat_map(|topic| cases::messages(topic))
        .collect()
}

/// The messages about each attribute of a case.
fn by_attribute(messages: &str, source: &str) -> Vec<String> {
    let mut all: BTreeMap<usize, String> = BTreeMap::new();
    for message in messages.split("\nerror").filter(|one| one.contains("--> ")) {
        let message = format!("error{}\n", message.trim_start_matches("error"));
        // A message about a constant before the attributes is about none of them.
        if let Some(attribute) = arguments_at(source, line(&message)) {
            *all.entry(attribute.as_ptr().addr()).or_default() += &message;
        }
    }
    all.into_values().collect()
}

/// The line that a message is about.
fn line(message: &str) -> usize {
    let (_, place) = message.split_once("--> ").unwrap();
    place.split(':').nth(1).unwrap().parse().unwrap()
}

/// The text after `help:`, and the line of the first message; `None` if the messages have different helps, or one has
/// none.
fn only_help(messages: &str) -> Option<(&str, usize)> {
    let lines = messages.lines().map(str::trim_start);
    let helps: Vec<_> = lines
        .filter_map(|line| line.strip_prefix("help: "))
        .collect();
    let faults = messages.matches("error: ").count() + messages.matches("error[").count();
    let help = *helps.first()?;
    let is_only = helps.len() == faults && helps.iter().all(|other| *other == help);
    is_only.then(|| (help, line(messages)))
}

/// The unknown argument that a suggestion replaces.
fn unknown_argument(messages: &str) -> Option<&str> {
    let (_, rest) = messages.split_once("unknown argument `")?;
    Some(rest.split_once('`')?.0)
}

/// The arguments of the last attribute that starts at `line` or above.
fn arguments_at(source: &str, line: usize) -> Option<&str> {
    const START: &str = "#[launch_config";
    let end: usize = source.split_inclusive('\n').take(line).map(str::len).sum();
    let start = source[..end].rfind(START)? + START.len();
    let mut depth = 0;
    let length = source[start..].find(|letter: char| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth == 0
    });
    let arguments = source[start..].get(1..length.unwrap());
    Some(arguments.unwrap_or(&source[start..start]))
}

/// The items that an attribute may name: all before the first attribute, and the constants after it.
fn constants(source: &str) -> String {
    let (before, behind) = source.split_once("#[launch_config").unwrap();
    before
        .lines()
        .chain(behind.lines().filter(|line| line.starts_with("const ")))
        .filter(|line| !line.starts_with("#!") && !line.starts_with("//"))
        .fold(String::new(), |all, line| all + line + "\n")
}

/// Splits `list` at the commas that are in no brackets and in no string.
fn split_at_commas(list: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for letter in list.chars() {
        match letter {
            '"' if !escaped => in_string = !in_string,
            '(' | '[' | '{' if !in_string => depth += 1,
            ')' | ']' | '}' if !in_string => depth -= 1,
            _ => {}
        }
        escaped = letter == '\\' && !escaped;
        if letter == ',' && depth == 0 && !in_string {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(letter);
        }
    }
    parts
        .iter()
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect()
}

/// A part of a `help:` in backticks, to be written in the attribute.
struct Suggestion<'a> {
    text: &'a str,
    leave_out: bool,
    /// The argument that it replaces.
    in_place_of: Option<&'a str>,
}

fn suggestions(help: &str) -> Vec<Suggestion<'_>> {
    let parts: Vec<_> = help.split('`').collect();
    parts
        .chunks_exact(2)
        .zip(parts.iter().skip(2).step_by(2))
        // `beside` names an argument that stays, and `…` is left to the author.
        .filter(|(pair, _)| {
            !pair[0].ends_with("beside ") && !pair[1].contains('…') && !pair[1].contains("...")
        })
        // A command is not for the attribute.
        .filter(|(pair, _)| !pair[1].starts_with("nvcc"))
        .map(|(pair, after)| Suggestion {
            text: pair[1],
            leave_out: after.starts_with(" can be left out"),
            in_place_of: after
                .starts_with(" in place of ")
                .then(|| help.rsplit('`').nth(1).unwrap()),
        })
        // A name alone is no change.
        .filter(|suggestion| suggestion.leave_out || suggestion.text.contains(['=', '(']))
        .collect()
}

impl Suggestion<'_> {
    /// Replaces the arguments of the same names, or leaves them out.
    fn apply(&self, arguments: &[String]) -> Vec<String> {
        if let Some(attribute) = self.text.strip_prefix("#[launch_config(") {
            return split_at_commas(attribute.trim_end_matches(")]"));
        }
        let mut changes = split_at_commas(self.text);
        // A value in an `on(…)` is changed there.
        let is_there = |argument: &str, change: &str| {
            let named = |mark| argument.contains(&format!(" {}{mark}", name(change)));
            name(argument) == "on" && (named(" =") || named("("))
        };
        let is_in_on = |change: &str| arguments.iter().any(|one| is_there(one, change));
        let mut applied: Vec<_> = arguments
            .iter()
            .filter(|argument| {
                let is_it = |change: &&String| name(change) == name(argument);
                !changes
                    .iter()
                    .any(|change| is_it(&change) && !is_in_on(change))
            })
            // A literal that a comma cuts off has no name.
            .filter(|argument| {
                !argument.starts_with(|first: char| first == '"' || first.is_ascii_digit())
            })
            .filter(|argument| {
                self.in_place_of
                    .is_none_or(|replaced| replaced != name(argument))
            })
            .cloned()
            .collect();
        for argument in applied.iter_mut().filter(|one| name(one) == "on") {
            let change = changes.iter().position(|change| is_there(argument, change));
            if let Some(at) = change {
                *argument = with_changes(argument, vec![changes.remove(at)]);
            }
        }
        // A value of `tile(…)` is changed in its parentheses.
        for argument in applied.iter_mut().filter(|one| name(one) == "tile") {
            let is_of_tile = |change: &mut String| OF_TILE.split(' ').any(|it| it == name(change));
            *argument = with_changes(argument, changes.extract_if(.., is_of_tile).collect());
        }
        if !self.leave_out {
            applied.extend(changes);
        }
        applied
    }
}

/// The arguments in the parentheses of `tile`.
const OF_TILE: &str = "m n k stages a b accumulator extra_regs problem";

/// Replaces arguments in the parentheses of one.
fn with_changes(argument: &str, changes: Vec<String>) -> String {
    let (outer, rest) = argument.split_once('(').unwrap();
    let mut inner = split_at_commas(rest.strip_suffix(')').unwrap());
    inner.retain(|argument| !changes.iter().any(|one| name(one) == name(argument)));
    inner.extend(changes);
    format!("{outer}({})", inner.join(", "))
}

/// The name that an argument starts with.
fn name(argument: &str) -> &str {
    let end = argument.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &argument[..end.unwrap_or(argument.len())]
}
