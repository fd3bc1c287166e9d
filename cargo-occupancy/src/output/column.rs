//! A column of a table, and the order of rows by it.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use occupancy_core::text::grouped;
use occupancy_report::calculator::{Cell, Key, Row};
use occupancy_report::escape::visible;

/// A column. As a value of `--sort`, it has the name of its header with `-` for blanks, unless it has another one.
pub(crate) struct Column {
    pub(crate) header: &'static str,
    /// The figure or the name that it is about.
    pub(crate) key: Key,
    /// Its name, and what is sorted by it.
    value: PossibleValue,
    cell: Box<dyn Fn(&Row) -> Cell + Send + Sync>,
    /// The mark for a value that is not known, or not stated.
    pub(super) unknown: &'static str,
    /// A value that says nothing.
    pub(super) left_out: Option<u64>,
    pub(super) show_when: ShowWhen,
    order: Order,
    /// Whether it has names of files, which are shortened first.
    pub(super) is_file: bool,
    /// Whether it has numbers, which stand on the right.
    pub(super) is_numeric: bool,
    is_grouped: bool,
    /// Where it comes among those that a narrow terminal can omit.
    pub(super) rank: Option<usize>,
}

/// When a column is in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShowWhen {
    Always,
    AnyKnown,
    AnyDiffers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Ascending,
    Descending,
    /// By the numbers in a text: `sm_100` after `sm_90`.
    Numbered,
}

/// What rows are sorted by: a size, or a text with the numbers in it.
type SortKey = (u128, Vec<u64>, String);

impl Column {
    /// Numbers, which are right-aligned, or what else `cell` has.
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

    /// What the rows have under this key.
    pub(super) fn of(header: &'static str, key: impl Into<Key>) -> Self {
        let key = key.into();
        Self::new(header, key, move |row| row.get(key).clone())
    }

    /// Words, which are left-aligned.
    pub(super) fn textual(mut self) -> Self {
        self.is_numeric = false;
        self
    }

    /// Names of files.
    pub(super) fn files(mut self) -> Self {
        self.is_file = true;
        self.textual()
    }

    /// Thousands are grouped.
    pub(super) fn grouped(mut self) -> Self {
        self.is_grouped = true;
        self
    }

    pub(super) fn show_when(mut self, show_when: ShowWhen) -> Self {
        self.show_when = show_when;
        self
    }

    /// Another name than its header; before what else `--sort` says of it.
    pub(super) fn value_name(mut self, name: impl Into<String>) -> Self {
        self.value = PossibleValue::new(name.into());
        self
    }

    pub(super) fn alias(mut self, aliases: &[&'static str]) -> Self {
        self.value = self.value.aliases(aliases);
        self
    }

    pub(super) fn ascending(mut self, help: impl Into<String>) -> Self {
        self.value = self.value.help(help.into());
        self
    }

    pub(super) fn descending(mut self, help: impl Into<String>) -> Self {
        self.order = Order::Descending;
        self.ascending(help)
    }

    pub(super) fn numbered(mut self, help: impl Into<String>) -> Self {
        self.order = Order::Numbered;
        self.ascending(help)
    }

    pub(super) fn cell(&self, row: &Row) -> Cell {
        (self.cell)(row)
    }

    /// What a table has.
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

    /// Whether it says something of these rows.
    pub(super) fn is_shown<'r>(&self, rows: impl IntoIterator<Item = &'r Row>) -> bool {
        let mut rows = rows.into_iter().map(|row| self.text(row));
        match self.show_when {
            ShowWhen::Always => true,
            ShowWhen::AnyKnown => rows.any(|text| text != self.unknown),
            ShowWhen::AnyDiffers => rows.next().is_some_and(|one| rows.any(|text| text != one)),
        }
    }

    /// Sorts rows by it, the best first, or the other way round; what is not known comes last, and those that are equal
    /// stay in their order.
    pub(super) fn sort(&self, rows: Vec<Row>, reverse: bool) -> impl Iterator<Item = Row> {
        let is_descending = (self.order == Order::Descending) != reverse;
        let mut keyed: Vec<_> = rows
            .into_iter()
            .map(|row| (self.sort_key(&row), row))
            .collect();
        keyed.sort_by(|(a, _), (b, _)| match (a, b) {
            (Some(a), Some(b)) if is_descending => b.cmp(a),
            (Some(a), Some(b)) => a.cmp(b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        keyed.into_iter().map(|(_, row)| row)
    }

    /// `None` for what is not known.
    fn sort_key(&self, row: &Row) -> Option<SortKey> {
        let cell = self.cell(row);
        let size = cell.size();
        let text = size.map_or_else(|| cell.to_string(), |_| String::new());
        // Without the mark of what is not linked yet.
        let text = text.trim_end_matches('*');
        let digits = text.split(|char: char| !char.is_ascii_digit());
        let digits = digits.filter(|_| self.order == Order::Numbered);
        let numbers = digits.filter_map(|digits| digits.parse().ok()).collect();
        (cell != Cell::Unknown).then(|| (size.unwrap_or(0), numbers, text.to_owned()))
    }
}

/// Ranks the columns that a narrow terminal can omit, the first ones first.
pub(super) fn ranked(columns: impl IntoIterator<Item = Column>, dispensable: &str) -> Vec<Column> {
    let ranked = columns.into_iter().map(|mut column| {
        let mut all = dispensable.split(", ");
        column.rank = all.position(|header| header == column.header);
        column
    });
    ranked.collect()
}

/// The values of `--sort`: the names of these columns.
pub(crate) fn by_column(
    columns: &'static [Column],
) -> impl TypedValueParser<Value = &'static Column> {
    let values = columns.iter().map(|column| column.value.clone());
    PossibleValuesParser::new(values).try_map(|name| {
        let named = columns.iter().find(|of| of.value.matches(&name, true));
        named.ok_or("no column has this name")
    })
}
