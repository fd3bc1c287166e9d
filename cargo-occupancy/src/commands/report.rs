//! `occupancy report`: the kernels that packages declare, as the compiler evaluates them.

use std::io::{self, Write};

use crate::args::{Report, ReportFormat};
use crate::exit_code::{FOUND, NOTHING, TROUBLE};
use crate::name::asked;
use crate::output::{Json, Output, ReportTable, write_report_html, write_report_markdown};
use crate::packages::{Declaration, declarations};
use crate::reported::Reported;
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
    match args.format {
        ReportFormat::Table => {
            let width = terminal.width.filter(|_| !args.wide);
            write_rows(Box::new(ReportTable::new(out, width)), &found.all)?;
        }
        ReportFormat::Json => write_rows(Box::new(Json::new(out)?), &found.all)?,
        ReportFormat::Markdown => write_report_markdown(&found.all, out)?,
        ReportFormat::Html => write_report_html(&found.all, out)?,
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

fn write_rows(
    mut output: Box<dyn Output<Reported> + '_>,
    declarations: &[Declaration],
) -> io::Result<()> {
    for declaration in declarations {
        output.row(Reported::new(declaration))?;
    }
    output.finish()
}
