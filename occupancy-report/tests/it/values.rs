//! Reads arguments from text, and compares with `arguments.txt`.
//!
//! A line of the file is an argument and its text, or after `?` several of them, as the calculator's page sends them.
//! The values or the message are below it.

use occupancy_report::calculator::{Setting, answer, values};
use serde_json::Value;

#[test]
fn arguments_are_read_as_written() {
    let written = include_str!("../arguments.txt");
    let mut read = String::new();
    for line in written.lines().filter(|line| !line.starts_with("    ")) {
        read.extend([line, "\n"]);
        let result = match line.strip_prefix("? ") {
            Some(request) => answer_to(request),
            None if line.is_empty() || line.starts_with('#') => continue,
            None => {
                let (name, text) = line.split_once('=').unwrap();
                values_of(name.trim(), text.trim())
            }
        };
        for line in result.lines() {
            read.extend(["    ", line, "\n"]);
        }
    }
    crate::compare("arguments.txt", &read);
}

fn values_of(name: &str, text: &str) -> String {
    let argument = Setting::arguments().find(|argument| argument.key() == name);
    match values::of(argument.unwrap(), text) {
        Ok(settings) => settings.iter().map(value).collect::<Vec<_>>().join(", "),
        Err(message) => format!("error: {message}"),
    }
}

fn value(setting: &Setting) -> String {
    let numbers: Vec<_> = setting.numbers.iter().map(ToString::to_string).collect();
    let nested = |one: &Setting| format!("{} = {}", one.argument.key(), value(one));
    let inside: Vec<_> = setting.inside.iter().map(nested).collect();
    let text = match &*setting.text {
        "" => numbers.join(" "),
        text => text.to_owned(),
    };
    text + &inside.join("; ")
}

/// Returns faults, errors with their fields, the figures of each GPU, and the attribute with its marks.
fn answer_to(request: &str) -> String {
    let answer: Value = serde_json::from_str(&answer(&request.replace(" ; ", "\n"))).unwrap();
    let rows = |key: &str| answer[key].as_array().unwrap().iter();
    let each = |key, names: &str| -> String {
        let row = |row: &Value| {
            let cell = |name| row.pointer(name).unwrap().to_string();
            names.split(' ').map(cell).collect::<Vec<_>>().join(" ") + "\n"
        };
        rows(key).map(row).collect()
    };
    let marks = |error: &Value| {
        let lines: Vec<_> = error["explained"].as_str().unwrap().lines().collect();
        lines[lines.len() - 2..].join("\n") + "\n"
    };
    let figures = "/figures/arch /figures/threads /figures/regs /figures/smem";
    each("faults", "/argument /message")
        + &each("errors", "/code /argument /field")
        + &each("gpus", figures)
        + &rows("errors").map(marks).collect::<String>()
}
