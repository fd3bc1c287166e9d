//! From rows of configurations to rows of results.

use std::io::{self, BufRead, Write};

use occupancy::{ComputeCapability, Kernel, Occupancy};

use super::columns::{Column, Columns, RESULTS};
use super::gpu::Lookup;
use super::records::{Record, Records};

/// How a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Every row has its results.
    Answered,
    /// This many rows are reported as bad, and every other has its results.
    BadRows(u64),
    /// The header is reported as bad; nothing else was read.
    BadHeader,
}

impl Outcome {
    /// The exit status of the process.
    pub(crate) const fn exit_status(self) -> u8 {
        match self {
            Self::Answered => 0,
            Self::BadRows(_) => 1,
            Self::BadHeader => 2,
        }
    }
}

/// Answers every row of `input` in `output`, and reports bad ones in `errors`.
///
/// Both are written in large pieces, and completely whenever `input` has to be waited for, so
/// neither needs a buffer of its own.
///
/// # Errors
///
/// What reading or writing fails with.
pub(crate) fn run(
    input: impl BufRead,
    output: impl Write,
    errors: impl Write,
) -> io::Result<Outcome> {
    let mut output = Pieces::new(output);
    let mut errors = Pieces::new(errors);
    let mut records = Records::new(input);

    let Some(header) = records.next(|| Ok(()))? else {
        report(
            &mut errors,
            1,
            "there is no header: the first line names the columns",
        );
        errors.flush()?;
        return Ok(Outcome::BadHeader);
    };
    let columns = match Columns::new(&header) {
        Ok(columns) => columns,
        Err(faults) => {
            for fault in &faults {
                report(&mut errors, header.line, fault);
            }
            errors.flush()?;
            return Ok(Outcome::BadHeader);
        }
    };
    output.bytes.extend_from_slice(header.raw);
    for name in RESULTS {
        output.bytes.push(b',');
        output.bytes.extend_from_slice(name.as_bytes());
    }
    output.bytes.push(b'\n');

    let mut gpus = Lookup::default();
    let mut bad_rows = 0;
    while let Some(record) = records.next(|| {
        output.flush()?;
        errors.flush()
    })? {
        let mut faults = Vec::new();
        let configuration = configuration(&record, &columns, &mut gpus, &mut faults);
        if let (Some((cc, kernel)), []) = (configuration, faults.as_slice()) {
            write_answer(&mut output.bytes, record.raw, cc, &kernel);
            output.write_if_large()?;
        } else {
            bad_rows += 1;
            for fault in &faults {
                report(&mut errors, record.line, fault);
            }
            errors.write_if_large()?;
        }
    }
    output.flush()?;
    errors.flush()?;
    Ok(match bad_rows {
        0 => Outcome::Answered,
        _ => Outcome::BadRows(bad_rows),
    })
}

/// A stream that is written in pieces of many lines.
struct Pieces<W> {
    bytes: Vec<u8>,
    stream: W,
}

impl<W: Write> Pieces<W> {
    const LARGE: usize = 64 * 1024;

    fn new(stream: W) -> Self {
        Self {
            bytes: Vec::with_capacity(2 * Self::LARGE),
            stream,
        }
    }

    fn write_if_large(&mut self) -> io::Result<()> {
        if self.bytes.len() >= Self::LARGE {
            self.stream.write_all(&self.bytes)?;
            self.bytes.clear();
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.bytes.is_empty() {
            return Ok(());
        }
        self.stream.write_all(&self.bytes)?;
        self.bytes.clear();
        self.stream.flush()
    }
}

fn report(errors: &mut Pieces<impl Write>, line: u64, fault: &str) {
    errors
        .bytes
        .extend_from_slice(format!("line {line}: {fault}\n").as_bytes());
}

/// The row, its results and a line ending.
fn write_answer(output: &mut Vec<u8>, row: &[u8], cc: &ComputeCapability, kernel: &Kernel) {
    output.extend_from_slice(row);
    let Ok(occupancy) = Occupancy::new(cc, kernel) else {
        output.extend_from_slice(b",1,,,,,,,,,\n");
        return;
    };
    output.extend_from_slice(b",0");
    let limits = &occupancy.limits;
    for number in [
        Some(occupancy.blocks_per_sm.into()),
        limits.registers.map(u64::from),
        limits.shared_memory.map(u64::from),
        Some(limits.warps.into()),
        Some(limits.block_slots.into()),
        limits.barriers.map(u64::from),
        limits.virtual_resources.map(u64::from),
        Some(occupancy.registers_per_block),
        Some(occupancy.shared_memory_per_block),
    ] {
        output.push(b',');
        if let Some(number) = number {
            output.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
        }
    }
    output.push(b'\n');
}

/// The GPU and the kernel of a row; where there are faults, what is returned means nothing.
fn configuration(
    record: &Record<'_>,
    columns: &Columns,
    gpus: &mut Lookup,
    faults: &mut Vec<String>,
) -> Option<(&'static ComputeCapability, Kernel)> {
    if record.is_unclosed {
        faults.push("a quoted field is never closed".to_owned());
        return None;
    }
    if record.len() != columns.len {
        let (fields, header) = (record.len(), columns.len);
        let noun = if fields == 1 { "field" } else { "fields" };
        faults.push(format!("{fields} {noun} where the header has {header}"));
        return None;
    }
    let mut row = Row {
        record,
        columns,
        faults,
    };
    let cc = row.compute_capability(gpus);
    let threads = row.required(Column::Threads);
    let registers = row.required(Column::Registers);
    let kernel = Kernel::new((threads, 1, 1), registers)
        .with_static_shared_memory(row.number(Column::StaticSharedMemory).unwrap_or(0))
        .with_dynamic_shared_memory(row.number(Column::DynamicSharedMemory).unwrap_or(0))
        .with_shared_memory_optin(row.flag(Column::SharedMemoryOptin).unwrap_or(true))
        .with_carveout(row.carveout())
        .with_barriers(row.number(Column::Barriers).unwrap_or(0))
        .with_virtual_resources(row.number(Column::VirtualResources).unwrap_or(0));
    cc.map(|cc| (cc, kernel))
}

/// The numbers of one row; what is not one is a fault, and reads as absent.
struct Row<'a> {
    record: &'a Record<'a>,
    columns: &'a Columns,
    faults: &'a mut Vec<String>,
}

impl<'a> Row<'a> {
    /// A field; that there is none is a fault.
    fn stated(&mut self, column: Column) -> Option<&'a [u8]> {
        let field = field(self.record, self.columns, column);
        if field.is_none() {
            self.faults.push(format!("`{}` is empty", column.name()));
        }
        field
    }

    fn compute_capability(&mut self, gpus: &mut Lookup) -> Option<&'static ComputeCapability> {
        let name = self.stated(Column::Arch)?;
        match gpus.find(name) {
            Ok(arch) => Some(arch.compute_capability()),
            Err(unknown) => {
                self.faults.push(format!("`arch`: {unknown}"));
                None
            }
        }
    }

    fn required(&mut self, column: Column) -> u32 {
        self.stated(column);
        self.number(column).unwrap_or(0)
    }

    fn number(&mut self, column: Column) -> Option<u32> {
        let digits = field(self.record, self.columns, column)?;
        let number = whole_number(digits);
        if number.is_none() {
            self.fault(column, digits, "is not a whole number from 0 to 4294967295");
        }
        number
    }

    fn flag(&mut self, column: Column) -> Option<bool> {
        match field(self.record, self.columns, column)? {
            b"0" => Some(false),
            b"1" => Some(true),
            other => {
                self.fault(column, other, "is not 0 or 1");
                None
            }
        }
    }

    fn carveout(&mut self) -> Option<u32> {
        let column = Column::Carveout;
        let text = field(self.record, self.columns, column)?;
        let (is_negative, digits) = match text {
            [b'-', digits @ ..] => (true, digits),
            digits => (false, digits),
        };
        match (is_negative, whole_number(digits)) {
            (_, None) => {
                self.fault(column, text, "is not -1 or a whole number from 0 to 100");
                None
            }
            (true, Some(1)) => None,
            // As far from a percentage as 101: the calculation refuses it.
            (true, Some(2..)) => Some(u32::MAX),
            (_, Some(percent)) => Some(percent),
        }
    }

    fn fault(&mut self, column: Column, text: &[u8], what: &str) {
        let (column, text) = (column.name(), shown(text));
        self.faults.push(format!("`{column}`: {text} {what}"));
    }
}

/// The text of a column; `None` where the column is absent or the field empty.
fn field<'a>(record: &'a Record<'_>, columns: &Columns, column: Column) -> Option<&'a [u8]> {
    let field = record.field(columns.place(column)?);
    (!field.is_empty()).then_some(field)
}

fn whole_number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0_u32, |number, &byte| {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number.checked_mul(10)?.checked_add(digit.into())
    })
}

/// `text` between backticks, fit for a terminal: cut where it is long, control characters escaped.
pub(crate) fn shown(text: &[u8]) -> String {
    const LONGEST: usize = 40;
    let text = String::from_utf8_lossy(text);
    let mut characters = text.chars();
    let start: String = characters.by_ref().take(LONGEST).collect();
    let more = if characters.next().is_some() {
        "…"
    } else {
        ""
    };
    format!("`{}{more}`", start.escape_debug())
}
