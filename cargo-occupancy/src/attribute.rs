//! A configuration as it is written in the attribute, for messages as the compiler prints them.

use occupancy_core::{Carveout, Configuration, Grid, Ratio};
use unicode_width::UnicodeWidthStr;

use crate::dims::Dims;
use crate::named_arch::NamedArch;

/// Columns that rustc's `error: ` takes before a message, below which the rest of it stands.
const INDENT: &str = "       ";

/// `#[launch_config(arch = "h100", threads = 256, regs = 64)]`, and where the values are in it.
pub(crate) struct Attribute {
    text: String,
    /// The name of an argument, and the columns of its value.
    values: Vec<(&'static str, usize, usize)>,
}

impl Attribute {
    pub(crate) fn new(configuration: &Configuration<'_>, archs: &[NamedArch]) -> Self {
        let mut attribute = Self {
            text: "#[launch_config(".to_owned(),
            values: Vec::new(),
        };
        let kernel = &configuration.kernel;
        let names: Vec<_> = archs
            .iter()
            .map(|arch| format!("{:?}", arch.name))
            .collect();
        attribute.push(
            "arch",
            &match &*names {
                [one] => one.clone(),
                several => format!("[{}]", several.join(", ")),
            },
        );
        attribute.push("threads", &extent(kernel.block_dim));
        attribute.push("regs", &kernel.registers_per_thread.to_string());
        for (name, value, default) in [
            ("smem", kernel.dynamic_shared_memory, 0),
            ("static_smem", kernel.static_shared_memory, 0),
            ("barriers", kernel.barriers, 0),
            ("items_per_thread", configuration.items_per_thread, 1),
        ] {
            if value != default {
                attribute.push(name, &value.to_string());
            }
        }
        if let Carveout::Percent(percent) = kernel.carveout {
            attribute.push("carveout", &percent.to_string());
        }
        if let Some(cluster) = kernel.cluster_dim {
            attribute.push("cluster", &extent(cluster));
        }
        match configuration.grid {
            Some(Grid::Blocks(grid)) => attribute.push("grid", &extent(grid)),
            Some(Grid::Elements(elements)) => attribute.push("elements", &elements.to_string()),
            None => {}
        }
        if let Some(blocks) = configuration.min_blocks {
            attribute.push("min_blocks", &blocks.to_string());
        }
        if let Some(occupancy) = configuration.min_occupancy {
            attribute.push("min_occupancy", &fraction(occupancy));
        }
        if let Some(efficiency) = configuration.tail_efficiency {
            attribute.push("tail_efficiency", &fraction(efficiency));
        }
        if configuration.partial_warp_allowed {
            attribute.text.push_str(", allow(partial_warp)");
        }
        attribute.text.push_str(")]");
        attribute
    }

    fn push(&mut self, name: &'static str, value: &str) {
        if !self.values.is_empty() {
            self.text.push_str(", ");
        }
        self.text.push_str(name);
        self.text.push_str(" = ");
        self.values.push((name, self.text.width(), value.width()));
        self.text.push_str(value);
    }

    /// A message about an argument, with the value marked: as the compiler prints it.
    pub(crate) fn explained(&self, message: &str, argument: &str) -> String {
        let mut lines = message.lines();
        let mut out = lines.next().unwrap_or_default().to_owned();
        for line in lines {
            out.push('\n');
            if !line.is_empty() {
                out.extend([INDENT, line]);
            }
        }
        // As the macro ends a message that has a code.
        if let Some((code, _)) = message
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
        {
            out.extend(["\n\n", INDENT, "    more: `occupancy explain ", code, "`"]);
        }
        let stated = self.values.iter().find(|(name, ..)| *name == argument);
        // What is not stated is missing from the whole.
        let (at, width) = stated.map_or((0, self.text.width()), |&(_, at, width)| (at, width));
        let marks = format!("{}{}", " ".repeat(at), "^".repeat(width));
        out.extend(["\n  |\n  | ", &self.text, "\n  | ", &marks]);
        out
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
