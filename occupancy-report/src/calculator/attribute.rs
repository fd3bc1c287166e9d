//! A configuration as it is written in the attribute, and messages about it as the compiler prints them.

use occupancy_core::kernel::Argument;
use unicode_width::UnicodeWidthStr;

use super::found::{Levels, Message, PARTIAL_WARP};
use super::on::{NamedArch, On};
use super::values::{AUTO, Setting, Values};
use crate::words::joined;

/// Columns that rustc's `error: ` takes before a message, below which the rest of it stands.
const INDENT: &str = "       ";

/// `#[launch_config(arch = "h100", threads = 256, regs = 64)]`, and where the values are in it.
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
    /// The text.
    pub text: String,
    values: Vec<Place>,
}

/// A value in the text.
#[derive(Clone, Debug)]
struct Place {
    argument: Argument,
    /// The GPU of the `on(…)` that it is in.
    gpu: Option<String>,
    column: usize,
    width: usize,
}

impl Attribute {
    /// The attribute that states these GPUs, their values, those of single GPUs, and the levels of warnings.
    pub fn new(archs: &[NamedArch], values: &Values<'_>, on: &[On], levels: &Levels) -> Self {
        let mut attribute = Self {
            text: "#[launch_config(arch = ".to_owned(),
            values: Vec::new(),
        };
        let names = joined(", ", archs, |arch| format!("{:?}", arch.name));
        let archs = match archs.len() {
            1 => names,
            _ => format!("[{names}]"),
        };
        attribute.push(Argument::Arch, None, &archs);
        for setting in &values.settings {
            attribute.setting(", ", setting, None);
        }
        for own in on {
            let name = &own.gpu.name;
            attribute.text.extend([", on(", &format!("{name:?}")]);
            for setting in &own.settings {
                attribute.setting(", ", setting, Some(name));
            }
            attribute.text.push(')');
        }
        let mut allow = levels.allow.clone();
        allow.sort_by_key(|name| *name != PARTIAL_WARP);
        let (warn, deny) = (&levels.warn, &levels.deny);
        for (level, names) in [("allow", &allow), ("warn", warn), ("deny", deny)] {
            if !names.is_empty() {
                let names = names.join(", ");
                attribute.text.extend([", ", level, "(", &names, ")"]);
            }
        }
        attribute.text.push_str(")]");
        attribute
    }

    /// An argument behind `separator`.
    fn setting(&mut self, separator: &str, setting: &Setting, gpu: Option<&str>) {
        let key = setting.argument.key();
        let in_parentheses = setting.argument.is_parenthesized();
        let before = if in_parentheses { "(" } else { " = " };
        self.text.extend([separator, key, before]);
        if setting.inside.is_empty() {
            self.push(setting.argument, gpu, &written(setting));
        }
        for (at, inner) in setting.inside.iter().enumerate() {
            self.setting(if at > 0 { ", " } else { "" }, inner, gpu);
        }
        self.text.push_str(if in_parentheses { ")" } else { "" });
    }

    fn push(&mut self, argument: Argument, gpu: Option<&str>, value: &str) {
        self.values.push(Place {
            argument,
            gpu: gpu.map(str::to_owned),
            column: self.text.width(),
            width: value.width(),
        });
        self.text.push_str(value);
    }

    /// A message with the value marked that it is about: as the compiler prints it.
    pub fn explained(&self, message: &Message) -> String {
        let mut lines = message.text.lines();
        let mut out = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            out.push('\n');
            if !line.is_empty() {
                out.extend([INDENT, line]);
            }
        }
        // As the macro ends a message that has a code.
        if let Some(code) = message.code() {
            out.extend(["\n\n", INDENT, "    more: `occupancy explain ", code, "`"]);
        }
        // The value is the GPU's own, where it has one; what is not stated is missing from the whole.
        let of = |gpu: &Option<String>| {
            let mut places = self.values.iter();
            places.find(|place| place.argument == message.argument && place.gpu == *gpu)
        };
        let place = of(&message.gpu).or_else(|| of(&None));
        let (at, width) = place.map_or((0, self.text.width()), |place| (place.column, place.width));
        let marks = format!("{}{}", " ".repeat(at), "^".repeat(width));
        out.extend(["\n  |\n  | ", &self.text, "\n  | ", &marks]);
        out
    }
}

/// A value as Rust code.
fn written(setting: &Setting) -> String {
    let text = &setting.text;
    match (setting.argument, &*setting.numbers) {
        (Argument::Intent, _) => format!("low_occupancy, {text:?}"),
        (Argument::Accumulator, _) => text.clone(),
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
