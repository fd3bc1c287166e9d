//! `occupancy calculate`: the occupancy of configurations that the command line states.

mod code;
mod combinations;

use std::io::{self, Write};

use occupancy_core::Compiled;
use occupancy_report::calculator::{Attribute, CALCULATED, Found, Message, Part, Values, parts};

use self::combinations::{MOST, combinations, count};
use crate::args::Calculate;
use crate::console::Console;
use crate::exit_code::{FOUND, NOTHING, fatal};
use crate::output::{CALCULATIONS, Format, List, write_lines};

/// GPUs of the list that share values, with what each would run.
type Gpus<'a> = (Part<'a>, Vec<Compiled<'a>>);

pub(crate) fn calculate(args: &Calculate, console: &mut Console<'_>) -> io::Result<u8> {
    let Some(count) = count(args) else {
        return Err(fatal(format_args!(
            "the arguments have more than {MOST} combinations\n\
             help: give ranges a step: `--regs 32..=128:8` has every eighth number"
        )));
    };
    let mut combinations = combinations(args).peekable();
    // The files do not depend on what is combined.
    let any = combinations.peek().cloned().unwrap_or_default();
    let files = code::read(args).map_err(fatal)?;
    let all = parts(&args.arch, &args.on).map_err(fatal)?.into_iter();
    let gpus: Result<Vec<Gpus<'_>>, String> = all
        .map(|part| {
            let compiled = code::compiled(&files, &part.values(&any), &part.archs)?;
            Ok((part, compiled))
        })
        .collect();
    let gpus = gpus.map_err(fatal)?;
    let levels = args.levels();
    let find = |values: &Values| -> Vec<Found<'_>> {
        let gpus = gpus.iter();
        gpus.map(|(part, compiled)| Found::new(part, values, &levels, compiled))
            .collect()
    };
    let passes = |found: &[Found<'_>]| found.iter().all(Found::passes);
    if count == 1 && args.format == Format::Table {
        let found = find(&any);
        let Console { out, err, width } = console;
        write_limits(&gpus, &found, out, *width)?;
        // What is on standard output comes before what is wrong with it.
        out.flush()?;
        write_messages(args, &gpus, &any, &found, err)?;
        return Ok(if passes(&found) { FOUND } else { NOTHING });
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
    let says_all = count == 1 || args.explain;
    // Messages show by themselves how far it is.
    if says_all {
        console.err.hide_progress();
    }
    console.hide_progress_unless(waits);
    let Console { out, err, .. } = console;
    let mut output = list.begin(out)?;
    let mut is_passed = false;
    for (number, values) in combinations.enumerate() {
        let found = find(&values);
        is_passed |= passes(&found);
        if says_all {
            write_messages(args, &gpus, &values, &found, err)?;
        }
        for row in found.into_iter().flat_map(|found| found.rows) {
            output.row(row)?;
        }
        err.tell(format_args!(
            "calculating: {number} of {count} configurations"
        ))?;
    }
    err.clear()?;
    output.finish()?;
    Ok(if is_passed { FOUND } else { NOTHING })
}

/// One configuration for people: the limits of each GPU.
fn write_limits(
    gpus: &[Gpus<'_>],
    found: &[Found<'_>],
    out: &mut dyn Write,
    width: Option<usize>,
) -> io::Result<()> {
    let mut separator = "";
    for ((part, _), found) in gpus.iter().zip(found) {
        let Some(configuration) = &found.configuration() else {
            continue;
        };
        for (row, arch) in found.rows.iter().zip(&part.archs) {
            if row.number("blocks_per_sm") == Some(0_u64) {
                continue;
            }
            write!(out, "{separator}{}", arch.name())?;
            separator = "\n";
            if let Some(sm_count) = arch.sm_count() {
                let cc = arch.compute_capability().name();
                write!(out, ", {sm_count} SMs of compute capability {cc}")?;
            }
            writeln!(out)?;
            let lines = occupancy_report::lines(configuration, arch);
            write_lines(out, &lines, width)?;
        }
    }
    Ok(())
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
    for message in found.iter().flat_map(|found| &found.errors) {
        writeln!(err, "error: {}", explained(message))?;
    }
    for message in found.iter().flat_map(|found| &found.warnings) {
        writeln!(err, "warning: {}", explained(message))?;
    }
    for ((part, _), found) in gpus.iter().zip(found) {
        let [best, others @ ..] = &*found.chosen else {
            continue;
        };
        write!(err, "note: `threads = auto` chose {}", best.threads)?;
        if gpus.len() > 1 {
            let names: Vec<_> = part.named.iter().map(|named| &*named.name).collect();
            write!(err, " for {}", names.join(", "))?;
        }
        write!(err, ", {}", best.occupancy)?;
        for other in others {
            write!(err, "; {} reaches {}", other.threads, other.occupancy)?;
        }
        writeln!(err)?;
    }
    Ok(())
}
