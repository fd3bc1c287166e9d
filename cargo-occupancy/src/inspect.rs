//! Reads the files, and lists what is asked for.

use std::io::{self, Write};

use crate::args::Inspect;
use crate::output::{self, Output};
use crate::read::{Listed, read};
use crate::{FOUND, NOTHING, TROUBLE};

pub(crate) fn inspect(args: &Inspect, out: &mut dyn Write, err: &mut dyn Write) -> io::Result<u8> {
    let mut listing = Listing {
        output: output::of(args, out)?,
        err,
        listed: 0,
        is_troubled: false,
        ptx_left_out: false,
    };
    read(args, &mut |listed| listing.take(listed))?;
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
    output: Box<dyn Output + 'a>,
    err: &'a mut dyn Write,
    listed: u64,
    is_troubled: bool,
    ptx_left_out: bool,
}

impl Listing<'_> {
    fn take(&mut self, listed: Listed) -> io::Result<()> {
        self.ptx_left_out |= listed.ptx_left_out;
        for row in listed.rows {
            self.listed += 1;
            self.output.row(row)?;
        }
        if let Some(error) = listed.error {
            self.is_troubled = true;
            writeln!(self.err, "error: {error}")?;
        }
        Ok(())
    }
}
