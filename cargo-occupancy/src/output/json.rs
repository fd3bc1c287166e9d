//! An array of objects, one on each line.

use std::io::{self, Write};

use serde::Serialize;

use super::Output;

pub(crate) struct Json<'a> {
    out: &'a mut dyn Write,
    is_empty: bool,
}

impl<'a> Json<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(b"[")?;
        Ok(Self {
            out,
            is_empty: true,
        })
    }
}

impl<R: Serialize> Output<R> for Json<'_> {
    fn row(&mut self, row: R) -> io::Result<()> {
        let separator: &[u8] = if self.is_empty { b"\n" } else { b",\n" };
        self.is_empty = false;
        self.out.write_all(separator)?;
        serde_json::to_writer(&mut self.out, &row).map_err(io::Error::from)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.write_all(b"\n]\n")
    }
}
