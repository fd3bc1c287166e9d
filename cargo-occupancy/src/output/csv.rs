//! Comma-separated values.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

use csv::{Writer, WriterBuilder};

use super::{Output, dims};
use crate::BUFFER;
use crate::row::Row;

pub(super) struct Csv<'a> {
    writer: Writer<&'a mut dyn Write>,
    scratch: String,
}

/// The names of the columns, and what is in them; what is not known is empty.
macro_rules! columns {
    ($($column:ident: $kind:ident),* $(,)?) => {
        const HEADER: &[&str] = &[$(stringify!($column)),*];

        impl Csv<'_> {
            fn write(&mut self, row: &Row) -> csv::Result<()> {
                $(columns!(@ $kind self, &row.$column);)*
                self.writer.write_record(None::<&[u8]>)
            }
        }
    };
    (@ text $csv:ident, $value:expr) => { $csv.writer.write_field($value)? };
    (@ number $csv:ident, $value:expr) => { $csv.field(Some($value))? };
    (@ maybe $csv:ident, $value:expr) => { $csv.field($value.as_ref())? };
    (@ dims $csv:ident, $value:expr) => { $csv.field($value.map(dims).as_ref())? };
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
        let mut writer = WriterBuilder::new()
            .buffer_capacity(BUFFER)
            .from_writer(out);
        writer.write_record(HEADER).map_err(io_error)?;
        let scratch = String::new();
        Ok(Self { writer, scratch })
    }

    fn field(&mut self, value: Option<&impl Display>) -> csv::Result<()> {
        self.scratch.clear();
        if let Some(value) = value {
            let written = write!(self.scratch, "{value}");
            written.expect("a `String` takes every text");
        }
        self.writer.write_field(&self.scratch)
    }
}

impl Output for Csv<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        self.write(&row).map_err(io_error)
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
