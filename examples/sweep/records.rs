//! Records of a CSV stream, each with its line number and the bytes that it was written as.
//!
//! [`csv_core`] finds the fields. A reader that hands out fields alone could not give a row back
//! as it was, and would count blank lines and the halves of `\r\n` into the next record's line.

use std::io::{self, BufRead, ErrorKind};

use csv_core::{ReadRecordResult, Reader};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The records of a stream; blank lines and a byte order mark are skipped.
pub(crate) struct Records<R> {
    input: R,
    splitter: Splitter,
    /// All of the input's buffer was used: to go on is to wait for more.
    drained: bool,
    /// The last record ended in `\r`; if `\n` is next, it belongs to that.
    after_carriage_return: bool,
    /// The line that the next record starts on, if no blank line is before it.
    line: u64,
    progress: Progress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// Nothing was read: a byte order mark may come.
    Begin,
    Middle,
    End,
}

/// One record.
pub(crate) struct Record<'a> {
    /// The line that it starts on, from 1.
    pub(crate) line: u64,
    /// The record as it was written, without its line ending.
    pub(crate) raw: &'a [u8],
    /// The input ended inside quotes.
    pub(crate) is_unclosed: bool,
    fields: &'a [u8],
    ends: &'a [usize],
}

impl Record<'_> {
    /// The number of fields.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A field without its quotes and the spaces around it.
    pub(crate) fn field(&self, index: usize) -> &[u8] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        self.fields[start..self.ends[index]].trim_ascii()
    }
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input,
            splitter: Splitter::new(),
            drained: true,
            after_carriage_return: false,
            line: 1,
            progress: Progress::Begin,
        }
    }

    /// The next record; calls `before_waiting` whenever it has to wait for input.
    pub(crate) fn next(
        &mut self,
        mut before_waiting: impl FnMut() -> io::Result<()>,
    ) -> io::Result<Option<Record<'_>>> {
        self.splitter.clear();
        match self.progress {
            Progress::Begin => {
                before_waiting()?;
                self.skip_byte_order_mark()?;
                self.progress = Progress::Middle;
            }
            Progress::Middle => {}
            Progress::End => return Ok(None),
        }
        let mut is_unclosed = false;
        loop {
            if self.drained {
                before_waiting()?;
            }
            let mut chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                self.progress = Progress::End;
                match self.splitter.finish() {
                    End::Record => {}
                    End::Unclosed => is_unclosed = true,
                    End::Nothing => return Ok(None),
                }
                break;
            }
            let mut used = 0;
            if self.after_carriage_return {
                self.after_carriage_return = false;
                used = usize::from(chunk[0] == b'\n');
                chunk = &chunk[used..];
            }
            let available = chunk.len();
            let (is_record, split) = self.splitter.split(chunk);
            self.drained = split == available;
            self.input.consume(used + split);
            if is_record {
                self.after_carriage_return = self.splitter.raw.ends_with(b"\r");
                break;
            }
        }

        let raw = &self.splitter.raw;
        let is_ending = |byte: &u8| matches!(byte, b'\r' | b'\n');
        let start = raw.iter().take_while(|byte| is_ending(byte)).count();
        let trailing = raw.iter().rev().take_while(|byte| is_ending(byte)).count();
        let line = self.line + line_endings(&raw[..start]);
        self.line = line + line_endings(&raw[start..]);
        Ok(Some(Record {
            line,
            // The end of an unclosed field is part of it, but nobody looks at that.
            raw: &raw[start..raw.len() - trailing],
            is_unclosed,
            fields: &self.splitter.fields[..self.splitter.fields_len],
            ends: &self.splitter.ends[..self.splitter.ends_len],
        }))
    }

    /// Skips a byte order mark, however the input is cut into chunks.
    fn skip_byte_order_mark(&mut self) -> io::Result<()> {
        for (matched, &expected) in BYTE_ORDER_MARK.iter().enumerate() {
            let next = loop {
                match self.input.fill_buf() {
                    Ok(chunk) => break chunk.first().copied(),
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error),
                }
            };
            if next != Some(expected) {
                // A name that only begins like the mark.
                self.splitter.split(&BYTE_ORDER_MARK[..matched]);
                break;
            }
            self.input.consume(1);
        }
        Ok(())
    }
}

/// Line endings in `bytes`: `\n`, `\r\n`, or `\r` alone.
fn line_endings(bytes: &[u8]) -> u64 {
    let mut count = 0;
    let mut previous = 0;
    for &byte in bytes {
        count += u64::from(byte == b'\r' || (byte == b'\n' && previous != b'\r'));
        previous = byte;
    }
    count
}

/// What the end of the input made of the bytes before it.
enum End {
    Record,
    Unclosed,
    Nothing,
}

/// One record at a time: its fields, and the bytes that they came from.
struct Splitter {
    reader: Reader,
    raw: Vec<u8>,
    fields: Vec<u8>,
    fields_len: usize,
    /// Where in `fields` each field ends.
    ends: Vec<usize>,
    ends_len: usize,
}

impl Splitter {
    fn new() -> Self {
        Self {
            reader: Reader::new(),
            raw: Vec::new(),
            fields: vec![0; 1024],
            fields_len: 0,
            ends: vec![0; 32],
            ends_len: 0,
        }
    }

    fn clear(&mut self) {
        self.raw.clear();
        self.fields_len = 0;
        self.ends_len = 0;
    }

    /// Takes bytes up to the end of a record; whether there was one, and the number of bytes taken.
    fn split(&mut self, chunk: &[u8]) -> (bool, usize) {
        let mut used = 0;
        while used < chunk.len() {
            let (result, read) = self.step(&chunk[used..]);
            used += read;
            if matches!(result, ReadRecordResult::Record) {
                self.raw.extend_from_slice(&chunk[..used]);
                return (true, used);
            }
        }
        self.raw.extend_from_slice(chunk);
        (false, used)
    }

    fn finish(&mut self) -> End {
        // One more line ending closes every record but one that is inside quotes.
        let written = self.raw.len();
        if self.split(b"\n").0 {
            self.raw.truncate(written);
            return End::Record;
        }
        loop {
            match self.step(b"").0 {
                ReadRecordResult::Record => return End::Unclosed,
                ReadRecordResult::End => return End::Nothing,
                _ => {}
            }
        }
    }

    /// One call of the reader, with room for more where that is what it lacked.
    fn step(&mut self, input: &[u8]) -> (ReadRecordResult, usize) {
        let (result, read, written, ended) = self.reader.read_record(
            input,
            &mut self.fields[self.fields_len..],
            &mut self.ends[self.ends_len..],
        );
        self.fields_len += written;
        self.ends_len += ended;
        match result {
            ReadRecordResult::OutputFull => self.fields.resize(2 * self.fields.len(), 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
            _ => {}
        }
        (result, read)
    }
}
