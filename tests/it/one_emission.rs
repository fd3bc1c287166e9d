//! A constant gets the faults of a literal: each attribute of the cases in `tests/ui` is checked as it is, and with a
//! block in place of each number, which only the compiler evaluates. Both have the same faults.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, thread};

use crate::cases;
use crate::compiler::Source;

/// The arguments, and values in them, that are integers.
const INTEGERS: &str = "a b barriers bytes carveout cluster cycles elements extra_regs grid instructions items_per_thread k m max_blocks min_blocks n regs sms smem stages static_smem threads";

/// Collects the attributes of a topic's cases, each on one line and without a name of its own.
fn attributes(topic: &str) -> Vec<String> {
    let mut all = Vec::new();
    for file in cases::sources(topic) {
        let source = fs::read_to_string(file).unwrap();
        for rest in source.split("launch_config(").skip(1) {
            let Some((arguments, _)) = rest.split_once(")]\n") else {
                continue;
            };
            let words: Vec<&str> = arguments.split_whitespace().collect();
            let mut arguments = words.join(" ");
            // It names one of several attributes on an item.
            if let Some((name, others)) = arguments.split_once(", ")
                && name.starts_with("name = ")
            {
                arguments = others.to_owned();
            }
            let arguments = cases::with_absolute_paths(&arguments);
            // It reads a constant of the case, without which the compiler evaluates nothing.
            let names_a_constant = arguments
                .split(|letter: char| !letter.is_ascii_alphanumeric())
                .any(|word| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase()));
            if !arguments.contains("name =") && !arguments.contains("//") && !names_a_constant {
                all.push(arguments);
            }
        }
    }
    all
}

/// Writes the attribute with `{ 256 }` for `256`; the flag is `true` if there is such a number.
fn with_blocks(attribute: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = attribute;
    let mut is_changed = false;
    while let Some(at) = rest.find(" = ") {
        let (before, after) = rest.split_at(at + 3);
        out.push_str(before);
        rest = after;
        let begun = before.trim_end_matches(" = ");
        let name = begun.rsplit([' ', '(']).next().unwrap_or(begun);
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, behind) = after.split_at(digits);
        // Only a number alone is replaced, which is an `i32` in a block; the comma of `1,024` ends none.
        let next = behind.trim_start_matches([',', ' ']);
        let is_alone = (behind.is_empty() || behind.starts_with([',', ')']))
            && !next.starts_with(|c: char| c.is_ascii_digit());
        if INTEGERS.split(' ').any(|it| it == name) && is_alone && number.parse::<i32>().is_ok() {
            out.push_str("{ ");
            out.push_str(number);
            out.push_str(" }");
            rest = behind;
            is_changed = true;
        }
    }
    out.push_str(rest);
    is_changed.then_some(out)
}

/// Returns the codes of the faults on each line of a crate with these attributes.
fn faults(name: &str, attributes: &[String]) -> BTreeMap<usize, Vec<String>> {
    let lines = attributes.iter().enumerate().map(|(at, attribute)| {
        format!("mod m{at} {{ #[occupancy::launch_config({attribute})] pub fn kernel() {{}} }}\n")
    });
    let source: String = lines.collect();
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for message in Source::text(name, &source).check().messages {
        // The code beside a refusal compiles.
        let is_ours = message.level != "error" || message.text.contains("[OCC");
        let is_written = message.rendered.contains("originates in");
        assert!(is_ours || !is_written, "{}", message.rendered);
        let Some((_, words)) = message.text.split_once("[OCC") else {
            continue;
        };
        // About a constant, the macro knows less for a help, and for messages that belong to no rule: warnings, and
        // those about the form of the attribute.
        let is_of_rule = words.starts_with('0');
        let first = words.lines().next().unwrap();
        let words = if is_of_rule { first } else { &words[..4] };
        for (line, text) in message.places {
            let fault = format!("{text}: [OCC{words}");
            let without_blocks = fault.replace("{ ", "").replace(" }", "");
            found.entry(line - 1).or_default().push(without_blocks);
        }
    }
    for codes in found.values_mut() {
        codes.sort();
    }
    assert!(!found.is_empty());
    found
}

/// Returns the names of the arguments that an attribute states.
fn names(attribute: &str) -> BTreeSet<&str> {
    let (before, _) = attribute.rsplit_once(" = ").unwrap_or_default();
    before
        .split(" = ")
        .filter_map(|text| text.rsplit([' ', '(']).next())
        .collect()
}

#[test]
fn a_constant_has_the_faults_of_a_literal() {
    let topics = cases::topics();
    let all = topics.iter().flat_map(|topic| attributes(topic));
    let changed = all.filter_map(|literal| Some((with_blocks(&literal)?, literal)));
    let (constants, literals): (Vec<String>, Vec<String>) = changed.unzip();
    let of_literals = faults("literals", &literals);
    // Each takes the compiler a while. So it evaluates only those with a new fault of an argument, or a new pair of
    // arguments.
    let mut seen = BTreeSet::new();
    let shows_more = |at: &usize| {
        let faults = of_literals.get(at).into_iter().flatten();
        let faults: Vec<_> = faults
            .map(|fault| fault.split_once("[OCC").map(|(_, code)| &code[..3]))
            .collect();
        let of_names = names(&literals[*at]).into_iter().flat_map(|name| {
            let faults = faults.clone().into_iter();
            faults.chain([None]).map(move |fault| (name, fault))
        });
        let count = seen.len();
        seen.extend(of_names);
        seen.len() > count
    };
    let at: Vec<usize> = (0..literals.len()).filter(shows_more).collect();
    assert!(at.len() > 60, "{}", at.len());
    let (some, others) = at.split_at(at.len() / 2);
    thread::scope(|scope| {
        for (name, part) in [("constants", some), ("other_constants", others)] {
            let (constants, of_literals) = (&constants, &of_literals);
            scope.spawn(move || {
                let constants: Vec<_> = part.iter().map(|at| constants[*at].clone()).collect();
                let of_constants = faults(name, &constants);
                for (line, at) in part.iter().enumerate() {
                    let constant = &constants[line];
                    assert_eq!(of_literals.get(at), of_constants.get(&line), "{constant}");
                }
            });
        }
    });
}
