//! `occupancy inspect`: reads the files, and lists their kernels.

use std::io::{self, Write};

use crate::args::Inspect;
use crate::content::is_stdin;
use crate::exit_code::{FOUND, NOTHING, TROUBLE};
use crate::folder::files_of;
use crate::listed::Listed;
use crate::name;
use crate::output::{KernelList, Output, kernels};
use crate::progress::Progress;
use crate::read::read;
use crate::row::Row;
use crate::selection::{Ptx, Reading};
use crate::summary::Summary;
use crate::terminal::Terminal;

pub(crate) fn inspect(
    args: &Inspect,
    out: &mut dyn Write,
    err: &mut dyn Write,
    terminal: Terminal,
) -> io::Result<u8> {
    if args.paths.iter().filter(|path| is_stdin(path)).count() > 1 {
        writeln!(
            err,
            "error: `-` is given twice, but standard input can be read only once"
        )?;
        return Ok(TROUBLE);
    }
    let (mut files, mut is_troubled) = (Vec::new(), false);
    for path in &args.paths {
        is_troubled |= !files_of(path, &mut files, err)?;
    }
    let list = KernelList {
        format: args.format,
        sort: args.sort,
        reverse: args.reverse,
        top: args.top,
        has_titles: files != args.paths || files.len() > 1,
        smem: args.selection.smem,
    };
    let names = &args.selection.kernel;
    // Only after the last kernel it is known which of them the names are of.
    let waits = args.sort.is_some() || !names.is_empty();
    let mut listing = Listing {
        output: kernels(&list, out, terminal.width.filter(|_| !args.wide))?,
        err,
        progress: Progress::new(terminal.shows_progress_of(waits)),
        waiting: (!names.is_empty()).then(Vec::new),
        listed: 0,
        is_troubled,
        summary: Summary::default(),
    };
    let reading = Reading {
        files: &files,
        selection: &args.selection,
        ptx: if args.ptx { Ptx::Always } else { Ptx::Alone },
        is_mangled: args.mangled,
    };
    read(&reading, &mut |listed| listing.take(listed))?;
    let Listing {
        listed,
        is_troubled,
        summary,
        err,
        mut output,
        waiting,
        mut progress,
    } = listing;
    let rows = waiting.unwrap_or_default();
    let is_asked = name::asked(names, rows.iter().map(|row| name::names(&row.symbol)));
    for (row, is_asked) in rows.into_iter().zip(is_asked) {
        if is_asked {
            output.row(row)?;
        }
    }
    progress.clear(err)?;
    output.finish()?;
    if listed == 0 && !is_troubled && summary.has_code() {
        writeln!(err, "{}", summary.why_nothing(&args.selection))?;
    }
    Ok(match (is_troubled, listed) {
        (true, _) => TROUBLE,
        (false, 0) => NOTHING,
        (false, _) => FOUND,
    })
}

struct Listing<'a> {
    output: Box<dyn Output<Row> + 'a>,
    err: &'a mut dyn Write,
    progress: Progress,
    /// The rows, if they are chosen at the end.
    waiting: Option<Vec<Row>>,
    listed: u64,
    is_troubled: bool,
    summary: Summary,
}

impl Listing<'_> {
    fn take(&mut self, listed: Listed) -> io::Result<()> {
        self.summary.add(listed.summary);
        for row in listed.rows {
            self.listed += 1;
            match &mut self.waiting {
                Some(waiting) => waiting.push(row),
                None => self.output.row(row)?,
            }
        }
        if listed.note.is_some() || listed.error.is_some() {
            self.progress.clear(self.err)?;
        }
        if let Some(note) = listed.note {
            writeln!(self.err, "{note}")?;
        }
        if let Some(error) = listed.error {
            self.is_troubled = true;
            writeln!(self.err, "error: {error}")?;
        }
        let listed = self.listed;
        self.progress
            .tell(format_args!("reading: {listed} kernels"), self.err)
    }
}
