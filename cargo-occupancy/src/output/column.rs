//! Columns of tables, and the order of rows by a column.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use occupancy_core::text::grouped;
use occupancy_report::calculator::{Cell, Key, Row};
use occupancy_report::escape::visible;

/// A column of a table. As a value of `--sort`, its name is the header with `-` for blanks, unless it is given another.
pub(crate) struct Column {
    pub(crate) header: &'static str,
    /// The column of the row that it shows.
    pub(crate) key: Key,
    /// Its name as a value of `--sort`, with the help.
    value: PossibleValue,
    cell: Box<dyn Fn(&Row) -> Cell + Send + Sync>,
    /// The text for a value that is not known or not stated.
    pub(super) unknown: &'static str,
    /// A default value, which is shown like an unknown one.
    pub(super) left_out: Option<u64>,
    pub(super) show_when: ShowWhen,
    order: Order,
    /// `true` if it has names of files, which are shortened first.
    pub(super) is_file: bool,
    /// `true` if it has numbers, which are right-aligned.
    pub(super) is_numeric: bool,
    is_grouped: bool,
    /// Its place among the columns that a narrow terminal omits; `None` if it is never omitted.
    pub(super) rank: Option<usize>,
}

/// The rows for which a column is in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShowWhen {
    Always,
    /// Any of them is known.
    AnyKnown,
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

impl Column {
    /// A column of numbers.
    pub(super) fn new(
        header: &'static str,
        key: impl Into<Key>,
        cell: impl Fn(&Row) -> Cell + Send + Sync + 'static,
    ) -> Self {
        Self {
            header,
            key: key.into(),
            value: PossibleValue::new(header.replace(' ', "-")),
            cell: Box::new(cell),
            unknown: "-",
            left_out: None,
            show_when: ShowWhen::Always,
            order: Order::Ascending,
            is_file: false,
            is_numeric: true,
            is_grouped: false,
            rank: None,
        }
    }

    /// A column that shows a column of the rows as it is.
    pub(super) fn of(header: &'static str, key: impl Into<Key>) -> Self {
        let key = key.into();
        Self::new(header, key, move |row| row.get(key).clone())
    }

    /// The column with words, which are left-aligned.
    pub(super) fn textual(mut self) -> Self {
        self.is_numeric = false;
        self
    }

    /// The column with names of files.
    pub(super) fn files(mut self) -> Self {
        self.is_file = true;
        self.textual()
    }

    /// The column with thousands grouped.
    pub(super) fn grouped(mut self) -> Self {
        self.is_grouped = true;
        self
    }

    pub(super) fn show_when(mut self, show_when: ShowWhen) -> Self {
        self.show_when = show_when;
        self
    }

    /// Gives it another name than its header. Aliases and help come after.
    pub(super) fn value_name(mut self, name: impl Into<String>) -> Self {
        self.value = PossibleValue::new(name.into());
        self
    }

    pub(super) fn alias(mut self, aliases: &[&'static str]) -> Self {
        self.value = self.value.aliases(aliases);
        self
    }

    /// Sets its order, which the help describes.
    pub(super) fn sorted(mut self, order: Order, help: impl Into<String>) -> Self {
        self.order = order;
        self.value = self.value.help(help.into());
        self
    }

    pub(super) fn cell(&self, row: &Row) -> Cell {
        (self.cell)(row)
    }

    /// The text of its cell in a table.
    pub(super) fn text(&self, row: &Row) -> String {
        match self.cell(row) {
            Cell::Unknown => self.unknown.to_owned(),
            Cell::Codes(codes) if codes.is_empty() => self.unknown.to_owned(),
            Cell::Number(number) if self.left_out == Some(number) => self.unknown.to_owned(),
            Cell::Number(number) if self.is_grouped => grouped(number).to_string(),
            cell @ Cell::Percent(_) => format!("{cell} %"),
            Cell::Text(text) => visible(&text),
            cell => cell.to_string(),
        }
    }

    /// Returns `true` if it is in a table of these rows.
    pub(super) fn is_shown<'r>(&self, rows: impl IntoIterator<Item = &'r Row>) -> bool {
        let mut rows = rows.into_iter().map(|row| self.text(row));
        match self.show_when {
            ShowWhen::Always => true,
            ShowWhen::AnyKnown => rows.any(|text| text != self.unknown),
            ShowWhen::AnyDiffers => rows.next().is_some_and(|one| rows.any(|text| text != one)),
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
        let named = columns.iter().find(|of| of.value.matches(&name, true));
        named.ok_or("no column has this name")
    })
}
