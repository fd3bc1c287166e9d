//! The options of the attribute's arguments, from their table.

use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, Error, FromArgMatches, ValueHint};
use occupancy_core::kernel::{Argument, Form};
use occupancy_report::calculator::{Setting, values};

/// The values of each argument that is given or has a default, in the order in which an attribute is written.
#[derive(Default)]
pub(super) struct ArgumentOptions {
    pub(super) values: Vec<Vec<Setting>>,
}

impl ArgumentOptions {
    /// A note that a list, which looks like the extents of a cluster, is several clusters.
    pub(super) fn cluster_note(&self) -> Option<&'static str> {
        let mut values = self.values.iter();
        let is_cluster = |one: &Setting| one.argument == Argument::Cluster;
        let clusters = values.find(|values| values.iter().all(is_cluster))?;
        (2..=3).contains(&clusters.len()).then_some(
            "note: a comma separates clusters; `--cluster 4x2` is one of 4 blocks in x and 2 in y",
        )
    }
}

impl Args for ArgumentOptions {
    fn augment_args(command: Command) -> Command {
        let needed = Setting::arguments().filter_map(|argument| {
            let (others, ..) = argument.row().needs?;
            let group = ArgGroup::new(needed_by(argument)).args(others.iter().map(|one| one.key()));
            Some(group.multiple(true))
        });
        let command = command.args(Setting::arguments().map(option));
        command.groups(needed)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ArgumentOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let values = |argument: Argument| {
            if argument.form() == Form::Flag {
                let is_set = matches.get_flag(argument.key());
                return is_set.then(|| vec![Setting::new(argument, [])]);
            }
            let all = matches.get_many::<Vec<Setting>>(argument.key())?;
            Some(all.flatten().cloned().collect())
        };
        Ok(Self {
            values: Setting::arguments().filter_map(values).collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Names the group of options: the argument needs one of them.
fn needed_by(argument: Argument) -> String {
    format!("needed by {}", argument.key())
}

fn option(argument: Argument) -> Arg {
    let row = argument.row();
    let (value, help) = row.option.unwrap_or_default();
    let mut option = Arg::new(argument.key())
        .long(argument.key().replace('_', "-"))
        .help(help);
    if argument.form() == Form::Flag {
        return option.action(ArgAction::SetTrue);
    }
    option = option
        .value_name(value)
        .value_parser(move |text: &str| values::of(argument, text));
    if argument.form() == Form::File {
        option = option
            .requires(Argument::Kernel.key())
            .value_hint(ValueHint::FilePath);
    }
    for (other, ..) in row.excludes {
        option = option.conflicts_with(other.key());
    }
    if row.needs.is_some() {
        option = option.requires(needed_by(argument));
    }
    if let Some(default) = row.left_out
        && !Argument::OF_COMPILED.contains(argument)
    {
        option = option.default_value(default.to_string());
    }
    match argument {
        Argument::Threads => option.short('t').required(true),
        Argument::Registers => option.short('r'),
        Argument::DynamicSharedMemory => option.short('s'),
        // Its commas are within one tile.
        Argument::Tile => option.action(ArgAction::Append),
        _ => option,
    }
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};
    use occupancy_core::kernel::{Argument, Arguments};
    use occupancy_report::calculator::Setting;

    use super::ArgumentOptions;

    #[test]
    fn every_argument_has_an_option_with_words() {
        let command = ArgumentOptions::augment_args(Command::new("calculate"));
        for argument in Setting::arguments() {
            let mut options = command.get_arguments();
            let option = options.find(|option| option.get_id() == argument.key());
            assert!(!option.unwrap().get_help().unwrap().to_string().is_empty());
        }
        for argument in Arguments::ALL.iter().filter(|one| one.is_integer()) {
            assert_ne!(
                argument.row().option.is_some(),
                argument.is_nested(),
                "{argument:?}"
            );
        }
        let stated = ["calculate", "-t=32", "--max-blocks", "3..=4", "--regs=64"];
        let matches = command.clone().try_get_matches_from(stated).unwrap();
        let ArgumentOptions { values, .. } = ArgumentOptions::from_arg_matches(&matches).unwrap();
        let of = |argument: Argument| {
            let mut all = values.iter();
            all.find(|list| list[0].argument == argument).cloned()
        };
        let blocks = [3, 4]
            .map(|number| Setting::new(Argument::MaxBlocks, [number]))
            .to_vec();
        assert_eq!(of(Argument::MaxBlocks), Some(blocks));
        assert_eq!(of(Argument::MinBlocks), None);
        let large = ["calculate", "--max-blocks", "4294967296"];
        assert!(command.try_get_matches_from(large).is_err());
    }
}
