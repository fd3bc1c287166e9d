//! `occupancy report`: the kernels that packages declare, as the compiler evaluates them.

use std::io::{self, Write};

use crate::args::{Report, ReportFormat};
use crate::exit_code::{FOUND, NOTHING, TROUBLE};
use crate::name::asked;
use crate::output::{write_json, write_report_html, write_report_markdown, write_report_table};
use crate::packages::declarations;
use crate::reported::reported;
use crate::terminal::Terminal;

pub(crate) fn report(
    args: &Report,
    out: &mut dyn Write,
    err: &mut dyn Write,
    terminal: Terminal,
) -> io::Result<u8> {
    let mut found = declarations(&args.packages, terminal, err)?;
    let paths = found.all.iter().map(|declaration| vec![declaration.path()]);
    let mut is_asked = asked(&args.kernel, paths).into_iter();
    found.all.retain(|_| is_asked.next() == Some(true));
    let rows: Vec<_> = found.all.iter().map(reported).collect();
    match args.format {
        ReportFormat::Table => {
            let width = terminal.width.filter(|_| !args.wide);
            write_report_table(&rows, out, width)?;
        }
        ReportFormat::Json => write_json(rows, out)?,
        ReportFormat::Markdown => write_report_markdown(&rows, out)?,
        ReportFormat::Html => write_report_html(&found.all, &rows, out)?,
    }
    out.flush()?;
    Ok(if found.is_troubled {
        TROUBLE
    } else if found.all.is_empty() {
        writeln!(err, "no matching kernels with `#[launch_config]`")?;
        NOTHING
    } else {
        FOUND
    })
}
