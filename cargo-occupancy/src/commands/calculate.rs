//! `occupancy calculate`: the occupancy of configurations that the command line states.

mod code;
mod combinations;

use std::io::{self, Write};

use occupancy_core::Compiled;
use occupancy_report::calculator::{
    Attribute, CALCULATED, Found, Levels, Message, Part, Values, parts,
};

use self::code::Files;
use self::combinations::{Combinations, MOST};
use crate::args::Calculate;
use crate::console::Console;
use crate::exit_code::{FOUND, NOTHING, fatal};
use crate::output::{CALCULATIONS, Format, List, write_lines};

pub(crate) fn calculate(args: &Calculate, console: &mut Console<'_>) -> io::Result<u8> {
    let Some(combinations) = Combinations::of(args) else {
        return Err(fatal(format_args!(
            "the arguments have more than {MOST} combinations\n\
             help: give ranges a step: `--regs 32..=128:8` has every eighth number"
        )));
    };
    // The files do not depend on what is combined.
    let any = combinations.get(0);
    let files = Files::read(args).map_err(fatal)?;
    let gpus = gpus(args, &files, &any).map_err(fatal)?;
    let levels = args.levels();
    if combinations.count == 1 && args.format == Format::Table {
        return one(args, &gpus, &any, console);
    }
    let by_occupancy = || CALCULATIONS.iter().find(|by| by.header == "occupancy");
    let list = List {
        format: args.format,
        sort: args.sort.or_else(|| args.top.and_then(|_| by_occupancy())),
        reverse: args.reverse,
        top: args.top,
        columns: &CALCULATIONS,
        names: &CALCULATED,
        width: console.width,
        ..List::default()
    };
    // A table waits for the width of its columns.
    let waits = list.sort.is_some() || args.format == Format::Table;
    let says_all = combinations.count == 1 || args.explain;
    // Messages show by themselves how far it is.
    if says_all {
        console.err.hide_progress();
    }
    console.hide_progress_unless(waits);
    let Console { out, err, .. } = console;
    let mut output = list.begin(out)?;
    let mut is_passed = false;
    for number in 0..combinations.count {
        let values = combinations.get(number);
        let found = find(&gpus, &values, &levels);
        is_passed |= passes(&found);
        if says_all {
            write_messages(args, &gpus, &values, &found, err)?;
        }
        for row in found.into_iter().flat_map(|found| found.rows) {
            output.row(row)?;
        }
        err.tell(format_args!(
            "calculating: {number} of {} configurations",
            combinations.count
        ))?;
    }
    err.clear()?;
    output.finish()?;
    Ok(if is_passed { FOUND } else { NOTHING })
}

/// One configuration for people: the limits of each GPU.
fn one(
    args: &Calculate,
    gpus: &[Gpus<'_>],
    values: &Values,
    console: &mut Console<'_>,
) -> io::Result<u8> {
    let Console { out, err, width } = console;
    let found = find(gpus, values, &args.levels());
    let mut is_first = true;
    for ((part, _), found) in gpus.iter().zip(&found) {
        let Some(configuration) = &found.findings.configuration() else {
            continue;
        };
        for (row, arch) in found.rows.iter().zip(&part.archs) {
            if row.number("blocks_per_sm") == Some(0_u64) {
                continue;
            }
            if !is_first {
                writeln!(out)?;
            }
            is_first = false;
            write!(out, "{}", arch.name())?;
            if let Some(sm_count) = arch.sm_count() {
                let cc = arch.compute_capability().name();
                write!(out, ", {sm_count} SMs of compute capability {cc}")?;
            }
            writeln!(out)?;
            let lines = occupancy_report::lines(configuration, arch);
            write_lines(out, &lines, *width)?;
        }
    }
    // What is on standard output comes before what is wrong with it.
    out.flush()?;
    write_messages(args, gpus, values, &found, err)?;
    Ok(if passes(&found) { FOUND } else { NOTHING })
}

/// GPUs of the list that share values, with what each would run.
type Gpus<'a> = (Part<'a>, Vec<Compiled<'a>>);

/// The GPUs of the list; a problem with it, or with the files of `values`, is an error.
fn gpus<'a>(
    args: &'a Calculate,
    files: &'a Files,
    values: &Values,
) -> Result<Vec<Gpus<'a>>, String> {
    let parts = parts(&args.arch, &args.on)?.into_iter();
    let shared = parts.map(|part| {
        let compiled = files.compiled(&part.values(values), &part.archs)?;
        Ok((part, compiled))
    });
    shared.collect()
}

/// What is found of one combination.
fn find<'a>(gpus: &'a [Gpus<'_>], values: &Values, levels: &Levels) -> Vec<Found<'a>> {
    let found = gpus
        .iter()
        .map(|(part, compiled)| Found::new(part, values, levels, compiled));
    found.collect()
}

fn passes(found: &[Found<'_>]) -> bool {
    found.iter().all(|found| found.findings.passes())
}

fn write_messages(
    args: &Calculate,
    gpus: &[Gpus<'_>],
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
    for ((part, _), found) in gpus.iter().zip(found) {
        if let [best, others @ ..] = &*found.findings.chosen {
            let on = match (gpus.len(), &*part.named) {
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
