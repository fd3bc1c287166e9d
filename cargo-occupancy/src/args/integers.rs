//! The options of `occupancy calculate` that are integers, each by the argument that it states.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};
use occupancy_calculator::{List, Setting, values};
use occupancy_core::kernel::Argument;

use crate::topic;

/// The values of each integer that is stated or has a default, in the order in which an attribute is written.
#[derive(Clone, Debug)]
pub(crate) struct Integers(pub(crate) Vec<(Argument, List<u64>)>);

/// Each option that is named after an integer gets its parser, and each integer without an option gets one with the
/// words of the attribute's documentation.
impl Args for Integers {
    fn augment_args(command: Command) -> Command {
        let is_missing = |argument: &Argument| {
            let mut options = command.get_arguments();
            options.all(|option| option.get_id() != argument.key())
        };
        let missing: Vec<_> = Setting::integers().filter(is_missing).map(option).collect();
        command.args(missing).mut_args(|option| {
            match Setting::integers().find(|argument| option.get_id() == argument.key()) {
                Some(argument) => {
                    option.value_parser(move |text: &str| values::integers(argument, text))
                }
                None => option,
            }
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Integers {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let stated = |argument: Argument| {
            let values = matches.get_one::<List<u64>>(argument.key())?;
            Some((argument, values.clone()))
        };
        Ok(Self(Setting::integers().filter_map(stated).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The option of an argument, with the words of the attribute's documentation.
fn option(argument: Argument) -> Arg {
    let key = argument.key();
    // Only where an argument is new: options last as long as the program.
    let long: &'static str = key.replace('_', "-").leak();
    Arg::new(key)
        .long(long)
        .value_name("NUMBER")
        .help(topic::purpose(key).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, FromArgMatches};
    use occupancy_calculator::{List, Setting};
    use occupancy_core::kernel::Argument;

    use super::Integers;

    #[test]
    fn an_integer_without_an_option_gets_one() {
        let command = Integers::augment_args(Command::new("calculate"));
        assert_eq!(command.get_arguments().count(), Setting::integers().count());
        let find = |command: &Command| {
            let mut options = command.get_arguments();
            let option = options.find(|option| option.get_id() == "max_blocks")?;
            Some((
                option.get_long()?.to_owned(),
                option.get_help()?.to_string(),
            ))
        };
        let words = "The most blocks per SM that you accept";
        let expected = ("max-blocks".to_owned(), words.to_owned());
        assert_eq!(find(&command), Some(expected));
        let stated = ["calculate", "--max-blocks", "3..=4", "--regs=64"];
        let matches = command.clone().try_get_matches_from(stated).unwrap();
        let Integers(integers) = Integers::from_arg_matches(&matches).unwrap();
        let expected = [
            (Argument::Registers, List(vec![64])),
            (Argument::MaxBlocks, List(vec![3, 4])),
        ];
        assert_eq!(integers, expected);
        let large = ["calculate", "--max-blocks", "4294967296"];
        assert!(command.try_get_matches_from(large).is_err());
    }
}
