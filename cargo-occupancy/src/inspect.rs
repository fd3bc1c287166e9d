//! Reads the files, and lists what is asked for.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use occupancy_core::cubin::KernelUsage;
use occupancy_core::ptx;
use occupancy_image::{Decoder, Entry, EntryKind, File, ImageError};

use crate::args::Inspect;
use crate::demangle::demangle;
use crate::output::{self, Output};
use crate::row::Row;
use crate::{FOUND, NOTHING, TROUBLE};

pub(crate) fn inspect(args: &Inspect, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    let mut listing = Listing {
        args,
        output: output::of(args, out)?,
        err,
        listed: 0,
        is_troubled: false,
        ptx_left_out: false,
    };
    for path in &args.files {
        listing.file(path)?;
    }
    let Listing {
        listed,
        is_troubled,
        ptx_left_out,
        err,
        output,
        ..
    } = listing;
    output.finish()?;
    if listed == 0 && !is_troubled {
        let hint = if ptx_left_out {
            "; `--ptx` lists what PTX states"
        } else {
            ""
        };
        writeln!(err, "no kernels that are asked for{hint}")?;
    }
    Ok(match (is_troubled, listed) {
        (true, _) => TROUBLE,
        (false, 0) => NOTHING,
        (false, _) => FOUND,
    })
}

struct Listing<'a> {
    args: &'a Inspect,
    output: Box<dyn Output + 'a>,
    err: &'a mut dyn Write,
    listed: u64,
    is_troubled: bool,
    ptx_left_out: bool,
}

/// Why an entry is given up: what it says is wrong, or the output is.
enum Stop {
    Image(ImageError),
    Output(io::Error),
}

impl From<ImageError> for Stop {
    fn from(error: ImageError) -> Self {
        Self::Image(error)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl Listing<'_> {
    fn file(&mut self, path: &Path) -> io::Result<()> {
        let name = path.to_string_lossy();
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => return self.trouble(&name, &error.to_string()),
        };
        let file = match File::new(&bytes) {
            Ok(file) => file,
            Err(error) => return self.trouble(&name, &error.to_string()),
        };
        let lists_ptx = self.args.ptx
            || !file
                .entries()
                .any(|entry| entry.is_ok_and(|entry| entry.is_machine_code()));
        let mut decoder = Decoder::new();
        for entry in file.entries() {
            let done = match entry {
                Ok(entry) => self.entry(&name, &entry, &mut decoder, lists_ptx),
                Err(error) => Err(Stop::Image(error)),
            };
            match done {
                Ok(()) => {}
                Err(Stop::Image(error)) => self.trouble(&name, &error.to_string())?,
                Err(Stop::Output(error)) => return Err(error),
            }
        }
        Ok(())
    }

    fn trouble(&mut self, file: &str, message: &str) -> io::Result<()> {
        self.is_troubled = true;
        writeln!(self.err, "error: {file}: {message}")
    }

    fn entry<'b>(
        &mut self,
        file: &str,
        entry: &Entry<'b>,
        decoder: &mut Decoder<'b>,
        lists_ptx: bool,
    ) -> Result<(), Stop> {
        let archs = &self.args.arch;
        if !archs.is_empty() && !archs.contains(&entry.compute_capability) {
            return Ok(());
        }
        let target = entry.target();
        let offset = entry.offset;
        match entry.kind {
            EntryKind::Cubin => {
                for usage in decoder.image(entry)?.kernels() {
                    let usage = usage.map_err(|error| ImageError::Cubin {
                        offset,
                        error: Box::new(error),
                    })?;
                    if self.is_asked(&usage) {
                        let row = Row::of_usage(file, entry, &target, &usage, self.args);
                        self.list(row)?;
                    }
                }
            }
            EntryKind::Ptx if lists_ptx => {
                for kernel in ptx::Entries::new(decoder.ptx(entry)?) {
                    let malformed = |error| ImageError::Ptx { offset, error };
                    let kernel = kernel.map_err(malformed)?;
                    let named = KernelUsage::new(kernel.name, entry.compute_capability, 0);
                    if kernel.body.is_some() && self.is_asked(&named) {
                        let stated = (kernel.name, kernel.bounds().map_err(malformed)?);
                        let row = Row::of_bounds(file, entry, &target, stated, self.args);
                        self.list(row)?;
                    }
                }
            }
            EntryKind::Ptx => self.ptx_left_out = true,
            _ => {}
        }
        Ok(())
    }

    /// Whether the kernel is one of those that are asked for.
    fn is_asked(&self, usage: &KernelUsage<'_>) -> bool {
        let asked = &self.args.kernel;
        if asked.is_empty() || asked.iter().any(|part| usage.name.contains(part)) {
            return true;
        }
        let name = demangle(usage.name);
        asked.iter().any(|part| name.contains(part))
    }

    fn list(&mut self, row: Row) -> io::Result<()> {
        self.listed += 1;
        self.output.row(row)
    }
}
