//! Reads the files, and lists what is asked for.

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use occupancy_image::File;

use crate::args::Inspect;
use crate::content::Content;
use crate::output::{self, Output};
use crate::read::{Listed, Reader};
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

impl Listing<'_> {
    fn file(&mut self, path: &Path) -> io::Result<()> {
        let name = path.to_string_lossy();
        let content = match Content::of(path) {
            Ok(content) => content,
            Err(error) => return self.trouble(&name, &error),
        };
        match File::new(&content) {
            Ok(file) => Reader::read(self.args, &name, &file, &mut |listed| {
                self.take(&name, listed)
            }),
            Err(error) => self.trouble(&name, &error),
        }
    }

    fn take(&mut self, file: &str, listed: Listed) -> io::Result<()> {
        self.ptx_left_out |= listed.ptx_left_out;
        for row in listed.rows {
            self.listed += 1;
            self.output.row(row)?;
        }
        match listed.error {
            Some(error) => self.trouble(file, &error),
            None => Ok(()),
        }
    }

    fn trouble(&mut self, file: &str, error: &dyn Display) -> io::Result<()> {
        self.is_troubled = true;
        writeln!(self.err, "error: {file}: {error}")
    }
}
