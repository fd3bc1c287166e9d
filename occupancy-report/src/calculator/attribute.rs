//! A configuration as it is written in the attribute, and messages about it as the compiler prints them.

use occupancy_core::{Lint, Ratio, kernel::Argument};
use unicode_width::UnicodeWidthStr;

use super::findings::{Levels, Message};
use super::on::On;
use super::setting::{Setting, Values};
use super::values::{Block, Dims, NamedArch, Value, nested_arguments};

/// Columns that rustc's `error: ` takes before a message, below which the rest of it stands.
const INDENT: &str = "       ";

/// `#[launch_config(arch = "h100", threads = 256, regs = 64)]`, and where the values are in it.
///
/// ```
/// use occupancy_report::calculator::{Attribute, Levels, NamedArch, Setting, Values};
///
/// let archs = [NamedArch::find("h100")?];
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
            text: "#[launch_config(".to_owned(),
            values: Vec::new(),
        };
        let names: Vec<_> = archs
            .iter()
            .map(|arch| format!("{:?}", arch.name))
            .collect();
        attribute.text.push_str("arch = ");
        attribute.push(
            "arch",
            None,
            &match &*names {
                [one] => one.clone(),
                several => format!("[{}]", several.join(", ")),
            },
        );
        attribute.settings(values.settings(), None);
        for own in on {
            attribute
                .text
                .extend([", on(", &format!("{:?}", own.gpu.name)]);
            attribute.settings(own.settings.iter(), Some(&own.gpu.name));
            attribute.text.push(')');
        }
        let partial_warp = levels.partial_warp_allowed.then_some("partial_warp");
        attribute.names("allow", partial_warp, &levels.allow);
        attribute.names("warn", None, &levels.warn);
        attribute.names("deny", None, &levels.deny);
        attribute.text.push_str(")]");
        attribute
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    fn settings<'a>(&mut self, settings: impl Iterator<Item = &'a Setting>, gpu: Option<&str>) {
        for Setting { argument, value } in settings {
            let key = argument.key();
            self.text.extend([", ", key]);
            let text = match value {
                Value::Hides(_) | Value::Tile(_) => {
                    self.nested(*argument, value, gpu);
                    continue;
                }
                Value::Text(reason) if argument.is_parenthesized() => {
                    self.text.push('(');
                    self.push(key, gpu, &format!("low_occupancy, {reason:?}"));
                    self.text.push(')');
                    continue;
                }
                Value::Block(Block::Dims(dims)) | Value::Extents(dims) => extent(*dims),
                Value::Block(auto) if *auto == Block::AUTO => "auto".to_owned(),
                Value::Block(Block::Auto(least, most)) => format!("auto({least}..={most})"),
                Value::Integer(number) => number.to_string(),
                Value::Ratio(ratio) => fraction(*ratio),
                Value::Text(text) => format!("{text:?}"),
            };
            self.text.push_str(" = ");
            self.push(key, gpu, &text);
        }
    }

    /// What is in the parentheses of `hides` or `tile`.
    fn nested(&mut self, argument: Argument, value: &Value, gpu: Option<&str>) {
        let mut separator = "(";
        for (name, value) in nested_arguments(argument, &value.nested()) {
            self.text.extend([separator, name, " = "]);
            self.push(name, gpu, &value);
            separator = ", ";
        }
        self.text.push(')');
    }

    fn names(&mut self, level: &str, first: Option<&'static str>, lints: &[Lint]) {
        let names: Vec<_> = first
            .into_iter()
            .chain(lints.iter().map(|lint| lint.name()))
            .collect();
        if !names.is_empty() {
            self.text.extend([", ", level, "(", &names.join(", "), ")"]);
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
        // What is not stated is missing from the whole.
        let (at, width) = self
            .place(message)
            .map_or((0, self.text.width()), |place| (place.column, place.width));
        let marks = format!("{}{}", " ".repeat(at), "^".repeat(width));
        out.extend(["\n  |\n  | ", &self.text, "\n  | ", &marks]);
        out
    }

    /// The value that a message is about: the GPU's own, where it has one.
    fn place(&self, message: &Message) -> Option<&Place> {
        let of = |gpu: Option<&str>| {
            let mut places = self.values.iter();
            places.find(|place| place.argument == message.argument && place.gpu.as_deref() == gpu)
        };
        message
            .gpu
            .as_deref()
            .and_then(|gpu| of(Some(gpu)))
            .or_else(|| of(None))
    }
}

fn extent((x, y, z): Dims) -> String {
    match (y, z) {
        (1, 1) => x.to_string(),
        (y, 1) => format!("({x}, {y})"),
        (y, z) => format!("({x}, {y}, {z})"),
    }
}

fn fraction(ratio: Ratio) -> String {
    match ratio.denominator() {
        1 => format!("{}.0", ratio.numerator()),
        denominator => format!("{} / {denominator}", ratio.numerator()),
    }
}
