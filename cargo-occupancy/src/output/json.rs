//! An array of objects, one on each line.

use std::io::{self, Write};

use occupancy_report::calculator::Row;

use super::Output;

pub(super) struct Json<'a> {
    out: &'a mut dyn Write,
    is_empty: bool,
}

impl<'a> Json<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(b"[")?;
        Ok(Self {
            out,
            is_empty: true,
        })
    }
}

/// Writes rows as they are.
pub(crate) fn write_json(rows: Vec<Row>, out: &mut dyn Write) -> io::Result<()> {
    let mut json = Box::new(Json::new(out)?);
    for row in rows {
        json.row(row)?;
    }
    json.finish()
}

impl Output for Json<'_> {
    fn row(&mut self, row: Row) -> io::Result<()> {
        let separator: &[u8] = if self.is_empty { b"\n" } else { b",\n" };
        self.is_empty = false;
        self.out.write_all(separator)?;
        serde_json::to_writer(&mut self.out, &row).map_err(io::Error::from)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.write_all(b"\n]\n")
    }
}
