//! Writes a configuration as the attribute, and messages about it as the compiler prints them.

use std::fmt::Write;

use occupancy_core::kernel::{Argument, Form};
use unicode_width::UnicodeWidthStr;

use super::check::{Levels, Message, PARTIAL_WARP};
use super::per_gpu::{NamedArch, PerGpu};
use super::values::{AUTO, Setting, Values};
use crate::format::joined;

/// The indentation of further lines of a message, which is as wide as rustc's `error: `.
const INDENT: &str = "       ";

/// The text `#[launch_config(arch = "h100", threads = 256, regs = 64)]`, and the places of the values in it.
///
/// ```
/// use occupancy_report::calculator::{Attribute, Levels, NamedArch, Setting, Values};
///
/// let archs = [NamedArch::find("h100", "")?];
/// let settings = [Setting::parse("threads", "16x16")?, Setting::parse("regs", "64")?];
/// let mut values = Values::default();
/// for setting in &settings {
///     values.apply(setting);
/// }
/// let attribute = Attribute::new(&archs, &values, &[], &Levels::default());
/// assert_eq!(attribute.text, "#[launch_config(arch = \"h100\", threads = (16, 16), regs = 64)]");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The attribute as Rust code.
    pub text: String,
    places: Vec<Place>,
}

/// The place of a value in the text.
#[derive(Clone, Debug)]
struct Place {
    argument: Argument,
    /// The GPU of the `on(…)` around the value.
    gpu: Option<String>,
    column: usize,
    width: usize,
}

impl Attribute {
    /// Writes the attribute of these GPUs, their values, those of single GPUs, and the levels of warnings.
    pub fn new(archs: &[NamedArch], values: &Values<'_>, on: &[PerGpu], levels: &Levels) -> Self {
        let mut attribute = Self {
            text: "#[launch_config(arch = ".to_owned(),
            places: Vec::new(),
        };
        let mut written: Vec<&str> = archs.iter().map(|arch| &*arch.written).collect();
        written.dedup();
        let mut names = joined(", ", &written, |name| format!("{name:?}"));
        if written.len() > 1 {
            names = format!("[{names}]");
        }
        attribute.push_value(Argument::Arch, None, &names);
        for setting in &values.settings {
            attribute.push_setting(", ", setting, None);
        }
        for own in on {
            let name = &own.gpu.name;
            let _ = write!(attribute.text, ", on({name:?}");
            for setting in &own.settings {
                attribute.push_setting(", ", setting, Some(name));
            }
            attribute.text.push(')');
        }
        let mut allow = levels.allow.clone();
        allow.sort_by_key(|name| *name != PARTIAL_WARP);
        let (warn, deny) = (&levels.warn, &levels.deny);
        for (level, names) in [("allow", &allow), ("warn", warn), ("deny", deny)] {
            if !names.is_empty() {
                let _ = write!(attribute.text, ", {level}({})", names.join(", "));
            }
        }
        attribute.text.push_str(")]");
        attribute
    }

    /// Appends an argument after `separator`.
    fn push_setting(&mut self, separator: &str, setting: &Setting, gpu: Option<&str>) {
        let key = setting.argument.key();
        if setting.argument.form() == Form::Flag {
            self.text.push_str(separator);
            return self.push_value(setting.argument, gpu, key);
        }
        let in_parentheses = setting.argument.is_parenthesized();
        let before = if in_parentheses { "(" } else { " = " };
        self.text.extend([separator, key, before]);
        if setting.inside.is_empty() {
            self.push_value(setting.argument, gpu, &as_rust(setting));
        }
        for (at, inner) in setting.inside.iter().enumerate() {
            self.push_setting(if at > 0 { ", " } else { "" }, inner, gpu);
        }
        self.text.push_str(if in_parentheses { ")" } else { "" });
    }

    /// Appends a value, and keeps its place.
    fn push_value(&mut self, argument: Argument, gpu: Option<&str>, value: &str) {
        self.places.push(Place {
            argument,
            gpu: gpu.map(str::to_owned),
            column: self.text.width(),
            width: value.width(),
        });
        self.text.push_str(value);
    }

    /// Returns a message as the compiler prints it: the attribute below it, with the value to blame marked.
    pub fn explained(&self, message: &Message) -> String {
        let mut lines = message.text.lines();
        let mut out = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            let indent = if line.is_empty() { "" } else { INDENT };
            out.extend(["\n", indent, line]);
        }
        // The macro ends a message that has a code in this way.
        if let Some(code) = message.code() {
            out.extend(["\n\n", INDENT, "    more: `occupancy explain ", code, "`"]);
        }
        // The GPU's own value comes first. Without a place, the message marks the whole attribute.
        let place_for = |gpu: &Option<String>| {
            let mut places = self.places.iter();
            places.find(|place| place.argument == message.argument && place.gpu == *gpu)
        };
        let place = place_for(&message.gpu).or_else(|| place_for(&None));
        let (at, width) = place.map_or((0, self.text.width()), |place| (place.column, place.width));
        let marks = format!("{}{}", " ".repeat(at), "^".repeat(width));
        out.extend(["\n  |\n  | ", &self.text, "\n  | ", &marks]);
        out
    }
}

/// Writes a value as Rust code.
fn as_rust(setting: &Setting) -> String {
    let text = &setting.text;
    match (setting.argument, &*setting.numbers) {
        (Argument::Intent, _) => format!("low_occupancy, {text:?}"),
        // A word, or `auto`.
        (_, [_]) if !text.is_empty() => text.clone(),
        (Argument::Setmaxnreg, _) => text.clone(),
        (Argument::Problem, [m, n, _]) => format!("({m}, {n})"),
        (Argument::Threads, [least, most]) if [*least, *most] == AUTO => "auto".to_owned(),
        (Argument::Threads, [least, most]) => format!("auto({least}..={most})"),
        (_, [number] | [number, 1, 1]) => number.to_string(),
        (_, [x, y, 1]) => format!("({x}, {y})"),
        (_, [x, y, z]) => format!("({x}, {y}, {z})"),
        (_, [whole, 1]) => format!("{whole}.0"),
        (_, [numerator, denominator]) => format!("{numerator} / {denominator}"),
        _ => format!("{text:?}"),
    }
}
