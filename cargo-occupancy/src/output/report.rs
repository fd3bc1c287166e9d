//! The outputs of `occupancy report`: the columns, and the table for a terminal.

mod html;
mod markdown;

use std::io::{self, Write};

use clap::ValueEnum;

use super::Output;
use super::calculated::CalculatedColumn;
use super::layout::{Layout, TableColumn};
use crate::reported::{Figures, Reported};

pub(crate) use self::html::write_report_html;
pub(crate) use self::markdown::write_report_markdown;

/// What is not known, or does not apply.
const NONE: &str = "-";

/// A column: what the configuration comes to, what the kernel was compiled to, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReportColumn {
    Of(CalculatedColumn),
    /// Registers of the binary that the attribute names.
    CompiledRegisters,
    Spills,
    Warnings,
    Place,
    Kernel,
}

impl ReportColumn {
    /// In the order of the table: the name, which can be long, is the last one.
    fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for &column in CalculatedColumn::value_variants() {
            match column {
                CalculatedColumn::REGS => {
                    all.extend([Self::Of(column), Self::CompiledRegisters, Self::Spills]);
                }
                CalculatedColumn::Gpu => all.extend([Self::Warnings, Self::Of(column)]),
                column => all.push(Self::Of(column)),
            }
        }
        all.extend([Self::Place, Self::Kernel]);
        all
    }

    /// Those that say something of these kernels.
    fn of(rows: &[Reported]) -> Vec<Self> {
        let is_shown = |column: &Self| {
            let is_optional = match column {
                Self::Of(column) => column.is_optional(),
                Self::CompiledRegisters | Self::Spills | Self::Warnings => true,
                Self::Place | Self::Kernel => false,
            };
            !is_optional || rows.iter().any(|row| column.cell(row) != NONE)
        };
        Self::all().into_iter().filter(is_shown).collect()
    }

    /// The same where nothing is cut off: what a row is about and what it comes to, and then the rest.
    fn of_page(rows: &[Reported]) -> Vec<Self> {
        const FIRST: [ReportColumn; 5] = [
            ReportColumn::Kernel,
            ReportColumn::Of(CalculatedColumn::Gpu),
            ReportColumn::Of(CalculatedColumn::BlocksPerSm),
            ReportColumn::Of(CalculatedColumn::Occupancy),
            ReportColumn::Of(CalculatedColumn::BoundBy),
        ];
        let mut columns = Self::of(rows);
        columns.sort_by_key(|column| {
            let place = FIRST.iter().position(|first| first == column);
            place.unwrap_or(FIRST.len())
        });
        columns
    }

    fn cell(self, row: &Reported) -> String {
        let compiled = |figure: fn(&Figures) -> Option<u32>| {
            let figure = row.compiled.as_ref().and_then(figure);
            figure.map_or_else(|| NONE.to_owned(), |figure| figure.to_string())
        };
        match self {
            Self::Of(column) => column.cell(&row.calculated),
            Self::CompiledRegisters => compiled(|compiled| compiled.registers),
            Self::Spills => compiled(|compiled| compiled.spill_instructions),
            Self::Warnings if row.calculated.warnings.is_empty() => NONE.to_owned(),
            Self::Warnings => row.calculated.warnings.join(" "),
            Self::Place => row.place(),
            Self::Kernel => row.path(),
        }
    }
}

impl TableColumn for ReportColumn {
    const NAME: Option<Self> = Some(Self::Kernel);
    const FILE: Option<Self> = Some(Self::Place);

    fn dispensable() -> Vec<Self> {
        let mut all = Vec::new();
        for column in CalculatedColumn::dispensable() {
            if column == CalculatedColumn::BoundBy {
                let errors = Self::Of(CalculatedColumn::Errors);
                all.extend([Self::Spills, errors, Self::Warnings, Self::Place]);
            }
            if column == CalculatedColumn::REGS {
                all.push(Self::CompiledRegisters);
            }
            all.push(Self::Of(column));
        }
        all.push(Self::Of(CalculatedColumn::Gpu));
        all
    }

    fn header(self) -> &'static str {
        match self {
            Self::Of(column) => column.header(),
            Self::CompiledRegisters => "compiled regs",
            Self::Spills => "spills",
            Self::Warnings => "warnings",
            Self::Place => "place",
            Self::Kernel => "kernel",
        }
    }

    fn is_numeric(self) -> bool {
        match self {
            Self::Of(column) => column.is_numeric(),
            Self::CompiledRegisters | Self::Spills => true,
            Self::Warnings | Self::Place | Self::Kernel => false,
        }
    }
}

pub(crate) struct ReportTable<'a> {
    out: &'a mut dyn Write,
    width: Option<usize>,
    rows: Vec<Reported>,
}

impl<'a> ReportTable<'a> {
    pub(crate) fn new(out: &'a mut dyn Write, width: Option<usize>) -> Self {
        Self {
            out,
            width,
            rows: Vec::new(),
        }
    }
}

impl Output<Reported> for ReportTable<'_> {
    fn row(&mut self, row: Reported) -> io::Result<()> {
        self.rows.push(row);
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let columns = ReportColumn::of(&self.rows);
        let cells = |row: &Reported| columns.iter().map(|column| column.cell(row)).collect();
        let rows = self.rows.iter().map(cells).collect();
        Layout { columns, rows }.write(self.out, self.width)
    }
}

/// "3 kernels of gemm on 2 GPUs".
fn summary(rows: &[Reported]) -> String {
    let distinct = |key: fn(&Reported) -> String| {
        let mut keys: Vec<_> = rows.iter().map(key).collect();
        keys.sort();
        keys.dedup();
        keys
    };
    let counted = |count: usize, noun: &str| match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let kernels = distinct(|row| format!("{} {} {}", row.library(), row.path(), row.place()));
    let gpus = distinct(|row| row.calculated.arch.clone());
    let packages = distinct(|row| row.package.clone());
    if rows.is_empty() {
        return "no kernels".to_owned();
    }
    format!(
        "{} of {} on {}",
        counted(kernels.len(), "kernel"),
        packages.join(", "),
        counted(gpus.len(), "GPU")
    )
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::{CalculatedColumn, ReportColumn, TableColumn};

    #[test]
    fn every_column_has_its_place() {
        let all = ReportColumn::all();
        let mut named: Vec<_> = all.iter().map(|column| column.header()).collect();
        for column in CalculatedColumn::value_variants() {
            assert!(all.contains(&ReportColumn::Of(*column)), "{column:?}");
        }
        named.sort_unstable();
        named.dedup();
        assert_eq!(named.len(), all.len());
        // A narrow terminal has these, and says which others it leaves out.
        let kept = ["blocks/SM", "occupancy", "kernel"];
        for column in all {
            let is_kept = kept.contains(&column.header());
            assert_ne!(
                ReportColumn::dispensable().contains(&column),
                is_kept,
                "{column:?}"
            );
        }
    }
}
