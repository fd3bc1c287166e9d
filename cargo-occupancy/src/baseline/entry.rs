//! One row of a baseline, as it is written, and the kernel that it stands for.

use std::fmt::Display;
use std::ops::Range;

use itertools::Itertools;
use occupancy_core::Ratio;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Cell, Dims, Key, Row, values};
use toml_edit::{Array, InlineTable, Item, Key as TomlKey, TableLike, Value};

use crate::build::{Kernel, METRICS, Metric, Reason};
use crate::row::best_known;
use crate::selection::{block, compute_capability};

/// The most bytes of code, far more than a file has: sums of them have room.
const MOST_CODE: u64 = 1 << 40;

/// A value that is not known.
const UNKNOWN: &str = "?";

/// The place of what is wrong, and why.
pub(super) type Fault = (Option<Range<usize>>, String);

pub(super) fn fault(item: &Item, why: impl Display) -> Fault {
    (item.span(), why.to_string())
}

pub(super) fn table(item: &Item) -> Result<&dyn TableLike, Fault> {
    item.as_table_like()
        .ok_or_else(|| fault(item, "it is no table"))
}

pub(super) fn text(item: &Item) -> Result<String, Fault> {
    let text = item.as_str().map(str::to_owned);
    text.ok_or_else(|| fault(item, "it is no text"))
}

pub(super) fn number(item: &Item, most: u64) -> Result<u64, Fault> {
    let number = item
        .as_integer()
        .and_then(|number| u64::try_from(number).ok());
    let number = number.filter(|number| *number <= most);
    number.ok_or_else(|| fault(item, format_args!("it is no whole number up to {most}")))
}

/// Reads bytes of code.
pub(super) fn bytes(item: &Item) -> Result<u64, Fault> {
    number(item, MOST_CODE)
}

/// Reads a number with decimals, as text.
pub(super) fn decimal(item: &Item) -> Result<String, Fault> {
    let whole = item.as_integer().map(|number| number.to_string());
    let decimal = item.as_float().map(|number| number.to_string());
    decimal
        .or(whole)
        .ok_or_else(|| fault(item, "it is no number"))
}

/// Reads a block: `256` or `[16, 16]`.
pub(super) fn dims(item: &Item) -> Result<Dims, Fault> {
    let one = item.as_integer().into_iter();
    let several = item.as_array().into_iter().flatten();
    let several = several.map(|dim| dim.as_integer().unwrap_or(0));
    block(&one.chain(several).join(",")).map_err(|why| fault(item, why))
}

/// Trims a reason, and refuses an empty one.
pub(crate) fn reason(text: &str) -> Result<String, String> {
    match text.trim() {
        "" => Err("a reason says why, for whoever reads the baseline".to_owned()),
        text => Ok(text.to_owned()),
    }
}

/// Reads a reason.
pub(super) fn because(item: &Item) -> Result<String, Fault> {
    reason(&text(item)?).map_err(|why| fault(item, why))
}

/// A key that has no meaning here.
pub(super) fn unknown(table: &dyn TableLike, key: &str) -> Fault {
    let span = table.key(key).and_then(TomlKey::span);
    (span, "there is no such key".to_owned())
}

/// A row of a kernel, or an entry of version 1.
pub(super) struct Entry<'d> {
    pub(super) name: String,
    /// `sm_80 sm_90#2 in cuda126`; in version 1, the target.
    pub(super) label: String,
    /// In version 1, the library.
    pub(super) library: Option<String>,
    pub(super) span: Option<Range<usize>>,
    pub(super) row: &'d dyn TableLike,
}

/// A table with its place.
pub(super) type Stated<'d> = (&'d dyn TableLike, Option<Range<usize>>);

/// The tables of `[[…]]` or `[{…}]`.
pub(super) fn tables(item: &Item) -> impl Iterator<Item = Stated<'_>> {
    let tables = item.as_array_of_tables().into_iter().flatten();
    let tables = tables.map(|table| -> Stated<'_> { (table, table.span()) });
    let inline = item.as_array().into_iter().flatten();
    let inline = inline.filter_map(Value::as_inline_table);
    tables.chain(inline.map(|table| -> Stated<'_> { (table, table.span()) }))
}

/// The rows of the kernels.
pub(super) fn entries(kernels: &Item) -> Result<Vec<Entry<'_>>, Fault> {
    let older = tables(kernels).map(|(row, span)| {
        let missing = |key| (span.clone(), format!("it has no `{key}`"));
        let name = |key| text(row.get(key).ok_or_else(|| missing(key))?);
        let (name, label, library) = (name("name")?, name("target")?, Some(name("library")?));
        Ok(Entry {
            name,
            label,
            library,
            span,
            row,
        })
    });
    let mut entries: Vec<_> = older.try_collect()?;
    let is_table = !kernels.is_array() && !kernels.is_array_of_tables();
    for (name, table) in is_table
        .then(|| table(kernels))
        .transpose()?
        .into_iter()
        .flat_map(|it| it.iter())
    {
        let rows = self::table(table)?;
        for (label, row) in rows.iter() {
            let span = rows.key(label).and_then(TomlKey::span);
            let (name, label, row) = (name.to_owned(), label.to_owned(), self::table(row)?);
            entries.push(Entry {
                name,
                label,
                library: None,
                span,
                row,
            });
        }
    }
    Ok(entries)
}

/// The name of a metric in a row of a version.
fn key_of(metric: &Metric, is_old: bool) -> &'static str {
    match metric.key {
        key if is_old => key.name(),
        Key::Block => "threads",
        Key::Figure(Figure::MaxBlock) => "block",
        Key::Figure(Figure::BlocksPerSm) => "blocks",
        Key::Figure(figure) => figure.row().column.map_or(figure.key(), |(name, _)| name),
        key => key.name(),
    }
}

/// Reads a row: the figures that it states, and the reason.
pub(super) fn stated(row: &dyn TableLike, is_old: bool) -> Result<(Row, Reason), Fault> {
    let (mut figures, mut reason) = (Row::default(), Reason::default());
    for (key, item) in row.iter() {
        let mut metrics = METRICS.iter();
        if let Some(metric) = metrics.find(|metric| key_of(metric, is_old) == key) {
            figures.push(metric.key, cell(metric, item)?);
            continue;
        }
        match key {
            "accept" => reason.accept = Some(because(item)?),
            "was" | "before" => reason.was = Some(stated(table(item)?, is_old)?.0),
            "name" | "target" | "library" if is_old => {}
            _ => return Err(unknown(row, key)),
        }
    }
    Ok((figures, reason))
}

fn cell(metric: &Metric, item: &Item) -> Result<Cell, Fault> {
    if item.as_str() == Some(UNKNOWN) {
        return Ok(Cell::Unknown);
    }
    match metric.key {
        _ if metric.is_bound() => dims(item).map(Cell::Dims),
        Key::Figure(Figure::CodeBytes) => bytes(item).map(Cell::Number),
        Key::Figure(_) => number(item, u32::MAX.into()).map(Cell::Number),
        _ => {
            let percent = values::ratio(&format!("{} %", decimal(item)?));
            let percent = percent.ok().filter(|ratio| Ratio::ONE.at_least(*ratio));
            let why = || fault(item, "it is not 0 to 100 percent");
            percent
                .map(|ratio| Cell::percent(Some(ratio)))
                .ok_or_else(why)
        }
    }
}

/// The figures of a kernel whose row states some of them.
pub(super) fn completed(stated: &Row, threads: Option<Dims>, target: &str) -> Row {
    METRICS.iter().fold(Row::default(), |row, metric| {
        let is_stated = stated.keys().any(|key| key == metric.key);
        let cell = if is_stated {
            stated.get(metric.key).clone()
        } else {
            left_out(metric.key, &row, threads, target)
        };
        row.with(metric.key, cell)
    })
}

/// The value that a row leaves out.
fn left_out(key: Key, row: &Row, threads: Option<Dims>, target: &str) -> Cell {
    use Figure::{Barriers, MaxBlock, RequiredBlock, SpillInstructions, Stack, StaticSharedMemory};
    match key {
        Key::Figure(SpillInstructions | Stack | StaticSharedMemory | Barriers) => 0_u32.into(),
        Key::Block => {
            let mut bounds = [RequiredBlock, MaxBlock]
                .map(|bound| row.get(bound))
                .into_iter();
            let stated = bounds.find(|bound| **bound != Cell::Unknown);
            stated.cloned().unwrap_or(threads.into())
        }
        Key::OccupancyPercent => Cell::percent(occupancy(row, target)),
        _ => Cell::Unknown,
    }
}

/// The occupancy of the blocks and the block of a row.
fn occupancy(row: &Row, target: &str) -> Option<Ratio> {
    let sm = best_known(compute_capability(target).ok()?)?.multiprocessor();
    let warps = row.get(Key::Block).size()?.div_ceil(sm.warp_size().into());
    let resident = warps.checked_mul(row.get(Figure::BlocksPerSm).size()?)?;
    Ratio::new(resident.try_into().ok()?, sm.max_warps_per_sm().into())
}

/// The row of a kernel, without what it can leave out.
pub(super) fn written(kernel: &Kernel, threads: Option<Dims>, has_code: bool) -> String {
    let row = &kernel.figures;
    let table = |row: &Row, is_stated: &dyn Fn(Key) -> bool| -> InlineTable {
        let metrics = METRICS.iter().filter(|metric| is_stated(metric.key));
        metrics
            .map(|metric| (key_of(metric, false), value(row.get(metric.key))))
            .collect()
    };
    let mut written = table(row, &|key| {
        let is_left_out = key == Figure::CodeBytes.into() && !has_code;
        !is_left_out && *row.get(key) != left_out(key, row, threads, &kernel.target)
    });
    if let Some(accept) = &kernel.reason.accept {
        written.insert("accept", accept.into());
    }
    if let Some(was) = &kernel.reason.was {
        written.insert("was", table(was, &|key| was.keys().contains(&key)).into());
    }
    written.to_string()
}

/// A value as TOML.
pub(super) fn value(cell: &Cell) -> Value {
    let array = |dims: &[u32]| {
        dims.iter()
            .map(|dim| i64::from(*dim))
            .collect::<Array>()
            .into()
    };
    match *cell {
        Cell::Number(number) => i64::try_from(number).unwrap_or(i64::MAX).into(),
        Cell::Dims((x, 1, 1)) => i64::from(x).into(),
        Cell::Dims((x, y, 1)) => array(&[x, y]),
        Cell::Dims((x, y, z)) => array(&[x, y, z]),
        Cell::Percent(_) => cell.decimal().unwrap_or_default().into(),
        _ => UNKNOWN.into(),
    }
}
