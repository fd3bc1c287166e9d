//! A constant has the faults of a literal: each attribute of `tests/ui` is compiled as it is, and with a block in place of
//! each number, which only the compiler evaluates. Both have the same faults.

use std::collections::{BTreeMap, BTreeSet};
use std::{fs, thread};

use crate::cases;
use crate::compiler::Source;

/// The arguments that are integers, also those in the parentheses of others.
const INTEGERS: &str = "a b barriers bytes carveout cluster cycles elements extra_regs grid instructions items_per_thread k m max_blocks min_blocks n regs sgprs sms smem stages static_smem threads threads_per_item vgprs";

/// The attributes of a topic's cases, each on one line and without a name of its own.
fn attributes(topic: &str) -> Vec<String> {
    let mut all = Vec::new();
    for file in cases::sources(topic) {
        let source = fs::read_to_string(file).unwrap();
        for rest in source.split("launch_config(").skip(1) {
            let Some((arguments, _)) = rest.split_once(")]\n") else {
                continue;
            };
            let words: Vec<&str> = arguments.split_whitespace().collect();
            let mut line = words.join(" ");
            // The name of one of several on an item.
            if let Some((name, others)) = line.split_once(", ")
                && name.starts_with("name = ")
            {
                line = others.to_owned();
            }
            let arguments = cases::with_absolute_paths(&line);
            // The constants of the case are missing in the program.
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

/// The attribute with `{ 256 }` for `256`; `None` if it has no such number.
fn with_blocks(attribute: &str) -> Option<String> {
    let mut out = String::new();
    let mut rest = attribute;
    let mut is_changed = false;
    while let Some(at) = rest.find(" = ") {
        let (before, after) = rest.split_at(at + 3);
        out.push_str(before);
        rest = after;
        let key = before.trim_end_matches(" = ");
        let name = key.rsplit([' ', '(']).next().unwrap_or(key);
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, behind) = after.split_at(digits);
        // A whole value, which is an `i32` in a block, and not the start of `1,024`.
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

/// The faults on each line of a crate with these attributes, one on a line.
fn faults(name: &str, attributes: &[String]) -> BTreeMap<usize, Vec<String>> {
    let lines = attributes.iter().enumerate().map(|(at, attribute)| {
        format!("mod m{at} {{ #[occupancy::launch_config({attribute})] pub fn kernel() {{}} }}\n")
    });
    let source: String = lines.collect();
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for message in Source::text(name, &source).check().messages {
        let is_ours = message.level != "error" || message.text.contains("[OCC");
        let is_of_expansion = message.rendered.contains("originates in");
        let advice = "the expansion does not compile";
        assert!(
            is_ours || !is_of_expansion,
            "{advice}: {}",
            message.rendered
        );
        let Some((_, words)) = message.text.split_once("[OCC") else {
            continue;
        };
        // Of a message that is no rule's, only the code is compared, and of a rule's not the help: the macro knows less of
        // a constant.
        let is_of_rule = words.starts_with('0');
        let first = words.lines().next().unwrap();
        let words = if is_of_rule { first } else { &words[..4] };
        for (line, text) in message.places {
            let fault = format!("{text}: [OCC{words}").replace("{ ", "");
            let faults = found.entry(line - 1).or_default();
            faults.push(fault.replace(" }", ""));
        }
    }
    for codes in found.values_mut() {
        codes.sort();
    }
    assert!(!found.is_empty(), "no attribute of `{name}` has a fault");
    found
}

/// The names of the arguments of an attribute.
fn names(attribute: &str) -> BTreeSet<&str> {
    let (before, _) = attribute.rsplit_once(" = ").unwrap_or_default();
    let parts = before.split(" = ");
    let names = parts.filter_map(|text| text.rsplit([' ', '(']).next());
    names.collect()
}

#[test]
fn a_constant_has_the_faults_of_a_literal() {
    let topics = cases::topics();
    let all = topics.iter().flat_map(|topic| attributes(topic));
    let changed = all.filter_map(|literal| Some((with_blocks(&literal)?, literal)));
    let (constants, literals): (Vec<String>, Vec<String>) = changed.unzip();
    let of_literals = faults("literals", &literals);
    // Evaluation takes a while. An attribute is compiled if it has an argument, or an argument with a fault, that none
    // before it has.
    let mut seen = BTreeSet::new();
    let shows_more = |at: &usize| {
        let faults = of_literals.get(at).into_iter().flatten();
        let code = |fault: &'_ String| {
            fault
                .split_once("[OCC")
                .map(|(_, code)| code[..3].to_owned())
        };
        let codes: Vec<_> = faults.map(code).chain([None]).collect();
        let count = seen.len();
        for name in names(&literals[*at]) {
            seen.extend(codes.iter().cloned().map(|code| (name, code)));
        }
        seen.len() > count
    };
    let at: Vec<usize> = (0..literals.len()).filter(shows_more).collect();
    assert!(at.len() > 60, "only {} attributes are compiled", at.len());
    let (some, others) = at.split_at(at.len() / 2);
    thread::scope(|scope| {
        for (name, part) in [("constants", some), ("other_constants", others)] {
            let (constants, of_literals) = (&constants, &of_literals);
            scope.spawn(move || {
                let constants: Vec<_> = part.iter().map(|at| constants[*at].clone()).collect();
                let of_constants = faults(name, &constants);
                for (line, at) in part.iter().enumerate() {
                    let (literal, constant) = (of_literals.get(at), of_constants.get(&line));
                    let attribute = &constants[line];
                    assert_eq!(literal, constant, "faults of {attribute}");
                }
            });
        }
    });
}
