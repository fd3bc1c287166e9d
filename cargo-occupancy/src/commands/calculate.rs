//! `occupancy calculate`: the occupancy of configurations that the command line states.

mod code;
mod combinations;

use std::io::{self, Write};

use occupancy_core::{Compiled, Configuration};
use occupancy_report::calculator::{
    Attribute, Calculated, Findings, Levels, Message, Part, Values, parts,
};

use self::code::Files;
use self::combinations::{Combinations, MOST};
use crate::args::Calculate;
use crate::exit_code::{FOUND, NOTHING, TROUBLE};
use crate::output::{
    CalculatedColumn, CalculatedTable, Csv, Format, Json, Output, Sorted, Top, write_lines,
};
use crate::progress::Progress;
use crate::terminal::Terminal;

pub(crate) fn calculate(
    args: &Calculate,
    out: &mut dyn Write,
    err: &mut dyn Write,
    terminal: Terminal,
) -> io::Result<u8> {
    let Some(combinations) = Combinations::of(args) else {
        writeln!(
            err,
            "error: the arguments have more than {MOST} combinations\n\
             help: give ranges a step: `--regs 32..=128:8` has every eighth number"
        )?;
        return Ok(TROUBLE);
    };
    // The files do not depend on what is combined.
    let any = combinations.get(0);
    let files = Files::read(args);
    let gpus = files
        .as_ref()
        .map_err(Clone::clone)
        .and_then(|files| Gpus::of(args, files, &any));
    let gpus = match gpus {
        Ok(gpus) => gpus,
        Err(message) => {
            writeln!(err, "error: {message}")?;
            return Ok(TROUBLE);
        }
    };
    if combinations.count == 1 && args.format == Format::Table {
        return one(args, &gpus, &any, out, err, terminal.width);
    }
    let mut output: Box<dyn Output<Calculated> + '_> = match args.format {
        Format::Table => Box::new(CalculatedTable::new(out, terminal.width)),
        Format::Csv => Box::new(Csv::new::<Calculated>(out)?),
        Format::Json => Box::new(Json::new(out)?),
    };
    let by = match (args.sort, args.top) {
        (None, Some(_)) => Some(CalculatedColumn::Occupancy),
        (column, _) => column,
    };
    if let Some(most) = args.top {
        output = Box::new(Top::new(output, most));
    }
    if let Some(by) = by {
        output = Box::new(Sorted::new(output, by, args.reverse));
    }
    // A table waits for the width of its columns.
    let waits = by.is_some() || args.format == Format::Table;
    let says_all = combinations.count == 1 || args.explain;
    // Messages show by themselves how far it is.
    let mut progress = Progress::new(!says_all && terminal.shows_progress_of(waits));
    let mut passes = false;
    for number in 0..combinations.count {
        let values = combinations.get(number);
        let found = gpus.find(&values);
        passes |= found.iter().all(Found::passes);
        if says_all {
            write_messages(args, &gpus, &values, &found, err)?;
        }
        for row in found.iter().flat_map(Found::rows) {
            output.row(row)?;
        }
        progress.tell(
            format_args!(
                "calculating: {number} of {} configurations",
                combinations.count
            ),
            err,
        )?;
    }
    progress.clear(err)?;
    output.finish()?;
    Ok(if passes { FOUND } else { NOTHING })
}

/// One configuration for people: the limits of each GPU.
fn one(
    args: &Calculate,
    gpus: &Gpus<'_>,
    values: &Values,
    out: &mut dyn Write,
    err: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<u8> {
    let found = gpus.find(values);
    let mut is_first = true;
    for part in &found {
        let Some(configuration) = &part.findings.configuration() else {
            continue;
        };
        for (row, arch) in part.rows().iter().zip(&part.gpus.part.archs) {
            if !row.is_launched() {
                continue;
            }
            if !is_first {
                writeln!(out)?;
            }
            is_first = false;
            write_gpu(out, row, configuration, arch, width)?;
        }
    }
    // What is on standard output comes before what is wrong with it.
    out.flush()?;
    write_messages(args, gpus, values, &found, err)?;
    let passes = found.iter().all(Found::passes);
    Ok(if passes { FOUND } else { NOTHING })
}

fn write_gpu(
    out: &mut dyn Write,
    row: &Calculated,
    configuration: &Configuration<'_>,
    arch: &occupancy_core::Arch,
    width: Option<usize>,
) -> io::Result<()> {
    match row.sm_count {
        Some(sm_count) => writeln!(
            out,
            "{}, {sm_count} SMs of compute capability {}",
            arch.name(),
            row.compute_capability
        )?,
        None => writeln!(out, "{}", arch.name())?,
    }
    write_lines(out, &occupancy_report::lines(configuration, arch), width)
}

/// The GPUs, in the parts of the list that share values.
struct Gpus<'a>(Vec<SharedGpus<'a>>);

/// GPUs that share values.
struct SharedGpus<'a> {
    part: Part<'a>,
    levels: Levels,
    /// What each would run.
    compiled: Vec<Compiled<'a>>,
}

impl<'a> Gpus<'a> {
    /// A problem with the list, or with the files of `values`, is an error.
    fn of(args: &'a Calculate, files: &'a Files, values: &Values) -> Result<Self, String> {
        let levels = args.levels();
        let shared = parts(&args.arch, &args.on)?.into_iter().map(|part| {
            let own = part.values(values);
            Ok(SharedGpus {
                levels: part.levels(&levels),
                compiled: files.compiled(&own, &part.archs)?,
                part,
            })
        });
        shared.collect::<Result<_, String>>().map(Self)
    }

    fn find(&self, values: &Values) -> Vec<Found<'_>> {
        self.0.iter().map(|gpus| Found::of(gpus, values)).collect()
    }
}

/// The findings for one combination, on GPUs that share its values.
struct Found<'a> {
    gpus: &'a SharedGpus<'a>,
    values: Values,
    findings: Findings<'a>,
}

impl<'a> Found<'a> {
    fn of(gpus: &'a SharedGpus<'a>, values: &Values) -> Self {
        let values = gpus.part.values(values);
        let findings = Findings::new(&values, &gpus.part.archs, &gpus.compiled, &gpus.levels)
            .on(gpus.part.own.map(|own| &*own.gpu.name));
        Self {
            gpus,
            values,
            findings,
        }
    }

    fn passes(&self) -> bool {
        self.findings.passes()
    }

    /// A row for each GPU; none if there is no block.
    fn rows(&self) -> Vec<Calculated> {
        let named = &self.gpus.part.named;
        Calculated::rows(&self.values, &self.findings, named, &self.gpus.levels)
    }
}

fn write_messages(
    args: &Calculate,
    gpus: &Gpus<'_>,
    values: &Values,
    found: &[Found<'_>],
    err: &mut dyn Write,
) -> io::Result<()> {
    let attribute = args
        .explain
        .then(|| Attribute::new(&args.arch, values, &args.on, &args.levels()));
    let explained = |message: &Message| match &attribute {
        Some(attribute) => attribute.explained(message),
        None => message.text.clone(),
    };
    let all = || found.iter().map(|part| &part.findings);
    for message in all().flat_map(|findings| &findings.errors) {
        writeln!(err, "error: {}", explained(message))?;
    }
    for message in all().flat_map(|findings| &findings.warnings) {
        writeln!(err, "warning: {}", explained(message))?;
    }
    for part in found {
        if let [best, others @ ..] = &*part.findings.chosen {
            let on = match (gpus.0.len(), &*part.gpus.part.named) {
                (1, _) => String::new(),
                (_, gpus) => {
                    let names: Vec<_> = gpus.iter().map(|named| &*named.name).collect();
                    format!(" for {}", names.join(", "))
                }
            };
            write!(
                err,
                "note: `threads = auto` chose {}{on}, {}",
                best.threads, best.occupancy
            )?;
            for other in others {
                write!(err, "; {} reaches {}", other.threads, other.occupancy)?;
            }
            writeln!(err)?;
        }
    }
    Ok(())
}
