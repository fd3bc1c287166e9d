//! Columns of tables, and the order of rows by a column.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use occupancy_core::kernel::Argument;
use occupancy_core::text::grouped;
use occupancy_report::calculator::{Cell, Key, Row};
use occupancy_report::escape::visible;

use crate::packages::{path, place};
use crate::row::{is_unlinked, keys, title};
use crate::selection::vendor;

/// A column of a table, and a value of `--sort`.
pub(crate) struct Column {
    pub(crate) header: &'static str,
    /// The column of the row that it shows.
    pub(crate) key: Key,
    /// Its name as a value of `--sort`, with the help.
    pub(super) value: PossibleValue,
    /// The text for a value that is not known or not stated.
    pub(super) unknown: &'static str,
    pub(super) show_when: ShowWhen,
    pub(super) order: Order,
    /// Its place among the columns that a narrow terminal omits; `None` if it is never omitted.
    pub(super) rank: Option<usize>,
}

/// The rows for which a column is in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShowWhen {
    Always,
    /// Any of them is known.
    AnyKnown,
    /// Any of them is of code that can have it.
    AnyHas,
    /// Two of them differ.
    AnyDiffers,
}

/// The order of rows by a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Ascending,
    Descending,
    /// By the numbers in a text: `sm_100` after `sm_90`.
    Numbered,
}

/// The columns with words, which are left-aligned.
const OF_WORDS: [Key; 9] = keys! {
    Argument: Tile;
    Key: Target BindingLimits Errors Warnings Device Name File Line;
};

impl Column {
    /// A column with its order, which the help describes, and other names for `--sort`. Its first name is that of an
    /// argument, or else the header, with `-` for blanks and `_`.
    pub(super) fn new(
        header: &'static str,
        key: impl Into<Key>,
        order: Order,
        help: impl Into<String>,
        aliases: &[&'static str],
    ) -> Self {
        let key = key.into();
        let name = match key {
            Key::Argument(argument) => argument.key(),
            Key::Device => "gpu",
            _ => header,
        };
        Self {
            header,
            key,
            value: PossibleValue::new(name.replace([' ', '_'], "-"))
                .help(help.into())
                .aliases(aliases),
            unknown: "-",
            show_when: match key {
                Key::File => ShowWhen::AnyDiffers,
                Key::Figure(figure) if figure.row().of.is_some() => ShowWhen::AnyHas,
                _ => ShowWhen::Always,
            },
            order,
            rank: None,
        }
    }

    /// Returns `true` if it has numbers, which are right-aligned.
    pub(super) fn is_numeric(&self) -> bool {
        !OF_WORDS.contains(&self.key)
    }

    pub(super) fn cell(&self, row: &Row) -> Cell {
        match (self.key, row.get(self.key)) {
            (Key::Target, Cell::Text(target)) if is_unlinked(row) => format!("{target}*").into(),
            (Key::File, _) => title(row).into(),
            (Key::Line, _) => place(row).into(),
            (Key::Name, _) if !row.text(Key::Module).is_empty() => path(row).into(),
            (Key::Device, Cell::Unknown) => row.get(Key::ComputeCapability).clone(),
            (Key::Argument(Argument::Carveout), Cell::Number(percent)) => {
                Cell::Percent(percent.saturating_mul(10))
            }
            // A declared kernel has its compiled code as a row within the row.
            (Key::Figure(figure), Cell::Unknown) => match row.get(Key::Compiled) {
                Cell::Row(compiled) => compiled.get(figure).clone(),
                _ => Cell::Unknown,
            },
            (_, cell) => cell.clone(),
        }
    }

    /// The text of its cell in a table.
    pub(super) fn text(&self, row: &Row) -> String {
        match self.cell(row) {
            Cell::Unknown if !self.is_of(row) => "-".to_owned(),
            Cell::Unknown => self.unknown.to_owned(),
            Cell::Codes(codes) if codes.is_empty() => self.unknown.to_owned(),
            Cell::Number(number) if self.is_default(number) => self.unknown.to_owned(),
            Cell::Number(number)
                if matches!(self.key, Key::GridBlocks | Key::Waves | Key::Tiles) =>
            {
                grouped(number).to_string()
            }
            cell @ Cell::Percent(_) => format!("{cell} %"),
            // With two decimals at most.
            cell @ Cell::Ratio(_) => {
                let hundredths = (cell.decimal().unwrap_or_default() * 100.0).round();
                (hundredths / 100.0).to_string()
            }
            Cell::Text(text) => visible(&text),
            cell => cell.to_string(),
        }
    }

    /// Returns `true` if code for the target of the row can have it.
    fn is_of(&self, row: &Row) -> bool {
        let vendor = vendor(row.text(Key::Target));
        !matches!(self.key, Key::Figure(figure) if !figure.is_of(vendor))
    }

    /// Returns `true` for the default of an argument that few configurations state, which says nothing.
    fn is_default(&self, number: u64) -> bool {
        let default = match self.key {
            Key::Argument(argument) => argument.row().left_out,
            _ => None,
        };
        self.show_when == ShowWhen::AnyKnown && default == Some(number)
    }

    /// Returns `true` if it is in a table of these rows.
    pub(super) fn is_shown<'r>(&self, rows: impl IntoIterator<Item = &'r Row>) -> bool {
        let mut rows = rows.into_iter();
        match self.show_when {
            ShowWhen::Always => true,
            ShowWhen::AnyKnown => rows.any(|row| self.text(row) != self.unknown),
            ShowWhen::AnyHas => rows.any(|row| self.is_of(row)),
            ShowWhen::AnyDiffers => !rows.map(|row| self.text(row)).all_equal(),
        }
    }

    /// Sorts rows, the best first, or in reverse. Unknown values come last, and equal ones stay in their order.
    pub(super) fn sort(&self, rows: Vec<Row>, reverse: bool) -> impl Iterator<Item = Row> {
        let is_descending = (self.order == Order::Descending) != reverse;
        let keyed = rows.into_iter().map(|row| (self.sort_key(&row), row));
        let sorted = keyed.sorted_by(|(a, _), (b, _)| match (a, b) {
            (Some(a), Some(b)) if is_descending => b.cmp(a),
            (Some(a), Some(b)) => a.cmp(b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        sorted.map(|(_, row)| row)
    }

    /// The sort key of a row: a size, or a text with the numbers in it; `None` if the value is not known.
    fn sort_key(&self, row: &Row) -> Option<impl Ord + use<>> {
        let cell = self.cell(row);
        let size = cell.size();
        let marked = size.map_or_else(|| cell.to_string(), |_| String::new());
        // The mark of a kernel that is not linked yet does not count.
        let text = marked.trim_end_matches('*');
        let mut numbers = Vec::new();
        if self.order == Order::Numbered {
            let digits = text.split(|char: char| !char.is_ascii_digit());
            numbers.extend(digits.filter_map(|digits| digits.parse::<u64>().ok()));
        }
        (cell != Cell::Unknown).then(|| (size.unwrap_or(0), numbers, text.to_owned()))
    }
}

/// The parser of `--sort`, whose values are the names of these columns.
pub(crate) fn by_column(
    columns: &'static [Column],
) -> impl TypedValueParser<Value = &'static Column> {
    let values = columns.iter().map(|column| column.value.clone());
    PossibleValuesParser::new(values).try_map(|name| {
        let named = columns.iter().find(|it| it.value.matches(&name, true));
        named.ok_or("no column has this name")
    })
}
