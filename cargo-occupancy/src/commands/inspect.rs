//! `occupancy inspect`: reads the files, and lists their kernels.

use std::io::{self, Write};

use crate::args::Inspect;
use crate::console::Console;
use crate::content::is_stdin;
use crate::exit_code::{FOUND, NOTHING, TROUBLE, fatal};
use crate::folder::files_of;
use crate::name::{names as names_of, retain_asked};
use crate::output::{KERNELS, List, write_notes};
use crate::read::{read_all, shown};
use crate::row::{NAMES, title};
use crate::selection::{Ptx, Reading};

pub(crate) fn inspect(args: &Inspect, console: &mut Console<'_>) -> io::Result<u8> {
    // Only after the last kernel it is known which of them the names are of.
    let waits = args.sort.is_some() || !args.selection.kernel.is_empty();
    console.hide_progress_unless(waits);
    let Console { out, err, width } = console;
    if args.paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        let message = "`-` is given twice, but standard input can be read only once";
        return Err(fatal(message));
    }
    let (mut files, mut is_whole) = (Vec::new(), true);
    for path in &args.paths {
        is_whole &= files_of(path, &mut files, err)?;
    }
    let names = &args.selection.kernel;
    let width = width.filter(|_| !args.wide);
    let list = List {
        format: args.format,
        sort: args.sort,
        reverse: args.reverse,
        top: args.top,
        columns: &KERNELS,
        names: &NAMES,
        width,
        title: Some(title),
        only: match &*files {
            [file] if files == args.paths => Some(shown(file)),
            _ => None,
        },
    };
    let mut output = list.begin(out)?;
    let mut waiting = Vec::new();
    let reading = Reading {
        files: &files,
        selection: &args.selection,
        ptx: if args.ptx { Ptx::Always } else { Ptx::Alone },
        is_mangled: args.mangled,
    };
    let mut is_empty = true;
    let (summary, is_read) = read_all(&reading, err, &mut |row, _| {
        is_empty = false;
        if names.is_empty() {
            return output.row(row);
        }
        waiting.push(row);
        Ok(())
    })?;
    retain_asked(names, &mut waiting, |row| names_of(row.text("symbol")));
    waiting.into_iter().try_for_each(|row| output.row(row))?;
    let rows = output.finish()?;
    write_notes(&rows, args.selection.smem, out, width)?;
    is_whole &= is_read;
    if is_empty && is_whole && summary.has_code() {
        writeln!(err, "{}", summary.why_nothing(&args.selection))?;
    }
    Ok(match (is_whole, is_empty) {
        (false, _) => TROUBLE,
        (true, true) => NOTHING,
        (true, false) => FOUND,
    })
}
