//! `occupancy completions`: shell completions.

use std::collections::BTreeSet;
use std::io;
use std::mem::take;

use clap::CommandFactory;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap_complete::{Shell, generate};
use occupancy::errors::PAGES;
use occupancy_core::Lint;

use crate::args::Args;
use crate::console::Console;
use crate::exit_code::FOUND;
use crate::topic::{arguments, headline};

pub(crate) fn completions(shell: Shell, console: &mut Console<'_>) -> io::Result<u8> {
    let codes = PAGES.iter();
    let codes = codes.map(|(code, page)| PossibleValue::new(*code).help(headline(page)));
    let mut names: BTreeSet<_> = arguments().map(|(name, _)| name).collect();
    names.insert("launch_config");
    names.extend(Lint::ALL.into_iter().map(Lint::name));
    // GPUs and the forms of a code are topics as well.
    let topics = PossibleValuesParser::new(codes.chain(names.into_iter().map(PossibleValue::new)));
    let mut command = Args::command();
    if let Some(explain) = command.find_subcommand_mut("explain") {
        *explain = take(explain).mut_arg("topic", |topic| topic.value_parser(topics));
    }
    // It panics if the output is closed.
    let mut script = Vec::new();
    generate(shell, &mut command, "occupancy", &mut script);
    console.out.write_all(&script)?;
    Ok(FOUND)
}
