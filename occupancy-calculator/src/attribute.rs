//! A configuration as it is written in the attribute, and messages about it as the compiler prints them.

use occupancy_core::{Lint, Ratio};
use unicode_width::UnicodeWidthStr;

use crate::findings::{Levels, Message};
use crate::on::On;
use crate::setting::{Setting, Values};
use crate::values::{Block, Dims, NamedArch, Nested, hides_arguments, tile_arguments};

/// Columns that rustc's `error: ` takes before a message, below which the rest of it stands.
const INDENT: &str = "       ";

/// `#[launch_config(arch = "h100", threads = 256, regs = 64)]`, and where the values are in it.
///
/// ```
/// use occupancy_calculator::{Attribute, Levels, NamedArch, Setting, Values};
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
        attribute.settings(&values.settings(), None);
        for own in on {
            attribute
                .text
                .extend([", on(", &format!("{:?}", own.gpu.name)]);
            attribute.settings(&own.settings, Some(&own.gpu.name));
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

    fn settings(&mut self, settings: &[Setting], gpu: Option<&str>) {
        for setting in settings {
            self.text.push_str(", ");
            self.text.push_str(setting.name());
            match setting {
                Setting::Hides(demand) => self.nested(hides_arguments(demand), gpu),
                Setting::Tile(tile) => self.nested(tile_arguments(tile), gpu),
                Setting::Intent(reason) => {
                    self.text.push('(');
                    self.push("intent", gpu, &format!("low_occupancy, {reason:?}"));
                    self.text.push(')');
                }
                _ => {
                    self.text.push_str(" = ");
                    self.push(setting.name(), gpu, &rust(setting));
                }
            }
        }
    }

    /// What is in the parentheses of `hides` or `tile`.
    fn nested(&mut self, arguments: Nested, gpu: Option<&str>) {
        let mut separator = "(";
        for (name, value) in arguments {
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

/// A value as Rust.
fn rust(setting: &Setting) -> String {
    match setting {
        Setting::Threads(Block::Dims(dims)) | Setting::Cluster(dims) | Setting::Grid(dims) => {
            extent(*dims)
        }
        Setting::Threads(Block::Auto(least, most)) => match Block::AUTO {
            Block::Auto(lowest, highest) if (lowest, highest) == (*least, *most) => {
                "auto".to_owned()
            }
            _ => format!("auto({least}..={most})"),
        },
        Setting::Integer(_, number) => number.to_string(),
        Setting::Cubin(text) | Setting::Ptx(text) | Setting::Kernel(text) => format!("{text:?}"),
        Setting::MinOccupancy(ratio) | Setting::TailEfficiency(ratio) => fraction(*ratio),
        // They are written in parentheses.
        Setting::Hides(_) | Setting::Tile(_) | Setting::Intent(_) => String::new(),
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
