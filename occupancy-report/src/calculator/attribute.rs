//! A configuration as it is written in the attribute, and messages about it as the compiler prints them.

use occupancy_core::{Lint, kernel::Argument};
use unicode_width::UnicodeWidthStr;

use super::levels::Levels;
use super::message::Message;
use super::on::On;
use super::setting::{Setting, Value, Values};
use super::values::NamedArch;
use crate::words::joined;

/// Columns that rustc's `error: ` takes before a message, below which the rest of it stands.
const INDENT: &str = "       ";

/// `#[launch_config(arch = "h100", threads = 256, regs = 64)]`, and where the values are in it.
///
/// ```
/// use occupancy_report::calculator::{Attribute, Levels, NamedArch, Setting, Values};
///
/// let archs = [NamedArch::find("h100", "")?];
/// let mut values = Values::default();
/// values.apply(&Setting::parse("threads", "16x16")?);
/// values.apply(&Setting::parse("regs", "64")?);
/// let attribute = Attribute::new(&archs, &values, &[], &Levels::default());
/// assert_eq!(attribute.as_str(), "#[launch_config(arch = \"h100\", threads = (16, 16), regs = 64)]");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Attribute {
    text: String,
    values: Vec<Place>,
}

/// A value in the text.
#[derive(Clone, Debug)]
struct Place {
    argument: &'static str,
    /// The GPU of the `on(…)` that it is in.
    gpu: Option<String>,
    column: usize,
    width: usize,
}

impl Attribute {
    /// The attribute that states these GPUs, their values, those of single GPUs, and the levels of warnings.
    pub fn new(archs: &[NamedArch], values: &Values, on: &[On], levels: &Levels) -> Self {
        let mut attribute = Self {
            text: "#[launch_config(arch = ".to_owned(),
            values: Vec::new(),
        };
        let names = joined(", ", archs, |arch| format!("{:?}", arch.name));
        let archs = match archs.len() {
            1 => names,
            _ => format!("[{names}]"),
        };
        attribute.push("arch", None, &archs);
        attribute.settings(", ", values.settings(), None);
        for own in on {
            let name = &own.gpu.name;
            attribute.text.extend([", on(", &format!("{name:?}")]);
            attribute.settings(", ", &own.settings, Some(name));
            attribute.text.push(')');
        }
        let names = |lints: &[Lint]| lints.iter().map(|lint| lint.name()).collect::<Vec<_>>();
        let mut allow = names(&levels.allow);
        if levels.partial_warp_allowed {
            allow.insert(0, "partial_warp");
        }
        let (warn, deny) = (names(&levels.warn), names(&levels.deny));
        for (level, names) in [("allow", allow), ("warn", warn), ("deny", deny)] {
            if !names.is_empty() {
                let names = names.join(", ");
                attribute.text.extend([", ", level, "(", &names, ")"]);
            }
        }
        attribute.text.push_str(")]");
        attribute
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Arguments, of which the first comes behind `separator`.
    fn settings(&mut self, mut separator: &str, settings: &[Setting], gpu: Option<&str>) {
        for Setting { argument, value } in settings {
            let [before, behind] = if argument.is_parenthesized() {
                ["(", ")"]
            } else {
                [" = ", ""]
            };
            self.text.extend([separator, argument.key(), before]);
            match value {
                Value::Nested(inner) => self.settings("", inner.settings(), gpu),
                _ => self.push(argument.key(), gpu, &written(*argument, value)),
            }
            self.text.push_str(behind);
            separator = ", ";
        }
    }

    fn push(&mut self, argument: &'static str, gpu: Option<&str>, value: &str) {
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
        let of = |gpu: Option<&String>| {
            let mut places = self.values.iter();
            places
                .find(|place| place.argument == message.argument.key() && place.gpu.as_ref() == gpu)
        };
        let place = of(message.gpu.as_ref()).or_else(|| of(None));
        let (at, width) = place.map_or((0, self.text.width()), |place| (place.column, place.width));
        let marks = format!("{}{}", " ".repeat(at), "^".repeat(width));
        out.extend(["\n  |\n  | ", &self.text, "\n  | ", &marks]);
        out
    }
}

/// A value as Rust code.
fn written(argument: Argument, value: &Value) -> String {
    match value {
        Value::Integer(number) => number.to_string(),
        Value::Extents((m, n, _)) if argument == Argument::Problem => format!("({m}, {n})"),
        Value::Extents((x, 1, 1)) => x.to_string(),
        Value::Extents((x, y, 1)) => format!("({x}, {y})"),
        Value::Extents((x, y, z)) => format!("({x}, {y}, {z})"),
        auto if *auto == Value::AUTO => "auto".to_owned(),
        Value::Auto(least, most) => format!("auto({least}..={most})"),
        Value::Ratio(ratio) => match (ratio.numerator(), ratio.denominator()) {
            (whole, 1) => format!("{whole}.0"),
            (numerator, denominator) => format!("{numerator} / {denominator}"),
        },
        Value::Text(reason) if argument == Argument::Intent => {
            format!("low_occupancy, {reason:?}")
        }
        Value::Text(name) if argument == Argument::Accumulator => name.clone(),
        Value::Text(text) => format!("{text:?}"),
        // Its arguments are written one by one.
        Value::Nested(_) => String::new(),
    }
}
