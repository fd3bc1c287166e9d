//! The output of `occupancy inspect`.

use std::io::{self, Write};

use super::csv::Csv;
use super::json::Json;
use super::sorted::Sorted;
use super::table::Table;
use super::{Output, csv_columns};
use crate::args::{Format, Inspect};
use crate::row::Row;

/// The form that is asked for, within the columns of the terminal, if it is one.
pub(crate) fn of<'a>(
    args: &Inspect,
    out: &'a mut dyn Write,
    width: Option<usize>,
) -> io::Result<Box<dyn Output<Row> + 'a>> {
    let output: Box<dyn Output<Row> + 'a> = match args.format {
        Format::Table => Box::new(Table::new(args, out, width)),
        Format::Csv => Box::new(Csv::new::<Row>(out)?),
        Format::Json => Box::new(Json::new(out)?),
    };
    Ok(match args.sort {
        Some(column) => Box::new(Sorted::new(output, column, args.reverse)),
        None => output,
    })
}

csv_columns! { Row {
    file: text,
    member: maybe,
    symbol: text,
    name: text,
    target: text,
    toolkit: maybe,
    is_relocatable: maybe,
    registers: maybe,
    register_cap: maybe,
    static_shared_memory: maybe,
    dynamic_shared_memory: number,
    frame: maybe,
    stack: maybe,
    spill_instructions: maybe,
    barriers: maybe,
    code_bytes: maybe,
    parameter_bytes: maybe,
    virtual_resources: maybe,
    max_block: dims,
    required_block: dims,
    min_blocks: maybe,
    cluster: dims,
    max_cluster_rank: maybe,
    block: dims,
    block_from: maybe,
    device: maybe,
    blocks_per_sm: maybe,
    warps_per_sm: maybe,
    max_warps_per_sm: maybe,
    occupancy_percent: maybe,
    binding_limits: maybe,
}}
