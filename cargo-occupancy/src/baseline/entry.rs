//! One row of a baseline, as it is written, and the kernel that it stands for.

use std::fmt::Display;
use std::ops::Range;

use itertools::Itertools;
use occupancy_core::Ratio;
use occupancy_core::gpu::Vendor;
use occupancy_core::kernel::Figure;
use occupancy_report::calculator::{Cell, Dims, Key, Row, values};
use serde::de::{Deserialize, Deserializer, Error as _, IntoDeserializer};
use toml_edit::de::{Error, ValueDeserializer};
use toml_edit::{
    Array, Decor, InlineTable, Item, Key as TomlKey, RawString, Table, TableLike, Value,
};

use crate::build::{Kernel, METRICS, Metric, Reason};
use crate::selection::{arch, block, vendor};

/// The most of a figure, far more than a file has: sums have room.
const MOST: u64 = 1 << 40;

/// A value that is not known.
const UNKNOWN: &str = "?";

/// The place of what is wrong, and why.
pub(super) type Fault = (Option<Range<usize>>, String);

pub(super) fn fault(item: &Item, why: impl Display) -> Fault {
    (item.span(), why.to_string())
}

/// Reads an item of the file, as `by` does.
pub(super) fn read<T>(
    item: &Item,
    by: impl FnOnce(ValueDeserializer) -> Result<T, Error>,
) -> Result<T, Fault> {
    let value = item.clone().into_value().unwrap_or_else(|_| false.into());
    by(value.into_deserializer())
        .map_err(|error| (error.span().or(item.span()), error.message().to_owned()))
}

/// Reads a list of texts.
pub(super) fn each<T, E: Display>(
    item: &Item,
    parse: impl Fn(&str) -> Result<T, E>,
) -> Result<Vec<T>, Fault> {
    let texts = read(item, Vec::<String>::deserialize)?;
    let all = texts.iter().map(|text| parse(text));
    all.collect::<Result<_, _>>()
        .map_err(|why| fault(item, why))
}

pub(super) fn table(item: &Item) -> Result<&dyn TableLike, Fault> {
    item.as_table_like()
        .ok_or_else(|| fault(item, "it is no table"))
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
pub(super) fn because<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    reason(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

/// A key that has no meaning here.
pub(super) fn unknown(table: &dyn TableLike, key: &str) -> Fault {
    let span = table.key(key).and_then(TomlKey::span);
    (span, "there is no such key".to_owned())
}

/// A row of a kernel.
pub(super) struct Entry<'d> {
    pub(super) name: String,
    /// `sm_80 sm_90#2 in cuda126`.
    pub(super) label: String,
    pub(super) span: Option<Range<usize>>,
    pub(super) row: &'d dyn TableLike,
    pub(super) value: Option<&'d Value>,
    /// The texts above the header and behind it, and those above the row and behind it.
    pub(super) beside: [Option<&'d RawString>; 4],
}

/// The rows of the kernels.
pub(super) fn entries(kernels: &Item) -> Result<Vec<Entry<'_>>, Fault> {
    let mut entries = Vec::new();
    for (name, rows) in table(kernels)?.iter() {
        let header = rows.as_table().map(Table::decor);
        for (label, row) in table(rows)?.iter() {
            let key = table(rows)?.key(label);
            let value = row.as_value();
            entries.push(Entry {
                name: name.to_owned(),
                label: label.to_owned(),
                span: key.and_then(TomlKey::span),
                row: table(row)?,
                value,
                beside: [
                    header.and_then(Decor::prefix),
                    header.and_then(Decor::suffix),
                    key.and_then(|key| key.leaf_decor().prefix()),
                    value.and_then(|value| value.decor().suffix()),
                ],
            });
        }
    }
    Ok(entries)
}

/// The name of a metric in a row.
pub(super) fn key_of(metric: &Metric) -> &'static str {
    match metric.key {
        Key::Block => "threads",
        Key::Figure(Figure::MaxBlock) => "block",
        Key::Figure(Figure::BlocksPerSm) => "blocks",
        Key::Figure(figure) if figure.row().of != Some(Vendor::Amd) => {
            figure.row().column.map_or(figure.key(), |(name, _)| name)
        }
        key => key.name(),
    }
}

/// Reads a row: the figures that it states, and the reason.
pub(super) fn stated(row: &dyn TableLike) -> Result<(Row, Reason), Fault> {
    let (mut figures, mut reason) = (Row::default(), Reason::default());
    for (key, item) in row.iter() {
        let mut metrics = METRICS.iter();
        if let Some(metric) = metrics.find(|metric| key_of(metric) == key) {
            figures.push(metric.key, cell(metric, item)?);
            continue;
        }
        match key {
            "accept" => reason.accept = Some(read(item, because)?),
            "was" => reason.was = Some(stated(table(item)?)?.0),
            _ => return Err(unknown(row, key)),
        }
    }
    Ok((figures, reason))
}

fn cell(metric: &Metric, item: &Item) -> Result<Cell, Fault> {
    if item.as_str() == Some(UNKNOWN) {
        return Ok(Cell::Unknown);
    }
    if metric.is_bound() {
        return dims(item).map(Cell::Dims);
    }
    if metric.key == Key::OccupancyPercent {
        let percent = values::ratio(&format!("{} %", read(item, f64::deserialize)?));
        let percent = percent.ok().filter(|ratio| Ratio::ONE.at_least(*ratio));
        let percent = percent.ok_or_else(|| fault(item, "it is not 0 to 100 percent"))?;
        return Ok(Cell::percent(Some(percent)));
    }
    match read(item, u64::deserialize)? {
        number @ ..=MOST => Ok(number.into()),
        _ => Err(fault(item, format_args!("it is at most {MOST}"))),
    }
}

/// The figures of a kernel whose row states some of them.
pub(super) fn completed(stated: &Row, threads: Option<Dims>, target: &str) -> Row {
    let mut row = stated.clone();
    for key in METRICS.iter().map(|metric| metric.key) {
        if !row.keys().contains(&key) {
            row.push(key, left_out(key, &row, threads, target));
        }
    }
    row
}

/// The value that a row leaves out.
fn left_out(key: Key, row: &Row, threads: Option<Dims>, target: &str) -> Cell {
    use Figure::{Barriers, SpillInstructions, SpilledVgprs, Stack, StaticSharedMemory};
    use Figure::{MaxBlock, RequiredBlock};
    match key {
        Key::Figure(figure) if !figure.is_of(vendor(target)) => Cell::Unknown,
        Key::Figure(SpillInstructions | SpilledVgprs | Stack | StaticSharedMemory | Barriers) => {
            0_u32.into()
        }
        Key::Block => {
            let bounds = [RequiredBlock, MaxBlock].map(|bound| row.get(bound));
            let stated = bounds.into_iter().find(|it| **it != Cell::Unknown);
            stated.cloned().unwrap_or(threads.into())
        }
        Key::OccupancyPercent => Cell::percent(occupancy(row, target)),
        _ => Cell::Unknown,
    }
}

/// The occupancy of the blocks and the block of a row.
fn occupancy(row: &Row, target: &str) -> Option<Ratio> {
    let sm = arch(target)?.multiprocessor();
    let warps = row.get(Key::Block).size()?.div_ceil(sm.warp_size().into());
    let resident = warps.checked_mul(row.get(Figure::BlocksPerSm).size()?)?;
    let ratio = Ratio::new(resident.try_into().ok()?, sm.max_warps_per_sm().into());
    // An SM does not hold as many blocks.
    ratio.filter(|ratio| Ratio::ONE.at_least(*ratio))
}

/// The row of a kernel, without what it can leave out.
pub(super) fn written(kernel: &Kernel, threads: Option<Dims>, has_code: bool) -> String {
    let row = &kernel.figures;
    let table = |row: &Row, is_stated: &dyn Fn(Key) -> bool| -> InlineTable {
        let metrics = METRICS.iter().filter(|metric| is_stated(metric.key));
        metrics
            .map(|metric| (key_of(metric), value(row.get(metric.key))))
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
    match *cell {
        Cell::Number(number) => i64::try_from(number).unwrap_or(i64::MAX).into(),
        Cell::Dims((x, 1, 1)) => i64::from(x).into(),
        Cell::Dims((x, y, z)) => {
            let dims = [x, y, z].map(i64::from).into_iter();
            let dims: Array = dims.take(if z == 1 { 2 } else { 3 }).collect();
            dims.into()
        }
        Cell::Percent(_) => cell.decimal().unwrap_or_default().into(),
        _ => UNKNOWN.into(),
    }
}
