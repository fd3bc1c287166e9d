//! The suggestions of refusals compile: each `help:` of `tests/ui` is applied to its attribute, and the results are
//! built as one program.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cases;
use crate::compiler::Source;

/// Cases that show one fault and have another that is not reached, or whose remedy changes the content of a block.
const HIDES_ANOTHER: [&str; 5] = [
    "on/unknown-argument.stderr",
    "rustc/cubin-no-image-for-a-constant.stderr",
    "rustc/deferred-literal-faults-before-deferred-ones.stderr",
    "rustc/item-faults-in-a-block.stderr",
    "several/launch-struct-exists-after-a-fault.stderr",
];

#[test]
fn each_suggestion_compiles() {
    let mut library = String::from("#![allow(dead_code, unused_imports)]\n\n");
    let mut count = 0;
    for path in messages() {
        let messages = fs::read_to_string(&path).unwrap();
        let source = fs::read_to_string(path.with_extension("rs")).unwrap();
        // It is a configuration without the attribute, whose fix is on the page of its code.
        if !source.contains("#[launch_config") {
            continue;
        }
        // It has another fault, which rustc does not reach.
        if HIDES_ANOTHER.iter().any(|case| path.ends_with(case)) {
            continue;
        }
        for messages in by_attribute(&messages, &source) {
            // If several faults have several remedies, one alone does not make it compile.
            let Some((remedy, line)) = only_help(&messages) else {
                continue;
            };
            let mut arguments = split_at_commas(arguments_at(&source, line).unwrap());
            if let Some(unknown) = unknown_argument(&messages) {
                arguments.retain(|argument| name(argument) != name(unknown));
            }
            // The warning has to be gone; others do not matter.
            let is_warning = messages.contains("[OCC2");
            let level = if is_warning { "deny" } else { "allow" };
            for suggestion in suggestions(remedy) {
                let applied = cases::with_absolute_paths(&suggestion.apply(&arguments).join(", "));
                // It is one line, which an error shows as a whole.
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
    assert!(compiled.succeeded, "{}", compiled.said());
}

/// A case that passes follows by hand every help that is in words, and no other.
#[test]
fn each_remedy_in_words_is_done() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pass/remedies.rs");
    let remedies = fs::read_to_string(path).unwrap();
    let done: BTreeSet<&str> = remedies
        .lines()
        .filter_map(|line| line.strip_prefix("// help: "))
        .collect();
    let mut said = BTreeSet::new();
    for path in messages() {
        let messages = fs::read_to_string(path).unwrap();
        said.extend(
            messages
                .lines()
                // The helps of the compiler itself begin a line.
                .filter(|line| line.starts_with(' '))
                .filter_map(|line| line.trim_start().strip_prefix("help: "))
                .filter(|help| suggestions(help).is_empty())
                .map(str::to_owned),
        );
    }
    let said: BTreeSet<&str> = said.iter().map(String::as_str).collect();
    assert_eq!(done, said);
}

/// Every fault of the configuration itself has a remedy.
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
            assert!(message.contains("help: "), "{}", path.display());
        }
    }
}

/// Reads the messages of the compiler about each case.
fn messages() -> Vec<PathBuf> {
    cases::topics()
        .iter()
        .flat_map(|topic| cases::messages(topic))
        .collect()
}

/// Groups the messages about each attribute of a case.
fn by_attribute(messages: &str, source: &str) -> Vec<String> {
    let mut all: BTreeMap<usize, String> = BTreeMap::new();
    for message in messages.split("\nerror").filter(|one| one.contains("--> ")) {
        let message = format!("error{}\n", message.trim_start_matches("error"));
        // A constant before the attributes has no arguments.
        if let Some(attribute) = arguments_at(source, line(&message)) {
            *all.entry(attribute.as_ptr().addr()).or_default() += &message;
        }
    }
    all.into_values().collect()
}

/// Returns the line that a message is about.
fn line(message: &str) -> usize {
    let (_, place) = message.split_once("--> ").unwrap();
    place.split(':').nth(1).unwrap().parse().unwrap()
}

/// Returns the text after `help:`, and the line that the first message is about; `None` if the helps of messages
/// differ, or if there is none.
fn only_help(messages: &str) -> Option<(&str, usize)> {
    let helps = messages.lines().filter_map(|line| {
        let line = line.trim_start();
        line.strip_prefix("help: ")
    });
    let helps: Vec<_> = helps.collect();
    let faults = messages.matches("error: ").count() + messages.matches("error[").count();
    let help = *helps.first()?;
    let is_only = helps.len() == faults && helps.iter().all(|other| *other == help);
    is_only.then(|| (help, line(messages)))
}

/// Returns the argument that a suggestion replaces.
fn unknown_argument(messages: &str) -> Option<&str> {
    let (_, rest) = messages.split_once("unknown argument `")?;
    Some(rest.split_once('`')?.0)
}

/// Returns the arguments of the last attribute that starts at `line` or above.
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

/// Returns the constants that an attribute may name: the text before the first attribute, and constants on lines of
/// their own.
fn constants(source: &str) -> String {
    let (before, behind) = source.split_once("#[launch_config").unwrap();
    before
        .lines()
        .chain(behind.lines().filter(|line| line.starts_with("const ")))
        .filter(|line| !line.starts_with("#!") && !line.starts_with("//"))
        .fold(String::new(), |all, line| all + line + "\n")
}

/// Splits `list` at its commas, but not within brackets or strings.
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

/// Code in backticks that a `help:` suggests.
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
        // Other values stay, and an open one is for the author.
        .filter(|(pair, _)| {
            !pair[0].ends_with("beside ") && !pair[1].contains('…') && !pair[1].contains("...")
        })
        // Commands are no code of the attribute, either.
        .filter(|(pair, _)| !pair[1].starts_with("nvcc"))
        .map(|(pair, after)| Suggestion {
            text: pair[1],
            leave_out: after.starts_with(" can be left out"),
            in_place_of: after
                .starts_with(" in place of ")
                .then(|| help.rsplit('`').nth(1).unwrap()),
        })
        // A name alone describes an argument.
        .filter(|suggestion| suggestion.leave_out || suggestion.text.contains(['=', '(']))
        .collect()
}

impl Suggestion<'_> {
    /// Returns the arguments, with those of the same names replaced or left out.
    fn apply(&self, arguments: &[String]) -> Vec<String> {
        if let Some(attribute) = self.text.strip_prefix("#[launch_config(") {
            return split_at_commas(attribute.trim_end_matches(")]"));
        }
        let mut changes = split_at_commas(self.text);
        // A value of one GPU is changed there.
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
            // A part without a name belongs to the value before the comma.
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
            let change = changes.iter().find(|change| is_there(argument, change));
            if let Some(change) = change.cloned() {
                let mut inner = in_parentheses(argument);
                inner.retain(|argument| name(argument) != name(&change));
                inner.push(change.clone());
                *argument = format!("on({})", inner.join(", "));
                changes.retain(|other| *other != change);
            }
        }
        // A value of `tile(…)` is changed in its parentheses.
        for argument in applied.iter_mut().filter(|one| name(one) == "tile") {
            let (of_tile, others) = changes.into_iter().partition::<Vec<String>, _>(|change| {
                OF_TILE.split(' ').any(|it| it == name(change))
            });
            changes = others;
            if !of_tile.is_empty() {
                let mut inner = in_parentheses(argument);
                inner.retain(|argument| !of_tile.iter().any(|one| name(one) == name(argument)));
                inner.extend(of_tile);
                *argument = format!("tile({})", inner.join(", "));
            }
        }
        if !self.leave_out {
            applied.extend(changes);
        }
        applied
    }
}

/// Returns the arguments in the parentheses of `on` or `tile`.
fn in_parentheses(argument: &str) -> Vec<String> {
    let (_, inner) = argument.split_once('(').unwrap();
    split_at_commas(inner.strip_suffix(')').unwrap())
}

/// The arguments in the parentheses of `tile`.
const OF_TILE: &str = "m n k stages a b accumulator extra_regs problem";

/// Returns the name that an argument starts with.
fn name(argument: &str) -> &str {
    let end = argument.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
    &argument[..end.unwrap_or(argument.len())]
}
