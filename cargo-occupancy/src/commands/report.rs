//! `occupancy report`: the kernels that packages declare, as the compiler evaluates them.

use std::io::{self, Write};

use crate::args::{Report, ReportFormat};
use crate::console::Console;
use crate::exit_code::{FOUND, NOTHING, TROUBLE};
use crate::name::retain_asked;
use crate::output::{Format, List, REPORTED, report_html, report_markdown};
use crate::packages::declarations;
use crate::reported::reported;

pub(crate) fn report(args: &Report, console: &mut Console<'_>) -> io::Result<u8> {
    let Console { out, err, width } = console;
    let (mut all, is_troubled) = declarations(&args.packages, err)?;
    retain_asked(&args.kernel, &mut all, |one| vec![one.path()]);
    let rows: Vec<_> = all.iter().map(reported).collect();
    match args.format {
        ReportFormat::Table | ReportFormat::Json => {
            let list = List {
                format: match args.format {
                    ReportFormat::Json => Format::Json,
                    _ => Format::Table,
                },
                columns: &REPORTED,
                width: width.filter(|_| !args.wide),
                ..List::default()
            };
            let mut listing = list.begin(out)?;
            rows.into_iter().try_for_each(|row| listing.row(row))?;
            listing.finish()?;
        }
        ReportFormat::Markdown => out.write_all(report_markdown(&rows).as_bytes())?,
        ReportFormat::Html => out.write_all(report_html(&all, &rows).as_bytes())?,
    }
    out.flush()?;
    Ok(if is_troubled {
        TROUBLE
    } else if all.is_empty() {
        writeln!(err, "no matching kernels with `#[launch_config]`")?;
        NOTHING
    } else {
        FOUND
    })
}
