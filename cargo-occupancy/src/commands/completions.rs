//! `occupancy completions`: shell completions.

use std::collections::BTreeSet;
use std::io;
use std::mem::take;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Command};
use clap_complete::{Shell, generate};
use occupancy_core::Lint;

use super::explain::{arguments, headline, pages};
use crate::console::{Console, FOUND};

/// Print the script with which a shell completes the arguments.
///
/// Shells read it when they start, for example:
///
///   bash        occupancy completions bash > ~/.local/share/bash-completion/completions/occupancy
///   zsh         occupancy completions zsh > FOLDER/_occupancy, in a folder of $fpath
///   fish        occupancy completions fish > ~/.config/fish/completions/occupancy.fish
///   powershell  occupancy completions powershell >> $PROFILE
///   elvish      occupancy completions elvish >> ~/.config/elvish/rc.elv
#[derive(Args)]
#[command(
    verbatim_doc_comment,
    about = "Print the script with which a shell completes the arguments"
)]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script for `command`.
    pub(super) fn run(&self, mut command: Command, console: &mut Console<'_>) -> io::Result<u8> {
        let codes = pages().into_iter();
        let with_help = codes.map(|(code, page)| PossibleValue::new(code).help(headline(page)));
        let mut names: BTreeSet<_> = arguments().map(|(name, _)| name).collect();
        names.insert("launch_config");
        names.extend(Lint::ALL.into_iter().map(Lint::name));
        // GPUs and other forms of a code are topics as well, but are not completed.
        let topics = with_help.chain(names.into_iter().map(PossibleValue::new));
        if let Some(explain) = command.find_subcommand_mut("explain") {
            *explain = take(explain).mut_arg("topic", |topic| {
                topic.value_parser(PossibleValuesParser::new(topics))
            });
        }
        // clap_complete panics if it cannot write.
        let mut script = Vec::new();
        generate(self.shell, &mut command, "occupancy", &mut script);
        console.out.write_all(&script)?;
        Ok(FOUND)
    }
}
