//! The output of `occupancy inspect`.

use std::io::{self, Write};

use super::csv::Csv;
use super::csv::csv_columns;
use super::json::Json;
use super::sorted::{Sorted, Top};
use super::table::Table;
use super::{Format, KernelList, Output};
use crate::row::Row;

/// Writes kernels in the form of `list`; a table fits the `width` of the terminal, if there is one.
pub(crate) fn kernels<'a>(
    list: &KernelList,
    out: &'a mut dyn Write,
    width: Option<usize>,
) -> io::Result<Box<dyn Output<Row> + 'a>> {
    let output: Box<dyn Output<Row> + 'a> = match list.format {
        Format::Table => Box::new(Table::new(list, out, width)),
        Format::Csv => Box::new(Csv::new::<Row>(out)?),
        Format::Json => Box::new(Json::new(out)?),
    };
    let output = match list.top {
        Some(most) => Box::new(Top::new(output, most)),
        None => output,
    };
    Ok(match list.sort {
        Some(column) => Box::new(Sorted::new(output, column, list.reverse)),
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
