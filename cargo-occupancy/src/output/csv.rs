//! Comma-separated values.

use std::io::{self, Write};

use csv::Writer;

use super::{Output, dims};
use crate::row::Row;

pub(super) struct Csv<'a> {
    writer: Writer<&'a mut dyn Write>,
}

/// The names of the columns, and what is in them; what is not known is empty.
macro_rules! columns {
    ($($column:ident: $kind:ident),* $(,)?) => {
        const HEADER: &[&str] = &[$(stringify!($column)),*];

        fn record(row: &Row) -> Vec<String> {
            vec![$(columns!(@ $kind row.$column)),*]
        }
    };
    (@ text $value:expr) => { $value.clone() };
    (@ number $value:expr) => { $value.to_string() };
    (@ maybe $value:expr) => { $value.as_ref().map_or_else(String::new, ToString::to_string) };
    (@ dims $value:expr) => { $value.map_or_else(String::new, dims) };
}

columns! {
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
}

impl<'a> Csv<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        let mut writer = Writer::from_writer(out);
        writer.write_record(HEADER).map_err(io_error)?;
        Ok(Self { writer })
    }
}

impl Output for Csv<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        self.writer.write_record(record(&row)).map_err(io_error)
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The error of the output, so that a closed pipe is known as one.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => io::Error::other(format!("{kind:?}")),
    }
}
