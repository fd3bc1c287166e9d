//! Arguments as text, and what is found of them.
//!
//! A line of `arguments.txt` is an argument and its text, or several of them after `?`, as the calculator's page asks.
//! What is read of it, or said, is below.

use occupancy_report::calculator::{Setting, answer, values};
use serde_json::Value;

#[test]
fn arguments_are_read_as_written() {
    let written = include_str!("../arguments.txt");
    let mut read = String::new();
    for line in written.lines().filter(|line| !line.starts_with("    ")) {
        read.extend([line, "\n"]);
        let found = match line.strip_prefix("? ") {
            Some(asked) => asked_of_the_page(asked),
            None if line.is_empty() || line.starts_with('#') => continue,
            None => {
                let (name, text) = line.split_once('=').unwrap();
                of(name.trim(), text.trim())
            }
        };
        for line in found.lines() {
            read.extend(["    ", line, "\n"]);
        }
    }
    crate::compare("arguments.txt", &read);
}

fn of(name: &str, text: &str) -> String {
    let argument = Setting::arguments()
        .find(|argument| argument.key() == name)
        .unwrap();
    match values::of(argument, text) {
        Ok(settings) => settings.iter().map(shown).collect::<Vec<_>>().join(", "),
        Err(message) => format!("error: {message}"),
    }
}

fn shown(setting: &Setting) -> String {
    let numbers: Vec<_> = setting.numbers.iter().map(ToString::to_string).collect();
    let inside = setting.inside.iter();
    let inside: Vec<_> = inside
        .map(|one| format!("{} = {}", one.argument.key(), shown(one)))
        .collect();
    numbers.join(" ") + &setting.text + &inside.join("; ")
}

/// Faults, errors with their fields, what each GPU has, and the attribute.
fn asked_of_the_page(asked: &str) -> String {
    let answer: Value = serde_json::from_str(&answer(&asked.replace(" ; ", "\n"))).unwrap();
    let each = |key: &str, names: &[&str]| -> String {
        let rows = answer[key].as_array().unwrap().iter();
        let row = |row: &Value| {
            names
                .iter()
                .map(|name| row.pointer(name).unwrap().to_string() + " ")
                .collect::<String>()
                + "\n"
        };
        rows.map(row).collect()
    };
    let marks = answer["errors"].as_array().unwrap().iter().map(|error| {
        let lines: Vec<_> = error["explained"].as_str().unwrap().lines().collect();
        lines[lines.len() - 2..].join("\n") + "\n"
    });
    let marks: String = marks.collect();
    let faults = each("faults", &["/argument", "/message"]);
    let errors = each("errors", &["/code", "/argument", "/field"]);
    let gpus = each(
        "gpus",
        &[
            "/figures/arch",
            "/figures/threads",
            "/figures/regs",
            "/figures/smem",
        ],
    );
    format!("{faults}{errors}{gpus}{marks}").replace(" \n", "\n")
}
